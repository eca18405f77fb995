import { lazyPart } from '../kit/page/lazy-part.ts'
import type { PageEntry } from '../kit/resource/pages.ts'

export default [
  {
    path: '/accountSetting/messageNotification/settings',
    page: lazyPart(async () => (await import('./MessageSettings.tsx')).MessageSettings),
    right: 'signed-in',
  },
  {
    path: '/accountSetting/messageNotification/:id',
    page: lazyPart(async () => (await import('./MessageShow.tsx')).MessageShow),
    right: 'signed-in',
  },
] satisfies PageEntry[]
