import { BankOutlined } from '@ant-design/icons'
import { Office, officeCalls, OfficeKind, OfficeState } from '../../../contract/accounts/offices.ts'
import { lazyDialog } from '../../kit/page/lazy-dialog.ts'
import { recordRoutes } from '../../kit/resource/record-routes.ts'
import { defineResource } from '../../kit/resource/resource.ts'

const OfficeForm = lazyDialog(async () => (await import('../parts/OfficeForm.tsx')).OfficeForm)

const right = 'platform.manage'
const setOpen = (open: boolean) =>
  ({
    send: 'each',
    call: officeCalls.setOpen,
    request: ({ id }: Office) => ({ params: { id }, body: { open } }),
  }) as const

/** Accounts that answer orders of judicial services. */
export default defineResource<Office>({
  name: 'offices',
  words: 'notarization',
  schema: Office,
  title: 'fullName',
  endpoints: { list: officeCalls.list, one: { call: officeCalls.get, request: (id) => ({ params: { id } }) } },
  routes: recordRoutes('office'),
  access: right,
  menu: { icon: <BankOutlined />, group: 'platform', order: 931 },
  fields: {
    fullName: { kind: 'text', sortable: true, width: 220 },
    accountName: { kind: 'text', width: 200 },
    officeKind: { kind: 'choice', width: 130, values: OfficeKind.options },
    officeState: { kind: 'choice', width: 110, values: OfficeState.options, tones: { open: 'good' } },
    deciders: { kind: 'number', width: 110 },
    caseWord: { kind: 'text', width: 120 },
    licence: { kind: 'text', width: 150 },
    phone: { kind: 'phone', width: 150 },
    address: { kind: 'long-text', width: 240 },
    hours: { kind: 'text', width: 180 },
    sealFee: { kind: 'money', width: 150 },
    createdAt: { kind: 'instant', sortable: true, width: 176 },
  },
  columns: ['fullName', 'officeKind', 'officeState', 'deciders', 'caseWord', 'phone', 'createdAt'],
  card: ['officeKind', 'officeState', 'deciders', 'phone'],
  filters: {
    keyWord: { kind: 'keyword' },
    officeKind: { kind: 'choice', values: OfficeKind.options, words: 'choice.officeKind' },
    officeState: { kind: 'choice', values: OfficeState.options, words: 'choice.officeState' },
  },
  defaultSort: '-createdAt',
  actions: [
    { name: 'editOffice', right, scope: 'row', allowed: () => true, form: OfficeForm },
    {
      name: 'closeOffice',
      right,
      scope: 'both',
      confirm: true,
      allowed: ({ officeState }) => officeState === 'open',
      run: setOpen(false),
    },
    {
      name: 'openOffice',
      right,
      scope: 'both',
      confirm: true,
      allowed: ({ officeState }) => officeState === 'closed',
      run: setOpen(true),
    },
  ],
})
