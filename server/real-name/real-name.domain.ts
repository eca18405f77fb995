import { alipaySettings } from '../kit/alipay/alipay.settings.ts'
import { defineDomain } from '../kit/work/domain.ts'
import { lookByJob, sweepChecks } from './alipay.service.ts'
import { sweepPhotos } from './photos.repo.ts'
import { certifyRoutes, consentRoutes, identityReviewRoutes } from './real-name.routes.ts'
import { identityQueue } from './identity.queue.ts'
import { ocrSettings } from './ocr/ocr.settings.ts'
import { realNamePersonalData } from './personal-data.ts'

/** Who persons and enterprises are by their papers. */
export const realNameDomain = defineDomain({
  name: 'real-name',
  settings: [ocrSettings, alipaySettings],
  personalData: realNamePersonalData,
  routes: (services) => [certifyRoutes(services), consentRoutes(services), identityReviewRoutes(services)],
  queues: [identityQueue],
  work: ({ services }) => ({
    jobs: [{ queue: identityQueue, concurrency: 1, run: (job) => lookByJob(services, job) }],
  }),
  sweeps: [
    { name: 'checks of identity that nobody asks for', everySeconds: 3_600, run: sweepChecks },
    { name: 'pictures of papers', everySeconds: 3_600, run: ({ db }) => sweepPhotos(db) },
  ],
})
