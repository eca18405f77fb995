import { z } from 'zod'
import type { HashDeposit } from '../../../proof/statement/hash.ts'
import { type BesideCapture, instantText, type PairWords } from '../../evidence/kinds/certificate-part.types.ts'
import type { DepositedKind } from '../../evidence/kinds/evidence-kind.types.ts'
import { certificateRow, depositSection } from './originals.ts'

const HashRequest = z.object({
  deposited: z.object({
    sha256: z.string(),
    sm3: z.string().nullable(),
    size: z.number().nullable(),
    name: z.string(),
  }),
})

/** The hash of a file that stays with its owner; the file may follow, and is certified then. */
export const hashKind: DepositedKind<'hash', z.output<typeof HashRequest>> = {
  kind: 'hash',
  origin: 'deposited',
  request: HashRequest,
  sent: () => [],
  state: ({ deposited }, handedOver) => ({ kind: 'hash', deposited, ...handedOver }),
  certificate: (capture, words, beside) => [
    depositSection(words, capture, {
      kind: 'kindHash',
      before: hashRows(words, capture, beside),
      original: () => ({ text: words.pair('fitsHash').join(' / '), size: 6.8, tone: 'soft' }),
    }),
  ],
}

function hashRows(words: PairWords, { deposited }: HashDeposit, { prev, first }: BesideCapture) {
  const rows = [
    certificateRow(words, 'hashName', [{ text: deposited.name }]),
    certificateRow(words, 'hashSha256', [{ text: deposited.sha256, size: 7.8 }]),
  ]
  if (deposited.sm3) rows.push(certificateRow(words, 'hashSm3', [{ text: deposited.sm3, size: 7.8 }]))
  if (first)
    rows.push(
      certificateRow(words, 'firstStamp', [
        { text: instantText(first.time), weight: 'bold' },
        { text: `RFC 3161 · ${first.serial}`, size: 7, tone: 'soft' },
      ]),
    )
  const note = words.pair('firstNote').join('  ')
  if (prev)
    rows.push(
      certificateRow(words, 'firstStatement', [
        { text: prev, size: 7.8 },
        { text: note, size: 6.8, tone: 'soft' },
      ]),
    )
  return rows
}
