import { z } from 'zod'
import type { Original } from '../../../proof/statement/originals.ts'
import type { CameAbout } from '../../../proof/statement/part.ts'
import {
  bothLanguages,
  type CertificateSection,
  type CertificateValue,
  instantText,
  type PairWords,
} from '../../evidence/kinds/certificate-part.types.ts'

/** A file as its deposit remembers it until it is sealed, and what its sender said of it. */
export const SentFile = z.object({
  uploadId: z.string(),
  claimed: z.object({ sha256: z.string(), sm3: z.string().nullable() }).nullable(),
})
export type SentFile = z.output<typeof SentFile>

type Row = CertificateSection['rows'][number]

export const certificateRow = (words: PairWords, key: string, values: CertificateValue[]): Row => ({
  label: words.pair(key),
  values,
})

/** How files came to the platform: what kind of deposit, when, and what their sender called them. */
export function depositSection(
  words: PairWords,
  capture: CameAbout & { originals: Original[] },
  say: { kind: string; before?: Row[]; original?(original: Original): CertificateValue },
): CertificateSection {
  const { kind, before = [], original: noteOf = (original) => claimedNote(words, original) } = say
  const rows = [
    certificateRow(words, 'kindOfDeposit', bothLanguages(words.pair(kind))),
    ...before,
    certificateRow(words, 'sentBegun', [{ text: instantText(capture.startedAt) }]),
    certificateRow(words, 'sentEnded', [{ text: instantText(capture.finishedAt) }]),
    ...capture.originals.map((original) =>
      certificateRow(words, 'original', [{ text: original.name, weight: 'bold' }, noteOf(original)]),
    ),
  ]
  return { heading: words.pair('section.deposit'), rows }
}

/** A digest that differed would have been refused, so what is claimed is what was computed. */
function claimedNote(words: PairWords, { claimed }: Original): CertificateValue {
  const [same, other] = words.pair(claimed ? 'claimedSame' : 'claimedNone')
  return { text: `${words.pair('claimedHash').join(' / ')}: ${same} / ${other}`, size: 6.8, tone: 'soft' }
}
