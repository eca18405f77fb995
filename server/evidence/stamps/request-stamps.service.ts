import type { Tx } from '../../kit/db/db.ts'
import type { Services } from '../../kit/services.ts'
import { insertNeed, policyOf } from './stamps.repo.ts'

/** Requests third parties' time-stamps, in the transaction of a sealing, where the operator named some and the account wants it. */
export async function requestThirdPartyStamps(
  tx: Tx,
  { config }: Services,
  e: { id: string; accountId: string },
  statementSha256: Buffer,
) {
  if (!config.timestamps) return
  const policy = await policyOf(tx, e.accountId)
  if (policy === 'none') return
  await insertNeed(tx, {
    accountId: e.accountId,
    evidenceId: e.id,
    statementSha256,
    wanted: config.timestamps.wanted,
    required: policy === 'required',
  })
}
