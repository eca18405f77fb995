import { lazyPart } from '../../kit/page/lazy-part.ts'
import type { PageEntry } from '../../kit/resource/pages.ts'
import { paths, placesOf } from '../paths.ts'

const right = 'judicial.write'
const ofNotarizations = { right, under: paths.notarizations } as const
const ofAppraisals = { right, under: paths.appraisals } as const
const ofSeals = { right, under: paths.seals } as const
const pickEvidence = async () => await import('../PickEvidence.tsx')

export default [
  {
    path: placesOf.notarization.begin,
    page: lazyPart(async () => (await pickEvidence()).PickForNotarization),
    ...ofNotarizations,
  },
  {
    path: placesOf.notarization.form,
    page: lazyPart(async () => (await import('../NotarizationForm.tsx')).NotarizationForm),
    ...ofNotarizations,
  },
  { path: paths.handIn, page: lazyPart(async () => (await import('../HandIn.tsx')).HandIn), ...ofNotarizations },
  { path: paths.handedIn, page: lazyPart(async () => (await import('../HandedIn.tsx')).HandedIn), ...ofNotarizations },
  {
    path: placesOf.expertise.begin,
    page: lazyPart(async () => (await pickEvidence()).PickForAppraisal),
    ...ofAppraisals,
  },
  {
    path: placesOf.expertise.form,
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
    path: paths.beginReport,
    page: lazyPart(async () => (await pickEvidence()).PickForReport),
    right,
    under: paths.reports,
  },
  {
    path: paths.reportForm,
    page: lazyPart(async () => (await import('./PreservationForm.tsx')).PreservationForm),
    right,
    under: paths.reports,
  },
  {
    path: paths.originals,
    page: lazyPart(async () => (await import('../BringOriginals.tsx')).BringOriginals),
    right: 'judicial.read',
    under: paths.all,
  },
  {
    path: placesOf.officialSeal.begin,
    page: lazyPart(async () => (await import('../SealNotice.tsx')).SealNotice),
    ...ofSeals,
  },
  {
    path: placesOf.officialSeal.form,
    page: lazyPart(async () => (await import('../SealForm.tsx')).SealForm),
    ...ofSeals,
  },
  {
    path: placesOf.purchase.form,
    page: lazyPart(async () => (await import('../PurchaseForm.tsx')).PurchaseForm),
    right,
    under: paths.purchases,
  },
] satisfies PageEntry[]
