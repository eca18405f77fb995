import type { CourtStanding } from '../../../contract/evidence/court.ts'
import type { Caller } from '../../kit/calls/caller.ts'
import { AppError } from '../../kit/errors.ts'
import type { Services } from '../../kit/services.ts'
import { say } from '../../kit/words.ts'
import { anchorsOver } from '../../trust/anchors/anchors.service.ts'
import { entryOfStatement } from '../../trust/log/log.read.ts'
import { requireEvidence } from '../evidence.service.ts'

/**
 * The platform speaks no court's protocol, so that nothing is ever handed over, and this says so. What stands in its place can be
 * checked by any court: the public log and the chains that hold its checkpoints.
 */
export async function courtStanding(services: Services, caller: Caller, key: string): Promise<CourtStanding> {
  const e = await requireEvidence(services, caller, key)
  if (!e.statementSha256) throw new AppError('wrong-state')
  const entry = await entryOfStatement(services.db.system, e.statementSha256)
  const anchors = entry ? await anchorsOver(services, caller, entry) : []
  return {
    ano: e.number,
    syncStatus: 'not-connected',
    syncAt: null,
    statementSha256: e.statementSha256.toString('hex'),
    logged: entry ? { origin: entry.origin, index: entry.idx, size: entry.size, at: entry.at.toISOString() } : null,
    anchors,
    says: say(caller.lang, 'evidence', anchors.length ? 'court.anchored' : entry ? 'court.logged' : 'court.waiting'),
  }
}
