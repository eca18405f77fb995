import { stampPolicy } from '../../accounts/stamp-policy.read.ts'
import type { Tx } from '../../kit/db/db.ts'
import type { Services } from '../../kit/services.ts'
import { timestampSettings } from '../../trust/stamps/timestamps.settings.ts'
import { insertNeed, releaseUnasked } from './stamps.repo.ts'

/**
 * Requests third parties' time-stamps, in the transaction of a sealing, where the operator named some and the account wants it. Where it does not any more,
 * what was held for them is given back; where it did not when this was begun, they cost nothing.
 */
export async function requestThirdPartyStamps(
  tx: Tx,
  { config }: Services,
  e: { id: string; accountId: string },
  statementSha256: Buffer,
) {
  const settings = timestampSettings.of(config)
  const policy = settings ? await stampPolicy(tx, e.accountId) : 'none'
  if (!settings || policy === 'none') return releaseUnasked(tx, e.id)
  await insertNeed(tx, {
    accountId: e.accountId,
    evidenceId: e.id,
    statementSha256,
    wanted: settings.wanted,
    required: policy === 'required',
  })
}
