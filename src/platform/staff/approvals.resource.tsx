import { AuditOutlined } from '@ant-design/icons'
import { Approval, approvalCalls, ApprovalKind, ApprovalState } from '../../../contract/platform/approvals.ts'
import { reasoned } from '../../kit/actions/reasoned.tsx'
import { recordRoutes } from '../../kit/resource/record-routes.ts'
import { defineResource } from '../../kit/resource/resource.ts'

const right = 'operator.approve'
const byId = (row: Approval) => ({ params: { id: row.id } })

/** Changes that one person asks for and another one decides on. */
export default defineResource<Approval>({
  name: 'approvals',
  words: 'operator',
  schema: Approval,
  title: 'change',
  endpoints: {
    list: approvalCalls.list,
    one: { call: approvalCalls.get, request: (id) => ({ params: { id } }) },
  },
  routes: recordRoutes('approval'),
  access: right,
  menu: { icon: <AuditOutlined />, group: 'desk', order: 873 },
  waits: { approvalState: 'waiting' },
  fields: {
    change: { kind: 'long-text', width: 420 },
    approvalKind: { kind: 'choice', width: 130, values: ApprovalKind.options },
    approvalState: {
      kind: 'choice',
      width: 100,
      values: ApprovalState.options,
      tones: { waiting: 'active', applied: 'good', refused: 'bad' },
    },
    askedName: { kind: 'text', width: 110 },
    mayDecide: { kind: 'flag', width: 120 },
    decidedName: { kind: 'text', width: 110 },
    decidedAt: { kind: 'instant', width: 176 },
    answer: { kind: 'long-text', width: 200 },
    createdAt: { kind: 'instant', sortable: true, width: 176 },
  },
  columns: ['change', 'approvalKind', 'approvalState', 'askedName', 'decidedName', 'createdAt'],
  card: ['approvalKind', 'approvalState', 'askedName', 'createdAt'],
  filters: {
    approvalState: { kind: 'choice', values: ApprovalState.options, words: 'choice.approvalState' },
    approvalKind: { kind: 'choice', values: ApprovalKind.options, words: 'choice.approvalKind' },
  },
  defaultSort: '-createdAt',
  actions: [
    {
      name: 'applyApproval',
      right,
      scope: 'row',
      confirm: true,
      allowed: (row) => row.mayDecide,
      run: { send: 'each', call: approvalCalls.apply, request: byId },
    },
    {
      name: 'refuseApproval',
      right,
      scope: 'row',
      danger: true,
      allowed: (row) => row.mayDecide,
      form: reasoned<Approval>({
        action: 'refuseApproval',
        why: 'refuseApproval',
        nameOf: (row) => row.change,
        refresh: 'approvals',
        call: approvalCalls.refuse,
        request: byId,
      }),
    },
    {
      name: 'withdrawApproval',
      right,
      scope: 'row',
      confirm: true,
      allowed: (row) => row.approvalState === 'waiting' && row.mine,
      run: { send: 'each', call: approvalCalls.withdraw, request: byId },
    },
  ],
})
