import type { EvidenceStatement } from '../../../proof/statement.ts'
import type { Pair } from '../../kit/paper/pair.ts'
import { shanghaiTime } from '../../../contract/kit/shanghai-time.ts'

export interface PairWords {
  /** Words of certificates, by their key under `certificate` of `locales`, `proof.json`. */
  pair: (key: string, params?: Record<string, unknown>) => Pair
  /** Words of captures, by their key in `captures.json`: what comes behind its last point where there are none. */
  capture: (key: string, params?: Record<string, unknown>) => Pair
}

export interface CertificateValue {
  text: string
  weight?: 'regular' | 'bold'
  size?: number
  tone?: 'soft' | 'warn'
}

/** A part of the certificate: a heading, rows of a label with its values, and a warning beneath. */
export interface CertificateSection {
  heading: Pair
  rows: readonly { label: Pair; values: CertificateValue[] }[]
  warning?: Pair
}

/** What the certificate draws from besides the capture itself. */
export interface BesideCapture extends Pick<EvidenceStatement, 'prev'> {
  /** Time-stamp of the statement before this one. */
  first?: { time: string; serial: string }
}

/** A pair as values: the leading language, then the other, smaller. */
export const bothLanguages = ([first, second]: Pair, style: Omit<CertificateValue, 'text'> = {}): CertificateValue[] =>
  first === second
    ? [{ text: first, ...style }]
    : [
        { text: first, ...style },
        { text: second, size: 6.8, tone: 'soft' },
      ]

/** Several pairs in one line of each language. */
export const listed = (pairs: readonly Pair[], [first, second]: Pair): Pair => [
  pairs.map((p) => p[0]).join(first),
  pairs.map((p) => p[1]).join(second),
]

export const utcTime = (iso: string) => `${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC`

export const instantText = (iso: string) => `${shanghaiTime(iso)}    ${utcTime(iso)}`
