import { ApartmentOutlined } from '@ant-design/icons'
import {
  InstalledPlatform,
  mostHostsOfPlatform,
  PlatformChange,
  platformCalls,
  PlatformState,
} from '../../../contract/operator/platforms.ts'
import { lazyDialog } from '../../kit/page/lazy-dialog.ts'
import { defineResource } from '../../kit/resource/resource.ts'
import { toRecord } from '../../platform/parts/to-record.tsx'

const AdministratorForm = lazyDialog(async () => (await import('./AdministratorForm.tsx')).AdministratorForm)

const right = 'installation.manage'
const routes = '/operator/platforms'
const byId = ({ id }: InstalledPlatform) => ({ params: { id } })

/** The platforms of the installation. */
export default defineResource<InstalledPlatform>({
  name: 'platforms',
  words: 'operator',
  schema: InstalledPlatform,
  title: 'nameZh',
  endpoints: {
    list: platformCalls.list,
    one: { call: platformCalls.get, request: (id) => ({ params: { id } }) },
    update: platformCalls.update,
  },
  routes: { list: routes, showPath: `${routes}/:id`, show: ({ id }) => `${routes}/${id}` },
  access: right,
  create: { right, path: `${routes}/new` },
  menu: { icon: <ApartmentOutlined />, group: 'platform', order: 941 },
  fields: {
    nameZh: { kind: 'text', width: 200, maxLength: 60 },
    nameEn: { kind: 'text', width: 200, maxLength: 60 },
    notaryId: { kind: 'text', sortable: true, width: 150 },
    hosts: { kind: 'tags', width: 240, most: mostHostsOfPlatform, help: true },
    address: { kind: 'url', width: 240 },
    platformState: { kind: 'choice', width: 110, values: PlatformState.options, tones: { open: 'good' } },
    isDefault: { kind: 'flag', width: 110 },
    listed: { kind: 'flag', width: 110 },
    peopleCount: { kind: 'number', width: 100 },
    accountCount: { kind: 'number', width: 100 },
    createdAt: { kind: 'instant', sortable: true, width: 176 },
  },
  columns: ['nameZh', 'notaryId', 'hosts', 'platformState', 'isDefault', 'peopleCount', 'accountCount', 'createdAt'],
  card: ['hosts', 'platformState', 'peopleCount', 'accountCount'],
  filters: {
    keyWord: { kind: 'keyword' },
    platformState: { kind: 'choice', values: PlatformState.options, words: 'choice.platformState' },
  },
  defaultSort: '-createdAt',
  form: { schema: PlatformChange.omit({ version: true }), rows: [['nameZh'], ['nameEn'], ['hosts']] },
  actions: [
    { name: 'edit', right, scope: 'row', allowed: () => true, edits: true },
    { name: 'addAdministrator', right, scope: 'row', allowed: () => true, form: AdministratorForm },
    {
      name: 'closePlatform',
      right,
      scope: 'row',
      confirm: true,
      danger: true,
      allowed: ({ isDefault, platformState }) => !isDefault && platformState === 'open',
      run: { send: 'each', call: platformCalls.close, request: byId },
    },
    {
      name: 'openPlatform',
      right,
      scope: 'row',
      confirm: true,
      onPage: true,
      allowed: ({ platformState }) => platformState === 'closed',
      run: { send: 'each', call: platformCalls.open, request: byId },
    },
    { name: 'record', right: 'operator.audit', scope: 'row', allowed: () => true, form: toRecord((row) => row.id) },
  ],
})
