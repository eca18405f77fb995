import { z } from 'zod'
import { WorkFacts } from '../../../contract/registry/works.ts'
import type { DeclaredWork } from '../../../proof/statement/work.ts'
import { bothLanguages, type CertificateSection, type PairWords } from '../../evidence/kinds/certificate-part.types.ts'
import type { DepositedKind } from '../../evidence/kinds/evidence-kind.types.ts'
import { certificateRow, depositSection, SentFile } from './originals.ts'

const WorkRequest = z.object({ files: z.array(SentFile), work: WorkFacts })

/** A work with its files, and what its owner declares of it. */
export const workKind: DepositedKind<'work', z.output<typeof WorkRequest>> = {
  kind: 'work',
  origin: 'deposited',
  request: WorkRequest,
  sent: ({ files }) => files,
  state: ({ work }, handedOver) => ({ kind: 'work', work, ...handedOver }),
  certificate: (capture, words) => [
    depositSection(words, capture, { kind: 'kindWork' }),
    workSection(words, capture.work),
  ],
}

function workSection(words: PairWords, work: DeclaredWork): CertificateSection {
  const published = words.pair(`publishStates.${work.publishState}`, { on: work.publishedOn ?? '' })
  return {
    heading: words.pair('section.work'),
    rows: [
      certificateRow(words, 'workTitle', [{ text: work.title, weight: 'bold' }]),
      certificateRow(words, 'workKind', bothLanguages(words.pair(`workKinds.${work.kind}`))),
      certificateRow(words, 'workAuthor', [{ text: work.author }]),
      certificateRow(words, 'workOwner', [{ text: work.owner }]),
      certificateRow(words, 'obtainWay', bothLanguages(words.pair(`obtainWays.${work.obtainWay}`))),
      certificateRow(words, 'createdOn', [{ text: work.createdOn }]),
      certificateRow(words, 'published', bothLanguages(published)),
      ...(work.description ? [certificateRow(words, 'description', [{ text: work.description }])] : []),
    ],
    warning: words.pair('declared'),
  }
}
