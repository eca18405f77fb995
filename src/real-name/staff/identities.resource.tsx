import { IdcardOutlined } from '@ant-design/icons'
import { IdentityKind, IdentityStatus } from '../../../contract/real-name/certify.ts'
import { identityReviewCalls, ReviewedIdentity } from '../../../contract/real-name/review.ts'
import { lazyDialog } from '../../kit/page/lazy-dialog.ts'
import { AnswerBy } from './AnswerBy.tsx'
import { defineResource } from '../../kit/resource/resource.ts'
import { recordRoutes } from '../../kit/resource/record-routes.ts'
import { reasoned } from '../../kit/actions/reasoned.tsx'
import { toRecord } from '../../platform/parts/to-record.tsx'

const right = 'operator.identities'
const ReviewIdentity = lazyDialog(async () => (await import('./ReviewIdentity.tsx')).ReviewIdentity)

/** Who people and enterprises say they are: masked, until staff say why they look. */
export default defineResource<ReviewedIdentity>({
  name: 'identities',
  words: 'real-name',
  schema: ReviewedIdentity,
  title: 'nameMasked',
  endpoints: {
    list: identityReviewCalls.list,
    one: { call: identityReviewCalls.get, request: (id) => ({ params: { id } }) },
  },
  routes: recordRoutes('identity'),
  access: right,
  menu: { icon: <IdcardOutlined />, group: 'desk', order: 865 },
  fields: {
    nameMasked: { kind: 'text', width: 180 },
    numberMasked: { kind: 'text', width: 190 },
    kind: { kind: 'choice', width: 90, values: IdentityKind.options },
    way: { kind: 'choice', width: 150 },
    status: {
      kind: 'choice',
      width: 110,
      values: IdentityStatus.options,
      tones: { REVIEWING: 'active', PENDING: 'active', PASS: 'good', REJECT: 'warning', REVOKED: 'bad' },
    },
    personName: { kind: 'text', width: 110 },
    phoneMasked: { kind: 'text', width: 130 },
    accountName: { kind: 'text', width: 160 },
    same: { kind: 'number', width: 100 },
    reason: { kind: 'choice', width: 160 },
    note: { kind: 'long-text' },
    reviewer: { kind: 'text', width: 110 },
    createdAt: { kind: 'instant', sortable: true, width: 176 },
    answerBy: { kind: 'text', width: 130, cell: (r) => <AnswerBy row={r} /> },
    decidedAt: { kind: 'instant', width: 176 },
  },
  columns: [
    'nameMasked',
    'numberMasked',
    'kind',
    'status',
    'personName',
    'accountName',
    'same',
    'createdAt',
    'answerBy',
    'decidedAt',
    'reviewer',
  ],
  card: ['numberMasked', 'kind', 'status', 'accountName', 'createdAt', 'answerBy'],
  filters: {
    keyWord: { kind: 'keyword' },
    status: { kind: 'choice', values: IdentityStatus.options, words: 'choice.status' },
    kind: { kind: 'choice', values: IdentityKind.options, words: 'choice.kind' },
  },
  defaultSort: '-createdAt',
  waits: { status: 'REVIEWING' },
  live: 'identities',
  actions: [
    { name: 'review', right, scope: 'row', allowed: (r) => !r.own && r.status === 'REVIEWING', form: ReviewIdentity },
    {
      name: 'look',
      right,
      scope: 'row',
      allowed: (r) => r.status === 'PASS' || r.status === 'REJECT',
      form: ReviewIdentity,
    },
    {
      name: 'revoke',
      right,
      scope: 'row',
      danger: true,
      allowed: (r) => !r.own && r.status === 'PASS',
      form: reasoned<ReviewedIdentity>({
        action: 'revokeIdentity',
        why: 'revokeIdentity',
        nameOf: (r) => r.nameMasked,
        refresh: 'identities',
        call: identityReviewCalls.revoke,
        request: ({ id }) => ({ params: { id } }),
      }),
    },
    { name: 'record', right: 'operator.audit', scope: 'row', allowed: () => true, form: toRecord((row) => row.id) },
  ],
})
