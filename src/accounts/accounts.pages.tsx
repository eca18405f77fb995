import { lazyPart } from '../kit/page/lazy-part.ts'
import type { PageEntry } from '../kit/resource/pages.ts'

export default [
  {
    path: '/accountSetting/childAdmin/add',
    page: lazyPart(async () => (await import('./InviteSub.tsx')).InviteSub),
    right: 'subAccounts.manage',
  },
] satisfies PageEntry[]
