import { sql } from 'kysely'
import { usualLimits } from '../../contract/platform/settings.ts'
import type { Caller } from '../kit/calls/caller.ts'
import type { AccountTx } from '../kit/db/db.ts'
import { AppError } from '../kit/errors.ts'
import type { Services } from '../kit/services.ts'
import { settingsFor } from '../platform/settings.service.ts'

/** An account has only so many captures waiting, as its platform says; two starts at once count one after the other. */
export async function requireRoomInQueue(
  services: Services,
  tx: AccountTx,
  { platform, accountId }: Caller,
  wanted: number,
) {
  const limit = (await settingsFor(services, platform)).queuedCaptures ?? usualLimits.queuedCaptures
  await sql`select pg_advisory_xact_lock(hashtext('captures waiting'), hashtext(${accountId}))`.execute(tx)
  const { rows } = await sql<{ waiting: number }>`select captures_waiting() as waiting`.execute(tx)
  const waiting = rows[0]?.waiting ?? 0
  if (waiting + wanted > limit) throw new AppError('queue-full', { limit, waiting, left: Math.max(0, limit - waiting) })
}
