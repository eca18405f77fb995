import { TeamOutlined } from '@ant-design/icons'
import { SubAccount, subAccountCalls, SubChange, SubStatus } from '../../contract/accounts/sub-accounts.ts'
import { grants } from '../../contract/kit/rights.ts'
import { lazyDialog } from '../kit/page/lazy-dialog.ts'
import { lazyPart } from '../kit/page/lazy-part.ts'
import { defineResource } from '../kit/resource/resource.ts'
import { recordRoutes } from '../kit/resource/record-routes.ts'

const SubPassword = lazyDialog(async () => (await import('./SubPassword.tsx')).SubPassword)

const stands = (status: 'ACTIVE' | 'DISABLED') =>
  ({
    send: 'many',
    call: subAccountCalls.setStatusOfMany,
    request: (rows: SubAccount[]) => ({ body: { ids: rows.map((r) => r.id), status } }),
  }) as const
const right = 'subAccounts.manage'

/** The people who act for an enterprise, and how far each may go. */
export default defineResource<SubAccount>({
  name: 'subAccounts',
  words: 'accounts',
  schema: SubAccount,
  title: 'name',
  endpoints: {
    list: subAccountCalls.list,
    one: { call: subAccountCalls.get, request: (id) => ({ params: { id } }) },
    update: subAccountCalls.update,
    removeMany: { call: subAccountCalls.removeMany, request: (ids) => ({ body: { ids } }) },
  },
  routes: recordRoutes('membership'),
  access: right,
  create: { right, path: '/accountSetting/childAdmin/add' },
  menu: { icon: <TeamOutlined />, group: 'account', order: 70 },
  above: lazyPart(async () => (await import('./SubTabs.tsx')).SubTabs),
  history: 'membership',
  live: 'subAccounts',
  fields: {
    name: { kind: 'text', width: 120 },
    phoneMasked: { kind: 'text', width: 130 },
    dept: { kind: 'text', sortable: true, width: 120, maxLength: 40 },
    grants: { kind: 'choices', values: grants, help: true, width: 250 },
    quota: { kind: 'number', width: 130, help: true },
    used: { kind: 'number', width: 80 },
    budget: { kind: 'money', width: 130, help: true },
    spent: { kind: 'money', width: 110 },
    status: {
      kind: 'choice',
      sortable: true,
      width: 100,
      values: SubStatus.options,
      tones: { ACTIVE: 'good', DISABLED: 'warning' },
    },
    createdAt: { kind: 'instant', sortable: true, width: 176 },
    updatedAt: { kind: 'instant', width: 176 },
  },
  columns: ['name', 'phoneMasked', 'dept', 'grants', 'used', 'budget', 'status'],
  card: ['phoneMasked', 'dept', 'status', 'used', 'quota', 'spent', 'budget'],
  filters: {
    keyWord: { kind: 'keyword' },
    status: { kind: 'choice', values: SubStatus.options, words: 'choice.status' },
    grant: { kind: 'choice', values: grants, words: 'choice.grants' },
  },
  defaultSort: '-createdAt',
  form: {
    schema: SubChange,
    rows: [['grants'], ['quota'], ['budget'], ['dept']],
  },
  actions: [
    { name: 'edit', right, scope: 'row', allowed: (row) => row.status !== 'DELETED', edits: true },
    {
      name: 'password',
      right,
      scope: 'row',
      allowed: (row) => row.ours && row.status !== 'DELETED',
      form: SubPassword,
    },
    {
      name: 'disable',
      right,
      scope: 'both',
      confirm: true,
      allowed: (row) => row.status === 'ACTIVE',
      run: stands('DISABLED'),
    },
    { name: 'enable', right, scope: 'both', allowed: (row) => row.status === 'DISABLED', run: stands('ACTIVE') },
    {
      name: 'remove',
      right,
      scope: 'both',
      danger: true,
      confirm: true,
      removes: true,
      allowed: (row) => row.status !== 'DELETED',
    },
  ],
})
