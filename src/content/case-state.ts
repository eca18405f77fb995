import { CaseState } from '../../contract/content/case-forms.ts'

/** How far a case request is, for whoever asked and for staff alike. */
export const caseState = {
  kind: 'choice',
  width: 100,
  values: CaseState.options,
  tones: { NEW: 'active', ACCEPTED: 'active', ANSWERED: 'good' },
} as const
