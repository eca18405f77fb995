import { ShopOutlined } from '@ant-design/icons'
import { AccountKind } from '../../../contract/accounts/session.ts'
import { accountCalls, PlatformAccount, StampPolicy } from '../../../contract/operator/accounts.ts'
import { type Standing, StandingNow } from '../../../contract/operator/people.ts'
import { defineResource } from '../../kit/resource/resource.ts'
import { recordRoutes } from '../../kit/resource/record-routes.ts'
import { reasoned } from '../../kit/actions/reasoned.tsx'
import { toRecord } from '../../platform/parts/to-record.tsx'
import { formatSize } from '../../kit/plain/format.ts'
import { lazyDialog } from '../../kit/page/lazy-dialog.ts'
import { writes } from './writes.tsx'

const StorageForm = lazyDialog(async () => (await import('./StorageForm.tsx')).StorageForm)

const OfficeForm = lazyDialog(async () => (await import('../../accounts/parts/OfficeForm.tsx')).OfficeForm)

const AdjustForm = lazyDialog(async () => (await import('../../payments/parts/AdjustForm.tsx')).AdjustForm)

const right = 'operator.people'
const standing = (action: 'disable' | 'enable', to: Standing) =>
  reasoned<PlatformAccount>({
    action,
    why: `${action}Account`,
    call: accountCalls.setStanding,
    request: ({ id }) => ({ params: { id }, body: { standing: to } }),
    nameOf: (a) => a.name,
    refresh: 'operatorAccounts',
  })

const stamped = (action: 'stampNone' | 'stampBest' | 'stampRequired', timestamps: StampPolicy) =>
  ({
    name: action,
    right,
    scope: 'row',
    allowed: (a: PlatformAccount) => a.changeable && a.timestamps !== timestamps,
    form: reasoned<PlatformAccount>({
      action,
      why: action,
      call: accountCalls.setTimestamps,
      request: ({ id }) => ({ params: { id }, body: { timestamps } }),
      nameOf: (a) => a.name,
      refresh: 'operatorAccounts',
    }),
  }) as const

/** Every account of the platform. */
export default defineResource<PlatformAccount>({
  name: 'operatorAccounts',
  words: 'operator',
  schema: PlatformAccount,
  title: 'name',
  endpoints: { list: accountCalls.list, one: { call: accountCalls.get, request: (id) => ({ params: { id } }) } },
  routes: recordRoutes('account'),
  access: right,
  menu: { icon: <ShopOutlined />, group: 'desk', order: 870 },
  fields: {
    name: { kind: 'text', sortable: true },
    accountKind: { kind: 'choice', width: 110, values: AccountKind.options },
    ownerName: { kind: 'text', width: 140 },
    subs: { kind: 'number', width: 120 },
    evidence: { kind: 'number', width: 110 },
    stored: { kind: 'number', width: 130, cell: (a) => formatSize(a.stored), text: (a) => String(a.stored) },
    unfinished: {
      kind: 'number',
      width: 130,
      cell: (a) => formatSize(a.unfinished),
      text: (a) => String(a.unfinished),
    },
    storedGib: { kind: 'number', width: 130 },
    unfinishedGib: { kind: 'number', width: 130 },
    staff: { kind: 'flag', width: 130 },
    timestamps: { kind: 'choice', width: 170, values: StampPolicy.options },
    standing: {
      kind: 'choice',
      width: 110,
      values: StandingNow.options,
      tones: { ACTIVE: 'good', DISABLED: 'warning' },
    },
    createdAt: { kind: 'instant', sortable: true, width: 176 },
  },
  columns: ['name', 'accountKind', 'ownerName', 'subs', 'evidence', 'stored', 'standing', 'createdAt'],
  card: ['accountKind', 'ownerName', 'evidence', 'standing'],
  filters: {
    keyWord: { kind: 'keyword' },
    accountKind: { kind: 'choice', values: AccountKind.options, words: 'choice.accountKind' },
    standing: { kind: 'choice', values: StandingNow.options, words: 'choice.standing' },
  },
  defaultSort: '-createdAt',
  actions: [
    {
      name: 'disable',
      right,
      scope: 'row',
      danger: true,
      allowed: (a) => a.changeable && a.standing === 'ACTIVE',
      form: standing('disable', 'DISABLED'),
    },
    {
      name: 'enable',
      right,
      scope: 'row',
      allowed: (a) => a.changeable && a.standing === 'DISABLED',
      form: standing('enable', 'ACTIVE'),
    },
    { name: 'storage', right, scope: 'row', allowed: (a) => a.changeable, form: StorageForm },
    {
      name: 'balance',
      right: 'operator.money',
      scope: 'row',
      allowed: (a) => !a.staff && a.standing !== 'CLOSED',
      form: AdjustForm,
    },
    {
      name: 'makeOffice',
      right: 'platform.manage',
      scope: 'row',
      allowed: (a) => a.accountKind === 'enterprise' && !a.staff && a.standing !== 'CLOSED' && !a.isOffice,
      form: OfficeForm,
    },
    stamped('stampRequired', 'required'),
    stamped('stampBest', 'best-effort'),
    stamped('stampNone', 'none'),
    { name: 'write', right, scope: 'row', allowed: (row) => row.standing !== 'CLOSED', form: writes('toAccount') },
    { name: 'record', right: 'operator.audit', scope: 'row', allowed: () => true, form: toRecord((row) => row.id) },
  ],
})
