import { lazyPart } from '../kit/page/lazy-part.ts'
import type { PageEntry } from '../kit/resource/pages.ts'
import { paths } from './paths.ts'

export default [
  {
    path: paths.apply,
    page: lazyPart(async () => (await import('./ApplyInvoice.tsx')).ApplyInvoice),
    right: 'invoices.write',
    under: paths.invoices,
  },
] satisfies PageEntry[]
