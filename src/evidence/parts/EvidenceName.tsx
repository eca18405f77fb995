import type { EvidenceRow } from '../../../contract/evidence/evidence.ts'
import { FoundOnPage } from './FoundOnPage.tsx'

/** The name, with the captured address beneath in small, or with what was found on the page. */
export function EvidenceName({ row }: { row: EvidenceRow }) {
  return (
    <span className="skz-two-lines">
      <span>{row.name}</span>
      {row.found ? <FoundOnPage found={row.found} /> : row.url && <small title={row.url}>{row.url}</small>}
    </span>
  )
}
