import { defineDomain } from '../kit/work/domain.ts'
import { startLog } from '../trust/log/start-log.service.ts'
import type { TrustedContext } from '../trust/trusted-context.types.ts'
import { certificateRoutes } from './certificate.routes.ts'
import { issueCertificate, sweepUncertified } from './certificates.jobs.ts'
import { sweepDeliveries } from './sharing/delivery.repo.ts'
import { deliveryRoutes } from './sharing/delivery.routes.ts'
import { appendLaterProofs, sweepLaterProofs } from './package/later-proofs.ts'
import { shareRoutes } from './sharing/share.routes.ts'
import { whenLogged } from './when-logged.ts'
import { certificateQueue } from './certificate.queue.ts'
import { laterProofsQueue } from '../evidence/packages/later-proofs.queue.ts'
import { certificatesPersonalData } from './personal-data.ts'

/** Certificates and packages, and how others get them. Certificates wait for the log, which is why its sequencer starts here. */
export const certificatesDomain = defineDomain<TrustedContext>({
  name: 'certificates',
  personalData: certificatesPersonalData,
  routes: (services) => [shareRoutes(services), deliveryRoutes(services), certificateRoutes(services)],
  queues: [certificateQueue],
  work: ({ services, authority, log, workDir }) => ({
    jobs: [
      {
        queue: certificateQueue,
        concurrency: 1,
        run: (job) => issueCertificate({ services, authority, workDir }, job),
      },
      { queue: laterProofsQueue, concurrency: 1, run: (job) => appendLaterProofs(services, job) },
    ],
    loops: [startLog(services, authority, log, whenLogged(services))],
  }),
  sweeps: [
    { name: 'bundles', everySeconds: 10, run: ({ db }) => sweepDeliveries(db) },
    { name: 'evidence without a certificate', everySeconds: 3_600, run: sweepUncertified },
    { name: 'packages without later proofs', everySeconds: 3_600, run: sweepLaterProofs },
  ],
})
