import { InvitationState, SubInvitation, subInvitationCalls } from '../../contract/accounts/sub-invitations.ts'
import { grants } from '../../contract/kit/rights.ts'
import { lazyPart } from '../kit/page/lazy-part.ts'
import { defineResource } from '../kit/resource/resource.ts'

const right = 'subAccounts.manage'

/** Who was invited to act for an enterprise, and what became of it. */
export default defineResource<SubInvitation>({
  name: 'subInvitations',
  words: 'accounts',
  schema: SubInvitation,
  title: 'name',
  endpoints: { list: subInvitationCalls.list },
  routes: { list: '/accountSetting/childAdmin/invitations' },
  access: right,
  create: { right, path: '/accountSetting/childAdmin/add' },
  above: lazyPart(async () => (await import('./SubTabs.tsx')).SubTabs),
  live: 'subAccounts',
  fields: {
    name: { kind: 'text', width: 120 },
    phoneMasked: { kind: 'text', width: 130 },
    dept: { kind: 'text', width: 120 },
    grants: { kind: 'choices', values: grants },
    quota: { kind: 'number', width: 130 },
    budget: { kind: 'money', width: 130 },
    invitationState: {
      kind: 'choice',
      width: 110,
      values: InvitationState.options,
      tones: { PENDING: 'active', ACCEPTED: 'good', EXPIRED: 'neutral', WITHDRAWN: 'neutral' },
    },
    invitedAt: { kind: 'instant', sortable: true, width: 176 },
    expiresAt: { kind: 'instant', sortable: true, width: 176 },
  },
  columns: ['name', 'phoneMasked', 'dept', 'grants', 'invitationState', 'invitedAt', 'expiresAt'],
  card: ['phoneMasked', 'invitationState', 'invitedAt', 'expiresAt'],
  filters: {
    keyWord: { kind: 'keyword' },
    invitationState: { kind: 'choice', values: InvitationState.options, words: 'choice.invitationState' },
  },
  defaultSort: '-invitedAt',
  actions: [
    {
      name: 'withdraw',
      right,
      scope: 'both',
      danger: true,
      confirm: true,
      allowed: (row) => row.invitationState === 'PENDING',
      run: {
        send: 'many',
        call: subInvitationCalls.withdraw,
        request: (rows) => ({ body: { ids: rows.map((r) => r.id) } }),
      },
    },
  ],
})
