import { lazyPart } from '../../kit/page/lazy-part.ts'
import type { PageEntry } from '../../kit/resource/pages.ts'
import { paths } from '../paths.ts'

const right = 'judicial.write'
const ofAppraisals = { right, under: paths.appraisals } as const
const ofSeals = { right, under: paths.seals } as const

export default [
  { path: paths.pick, page: lazyPart(async () => (await import('../PickEvidence.tsx')).PickEvidence), ...ofAppraisals },
  {
    path: paths.apply,
    page: lazyPart(async () => (await import('../ExpertiseForm.tsx')).ExpertiseForm),
    ...ofAppraisals,
  },
  {
    path: paths.ofEvidence,
    page: lazyPart(async () => (await import('../EvidenceOrders.tsx')).EvidenceOrders),
    right: 'judicial.read',
    under: '/evidence',
  },
  {
    path: paths.originals,
    page: lazyPart(async () => (await import('../BringOriginals.tsx')).BringOriginals),
    right: 'judicial.read',
    under: paths.all,
  },
  { path: paths.sealNotice, page: lazyPart(async () => (await import('../SealNotice.tsx')).SealNotice), ...ofSeals },
  { path: paths.sealApply, page: lazyPart(async () => (await import('../SealForm.tsx')).SealForm), ...ofSeals },
] satisfies PageEntry[]
