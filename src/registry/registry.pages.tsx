import { lazyPart } from '../kit/page/lazy-part.ts'
import type { PageEntry } from '../kit/resource/pages.ts'

export default [
  {
    path: '/confirmWeigh/add',
    page: lazyPart(async () => (await import('./AddDeposit.tsx')).AddDeposit),
    right: 'deposits.make',
    under: (search) =>
      search.get('kind') === 'hash' || search.has('original') ? '/confirmWeigh/hash' : '/confirmWeigh',
  },
  {
    path: '/confirmWeigh/add-property',
    page: lazyPart(async () => (await import('./AddWork.tsx')).AddWork),
    right: 'deposits.make',
    under: '/confirmWeigh/property',
  },
] satisfies PageEntry[]
