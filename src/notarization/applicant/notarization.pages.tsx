import { lazyPart } from '../../kit/page/lazy-part.ts'
import type { PageEntry } from '../../kit/resource/pages.ts'
import { paths } from '../paths.ts'

const ofAppraisals = { right: 'judicial.write', under: paths.appraisals } as const

export default [
  { path: paths.pick, page: lazyPart(async () => (await import('../PickEvidence.tsx')).PickEvidence), ...ofAppraisals },
  {
    path: paths.apply,
    page: lazyPart(async () => (await import('../ExpertiseForm.tsx')).ExpertiseForm),
    ...ofAppraisals,
  },
] satisfies PageEntry[]
