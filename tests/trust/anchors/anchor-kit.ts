import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Insertable, sql } from 'kysely'
import pg from 'pg'
import type { ChainSettings } from '../../../server/trust/anchors/anchors.settings.ts'
import { type Database, openDatabase } from '../../../server/kit/db/db.ts'
import type { DB } from '../../../server/kit/db/schema.ts'
import { newId } from '../../../server/kit/ids.ts'
import { adapterOf } from '../../../server/trust/anchors/adapters.ts'
import { nameChain } from '../../../server/trust/anchors/anchors.repo.ts'
import type { CheckpointToAnchor } from '../../../server/trust/anchors/checkpoint-to-anchor.ts'
import { advanceAnchors, type AnchorChain } from '../../../server/trust/anchors/advance-anchors.ts'
import { createTestDatabase } from '../../kit/test-database.ts'
import { richKey } from './anvil.ts'
import { noteOf } from './sample.ts'

export const chainId = 31_337

/** A checkpoint as the log keeps it, where it has none of that size: only such ones can be anchored. */
export async function keepCheckpoint({ system }: Database, { shardId, size, note }: CheckpointToAnchor) {
  await sql`insert into log_shard (id, name, origin, certificate) overriding system value select ${shardId}, ${String(1000 + shardId)}, ${`example.com/log/${1000 + shardId}`}, '' where not exists (select from log_shard where id = ${shardId})`.execute(
    system,
  )
  await system
    .insertInto('logCheckpoint')
    .values({ shardId, size, root: Buffer.alloc(32), note: Buffer.from(note) })
    .onConflict((c) => c.doNothing())
    .execute()
}

/** An anchor as if it had come so far by itself, of a checkpoint that the log keeps. */
export async function keepAnchor(
  db: Database,
  anchor: Omit<Insertable<DB['chainAnchor']>, 'id' | 'shardId' | 'size'> & { shardId?: number; size: number },
): Promise<string> {
  const [id, shardId] = [newId(), anchor.shardId ?? 1]
  await keepCheckpoint(db, { shardId, size: anchor.size, note: anchor.note })
  await db.system
    .insertInto('chainAnchor')
    .values({ ...anchor, id, shardId })
    .execute()
  return id
}

/** A service's part that writes anchors, on a real database: the log's table stands in memory. */
export async function openAnchoring() {
  const [database, dir] = [await createTestDatabase(), mkdtempSync(join(tmpdir(), 'skz-anchors-'))]
  const db = openDatabase(database.url, { max: 4 })
  const admin = new pg.Client({ connectionString: database.url })
  await admin.connect()
  const keyFile = join(dir, 'key')
  writeFileSync(keyFile, richKey, { mode: 0o600 })
  let checkpoint: CheckpointToAnchor | undefined
  const errors: unknown[] = []
  const held: string[] = []
  const orphaned: string[] = []
  /** As the log's table gives it: none but where the log grew. */
  const source: AnchorChain['source'] = async (chain) => {
    const { most } = await db.system
      .selectFrom('chainAnchor')
      .select((e) => e.fn.max('size').as('most'))
      .where('chainId', '=', chain)
      .executeTakeFirstOrThrow()
    return checkpoint && checkpoint.size > Number(most ?? 0) ? checkpoint : undefined
  }
  return {
    db,
    admin,
    dir,
    keyFile,
    errors,
    held,
    orphaned,
    databaseUrl: database.url,
    async grow(size: number) {
      checkpoint = { shardId: 1, size, note: noteOf(size) }
      await keepCheckpoint(db, checkpoint)
    },
    shrink() {
      checkpoint = undefined
    },
    async chain(rpc: string[], more: Partial<ChainSettings> = {}): Promise<AnchorChain> {
      const settings: ChainSettings = {
        id: chainId,
        name: '试链',
        nameEn: 'Trial',
        mode: 'evm',
        rpc,
        allowPrivate: [],
        keyFile,
        confirmations: 3,
        maxFeeGwei: 500,
        bumpSeconds: 60,
        giveUpSeconds: 3_600,
        patience: 2,
        explorer: 'https://explorer.example/tx/{tx}',
        ...more,
      }
      await nameChain(db, settings)
      return {
        db,
        settings,
        every: 1,
        adapter: adapterOf(settings, ['127.0.0.0/8']),
        source,
        whenHeld: async (_, id) => void held.push(id),
        whenOrphaned: async (_, id) => void orphaned.push(id),
        onError: (error) => void errors.push(error),
      }
    },
    /** Looks once, as if it were due. */
    async look(chain: AnchorChain) {
      await admin.query('update chain set due_at = app_now()')
      await advanceAnchors(chain)
      return this.newest()
    },
    /** Looks again at confirmed anchors, as if it were their turn. */
    async recheckConfirmed(chain: AnchorChain) {
      await admin.query('update chain_anchor set check_at = app_now() where check_at is not null')
      return this.look(chain)
    },
    async newest() {
      return db.system.selectFrom('chainAnchor').selectAll().orderBy('begunAt', 'desc').limit(1).executeTakeFirst()
    },
    async trouble() {
      return db.system
        .selectFrom('chain')
        .select(['trouble', 'troubleDetail', 'failures', 'balance', 'height', 'address', 'lease'])
        .executeTakeFirstOrThrow()
    },
    anchors: () => db.system.selectFrom('chainAnchor').selectAll().orderBy('begunAt').execute(),
    transactions: () => db.system.selectFrom('chainTransaction').selectAll().orderBy('signedAt').execute(),
    /** Makes everything so far so many seconds older. */
    async age(seconds: number) {
      await admin.query(`update chain_transaction set signed_at = signed_at - make_interval(secs => $1)`, [seconds])
      await admin.query(
        `update chain_anchor set begun_at = begun_at - make_interval(secs => $1), tried_at = tried_at - make_interval(secs => $1), confirmed_at = confirmed_at - make_interval(secs => $1)`,
        [seconds],
      )
    },
    async clear() {
      await admin.query('truncate chain, chain_anchor, chain_transaction, later_proof')
      checkpoint = undefined
      errors.length = 0
      held.length = 0
      orphaned.length = 0
    },
    async close() {
      await admin.end()
      await db.close()
      await database.drop()
      rmSync(dir, { recursive: true, force: true })
    },
  }
}
export type Anchoring = Awaited<ReturnType<typeof openAnchoring>>
