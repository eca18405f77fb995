import type { Services } from '../kit/services.ts'
import { announceEvidence } from '../evidence/announce-evidence.service.ts'
import type { WhenLogged } from '../trust/log/sequencer.service.ts'
import { requestCertificate } from './certificate-due.service.ts'
import { loggedOf } from './certificates.repo.ts'

/** Called in the transaction that logs evidence: announces it live and asks for its certificate. */
export const whenLogged =
  (services: Pick<Services, 'jobs'>): WhenLogged =>
  async (tx, ids) => {
    for (const e of await loggedOf(tx, ids)) {
      if (e.status === 'collected' && !e.certifiedAt) await requestCertificate(services)(tx, e.id)
      await announceEvidence(tx, e)
    }
  }
