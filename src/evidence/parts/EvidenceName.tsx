import type { EvidenceRow } from '../../../contract/evidence/evidence.ts'

/** The name, with the captured address beneath in small. */
export function EvidenceName({ row }: { row: EvidenceRow }) {
  return (
    <span className="skz-two-lines">
      <span>{row.name}</span>
      {row.url && <small title={row.url}>{row.url}</small>}
    </span>
  )
}
