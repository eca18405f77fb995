import type { KindTable } from '../evidence/kinds/evidence-kind.types.ts'
import { makeRoom } from './upload-room.service.ts'
import { defineDomain } from '../kit/work/domain.ts'
import type { TrustedContext } from '../trust/trusted-context.types.ts'
import { sealDeposit, sweepUnsealed } from './deposits.jobs.ts'
import { depositRoutes } from './deposits.routes.ts'
import { checkUpload, sweepLeftUploads, sweepUnchecked } from './uploads.jobs.ts'
import { uploadRoutes } from './uploads.routes.ts'
import { workRoutes } from './works.routes.ts'
import { uploadQueue } from './registry.queues.ts'
import { depositQueue } from './registry.queues.ts'
import { registryPersonalData } from './personal-data.ts'

/** What lies above the registry and is handed down to it. */
interface RegistryPorts {
  kinds: KindTable
}

/** Evidence that is handed over: files, hashes, works. */
export const registryDomain = ({ kinds }: RegistryPorts) =>
  defineDomain<TrustedContext>({
    name: 'registry',
    personalData: registryPersonalData,
    recordNames: { upload: { table: 'uploaded_file', column: 'name', only: 'owner', unsearched: true } },
    routes: (services) => [uploadRoutes(services), depositRoutes(services), workRoutes(services)],
    queues: [uploadQueue, depositQueue],
    work: ({ services, authority }) => ({
      jobs: [
        { queue: uploadQueue, concurrency: 2, run: (job) => checkUpload(services, job) },
        { queue: depositQueue, concurrency: 2, run: (job) => sealDeposit({ services, authority, kinds }, job) },
      ],
    }),
    sweeps: [
      { name: 'uploads without a worker', everySeconds: 10, run: sweepUnchecked },
      { name: 'deposits not sealed', everySeconds: 3_600, run: sweepUnsealed },
      { name: 'uploads without room', everySeconds: 60, run: (services) => makeRoom(services) },
      { name: 'uploads left behind', everySeconds: 3_600, run: sweepLeftUploads },
    ],
  })
