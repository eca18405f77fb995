import { isAddress, isExcepted, parseAllowList } from '../../kit/egress/address-policy.ts'
import { judgeDestination, resolveHost, type Resolver, systemResolver } from '../../kit/egress/resolve.ts'
import { slots } from '../../kit/work/slots.ts'

const portOf = ({ port, protocol }: URL) => Number(port || (protocol === 'https:' ? 443 : 80))

const inTurn = slots(2)

/** Owners of keys choose these names, also such as nobody answers: they wait for each other, and nobody else waits for them. */
export const namesOfOwners: Resolver = (host) => inTurn(() => systemResolver(host))

/**
 * Why callbacks may not go to an address, as words under `field.callback` name it; undefined where they may. A name that leads inside is
 * answered like one that does not exist: nobody learns which names an inner network has.
 */
export async function problemOfAddress(
  address: string,
  allowPrivate: readonly string[],
  resolver: Resolver = namesOfOwners,
): Promise<'unknownHost' | 'refused' | 'https' | undefined> {
  const [url, allow] = [new URL(address), parseAllowList(allowPrivate)]
  const resolution = await resolveHost(url.hostname, { allow, resolver })
  if (resolution.verdict !== 'allowed') return isAddress(resolution.host) ? 'refused' : 'unknownHost'
  if (judgeDestination(resolution, portOf(url), allow)) return 'refused'
  // On the operator's own networks certificates are rare.
  const near = isExcepted(resolution.host, allow) || resolution.answers.every(({ address: a }) => isExcepted(a, allow))
  return url.protocol === 'https:' || near ? undefined : 'https'
}
