import type { Tx } from '../../kit/db/db.ts'
import type { Services } from '../../kit/services.ts'
import { timestampSettings } from '../../trust/stamps/timestamps.settings.ts'
import { insertNeed, policyOf } from './stamps.repo.ts'

/** Requests third parties' time-stamps, in the transaction of a sealing, where the operator named some and the account wants it. */
export async function requestThirdPartyStamps(
  tx: Tx,
  { config }: Services,
  e: { id: string; accountId: string },
  statementSha256: Buffer,
) {
  const settings = timestampSettings.of(config)
  if (!settings) return
  const policy = await policyOf(tx, e.accountId)
  if (policy === 'none') return
  await insertNeed(tx, {
    accountId: e.accountId,
    evidenceId: e.id,
    statementSha256,
    wanted: settings.wanted,
    required: policy === 'required',
  })
}
