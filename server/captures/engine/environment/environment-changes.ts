import { networkInterfaces } from 'node:os'
import { type Resolution, withoutInnerAddresses } from '../../../kit/egress/resolve.ts'
import { item } from './environment-items.ts'
import type { EnvironmentItem } from './environment-items.ts'
import { readText, sha256Text, variablesItems } from './environment-machine.ts'

/** Parts of the machine that have to be the same before and after a capture, for the report of either to speak of it. */
export interface MachineState {
  readonly at: string
  readonly wallMs: number
  /** Counts evenly whatever the clock is set to. */
  readonly steadyMs: number
  readonly parts: Readonly<Record<string, string | readonly string[]>>
}

/** More than any clock is slewed by in a capture's time: it was set, or the machine slept. */
const MAX_DRIFT_MS = 1_000

/** The columns that say where traffic goes; the others count it. */
const routesOf = (text: string): string[] =>
  text
    .split('\n')
    .slice(1)
    .map((line) => line.trim().split(/\s+/).slice(0, 4).join(' '))
    .filter(Boolean)
    .toSorted()

/** Without those that networks of containers come and go with. */
const addressesOf = (): string[] =>
  Object.entries(networkInterfaces())
    .flatMap(([name, list]) => (list ?? []).map(({ address }) => `${name} ${address}`))
    .filter((line) => !/ (fe80:|169\.254\.)/i.test(line))
    .toSorted()

export async function readMachine(now: () => Date): Promise<MachineState> {
  const [hosts, resolv, nsswitch, routes, source, boot] = await Promise.all([
    readText('/etc/hosts'),
    readText('/etc/resolv.conf'),
    readText('/etc/nsswitch.conf'),
    readText('/proc/net/route'),
    readText('/sys/devices/system/clocksource/clocksource0/current_clocksource'),
    readText('/proc/sys/kernel/random/boot_id'),
  ])
  const variables = Object.fromEntries(variablesItems().map(({ code, facts }) => [code, facts['set'] as string[]]))
  const [wallMs, steadyMs] = [now().getTime(), performance.now()]
  return {
    at: new Date(wallMs).toISOString(),
    wallMs,
    steadyMs,
    parts: {
      'hosts-file': sha256Text(hosts),
      resolver: sha256Text(resolv),
      'resolver-order': sha256Text(nsswitch),
      routes: routesOf(routes),
      addresses: addressesOf(),
      ...variables,
      'clock-source': source,
      boot,
    },
  }
}

/** Names each part that is otherwise than it was. Nothing of it changes by itself in the minutes of a capture: each change is abnormal. */
export function changesItem(before: MachineState, after: MachineState): EnvironmentItem {
  const changed = Object.entries(after.parts)
    .map(([what, now]) => ({ what, before: before.parts[what], after: now }))
    .filter((part) => JSON.stringify(part.before) !== JSON.stringify(part.after))
  const clockDriftMs = Math.round(after.wallMs - before.wallMs - (after.steadyMs - before.steadyMs))
  const verdict = changed.length > 0 || Math.abs(clockDriftMs) > MAX_DRIFT_MS ? 'abnormal' : 'clean'
  return item('after-capture', verdict, {
    before: before.at,
    after: after.at,
    compared: Object.keys(after.parts),
    changed,
    clockDriftMs,
    limitMs: MAX_DRIFT_MS,
  })
}

/**
 * The name asked once more. Balanced names answer differently each time, so other addresses are filed and not condemned;
 * a name that leads inside by now, or nowhere, was being turned round under the capture.
 */
export function namesAfterItem(before: Resolution, answer: Resolution | null): EnvironmentItem {
  const after = answer && withoutInnerAddresses(answer)
  const addresses = (resolution: Resolution | null) =>
    (resolution?.answers ?? []).map(({ address }) => address).toSorted()
  const [first, second] = [addresses(before), addresses(after)]
  const same = JSON.stringify(first) === JSON.stringify(second)
  const verdict = after === null ? 'noted' : after.verdict !== before.verdict ? 'abnormal' : same ? 'clean' : 'noted'
  return item('names-after-capture', verdict, {
    host: before.host,
    before: first,
    after: second,
    outcome: after?.verdict ?? 'timed-out',
    reason: after?.reason ?? null,
  })
}
