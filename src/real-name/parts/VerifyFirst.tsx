import { Suspense } from 'react'
import { lazyPart } from '../../kit/page/lazy-part.ts'

const VerifyNotice = lazyPart(async () => (await import('./VerifyNotice.tsx')).VerifyNotice)

/** What most people never see again is no part of the form that it stands above. */
export const VerifyFirst = () => (
  <Suspense fallback={null}>
    <VerifyNotice />
  </Suspense>
)
