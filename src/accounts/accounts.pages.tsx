import { lazyPart } from '../kit/lazy-part.ts'
import type { PageEntry } from '../kit/pages.ts'

export default [
  {
    path: '/accountSetting/childAdmin/add',
    page: lazyPart(async () => (await import('./InviteSub.tsx')).InviteSub),
    right: 'subAccounts.manage',
  },
  {
    path: '/accountSetting/basicSetting',
    page: lazyPart(async () => (await import('./settings/BasicSetting.tsx')).BasicSetting),
    right: 'signed-in',
  },
] satisfies PageEntry[]
