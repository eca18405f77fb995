import { isAddress, isExcepted, parseAllowList } from '../../kit/egress/address-policy.ts'
import { judgeDestination, resolveHost, type Resolver, systemResolver } from '../../kit/egress/resolve.ts'
import { openTurns } from '../../kit/work/turns.ts'

const portOf = ({ port, protocol }: URL) => Number(port || (protocol === 'https:' ? 443 : 80))

/** Names that the machine looks up at once for owners of keys, who choose them, also such as nobody answers: they wait for each other, and nobody else for them. */
const inTurn = openTurns({ atOnce: 2, mostInAll: 30, mostOfOne: 3 })

/** The time of a delivery: it begins with the first look-up, whose turn others may keep waiting. */
interface DeliveryTime {
  signal: AbortSignal
  begin(): void
}

/** Looks names up for a delivery of an account, each once: one that is due is never refused, and one whose time is up asks for no more. */
export function namesOfDelivery(accountId: string, time: DeliveryTime): Resolver {
  const asked = new Map<string, ReturnType<Resolver>>()
  const lookUp: Resolver = (host) =>
    inTurn(
      accountId,
      () => {
        time.signal.throwIfAborted()
        time.begin()
        return systemResolver(host)
      },
      { isOwed: true },
    )
  return (host) => {
    const answers = asked.get(host) ?? lookUp(host)
    asked.set(host, answers)
    return answers
  }
}

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
