import { judgeAddress, parseAllowList } from '../../../kit/egress/address-policy.ts'
import { ownAddresses } from '../../../kit/egress/resolve.ts'
import { item } from './environment-items.ts'
import type { EnvironmentItem } from './environment-items.ts'
import { runBounded } from '../run-bounded.ts'

const HOPS = 20
const BOUND_MS = 8_000
/** No exceptions: what an operator lets captures reach in his own network is no reason to map that network. */
const NOBODY = parseAllowList([])

interface Hop {
  readonly hop: number
  readonly address: string | null
  readonly milliseconds: number | null
}

function readHops(text: string): Hop[] {
  return [...text.matchAll(/^ *(\d+) +(?:\* *|([0-9a-fA-F.:]+) +([\d.]+) ms)/gm)].map(
    ([, hop, address, milliseconds]) => ({
      hop: Number(hop),
      address: address ?? null,
      milliseconds: milliseconds === undefined ? null : Number(milliseconds),
    }),
  )
}

/** The way to the address that was dialled, where the machine has the program for it; runs beside the capture. */
export async function traceRouteItem(
  address: string | null,
  signal: AbortSignal,
  program = 'traceroute',
): Promise<EnvironmentItem> {
  const refused = address === null ? 'not-dialled' : judgeAddress(address, NOBODY, ownAddresses())
  if (address === null || refused) return item('trace-route', 'noted', { address, ran: false, reason: refused })
  const { outcome, text } = await runBounded(
    program,
    ['-n', '-q', '1', '-w', '1', '-m', String(HOPS), address],
    BOUND_MS,
    signal,
  )
  if (outcome === 'not-installed') return item('trace-route', 'noted', { address, ran: false, reason: outcome })
  const hops = readHops(text)
  const reached = hops.some((hop) => hop.address === address)
  // Many networks on the way keep silent, so a trace that ends early is no fault of this machine.
  return item('trace-route', reached ? 'clean' : 'noted', { address, ran: true, reached, outcome, hops })
}
