import { isAddress, isExcepted, parseAllowList } from '../../kit/egress/address-policy.ts'
import { judgeDestination, resolveHost, type Resolver, systemResolver } from '../../kit/egress/resolve.ts'
import { openTurns } from '../../kit/work/turns.ts'

const portOf = ({ port, protocol }: URL) => Number(port || (protocol === 'https:' ? 443 : 80))

/** Names that the machine looks up at once for owners of keys, who choose them, also such as nobody answers: they wait for each other, and nobody else for them. */
const inTurn = openTurns({ atOnce: 2, mostInAll: 30, mostOfOne: 3 })

/** Looks names up for a delivery of an account: one that is due is never refused, and one whose time is up asks for no more. */
export const namesOfDelivery =
  (accountId: string, signal: AbortSignal): Resolver =>
  (host) =>
    inTurn(
      accountId,
      () => {
        signal.throwIfAborted()
        return systemResolver(host)
      },
      { isOwed: true },
    )

/** Why callbacks may not go to an address that an account chose, as `problemOfAddress` says. */
export const judgeInTurn = (accountId: string, address: string, allowPrivate: readonly string[]) =>
  inTurn(accountId, () => problemOfAddress(address, allowPrivate))

/**
 * Why callbacks may not go to an address, as words under `field.callback` name it; undefined where they may. A name that leads inside is
 * answered like one that does not exist: nobody learns which names an inner network has.
 */
export async function problemOfAddress(
  address: string,
  allowPrivate: readonly string[],
  resolver: Resolver = systemResolver,
): Promise<'unknownHost' | 'refused' | 'https' | undefined> {
  const [url, allow] = [new URL(address), parseAllowList(allowPrivate)]
  const resolution = await resolveHost(url.hostname, { allow, resolver })
  if (resolution.verdict !== 'allowed') return isAddress(resolution.host) ? 'refused' : 'unknownHost'
  if (judgeDestination(resolution, portOf(url), allow)) return 'refused'
  // On the operator's own networks certificates are rare.
  const near = isExcepted(resolution.host, allow) || resolution.answers.every(({ address: a }) => isExcepted(a, allow))
  return url.protocol === 'https:' || near ? undefined : 'https'
}
