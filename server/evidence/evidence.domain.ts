import { defineDomain } from '../kit/work/domain.ts'
import { startAnchors } from '../trust/anchors/start-anchors.service.ts'
import { proveAnchored, sweepUnproved } from './anchors/prove.ts'
import type { Services } from '../kit/services.ts'
import { laterProofsQueue } from './packages/later-proofs.queue.ts'
import { downloadRoutes } from './packages/downloads.routes.ts'
import { courtRoutes } from './court/court.routes.ts'
import { evidenceRoutes } from './evidence.routes.ts'
import { feedbackRoutes } from './feedback/feedback.routes.ts'
import type { RequestCertificate } from './request-certificate.types.ts'
import { startStamps } from './stamps/catch-up.ts'
import { releaseLate } from './stamps/release-late.ts'
import { reviveNeeds } from './stamps/stamps.repo.ts'
import { foldStoredBytes } from './storage/storage-quota.service.ts'
import { storageRoutes } from './storage/storage.routes.ts'
import { anchorProofsQueue } from './anchors/anchor-proofs.queue.ts'
import { evidencePersonalData } from './personal-data.ts'

/** What lies above evidence and is handed down to it. */
interface EvidencePorts {
  requestCertificate(services: Services): RequestCertificate
}

/** The sealed record, its stamps of third parties and its proofs in chains. */
export const evidenceDomain = ({ requestCertificate }: EvidencePorts) =>
  defineDomain({
    name: 'evidence',
    personalData: evidencePersonalData,
    recordNames: { evidence: { table: 'evidence', column: 'number', unsearched: true } },
    routes: (services) => [
      evidenceRoutes(services),
      feedbackRoutes(services),
      courtRoutes(services),
      downloadRoutes(services),
      storageRoutes(services),
    ],
    queues: [laterProofsQueue, anchorProofsQueue],
    work: async ({ services, log }) => ({
      jobs: [{ queue: anchorProofsQueue, concurrency: 1, run: (job) => proveAnchored(services, job) }],
      loops: [
        startStamps(services, log, requestCertificate(services)),
        await startAnchors(services, log, (tx, id) => services.jobs.enqueue(tx, anchorProofsQueue, { id })),
      ],
    }),
    sweeps: [
      { name: 'stamps of third parties that no process asks for', everySeconds: 10, run: ({ db }) => reviveNeeds(db) },
      { name: 'money held for stamps that are late', everySeconds: 3_600, run: releaseLate },
      { name: 'bytes of accounts', everySeconds: 60, run: ({ db }) => foldStoredBytes(db) },
      { name: 'anchors without proofs', everySeconds: 3_600, run: sweepUnproved },
    ],
  })
