import { lazyPart } from '../../kit/page/lazy-part.ts'
import type { PageEntry } from '../../kit/resource/pages.ts'

export default [
  {
    path: '/operator/platforms/new',
    page: lazyPart(async () => (await import('./NewPlatformPage.tsx')).NewPlatformPage),
    right: 'installation.manage',
    under: '/operator/platforms',
  },
] satisfies PageEntry[]
