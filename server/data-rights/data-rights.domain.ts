import { defineDomain } from '../kit/work/domain.ts'
import { closeByJob, sweepClosings } from './closing.jobs.ts'
import { writeCopy } from './copies.jobs.ts'
import { sweepCopies } from './copies.repo.ts'
import { closingRoutes, dataCopyRoutes } from './data-rights.routes.ts'
import { dataCopyQueue } from './data-rights.queues.ts'
import { closingQueue } from './data-rights.queues.ts'
import type { DataSection, Erasure } from '../kit/personal-data/personal-data.ts'
import { dataRightsPersonalData } from './personal-data.ts'

/** Of every domain, this one included. */
interface Given {
  sections(): readonly DataSection[]
  /** Of the lowest domain first. */
  erasures(): readonly Erasure[]
}

/** Copies of one's data, and closing an account. */
export const dataRightsDomain = (given: Given) =>
  defineDomain({
    name: 'data-rights',
    personalData: dataRightsPersonalData,
    routes: (services) => [dataCopyRoutes(services), closingRoutes(services)],
    queues: [dataCopyQueue, closingQueue],
    work: ({ services }) => ({
      jobs: [
        {
          queue: dataCopyQueue,
          concurrency: 1,
          run: (job) => writeCopy(services, given.sections(), job),
        },
        {
          queue: closingQueue,
          concurrency: 1,
          run: (job) => closeByJob(services, given.erasures(), job),
        },
      ],
    }),
    sweeps: [
      { name: 'accounts to be closed', everySeconds: 10, run: sweepClosings },
      { name: 'copies of data', everySeconds: 3_600, run: ({ db }) => sweepCopies(db) },
    ],
  })
