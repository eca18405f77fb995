import { lazyPart } from '../kit/page/lazy-part.ts'
import type { PageEntry } from '../kit/resource/pages.ts'
import { paths } from './paths.ts'

export default [
  { path: paths.data, page: lazyPart(async () => (await import('./MyData.tsx')).MyData), right: 'signed-in' },
  {
    path: paths.close,
    page: lazyPart(async () => (await import('./CloseAccount.tsx')).CloseAccount),
    right: 'signed-in',
  },
] satisfies PageEntry[]
