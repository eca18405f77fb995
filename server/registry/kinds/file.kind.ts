import { z } from 'zod'
import type { DepositedKind } from '../../evidence/kinds/evidence-kind.types.ts'
import { depositSection, SentFile } from './originals.ts'

const FileRequest = z.object({ files: z.array(SentFile) })

/** Files, deposited as they are: one evidence a file. */
export const fileKind: DepositedKind<'file', z.output<typeof FileRequest>> = {
  kind: 'file',
  origin: 'deposited',
  request: FileRequest,
  sent: ({ files }) => files,
  state: (_, handedOver) => ({ kind: 'file', ...handedOver }),
  certificate: (capture, words) => [depositSection(words, capture, { kind: 'kindFile' })],
}
