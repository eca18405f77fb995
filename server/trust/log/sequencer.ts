import { sql } from 'kysely'
import { utf8 } from '../../../proof/bytes.ts'
import { checkpointText } from '../../../proof/log/checkpoint.ts'
import { logKeyOf } from '../../../proof/log/logged.ts'
import { signatureLine } from '../../../proof/log/note.ts'
import { readCertificate } from '../../../proof/x509.ts'
import type { Tx } from '../../kit/db/db.ts'
import type { Services } from '../../kit/services.ts'
import { shanghaiDay } from '../../kit/shanghai-time.ts'
import type { Authority, LogSigner } from '../authority.ts'
import { grow, type Grown } from './tree.ts'
import * as repo from './log.repo.ts'

/** Any fixed number: one sequencer at a time over all processes. */
const lockKey = 7_213_042
export const mostInBatch = 1_024

/** What happens in the transaction that logs evidence; the domains above say it. */
export type WhenLogged = (tx: Tx, evidenceIds: string[]) => Promise<void>

interface Target {
  /** Missing while the shard is yet to be opened. */
  id?: number
  name: string
  origin: string
  certificate: Buffer
  size: number
  /** What a new shard begins with: how the one before it ended. */
  first: Omit<repo.NewEntry, 'idx' | 'size'>[]
}

/**
 * Appends what waits, a batch a transaction, until nothing waits; gives the number of leaves. The checkpoint is signed before the
 * transaction opens; where another process was quicker, nothing of it is kept and it is tried again.
 */
export async function sequenceLog(services: Services, authority: Pick<Authority, 'logSigner'>, whenLogged: WhenLogged): Promise<number> {
  let all = 0
  for (;;) {
    if (!(await repo.waiting(services.db.system, 1)).length) return all
    const signer = authority.logSigner()
    // The size before the batch: what another process logs in between changes the size, and nothing is logged twice.
    const target = await targetOf(services, signer)
    const batch = await repo.waiting(services.db.system, mostInBatch)
    if (!batch.length) return all
    const entries = [...target.first, ...batch]
    const grown = await grow(readerOf(services, target), target.size, entries.map((e) => e.leaf))
    const note = await signed(target.origin, grown, signer)
    const done = await services.db.asSystem((tx) => keep(tx, { target, batch, entries, grown, note }, whenLogged))
    if (!done) return all
    all += batch.length
    if (batch.length < mostInBatch) return all
  }
}

const readerOf = ({ db }: Services, { id }: Target) => (id === undefined ? () => Promise.resolve([]) : repo.readNodes(db.system, id))

/** The shard of this year and key, or one that is to be opened: a log that changes its key goes on elsewhere. */
async function targetOf({ db, config }: Services, { certificate }: LogSigner): Promise<Target> {
  const year = shanghaiDay(new Date()).slice(0, 4)
  const newest = await repo.newestShard(db.system)
  const last = newest && (await repo.newestCheckpoint(db.system, newest.id))
  if (newest && newest.certificate.equals(certificate) && newest.name.split('-')[0] === year) return { ...newest, size: last?.size ?? 0, first: [] }
  const before = await repo.shardsOfYear(db.system, year)
  const name = before ? `${year}-${before + 1}` : year
  const chained = last && Buffer.concat([Buffer.from('shimakaze-log/v1\n'), last.note])
  return {
    name, origin: `${new URL(config.publicUrl).host}/log/${name}`, certificate, size: 0,
    first: chained ? [{ kind: 'shard', subject: name, evidenceId: null, leaf: chained }] : [],
  }
}

async function signed(origin: string, { size, root }: Grown, { certificate, sign }: LogSigner): Promise<Buffer> {
  const text = checkpointText({ origin, size, root })
  const key = { name: origin, publicKey: logKeyOf(readCertificate(certificate)) }
  return Buffer.from(`${text}\n${await signatureLine(key, await sign(utf8(text)))}`)
}

interface Batch {
  target: Target
  batch: repo.Waiting[]
  entries: Omit<repo.NewEntry, 'idx' | 'size'>[]
  grown: Grown
  note: Buffer
}

/** False where the tree is not the one any more that the batch was computed for. */
async function keep(tx: Tx, { target, batch, entries, grown, note }: Batch, whenLogged: WhenLogged): Promise<boolean> {
  const { rows: [lock] } = await sql<{ mine: boolean }>`select pg_try_advisory_xact_lock(${lockKey}) as mine`.execute(tx)
  if (!lock?.mine) return false
  const newest = await repo.newestShard(tx)
  const size = newest && newest.name === target.name ? ((await repo.newestCheckpoint(tx, newest.id))?.size ?? 0) : 0
  if ((target.id !== undefined && newest?.id !== target.id) || (target.id === undefined && newest?.name === target.name) || size !== target.size) return false
  const shardId = target.id ?? (await repo.newShard(tx, { name: target.name, origin: target.origin, certificate: target.certificate })).id
  await repo.keepEntries(tx, shardId, entries.map((e, i) => ({ ...e, idx: target.size + i, size: grown.size })))
  await repo.keepNodes(tx, shardId, grown.nodes)
  await repo.keepCheckpoint(tx, shardId, { size: grown.size, root: grown.root, note })
  await repo.forget(tx, batch.map((b) => b.id))
  await whenLogged(tx, batch.flatMap((b) => b.evidenceId ?? []))
  return true
}
