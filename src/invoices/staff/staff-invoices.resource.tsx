import { FileProtectOutlined } from '@ant-design/icons'
import { isIssued } from '../../../contract/invoices/invoices.ts'
import {
  FileState,
  GatewayState,
  GatewayTrouble,
  IssueRow,
  StaffInvoice,
  staffInvoiceCalls,
} from '../../../contract/invoices/staff-invoices.ts'
import { reasoned } from '../../kit/actions/reasoned.tsx'
import { lazyDialog } from '../../kit/page/lazy-dialog.ts'
import { lazyPart } from '../../kit/page/lazy-part.ts'
import { defineResource } from '../../kit/resource/resource.ts'
import { invoiceFields, invoiceFilters } from '../invoice-fields.ts'

const IssueForm = lazyDialog(async () => (await import('./IssueForm.tsx')).IssueForm)
const MailForm = lazyDialog(async () => (await import('./MailForm.tsx')).MailForm)

const right = 'operator.money'
const list = '/operator/invoices'
const byId = ({ id }: StaffInvoice) => ({ params: { id } })
/** No tax gateway may be issuing it. */
const isFree = ({ gatewayState }: StaffInvoice) => gatewayState !== 'sending'
const nameOf = ({ applyNo, title }: StaffInvoice) => `${applyNo} (${title})`

/** What customers asked to be invoiced: staff issue it at the tax office, and say here what came of it. */
export default defineResource<StaffInvoice>({
  name: 'staffInvoices',
  words: 'invoices',
  schema: StaffInvoice,
  title: 'applyNo',
  endpoints: {
    list: staffInvoiceCalls.list,
    one: { call: staffInvoiceCalls.get, request: (id) => ({ params: { id } }) },
    createMany: staffInvoiceCalls.issueMany,
  },
  routes: { list, showPath: `${list}/:id`, show: ({ id }) => `${list}/${id}` },
  access: right,
  menu: { icon: <FileProtectOutlined />, group: 'desk', order: 879 },
  waits: { invoiceState: 'APPLIED' },
  live: 'staffInvoices',
  fields: {
    ...invoiceFields,
    accountName: { kind: 'text' },
    gatewayState: {
      kind: 'choice',
      width: 140,
      values: GatewayState.options,
      tones: { sending: 'active', issued: 'good', failed: 'bad', stopped: 'warning' },
    },
    gatewayTrouble: {
      kind: 'choice',
      width: 150,
      values: GatewayTrouble.options,
      tones: {
        refused: 'bad',
        'other-amount': 'bad',
        'odd-number': 'bad',
        'number-taken': 'bad',
        stopped: 'warning',
      },
    },
    gatewayDetail: { kind: 'long-text', width: 220 },
  },
  columns: ['applyNo', 'accountName', 'title', 'amount', 'invoiceType', 'invoiceState', 'gatewayTrouble'],
  card: ['accountName', 'title', 'amount', 'medium', 'invoiceState', 'gatewayTrouble', 'appliedAt'],
  filters: {
    ...invoiceFilters,
    fileState: { kind: 'choice', values: FileState.options, words: 'choice.fileState' },
    gatewayState: { kind: 'choice', values: GatewayState.options, words: 'choice.gatewayState' },
    gatewayTrouble: { kind: 'choice', values: GatewayTrouble.options, words: 'choice.gatewayTrouble' },
  },
  io: { import: { schema: IssueRow, fields: ['applyNo', 'title', 'amount', 'invoiceNumber', 'invoiceCode'] } },
  above: lazyPart(async () => (await import('./AddFiles.tsx')).AddFiles),
  defaultSort: '-appliedAt',
  tabs: [
    { name: 'course', part: lazyPart(async () => (await import('./StaffCourse.tsx')).StaffCourse) },
    { name: 'orders', part: lazyPart(async () => (await import('./StaffOrders.tsx')).StaffOrders) },
  ],
  actions: [
    {
      name: 'take',
      right,
      scope: 'both',
      confirm: true,
      allowed: ({ invoiceState }) => invoiceState === 'APPLIED',
      run: { send: 'each', call: staffInvoiceCalls.take, request: byId },
    },
    {
      name: 'submit',
      right,
      scope: 'both',
      confirm: true,
      allowed: ({ takesGateway }) => takesGateway,
      run: { send: 'each', call: staffInvoiceCalls.submit, request: byId },
    },
    {
      name: 'stop',
      right,
      scope: 'row',
      allowed: ({ mayStopGateway }) => mayStopGateway,
      form: reasoned<StaffInvoice>({
        action: 'stopGateway',
        why: 'stopGateway',
        nameOf,
        refresh: 'staffInvoices',
        call: staffInvoiceCalls.stop,
        request: byId,
      }),
    },
    {
      name: 'issue',
      right,
      scope: 'row',
      allowed: (row) => row.invoiceState === 'ISSUING' && isFree(row),
      form: IssueForm,
    },
    {
      name: 'mail',
      right,
      scope: 'row',
      allowed: ({ invoiceState, medium }) => invoiceState === 'ISSUED' && medium === 'PAPER',
      form: MailForm,
    },
    {
      name: 'refuse',
      right,
      scope: 'row',
      allowed: (row) => ['APPLIED', 'ISSUING'].includes(row.invoiceState) && isFree(row),
      form: reasoned<StaffInvoice>({
        action: 'refuseInvoice',
        why: 'refuseInvoice',
        nameOf,
        refresh: 'staffInvoices',
        call: staffInvoiceCalls.refuse,
        request: byId,
      }),
    },
    {
      name: 'reverse',
      right,
      scope: 'row',
      danger: true,
      allowed: ({ invoiceState }) => isIssued(invoiceState),
      form: reasoned<StaffInvoice>({
        action: 'reverseInvoice',
        why: 'reverseInvoice',
        nameOf,
        refresh: 'staffInvoices',
        call: staffInvoiceCalls.reverse,
        request: byId,
      }),
    },
  ],
})
