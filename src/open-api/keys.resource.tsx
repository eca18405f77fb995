import { KeyOutlined } from '@ant-design/icons'
import { ApiKey, KeyChange, keyCalls, KeyStatus, mostNetworks } from '../../contract/open-api/keys.ts'
import { lazyPart } from '../kit/page/lazy-part.ts'
import { defineResource } from '../kit/resource/resource.ts'
import { recordRoutes } from '../kit/resource/record-routes.ts'

const right = 'keys.manage'
const list = '/accountSetting/keyManagement'
const stands = (status: 'ACTIVE' | 'DISABLED') =>
  ({
    send: 'each',
    call: keyCalls.setStatus,
    request: ({ id }: ApiKey) => ({ params: { id }, body: { status } }),
  }) as const
const isLive = ({ status }: ApiKey) => status !== 'REVOKED'

/** Keys by which programs act for the account. */
export default defineResource<ApiKey>({
  name: 'apiKeys',
  words: 'open-api',
  schema: ApiKey,
  title: 'name',
  endpoints: {
    list: keyCalls.list,
    one: { call: keyCalls.get, request: (id) => ({ params: { id } }) },
    update: keyCalls.update,
  },
  routes: recordRoutes('api-key'),
  access: right,
  create: { right, path: `${list}/add` },
  menu: { icon: <KeyOutlined />, group: 'account', order: 75 },
  history: 'api-key',
  tabs: [
    { name: 'log', part: lazyPart(async () => (await import('./KeyLog.tsx')).KeyLog) },
    { name: 'callbacks', part: lazyPart(async () => (await import('./KeyCallbacks.tsx')).KeyCallbacks) },
  ],
  live: 'apiKeys',
  above: lazyPart(async () => (await import('./FirstKey.tsx')).FirstKey),
  fields: {
    name: { kind: 'text', sortable: true, width: 160, maxLength: 60, help: true },
    accessKey: { kind: 'hash' },
    status: {
      kind: 'choice',
      width: 100,
      values: KeyStatus.options,
      tones: { ACTIVE: 'good', DISABLED: 'warning', EXPIRED: 'warning', REVOKED: 'bad' },
    },
    maker: { kind: 'text', width: 120 },
    ips: { kind: 'tags', most: mostNetworks, help: true },
    callbackUrl: { kind: 'url', maxLength: 500, help: true },
    calls: { kind: 'number', width: 130 },
    lastUsedAt: { kind: 'instant', width: 176 },
    expiresAt: { kind: 'instant', width: 176, help: true },
    bits: { kind: 'number', width: 90 },
    fingerprint: { kind: 'hash' },
    createdAt: { kind: 'instant', sortable: true, width: 176 },
    updatedAt: { kind: 'instant', width: 176 },
  },
  columns: ['name', 'accessKey', 'status', 'ips', 'calls', 'lastUsedAt'],
  card: ['accessKey', 'status', 'calls', 'lastUsedAt'],
  filters: {
    keyWord: { kind: 'keyword' },
    status: { kind: 'choice', values: KeyStatus.options, words: 'choice.status' },
  },
  defaultSort: '-createdAt',
  form: {
    schema: KeyChange,
    rows: [['name'], ['ips'], ['callbackUrl'], ['expiresAt']],
  },
  actions: [
    { name: 'edit', right, scope: 'row', allowed: isLive, edits: true },
    {
      name: 'disable',
      right,
      scope: 'row',
      confirm: true,
      allowed: (k) => k.status === 'ACTIVE' || k.status === 'EXPIRED',
      run: stands('DISABLED'),
    },
    { name: 'enable', right, scope: 'row', allowed: (k) => k.status === 'DISABLED', run: stands('ACTIVE') },
    {
      name: 'revoke',
      right,
      scope: 'row',
      danger: true,
      confirm: true,
      allowed: isLive,
      run: { send: 'each', call: keyCalls.revoke, request: ({ id }) => ({ params: { id } }) },
    },
  ],
})
