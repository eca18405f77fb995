import { actFamilies } from '../../../contract/kit/records.ts'
import { actorParts, ActSubject } from '../../../contract/platform/acts.ts'
import { AuditEntry } from '../../../contract/platform/audit.ts'
import type { Field, Filter, Resource } from '../../kit/resource/resource.ts'
import { ActDetails } from './ActDetails.tsx'
import { ActText } from './ActText.tsx'
import { chainWords, detailLines, deviceWords, whatWords, whoWords } from './act-words.ts'

type Fields = Resource<AuditEntry>['fields']

const worded = (words: typeof whatWords, field: Partial<Field<AuditEntry>> = {}): Field<AuditEntry> => ({
  kind: 'text',
  ...field,
  cell: (row) => <ActText row={row} words={words} />,
  text: (row, t) => words(t, row),
})

/** How one thing that was done reads, to an account's owner and to the platform's staff alike. */
export const auditFields: Fields = {
  at: { kind: 'instant', sortable: true, width: 176 },
  who: worded(whoWords, { width: 120 }),
  part: {
    kind: 'choice',
    width: 130,
    values: actorParts,
    tones: { operator: 'active', administrator: 'active', visitor: 'warning' },
  },
  account: { kind: 'text', width: 170 },
  what: worded(whatWords, { width: 210 }),
  subjectKind: { kind: 'choice', width: 150, values: ActSubject.options },
  subject: { kind: 'text', width: 190 },
  reason: { kind: 'long-text', width: 180 },
  ip: { kind: 'text', width: 140 },
  device: worded(deviceWords, { width: 180 }),
  requestId: { kind: 'text', width: 200 },
  details: {
    kind: 'long-text',
    cell: (row) => <ActDetails row={row} />,
    text: (row, t) => detailLines(t, row).join('\n'),
  },
  chain: worded(chainWords, { kind: 'long-text' }),
}

export const auditFilters: Record<string, Filter> = {
  keyWord: { kind: 'keyword' },
  days: { kind: 'days' },
  family: { kind: 'choice', values: actFamilies, words: 'choice.family' },
  subjectKind: { kind: 'choice', values: ActSubject.options, words: 'choice.subjectKind' },
  recordId: { kind: 'text' },
}

/** What both lists of acts have in common. */
export const auditList = {
  words: 'audit',
  schema: AuditEntry,
  title: 'what',
  fields: auditFields,
  defaultSort: '-at',
  actions: [],
} as const
