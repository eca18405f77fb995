import type { ComponentType } from 'react'
import type { EvidenceDetail } from '../../../contract/evidence/evidence.ts'
import { type EvidenceKind, kindOfCategory } from '../../../contract/evidence/kinds.ts'
import type { SummaryField } from '../show/summary-fields.tsx'

/** How evidence of one kind is shown on its page. */
export interface KindView {
  kind: EvidenceKind
  /** Fields of the summary, in their order. */
  summary: readonly SummaryField[]
  /** Tabs of fixed evidence, between summary, files and history. Words stand under `tab.<name>` of `evidence`. */
  tabs: readonly KindTab[]
}

interface KindTab {
  name: string
  beforeFiles?: boolean
  show: ComponentType<{ evidence: EvidenceDetail }>
}

/** Every kind that a file `*.kind.tsx` shows. A test holds that there is one for each. */
const views = Object.values(import.meta.glob<{ default: KindView }>('../../*/*/*.kind.tsx', { eager: true })).map(
  (module) => module.default,
)

export function viewOf({ category }: Pick<EvidenceDetail, 'category'>): KindView {
  const kind = kindOfCategory(category)
  return views.find((view) => view.kind === kind)!
}
