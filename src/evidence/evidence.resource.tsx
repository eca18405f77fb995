import type { EvidenceRow } from '../../contract/evidence/evidence.ts'
import { EvidenceRow as Schema, EvidenceStatus, evidenceCalls } from '../../contract/evidence/evidence.ts'
import { deliveryCalls } from '../../contract/certificates/delivery.ts'
import { webCaptureCalls } from '../../contract/captures/web.ts'
import { type Action, defineResource, type Resource } from '../kit/resource.ts'
import { CopyText } from '../kit/CopyText.tsx'
import { EvidenceName } from './parts/EvidenceName.tsx'
import { EvidenceState } from './parts/EvidenceState.tsx'
import { lazyPart } from '../kit/lazy-part.ts'

// Dialogs load when they are opened.
const LabelForm = lazyPart(async () => (await import('./parts/LabelForm.tsx')).LabelForm)
const FeedbackForm = lazyPart(async () => (await import('./parts/FeedbackForm.tsx')).FeedbackForm)
const RenameForm = lazyPart(async () => (await import('./parts/RenameForm.tsx')).RenameForm)

const ids = (rows: EvidenceRow[]) => ({ body: { ids: rows.map((r) => r.id) } })

const actions: Action<EvidenceRow>[] = [
  { name: 'confirm', right: 'captures.start', scope: 'both', allowed: (r) => r.status === 'to-confirm', run: { call: webCaptureCalls.confirm, each: true, request: ([row]) => ({ body: { no: row!.ano } }) } },
  { name: 'discard', right: 'captures.start', scope: 'both', danger: true, confirm: true, allowed: (r) => r.status === 'to-confirm', run: { call: webCaptureCalls.cancel, request: ids } },
  { name: 'retry', right: 'captures.start', scope: 'both', allowed: (r) => r.status === 'failed', run: { call: webCaptureCalls.retry, request: ids } },
  { name: 'cancel', right: 'captures.start', scope: 'both', danger: true, confirm: true, allowed: (r) => r.status === 'queued' || r.status === 'collecting', run: { call: webCaptureCalls.cancel, request: ids } },
  {
    name: 'download', right: 'evidence.download', scope: 'bulk', allowed: (r) => r.certified,
    run: { call: deliveryCalls.bundle, request: (rows) => ({ query: { anos: rows.map((r) => r.ano).join(',') } }), done: (reply) => window.location.assign((reply as { zipLink: string }).zipLink) },
  },
  { name: 'feedback', right: 'evidence.write', scope: 'row', allowed: (r) => r.status === 'collected', form: FeedbackForm },
  { name: 'rename', right: 'evidence.write', scope: 'row', allowed: () => true, form: RenameForm },
  { name: 'relabel', right: 'evidence.write', scope: 'row', allowed: () => true, form: LabelForm },
  {
    name: 'hide', right: 'evidence.write', scope: 'both', danger: true, confirm: true, allowed: (r) => r.status !== 'queued' && r.status !== 'collecting' && r.status !== 'uploading' && r.status !== 'to-confirm',
    run: { call: evidenceCalls.hide, each: true, request: ([row]) => ({ params: { id: row!.id }, body: { hidden: true } }) },
  },
]

const declaration = {
  words: 'evidence',
  schema: Schema,
  title: 'name',
  access: 'evidence.read',
  fields: {
    name: { kind: 'text', sortable: true, width: 230, cell: (r) => <EvidenceName row={r} /> },
    ano: { kind: 'text', width: 190, cell: (r) => <CopyText text={r.ano} label={r.name} /> },
    status: { kind: 'choice', width: 170, cell: (r) => <EvidenceState row={r} /> },
    tags: { kind: 'tags', width: 120 },
    operator: { kind: 'text', width: 84 },
    date: { kind: 'instant', sortable: true, width: 166 },
  },
  columns: ['name', 'ano', 'status', 'tags', 'operator', 'date'],
  card: ['status', 'ano', 'date', 'tags'],
  filters: {
    keyWord: { kind: 'keyword' },
    status: { kind: 'choice', values: EvidenceStatus.options, words: 'choice.status' },
    label: { kind: 'remote', load: evidenceCalls.labels, value: 'label', label: 'label' },
    operatorId: { kind: 'remote', load: evidenceCalls.operators, value: 'id', label: 'name' },
    days: { kind: 'days' },
    batchId: { kind: 'reference' },
    hidden: { kind: 'flag' },
  },
  defaultSort: '-date',
  actions,
  live: 'evidence',
} satisfies Partial<Resource<EvidenceRow>>

const one = { call: evidenceCalls.detail, request: (ano: string) => ({ body: { ano } }) }
const show = (row: EvidenceRow) => `/attestation/${row.ano}`

/** Evidence of every kind. */
export const evidence = defineResource<EvidenceRow>({ ...declaration, name: 'evidence', endpoints: { list: evidenceCalls.list, one }, routes: { list: '/evidence', show } })

/** The same records, web captures only, under the specification's own path. */
export const webCaptures = defineResource<EvidenceRow>({
  ...declaration, name: 'webCaptures', endpoints: { list: webCaptureCalls.list, one }, routes: { list: '/onlineForensics/url', show, create: '/onlineForensics/web/add' },
})
