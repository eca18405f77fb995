import { GlobalOutlined, SafetyCertificateOutlined } from '@ant-design/icons'
import type { EvidenceRow } from '../../contract/evidence/evidence.ts'
import {
  EvidenceCategory,
  EvidenceRow as Schema,
  EvidenceStatus,
  evidenceCalls,
} from '../../contract/evidence/evidence.ts'
import { webCaptureCalls } from '../../contract/captures/web.ts'
import { type Action, defineResource, type Resource, type Run } from '../kit/resource/resource.ts'
import { CopyText } from '../kit/page/CopyText.tsx'
import { EvidenceName } from './parts/EvidenceName.tsx'
import { EvidenceState } from './parts/EvidenceState.tsx'
import { Took, tookText } from './parts/Took.tsx'
import { lazyDialog } from '../kit/page/lazy-dialog.ts'
import { choiceWords, sayKey, type Words } from '../kit/resource/words.ts'

// Dialogs load when they are opened.
const LabelForm = lazyDialog(async () => (await import('./parts/LabelForm.tsx')).LabelForm)
const BulkLabelForm = lazyDialog(async () => (await import('./parts/BulkLabelForm.tsx')).BulkLabelForm)
const FeedbackForm = lazyDialog(async () => (await import('./parts/FeedbackForm.tsx')).FeedbackForm)
const ReviewCaptures = lazyDialog(async () => (await import('./parts/ReviewCaptures.tsx')).ReviewCaptures)
const DownloadPackages = lazyDialog(async () => (await import('./parts/DownloadPackages.tsx')).DownloadPackages)
const RenameForm = lazyDialog(async () => (await import('./parts/RenameForm.tsx')).RenameForm)

const alone = (row: EvidenceRow) => ({ body: { ids: [row.id] } })

const hides = (hidden: boolean): Run<EvidenceRow> => ({
  send: 'many',
  call: evidenceCalls.hideMany,
  request: (rows) => ({ body: { ids: rows.map((r) => r.id), hidden } }),
})

const actions: Action<EvidenceRow>[] = [
  {
    name: 'confirm',
    right: 'captures.start',
    scope: 'both',
    allowed: (r) => r.status === 'to-confirm',
    review: ReviewCaptures,
  },
  {
    name: 'discard',
    right: 'captures.start',
    scope: 'both',
    danger: true,
    confirm: true,
    allowed: (r) => r.status === 'to-confirm',
    run: { send: 'each', call: webCaptureCalls.cancel, request: alone },
  },
  {
    name: 'retry',
    right: 'captures.start',
    scope: 'both',
    allowed: (r) => r.status === 'failed',
    run: { send: 'each', call: webCaptureCalls.retry, request: alone },
  },
  {
    name: 'cancel',
    right: 'captures.start',
    scope: 'both',
    danger: true,
    confirm: true,
    allowed: (r) => r.status === 'queued' || r.status === 'collecting',
    run: { send: 'each', call: webCaptureCalls.cancel, request: alone },
  },
  {
    name: 'download',
    right: 'evidence.download',
    scope: 'bulk',
    allowed: (r) => r.certified,
    review: DownloadPackages,
  },
  {
    name: 'feedback',
    right: 'evidence.write',
    scope: 'row',
    allowed: (r) => r.status === 'collected',
    form: FeedbackForm,
  },
  { name: 'rename', right: 'evidence.write', scope: 'row', allowed: () => true, form: RenameForm },
  { name: 'relabel', right: 'evidence.write', scope: 'row', allowed: () => true, form: LabelForm },
  { name: 'label', right: 'evidence.write', scope: 'bulk', allowed: () => true, bulkForm: BulkLabelForm },
  {
    name: 'hide',
    right: 'evidence.write',
    scope: 'both',
    danger: true,
    confirm: true,
    allowed: (r) =>
      !r.hidden &&
      r.status !== 'queued' &&
      r.status !== 'collecting' &&
      r.status !== 'uploading' &&
      r.status !== 'to-confirm',
    run: hides(true),
  },
  { name: 'takeBack', right: 'evidence.write', scope: 'both', allowed: (r) => r.hidden, run: hides(false) },
]

/** What the cell says, without what changes by the minute. */
const stateText = (r: EvidenceRow, t: Words) =>
  r.status === 'collected' && r.completeness === 'partial'
    ? sayKey(t, 'evidence:partial')
    : choiceWords(t, 'evidence', 'status', r.status)

const declaration = {
  words: 'evidence',
  schema: Schema,
  title: 'name',
  access: 'evidence.read',
  create: { right: 'captures.start', path: '/onlineForensics/web/add' },
  fields: {
    name: { kind: 'text', sortable: true, cell: (r) => <EvidenceName row={r} /> },
    ano: { kind: 'text', width: 204, cell: (r) => <CopyText text={r.ano} label={r.name} /> },
    category: { kind: 'choice', width: 110, values: EvidenceCategory.options },
    status: { kind: 'choice', sortable: true, width: 170, cell: (r) => <EvidenceState row={r} />, text: stateText },
    tags: { kind: 'tags', width: 120 },
    operator: { kind: 'person', sortable: true, width: 110 },
    date: { kind: 'instant', sortable: true, width: 176 },
    url: { kind: 'url', width: 240 },
    longTime: {
      kind: 'number',
      width: 120,
      cell: (r) => <Took seconds={r.longTime} />,
      text: (r, t) => tookText(r.longTime, t),
    },
    label: { kind: 'text', width: 170 },
  },
  columns: ['name', 'ano', 'status', 'tags', 'operator', 'date'],
  card: ['status', 'ano', 'date', 'tags'],
  filters: {
    keyWord: { kind: 'keyword' },
    status: { kind: 'choice', values: EvidenceStatus.options, words: 'choice.status' },
    label: { kind: 'remote', load: evidenceCalls.labels, value: 'label', label: 'label', of: 'tags' },
    operatorId: { kind: 'person', load: evidenceCalls.operators },
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
export const evidence = defineResource<EvidenceRow>({
  ...declaration,
  filters: {
    ...declaration.filters,
    category: { kind: 'choice', values: EvidenceCategory.options, words: 'choice.category' },
  },
  columns: ['name', 'category', 'ano', 'status', 'tags', 'operator', 'date'],
  name: 'evidence',
  endpoints: { list: evidenceCalls.list, one },
  routes: { list: '/evidence', show },
  menu: { icon: <SafetyCertificateOutlined />, group: 'evidence', order: 10 },
})

/** The same records, web captures only, under the specification's own path. */
export const webCaptures = defineResource<EvidenceRow>({
  ...declaration,
  name: 'webCaptures',
  endpoints: { list: webCaptureCalls.list, one },
  routes: { list: '/onlineForensics/url', show },
  menu: { icon: <GlobalOutlined />, group: 'collect', order: 20 },
})

export default [evidence, webCaptures]
