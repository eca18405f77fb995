import type { Services } from '../kit/services.ts'
import { announceEvidence } from '../evidence/announce-evidence.service.ts'
import type { WhenLogged } from '../trust/log/sequencer.service.ts'
import { requestCertificate } from './certificate-due.service.ts'
import { paperQueue } from './paper.queue.ts'
import { loggedOf } from './certificates.repo.ts'

/** Called in the transaction that logs: announces evidence live and asks for its certificate, and has papers sealed. */
export const whenLogged =
  (services: Pick<Services, 'jobs'>): WhenLogged =>
  async (tx, { evidenceIds, paperIds }) => {
    for (const id of paperIds) await services.jobs.enqueue(tx, paperQueue, { id })
    for (const e of await loggedOf(tx, evidenceIds)) {
      if (e.status === 'collected' && !e.certifiedAt) await requestCertificate(services)(tx, e.id)
      await announceEvidence(tx, e)
    }
  }
