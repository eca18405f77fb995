import type { Services } from '../kit/services.ts'
import { announceEvidence } from '../evidence/announce-evidence.ts'
import type { WhenLogged } from '../trust/log/sequencer.ts'
import { loggedOf } from './certificates.repo.ts'

/** What was logged is told to who looks at it, and what waits for its certificate gets it now. */
export const whenLogged =
  ({ jobs }: Pick<Services, 'jobs'>): WhenLogged =>
  async (tx, ids) => {
    for (const e of await loggedOf(tx, ids)) {
      if (e.status === 'collected' && !e.certifiedAt) await jobs.enqueue(tx, 'certificate', { id: e.id })
      await announceEvidence(tx, e)
    }
  }
