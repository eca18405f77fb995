import { lazyPart } from '../kit/lazy-part.ts'
import type { PageEntry } from '../kit/pages.ts'

export default [
  {
    path: '/accountSetting/childAdmin/add',
    page: lazyPart(async () => (await import('./InviteSub.tsx')).InviteSub),
    right: 'subAccounts.manage',
  },
] satisfies PageEntry[]
