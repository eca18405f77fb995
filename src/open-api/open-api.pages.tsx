import { lazyPart } from '../kit/page/lazy-part.ts'
import type { PageEntry } from '../kit/resource/pages.ts'

export default [
  {
    path: '/accountSetting/keyManagement/add',
    page: lazyPart(async () => (await import('./AddKey.tsx')).AddKey),
    right: 'keys.manage',
  },
] satisfies PageEntry[]
