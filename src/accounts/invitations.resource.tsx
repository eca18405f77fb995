import { UserAddOutlined } from '@ant-design/icons'
import { invitationCalls, InvitedFriend } from '../../contract/accounts/invitations.ts'
import { lazyPart } from '../kit/page/lazy-part.ts'
import { defineResource } from '../kit/resource/resource.ts'

/** Those who registered with the signed-in person's code. */
export default defineResource<InvitedFriend>({
  name: 'invitations',
  words: 'accounts',
  schema: InvitedFriend,
  title: 'nameMasked',
  endpoints: { list: invitationCalls.list },
  routes: { list: '/accountSetting/InviteFriends' },
  access: 'friends.invite',
  menu: { icon: <UserAddOutlined />, group: 'account', order: 80 },
  above: lazyPart(async () => (await import('./InviteLink.tsx')).InviteLink),
  fields: {
    nameMasked: { kind: 'text' },
    phoneMasked: { kind: 'text', width: 180 },
    date: { kind: 'instant', sortable: true, width: 176 },
  },
  columns: ['nameMasked', 'phoneMasked', 'date'],
  card: ['phoneMasked', 'date'],
  filters: {},
  defaultSort: '-date',
  actions: [],
})
