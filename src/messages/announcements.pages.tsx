import { lazyPart } from '../kit/page/lazy-part.ts'
import type { PageEntry } from '../kit/resource/pages.ts'

export default [
  {
    path: '/accountSetting/messageNotification/announcements/:id',
    page: lazyPart(async () => (await import('./AnnouncementShow.tsx')).AnnouncementShow),
    right: 'signed-in',
  },
] satisfies PageEntry[]
