import type { Json } from '../../../proof/statement/shape.ts'
import type { WebCapture } from '../../../proof/statement/web.ts'
import { isPictureCaution } from '../../../proof/statement/pictures.ts'
import { cautionsOf, notesOf } from '../../../proof/statement.ts'
import {
  bothLanguages,
  type CertificateSection,
  type CertificateValue,
  instantText,
  listed,
  type PairWords,
} from '../../evidence/kinds/certificate-part.types.ts'
import type { Pair } from '../../kit/paper/pair.ts'
import { cutText } from './bounded-facts.ts'

/** Facts that the capture recorded, read without trusting their form: an absent item is printed as not recorded. */
interface RecordedFacts {
  remoteAddress?: string
  httpStatus?: string
  tls?: { subject: string; issuer: string; protocol: string } | 'none'
  browser?: string
  isolation: readonly string[]
  environment?: { verdict: 'clean' | 'noted' | 'abnormal'; items: readonly string[] }
}

/** The certificate says how the page was reached and read. */
export function webCertificate(capture: WebCapture, words: PairWords): CertificateSection[] {
  const facts = recordedFacts(capture)
  const none = words.pair('notRecorded')
  const plain = (text: string | undefined): CertificateValue[] =>
    text ? [{ text }] : bothLanguages(none, { tone: 'soft' })
  const row = (key: string, values: CertificateValue[]) => ({ label: words.pair(key), values })
  const { environment } = facts
  const cautions = cautionsOf(capture)
  const caution = (code: string): CertificateValue[] =>
    cautions
      .filter((c) => c.code === code)
      .flatMap(({ params }) => bothLanguages(words.capture(`caution.${code}`, params), { tone: 'warn' }))
  const rows = [
    row('requestedUrl', [{ text: capture.requestedUrl }]),
    row('finalUrl', [{ text: capture.finalUrl }, ...rewritten(capture, words)]),
    ...(capture.title ? [row('pageTitle', [{ text: capture.title }])] : []),
    row('remote', [
      ...plain([facts.remoteAddress, facts.httpStatus && `HTTP ${facts.httpStatus}`].filter(Boolean).join('  ·  ')),
      ...caution('page-status'),
    ]),
    row('tls', tlsValues(facts.tls, words)),
    row('started', [{ text: instantText(capture.startedAt) }]),
    row('finished', [{ text: instantText(capture.finishedAt) }]),
    row('browser', [
      ...plain(facts.browser),
      ...(facts.isolation.length ? bothLanguages(named('layer', facts.isolation, words), { size: 7.2 }) : []),
    ]),
    ...(environment ? [row('environment', environmentValues(environment, words))] : []),
    ...pictureRow(capture, words),
  ]
  return [
    { heading: words.pair('section.capture'), rows },
    ...failureSection(capture, caution('requests-failed'), words),
  ]
}

/** Parts of a page that a single picture cannot show have pictures of their own, which say something else than the whole-page picture. */
const inWindows = new Set<string>(['scrolls-inside', 'seen-in-windows', 'areas-in-windows', 'locked'])

function pictureRow(capture: WebCapture, words: PairWords): CertificateSection['rows'] {
  const notes = notesOf(capture)
  const cautions = cautionsOf(capture).filter(isPictureCaution)
  const told = [...notes, ...cautions]
  if (!told.length) return []
  const values = [
    ...(told.some(({ code }) => inWindows.has(code)) ? bothLanguages(words.pair('whichPicture')) : []),
    ...notes.flatMap(({ code, params }) => bothLanguages(words.capture(`note.${code}`, params))),
    ...cautions.flatMap(({ code, params }) =>
      bothLanguages(words.capture(`caution.${code}`, params), { tone: 'warn' }),
    ),
  ]
  return [{ label: words.pair('pictures'), values }]
}

/** As a browser shows it to the page: without name, password and fragment. */
function asAsked(text: string): string {
  if (!URL.canParse(text)) return text
  const url = Object.assign(new URL(text), { username: '', password: '', hash: '' })
  return url.href
}

/** A page may write any address of its site where browsers show one: that of somebody else's page, or of none. */
function rewritten({ finalUrl, facts }: WebCapture, words: PairWords): CertificateValue[] {
  const hops = Array.isArray(facts['redirects']) ? facts['redirects'] : []
  const last = hops.at(-1)
  const url = isRecord(last) && last['kind'] === 'final' ? text(last['url']) : ''
  if (!url || asAsked(url) === asAsked(finalUrl)) return []
  return bothLanguages(words.pair('rewrittenUrl', { url: shortened(asAsked(url)) }), { tone: 'warn' })
}

/** As many as a reader takes in; the package has them all. */
const printedFailures = 12
const printedUrl = 160

/** Which requests brought nothing, and whose fault it was: a page shows less than it asked for, and looks whole. */
function failureSection({ facts }: WebCapture, summary: CertificateValue[], words: PairWords): CertificateSection[] {
  if (!summary.length) return []
  const failures = (Array.isArray(facts['failures']) ? facts['failures'] : []).filter(isRecord)
  const rows = failures.slice(0, printedFailures).map((f) => ({
    label: words.capture(`requestType.${text(f['type'])}`),
    values: [
      { text: shortened(text(f['url'])), size: 7.2 },
      { text: listedOnce(words.capture(`fault.${text(f['fault'])}`, { status: text(f['status']) })), size: 7.2 },
    ] satisfies CertificateValue[],
  }))
  const more = failures.length - rows.length
  const rest = {
    label: words.pair('moreFailures'),
    values: bothLanguages(words.pair('moreFailuresIn', { count: more })),
  }
  const head = { label: words.pair('requests'), values: summary }
  return [{ heading: words.pair('section.failures'), rows: [head, ...rows, ...(more > 0 ? [rest] : [])] }]
}

const shortened = (url: string) => cutText(url, printedUrl)
const listedOnce = ([first, second]: Pair) => (first === second ? first : `${first}  ·  ${second}`)

const named = (group: string, codes: readonly string[], words: PairWords): Pair =>
  listed(
    codes.map((code) => words.capture(`${group}.${code}`)),
    words.pair('between'),
  )

function environmentValues(
  { verdict, items }: NonNullable<RecordedFacts['environment']>,
  words: PairWords,
): CertificateValue[] {
  const [first, second] = named('environment', items, words)
  return bothLanguages([
    words.pair(`env.${verdict}`, { items: first })[0],
    words.pair(`env.${verdict}`, { items: second })[1],
  ])
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
  const isolation = texts(facts['isolation'])
  const tls = readTls(facts['tls'], capture.finalUrl)
  const environment = readEnvironment(facts['environmentSummary'])
  return {
    ...(remoteAddress && { remoteAddress }),
    ...(httpStatus && { httpStatus }),
    ...(browser && { browser }),
    isolation,
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
  return { verdict, items: [...texts(value['abnormal']), ...texts(value['noted'])] }
}
