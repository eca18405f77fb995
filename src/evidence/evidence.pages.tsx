import { lazyPart } from '../kit/page/lazy-part.ts'
import type { PageEntry } from '../kit/resource/pages.ts'

export default [
  {
    path: '/attestation/:id',
    page: lazyPart(async () => (await import('./EvidenceShow.tsx')).EvidenceShow),
    right: 'evidence.read',
    under: '/evidence',
  },
] satisfies PageEntry[]
