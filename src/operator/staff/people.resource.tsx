import { UserOutlined } from '@ant-design/icons'
import { personCalls, PlatformPerson, type Standing, StandingNow } from '../../../contract/operator/people.ts'
import { defineResource } from '../../kit/resource/resource.ts'
import { recordRoutes } from '../../kit/resource/record-routes.ts'
import { reasoned } from '../../kit/actions/reasoned.tsx'
import { toRecord } from '../../platform/parts/to-record.tsx'
import { writes } from './writes.tsx'

const right = 'operator.people'
const of = { nameOf: (p: PlatformPerson) => p.name, refresh: 'operatorPeople' }
const at = ({ id }: PlatformPerson) => ({ params: { id } })
const standing = (action: 'disable' | 'enable', to: Standing) =>
  reasoned<PlatformPerson>({
    ...of,
    action,
    why: `${action}Person`,
    call: personCalls.setStanding,
    request: (p) => ({ ...at(p), body: { standing: to } }),
  })

/** Everybody registered on the platform. */
export default defineResource<PlatformPerson>({
  name: 'operatorPeople',
  words: 'operator',
  schema: PlatformPerson,
  title: 'name',
  endpoints: { list: personCalls.list, one: { call: personCalls.get, request: (id) => ({ params: { id } }) } },
  routes: recordRoutes('person'),
  access: right,
  menu: { icon: <UserOutlined />, group: 'desk', order: 860 },
  fields: {
    name: { kind: 'text', sortable: true, width: 160 },
    phoneMasked: { kind: 'text', width: 140 },
    accounts: { kind: 'tags' },
    staff: { kind: 'flag', width: 130 },
    standing: {
      kind: 'choice',
      width: 110,
      values: StandingNow.options,
      tones: { ACTIVE: 'good', DISABLED: 'warning' },
    },
    totp: { kind: 'flag', width: 130 },
    sessions: { kind: 'number', width: 100 },
    lastSeenAt: { kind: 'instant', width: 176 },
    createdAt: { kind: 'instant', sortable: true, width: 176 },
  },
  columns: ['name', 'phoneMasked', 'accounts', 'standing', 'sessions', 'lastSeenAt', 'createdAt'],
  card: ['phoneMasked', 'accounts', 'standing', 'lastSeenAt'],
  filters: {
    keyWord: { kind: 'keyword' },
    standing: { kind: 'choice', values: StandingNow.options, words: 'choice.standing' },
  },
  defaultSort: '-createdAt',
  actions: [
    {
      name: 'reveal',
      right,
      scope: 'row',
      allowed: (p) => p.standing !== 'CLOSED',
      form: reasoned<PlatformPerson>({
        ...of,
        action: 'reveal',
        why: 'reveal',
        call: personCalls.revealPhone,
        request: at,
        told: { label: 'phoneOf', of: (reply) => (reply as { phone: string }).phone },
      }),
    },
    {
      name: 'signOut',
      right,
      scope: 'row',
      allowed: (p) => p.changeable && p.sessions > 0,
      form: reasoned<PlatformPerson>({
        ...of,
        action: 'signOut',
        why: 'signOut',
        call: personCalls.signOut,
        request: at,
      }),
    },
    {
      name: 'resetTotp',
      right: 'platform.manage',
      scope: 'row',
      danger: true,
      allowed: (p) => p.changeable && p.totp,
      form: reasoned<PlatformPerson>({
        ...of,
        action: 'resetTotp',
        why: 'resetTotp',
        call: personCalls.resetTotp,
        request: at,
      }),
    },
    {
      name: 'disable',
      right,
      scope: 'row',
      danger: true,
      allowed: (p) => p.changeable && p.standing === 'ACTIVE',
      form: standing('disable', 'DISABLED'),
    },
    {
      name: 'enable',
      right,
      scope: 'row',
      allowed: (p) => p.changeable && p.standing === 'DISABLED',
      form: standing('enable', 'ACTIVE'),
    },
    { name: 'write', right, scope: 'row', allowed: (row) => row.standing !== 'CLOSED', form: writes('toPerson') },
    { name: 'record', right: 'operator.audit', scope: 'row', allowed: () => true, form: toRecord((row) => row.id) },
  ],
})
