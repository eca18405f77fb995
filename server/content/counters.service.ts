import { sql } from 'kysely'
import type { Counters } from '../../contract/content/shown.ts'
import { BoundedCache } from '../kit/bounded-cache.ts'
import type { Platform } from '../kit/calls/caller.ts'
import type { Database } from '../kit/db/db.ts'
import type { Services } from '../kit/services.ts'
import { logSizeNow } from '../trust/log/log.read.ts'
import { anchoredNow } from '../trust/anchors/anchors.read.ts'

/** Counting reads whole tables: once a minute is enough for a page that everybody sees. */
const caches = new WeakMap<Database, BoundedCache<Counters>>()

export function counters({ db }: Pick<Services, 'db'>, { id }: Platform): Promise<Counters> {
  const cache = caches.get(db) ?? new BoundedCache<Counters>(200, 60_000)
  caches.set(db, cache)
  return cache.getOr(id, () => count(db, id))
}

async function count({ system }: Database, platformId: string): Promise<Counters> {
  const [{ rows }, logSize, anchored] = await Promise.all([
    sql<{ attCount: number; userCount: number }>`select
      (select count(*)::int from evidence where platform_id = ${platformId} and status = 'collected') as "attCount",
      (select count(*)::int from account where platform_id = ${platformId}) as "userCount"`.execute(system),
    logSizeNow(system),
    anchoredNow(system),
  ])
  return { ...rows[0]!, logSize, chainCount: anchored.count, blockHeight: anchored.height }
}
