import { lazyPart } from '../kit/page/lazy-part.ts'
import type { PageEntry } from '../kit/resource/pages.ts'

export default [
  {
    path: '/onlineForensics/web/add',
    page: lazyPart(async () => (await import('./WebCaptureForm.tsx')).WebCaptureForm),
    right: 'captures.start',
    under: '/onlineForensics/url',
  },
  {
    path: '/onlineForensics/web/addExcel',
    page: lazyPart(async () => (await import('./WebCaptureSheet.tsx')).WebCaptureSheet),
    right: 'captures.start',
    under: '/onlineForensics/url',
  },
] satisfies PageEntry[]
