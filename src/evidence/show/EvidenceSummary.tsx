import type { EvidenceDetail } from '../../../contract/evidence/evidence.ts'
import { FieldSheet } from '../../kit/show/FieldSheet.tsx'
import { viewOf } from '../parts/kind-view.ts'
import { summaryFields, type SummaryRow } from './summary-fields.tsx'

/** The fields that its kind chooses, in its order. */
export function EvidenceSummary({ evidence }: { evidence: EvidenceDetail }) {
  const { summary } = viewOf(evidence)
  const fields = Object.fromEntries(summary.map((name) => [name, summaryFields[name]]))
  return <FieldSheet<SummaryRow> resource={{ words: 'evidence', fields }} row={evidence} />
}
