import { lookup as systemLookup } from 'node:dns/promises'
import { networkInterfaces } from 'node:os'
import { isAddress, isExcepted, judgeAddress, judgePort, normaliseHost } from './address-policy.ts'
import type { AllowList, EgressReason } from './address-policy.ts'

export interface ResolvedAddress {
  readonly address: string
  readonly family: 4 | 6
}

/** Answers every A and AAAA address of a name; throws when there is none. */
export type Resolver = (host: string) => Promise<readonly ResolvedAddress[]>

/** What became of one name: kept as evidence whether it was allowed or not. */
export interface Resolution {
  readonly host: string
  readonly answers: readonly ResolvedAddress[]
  readonly askedAt: string
  readonly milliseconds: number
  readonly verdict: 'allowed' | 'refused' | 'not-found'
  readonly reason: EgressReason | null
  /** The answer that led to the refusal. */
  readonly refusedAddress: string | null
  /** How many more answers there were. */
  readonly answersLeft?: number
}

/** A name may have thousands of addresses, and whoever owns it any number of such names: all are judged, and so many written down. */
const ANSWERS_KEPT = 64

/** Every answer of the system's own resolver, hosts file included, in its order. */
export const systemResolver: Resolver = async (host) => {
  const answers = await systemLookup(host, { all: true, order: 'verbatim' })
  return answers.map(({ address, family }) => ({ address, family: family === 6 ? 6 : 4 }))
}

/** This machine's own addresses: a public one would lead around the firewall to our own services. */
export function ownAddresses(): ReadonlySet<string> {
  const all = Object.values(networkInterfaces()).flatMap((list) => list ?? [])
  return new Set(all.map(({ address }) => address))
}

export interface ResolveOptions {
  readonly allow: AllowList
  readonly resolver?: Resolver
  readonly own?: ReadonlySet<string>
  /** How many answers are written down. */
  readonly kept?: number
}

/**
 * Resolves a host once and judges all of its answers: one that is not allowed refuses the whole host,
 * because which of them a client would dial is not ours to choose.
 */
export async function resolveHost(raw: string, options: ResolveOptions): Promise<Resolution> {
  const askedAt = new Date()
  const begin = performance.now()
  const most = options.kept ?? ANSWERS_KEPT
  const end = (
    host: string,
    verdict: Resolution['verdict'],
    answers: readonly ResolvedAddress[],
    reason: EgressReason | null = null,
    refusedAddress: string | null = null,
  ): Resolution => {
    const milliseconds = Math.round((performance.now() - begin) * 10) / 10
    const [kept, left] = [answers.slice(0, most), answers.length - most]
    const told = { host, answers: kept, askedAt: askedAt.toISOString(), milliseconds, verdict, reason, refusedAddress }
    return left > 0 ? { ...told, answersLeft: left } : told
  }
  const host = normaliseHost(raw)
  if (host === null) return end(raw, 'refused', [], 'host-malformed')
  let answers: readonly ResolvedAddress[]
  try {
    answers = isAddress(host)
      ? [{ address: host, family: host.includes(':') ? 6 : 4 }]
      : await (options.resolver ?? systemResolver)(host)
  } catch {
    return end(host, 'not-found', [])
  }
  if (answers.length === 0) return end(host, 'not-found', [])
  if (isExcepted(host, options.allow)) return end(host, 'allowed', answers)
  for (const { address } of answers) {
    const reason = judgeAddress(address, options.allow, options.own ?? ownAddresses())
    if (reason) return end(host, 'refused', answers, reason, address)
  }
  return end(host, 'allowed', answers)
}

/** As it may be shown to whoever chose the name: which inner addresses stand behind it is for nobody outside. */
export const withoutInnerAddresses = (resolution: Resolution): Resolution =>
  resolution.verdict === 'refused' && !isAddress(resolution.host)
    ? { ...resolution, answers: [], refusedAddress: null }
    : resolution

/** The port's verdict once the host is resolved: a name whose every address is excepted counts as excepted. */
export function judgeDestination(resolution: Resolution, port: number, allow: AllowList): EgressReason | null {
  const excepted =
    resolution.answers.length > 0 && resolution.answers.every(({ address }) => isExcepted(address, allow))
  return excepted ? null : judgePort(resolution.host, port, allow)
}
