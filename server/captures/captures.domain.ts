import type { KindTable } from '../evidence/kinds/evidence-kind.types.ts'
import type { RequestCertificate } from '../evidence/request-certificate.types.ts'
import { readUnreadPages } from '../evidence/seen-text/seen-text.service.ts'
import { defineDomain, type JobWork } from '../kit/work/domain.ts'
import type { Services } from '../kit/services.ts'
import type { TrustedContext } from '../trust/trusted-context.types.ts'
import { sweepImports } from './batch/batch.repo.ts'
import { batchRoutes } from './batch/batch.routes.ts'
import { captureQueue, localCaptureQueue } from './capture.queue.ts'
import { runCapture, sweepPreviews, sweepStuck } from './captures.jobs.ts'
import { pageReader } from './web/seen-text.ts'
import { webCaptureRoutes } from './web/web.routes.ts'
import { capturesPersonalData } from './personal-data.ts'

export interface CapturesContext extends TrustedContext {
  /** Captures that run at once; none in a process that leaves them to others. */
  captures: number
  /** Whether a process runs the captures it was asked for itself, and no other. */
  ownCapturesOnly: boolean
}

/** Parts that lie above captures and are handed down to them. */
interface CapturesPorts {
  kinds: KindTable
  requestCertificate(services: Services): RequestCertificate
}

/** Evidence that is collected here: by whom, of what, how. */
export const capturesDomain = ({ kinds, requestCertificate }: CapturesPorts) =>
  defineDomain<CapturesContext>({
    name: 'captures',
    personalData: capturesPersonalData,
    recordNames: { batch: { table: 'capture_batch', column: 'file_name', only: 'owner' } },
    routes: (services) => [webCaptureRoutes(services, requestCertificate(services)), batchRoutes(services)],
    queues: [captureQueue, localCaptureQueue],
    work({ captures, ownCapturesOnly, shutdown, ...context }) {
      const queue = ownCapturesOnly ? localCaptureQueue : captureQueue
      const run: JobWork['run'] = (job) => runCapture({ ...context, kinds }, queue, job, shutdown)
      return { jobs: captures ? [{ queue, concurrency: captures, run }] : [] }
    },
    sweeps: [
      { name: 'captures without a worker', everySeconds: 10, run: sweepStuck },
      { name: 'captures nobody confirmed', everySeconds: 10, run: sweepPreviews },
      {
        name: 'older pages to find by their words',
        everySeconds: 10,
        run: (services, log) => readUnreadPages(services, log, pageReader),
      },
      { name: 'sheets of addresses', everySeconds: 10, run: ({ db }) => sweepImports(db) },
    ],
  })
