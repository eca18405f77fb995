import { createHash, X509Certificate } from 'node:crypto'
import type { Deadline } from '../../engine/deadline.ts'
import type { Exchange } from '../../engine/exchange.ts'
import type { Session } from '../../engine/sessions.ts'
import type { TlsSummary } from '../web-capture.ts'

export interface TlsOrigin extends TlsSummary {
  readonly origin: string
  readonly keyExchange: string
  readonly names: readonly string[]
  readonly certificateTransparency: string
  /** SHA-256 of each certificate, the site's own first. */
  readonly chain: readonly string[]
  readonly pem: readonly string[]
}

const instant = (seconds: number): string => new Date(seconds * 1000).toISOString()

async function askChain(sessions: readonly Session[], origin: string): Promise<readonly string[]> {
  // Only the frame whose page lives on the origin can answer for it, and only its session is asked.
  for (const session of sessions) {
    const reply = await session.send<{ tableNames: string[] }>('Network.getCertificate', { origin }).catch(() => null)
    if (reply && reply.tableNames.length > 0) return reply.tableNames
  }
  return []
}

/** The certificate chain of the very connections the page came over, origin by origin. */
export async function collectTls(
  exchanges: readonly Exchange[],
  sessions: readonly Session[],
  deadline: Deadline,
): Promise<TlsOrigin[]> {
  const byOrigin = new Map<string, Exchange>()
  for (const exchange of exchanges) {
    const origin = exchange.security ? new URL(exchange.url).origin : ''
    if (origin !== '' && !byOrigin.has(origin)) byOrigin.set(origin, exchange)
  }
  const pages = sessions.filter(({ type }) => type === 'page' || type === 'iframe')
  const result: TlsOrigin[] = []
  for (const [origin, { security }] of byOrigin) {
    if (!security) continue
    const chain = (await deadline.step('certificates', 5_000, askChain(pages, origin))).map((text) =>
      Buffer.from(text, 'base64'),
    )
    result.push({
      origin,
      protocol: security.protocol,
      cipher: security.cipher,
      keyExchange: security.keyExchangeGroup ?? security.keyExchange,
      subject: security.subjectName,
      issuer: security.issuer,
      names: security.sanList,
      validFrom: instant(security.validFrom),
      validTo: instant(security.validTo),
      certificateTransparency: security.certificateTransparencyCompliance,
      certificates: chain.length,
      chain: chain.map((der) => createHash('sha256').update(der).digest('hex')),
      pem: chain.map((der) => new X509Certificate(der).toString()),
    })
  }
  return result
}
