import { lazyPart } from '../kit/page/lazy-part.ts'
import type { PageEntry } from '../kit/resource/pages.ts'
import { paths } from './paths.ts'

export default [
  { path: paths.person, page: lazyPart(async () => (await import('./PersonPage.tsx')).PersonPage), right: 'signed-in' },
  { path: paths.alipay, page: lazyPart(async () => (await import('./AlipayPage.tsx')).AlipayPage), right: 'signed-in' },
  {
    path: paths.enterprise,
    page: lazyPart(async () => (await import('./EnterprisePage.tsx')).EnterprisePage),
    right: 'account.manage',
  },
] satisfies PageEntry[]
