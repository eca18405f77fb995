import type { KindTable } from '../evidence/evidence-kind.ts'
import type { RequestCertificate } from '../evidence/request-certificate.ts'
import { defineDomain } from '../kit/domain.ts'
import type { Queue } from '../kit/jobs.ts'
import type { Services } from '../kit/services.ts'
import type { TrustedContext } from '../trust/trusted-context.ts'
import { sweepImports } from './batch/batch.repo.ts'
import { batchRoutes } from './batch/batch.routes.ts'
import { runCapture, sweepPreviews, sweepStuck } from './captures.jobs.ts'
import { webCaptureRoutes } from './web/web.routes.ts'

export interface CapturesContext extends TrustedContext {
  /** How many run at once; none in a process that leaves them to others. */
  captures: number
  /** `capture-local` for a process that runs those it was asked for itself, and no other. */
  captureQueue: Queue
}

/** What lies above captures and is handed down to them. */
interface CapturesPorts {
  kinds: KindTable
  requestCertificate(services: Services): RequestCertificate
}

/** Evidence that is collected here: by whom, of what, how. */
export const capturesDomain = ({ kinds, requestCertificate }: CapturesPorts) =>
  defineDomain<CapturesContext>({
    name: 'captures',
    routes: (services) => [webCaptureRoutes(services, requestCertificate(services)), batchRoutes(services)],
    work: ({ captures, captureQueue, shutdown, ...context }) => ({
      jobs: captures
        ? [
            {
              queue: captureQueue,
              concurrency: captures,
              run: (job) => runCapture({ ...context, kinds }, captureQueue, job, shutdown),
            },
          ]
        : [],
    }),
    sweeps: [
      { name: 'captures without a worker', everySeconds: 10, run: sweepStuck },
      { name: 'captures nobody confirmed', everySeconds: 10, run: sweepPreviews },
      { name: 'sheets of addresses', everySeconds: 10, run: ({ db }) => sweepImports(db) },
    ],
  })
