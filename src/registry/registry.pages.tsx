import { lazyPart } from '../kit/page/lazy-part.ts'
import type { PageEntry } from '../kit/resource/pages.ts'

export default [
  {
    path: '/confirmWeigh/add',
    page: lazyPart(async () => (await import('./AddDeposit.tsx')).AddDeposit),
    right: 'deposits.make',
  },
  {
    path: '/confirmWeigh/add-property',
    page: lazyPart(async () => (await import('./AddWork.tsx')).AddWork),
    right: 'deposits.make',
  },
] satisfies PageEntry[]
