import type { Json } from '../../../proof/statement/shape.ts'
import type { WebCapture } from '../../../proof/statement/web.ts'
import {
  bothLanguages,
  type CertificateSection,
  type CertificateValue,
  instantText,
  type PairWords,
} from '../../evidence/kinds/certificate-part.types.ts'

/** What the capture recorded, read without trusting its form: an absent item is printed as not recorded. */
interface RecordedFacts {
  remoteAddress?: string
  httpStatus?: string
  tls?: { subject: string; issuer: string; protocol: string } | 'none'
  browser?: string
  isolation?: string
  environment?: { verdict: 'clean' | 'noted' | 'abnormal'; items: string }
}

/** How the page was reached and read, for the certificate. */
export function webCertificate(capture: WebCapture, words: PairWords): CertificateSection[] {
  const facts = recordedFacts(capture)
  const none = words.pair('notRecorded')
  const plain = (text: string | undefined): CertificateValue[] =>
    text ? [{ text }] : bothLanguages(none, { tone: 'soft' })
  const row = (key: string, values: CertificateValue[]) => ({ label: words.pair(key), values })
  const { environment } = facts
  const rows = [
    row('requestedUrl', [{ text: capture.requestedUrl }]),
    row('finalUrl', [{ text: capture.finalUrl }]),
    ...(capture.title ? [row('pageTitle', [{ text: capture.title }])] : []),
    row(
      'remote',
      plain([facts.remoteAddress, facts.httpStatus && `HTTP ${facts.httpStatus}`].filter(Boolean).join('  ·  ')),
    ),
    row('tls', tlsValues(facts.tls, words)),
    row('started', [{ text: instantText(capture.startedAt) }]),
    row('finished', [{ text: instantText(capture.finishedAt) }]),
    row('browser', plain([facts.browser, facts.isolation].filter(Boolean).join('  ·  '))),
    ...(environment
      ? [row('environment', bothLanguages(words.pair(`env.${environment.verdict}`, { items: environment.items })))]
      : []),
  ]
  return [{ heading: words.pair('section.capture'), rows }]
}

function tlsValues(tls: RecordedFacts['tls'], words: PairWords): CertificateValue[] {
  if (tls === 'none') return bothLanguages(words.pair('noTls'))
  if (!tls) return bothLanguages(words.pair('notRecorded'), { tone: 'soft' })
  const issuer = words.pair('tlsIssuer', { issuer: tls.issuer })[0]
  return [
    { text: tls.subject },
    { text: [issuer, tls.protocol].filter(Boolean).join('  ·  '), size: 7.2, tone: 'soft' },
  ]
}

type JsonObject = { [key: string]: Json }

const isRecord = (v: Json | undefined): v is JsonObject => typeof v === 'object' && v !== null && !Array.isArray(v)
const texts = (v: Json | undefined) => (Array.isArray(v) ? v.filter((item) => typeof item === 'string') : [])
const text = (v: Json | undefined) => (typeof v === 'string' || typeof v === 'number' ? String(v) : '')

function recordedFacts(capture: WebCapture): RecordedFacts {
  const { facts } = capture
  const remoteAddress = text(facts['remoteAddress'])
  const httpStatus = text(facts['httpStatus'])
  const browser = isRecord(facts['browser'])
    ? [text(facts['browser']['name']), text(facts['browser']['version'])].join(' ').trim()
    : ''
  const isolation = texts(facts['isolation']).join(' · ')
  const tls = readTls(facts['tls'], capture.finalUrl)
  const environment = readEnvironment(facts['environmentSummary'])
  return {
    ...(remoteAddress && { remoteAddress }),
    ...(httpStatus && { httpStatus }),
    ...(browser && { browser }),
    ...(isolation && { isolation }),
    ...(tls && { tls }),
    ...(environment && { environment }),
  }
}

function readTls(value: Json | undefined, finalUrl: string): RecordedFacts['tls'] {
  if (isRecord(value))
    return { subject: text(value['subject']), issuer: text(value['issuer']), protocol: text(value['protocol']) }
  return finalUrl.startsWith('http:') ? 'none' : undefined
}

function readEnvironment(value: Json | undefined): RecordedFacts['environment'] {
  if (!isRecord(value)) return undefined
  const { verdict } = value
  if (verdict !== 'clean' && verdict !== 'noted' && verdict !== 'abnormal') return undefined
  return { verdict, items: [...texts(value['abnormal']), ...texts(value['noted'])].join(', ') }
}
