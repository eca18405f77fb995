import { createHash, X509Certificate } from 'node:crypto'
import type { PeerCertificate } from 'node:tls'
import type { CdpSecurityDetails } from '../../engine/cdp-events.ts'
import type { Exchange } from '../../engine/exchange.ts'
import type { Session } from '../../engine/sessions.ts'
import { ignoreStep, type OpenPage } from '../page/open-page.ts'
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

/** The connection that an answer came over. One that a page's own service worker made came over no connection, whatever it says. */
const securityOf = ({ security, fromServiceWorker }: Exchange) => (fromServiceWorker ? null : security)

/** All that the browser tells of a certificate is compared: whoever owns a site has any number of them for it, and shows each connection another one. */
const sameCertificate = (a: CdpSecurityDetails, b: CdpSecurityDetails): boolean =>
  a.subjectName === b.subjectName &&
  a.issuer === b.issuer &&
  a.validFrom === b.validFrom &&
  a.validTo === b.validTo &&
  a.sanList.join() === b.sanList.join()

const seconds = (date: Date): number => Math.floor(date.getTime() / 1000)

/** An issuer without a common name is told by another of its names, a certificate without one by none. */
const isNamed = ({ CN }: PeerCertificate['subject'], name: string): boolean =>
  CN === undefined || [CN].flat().includes(name)

/** Whether a chain is the one of that certificate: the browser gives one an origin, of whichever connection. */
function fits(
  chain: readonly Buffer[],
  { subjectName, issuer, validFrom, validTo, sanList }: CdpSecurityDetails,
): boolean {
  const [own] = chain.slice(0, 1).map((der) => new X509Certificate(der))
  const names = own?.subjectAltName?.split(', ').filter((name) => name.startsWith('DNS:')) ?? []
  if (!own) return false
  const { subject, issuer: by } = own.toLegacyObject()
  return (
    isNamed(subject, subjectName) &&
    isNamed(by, issuer) &&
    seconds(own.validFromDate) === validFrom &&
    seconds(own.validToDate) === validTo &&
    names.every((name) => sanList.includes(name.slice('DNS:'.length)))
  )
}

async function askChain(sessions: readonly Session[], origin: string): Promise<readonly Buffer[]> {
  // Only the frame whose page lives on the origin can answer for it, and only its session is asked.
  for (const session of sessions) {
    const reply = await session.send<{ tableNames: string[] }>('Network.getCertificate', { origin }).catch(() => null)
    if (reply && reply.tableNames.length > 0) return reply.tableNames.map((text) => Buffer.from(text, 'base64'))
  }
  return []
}

/** Certificates of each origin, in the order in which they came. */
function certificatesByOrigin(exchanges: readonly Exchange[]): ReadonlyMap<string, CdpSecurityDetails[]> {
  const origins = new Map<string, CdpSecurityDetails[]>()
  for (const exchange of exchanges) {
    const security = securityOf(exchange)
    if (!security) continue
    const { origin } = new URL(exchange.url)
    const known = origins.get(origin) ?? []
    if (!known.some((one) => sameCertificate(one, security))) known.push(security)
    origins.set(origin, known)
  }
  return origins
}

/** The certificate chain of the very connections the page came over, origin by origin. */
export async function collectTls(
  { deadline }: Pick<OpenPage, 'deadline'>,
  exchanges: readonly Exchange[],
  sessions: readonly Session[],
): Promise<TlsOrigin[]> {
  const pages = sessions.filter(({ type }) => type === 'page' || type === 'iframe')
  const result: TlsOrigin[] = []
  for (const [origin, certificates] of certificatesByOrigin(exchanges)) {
    // A frame whose script never ends does not answer: the page is not lost with it.
    const asked = deadline.step('certificates', 5_000, askChain(pages, origin))
    const offered = (await asked.catch(ignoreStep)) ?? []
    for (const security of certificates) {
      const chain = fits(offered, security) ? offered : []
      result.push({
        origin,
        ...told(security),
        keyExchange: security.keyExchangeGroup ?? security.keyExchange,
        names: security.sanList,
        certificateTransparency: security.certificateTransparencyCompliance,
        certificates: chain.length,
        chain: chain.map((der) => createHash('sha256').update(der).digest('hex')),
        pem: chain.map((der) => new X509Certificate(der).toString()),
      })
    }
  }
  return result
}

const told = ({ protocol, cipher, subjectName, issuer, validFrom, validTo }: CdpSecurityDetails) => ({
  protocol,
  cipher,
  subject: subjectName,
  issuer,
  validFrom: instant(validFrom),
  validTo: instant(validTo),
})

/** The certificate that one answer came under, and no other of its origin. */
export function tlsOf(tls: readonly TlsOrigin[], exchange: Exchange | undefined): TlsSummary | null {
  const security = exchange && securityOf(exchange)
  if (!security) return null
  const { origin } = new URL(exchange.url)
  const own = told(security)
  const found = tls.find(
    (one) =>
      one.origin === origin &&
      one.subject === own.subject &&
      one.issuer === own.issuer &&
      one.validFrom === own.validFrom &&
      one.validTo === own.validTo &&
      one.names.join() === security.sanList.join(),
  )
  return { ...own, certificates: found?.certificates ?? 0 }
}
