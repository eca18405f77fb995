import { CopyrightOutlined, FieldBinaryOutlined, FileDoneOutlined } from '@ant-design/icons'
import type { EvidenceRow } from '../../contract/evidence/evidence.ts'
import { depositCalls, DepositRow, FileKind } from '../../contract/registry/deposits.ts'
import { PublishState, workCalls, WorkKind, WorkRow } from '../../contract/registry/works.ts'
import { evidence } from '../evidence/evidence.resource.tsx'
import { formatSize } from '../kit/plain/format.ts'
import { type Action, defineResource, type Resource } from '../kit/resource/resource.ts'
import { sayKey } from '../kit/resource/words.ts'
import { OriginalState } from './parts/OriginalState.tsx'

const { keyWord, status, label, operatorId, days, hidden } = evidence.filters
const { name, ano, status: state, tags, operator, date } = evidence.fields
const filters = {
  keyWord: keyWord!,
  status: status!,
  label: label!,
  operatorId: operatorId!,
  days: days!,
  hidden: hidden!,
}
const of = {
  words: 'evidence',
  title: 'name',
  access: 'evidence.read',
  defaultSort: '-date',
  live: 'evidence',
} as const
const fields = { name: name!, ano: ano!, status: state!, tags: tags!, operator: operator!, date: date! }
const one = evidence.endpoints.one!
const show = evidence.routes.show! as (row: { id: string }) => string

/** What can be done with evidence can be done with these, which say more of themselves. */
const actions = <Row extends EvidenceRow>() =>
  evidence.actions as readonly Action<EvidenceRow>[] as readonly Action<Row>[]

const deposited = {
  ...of,
  actions: actions<DepositRow>(),
  schema: DepositRow,
  filters,
  card: ['status', 'ano', 'fileName', 'date'],
} satisfies Partial<Resource<DepositRow>>
const ofFile: Resource<DepositRow>['fields'] = {
  ...(fields as Resource<DepositRow>['fields']),
  fileName: { kind: 'text', width: 220 },
  fileSize: { kind: 'number', width: 120, cell: (r) => formatSize(r.fileSize), text: (r) => String(r.fileSize ?? '') },
  fileType: { kind: 'text', width: 150 },
  sha256: { kind: 'hash', width: 200 },
  sm3: { kind: 'hash', width: 200 },
  attestation_at: { kind: 'instant', width: 176 },
}

export default [
  defineResource<DepositRow>({
    ...deposited,
    name: 'fileDeposits',
    endpoints: { list: depositCalls.fileList, one },
    routes: { list: '/confirmWeigh', show },
    menu: { icon: <FileDoneOutlined />, group: 'collect', order: 22 },
    create: { right: 'deposits.make', path: '/confirmWeigh/add' },
    fields: ofFile,
    filters: { ...filters, fileType: { kind: 'choice', values: FileKind.options, words: 'choice.fileType' } },
    columns: ['name', 'ano', 'fileSize', 'status', 'sha256', 'operator', 'date'],
  }),
  defineResource<DepositRow>({
    ...deposited,
    name: 'hashDeposits',
    endpoints: { list: depositCalls.hashList, one },
    routes: { list: '/confirmWeigh/hash', show },
    menu: { icon: <FieldBinaryOutlined />, group: 'collect', order: 24 },
    create: { right: 'deposits.make', path: '/confirmWeigh/add?kind=hash' },
    fields: {
      ...ofFile,
      originalUploaded: {
        kind: 'text',
        width: 150,
        cell: (r) => <OriginalState row={r} />,
        text: (r, t) => sayKey(t, r.originalUploaded ? 'evidence:original.here' : 'evidence:original.missing'),
      },
    },
    columns: ['name', 'ano', 'originalUploaded', 'sha256', 'operator', 'date'],
    card: ['originalUploaded', 'ano', 'fileName', 'date'],
  }),
  defineResource<WorkRow>({
    ...of,
    actions: actions<WorkRow>(),
    schema: WorkRow,
    name: 'works',
    endpoints: { list: workCalls.list, one },
    routes: { list: '/confirmWeigh/property', show },
    menu: { icon: <CopyrightOutlined />, group: 'collect', order: 26 },
    create: { right: 'deposits.make', path: '/confirmWeigh/add-property' },
    fields: {
      ...(fields as Resource<WorkRow>['fields']),
      kind: { kind: 'choice', width: 150, values: WorkKind.options },
      author: { kind: 'text', width: 150 },
      owner: { kind: 'text', width: 150 },
      createdOn: { kind: 'text', width: 130 },
      publishState: { kind: 'choice', width: 120, values: PublishState.options },
      attestation_at: { kind: 'instant', width: 176 },
    },
    filters: { ...filters, kind: { kind: 'choice', values: WorkKind.options, words: 'choice.kind' } },
    columns: ['name', 'kind', 'author', 'owner', 'status', 'ano', 'date'],
    card: ['kind', 'author', 'status', 'ano'],
  }),
]
