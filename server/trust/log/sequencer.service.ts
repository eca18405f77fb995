import { sql } from 'kysely'
import { equal, utf8 } from '../../../proof/bytes.ts'
import { checkpointText } from '../../../proof/log/checkpoint.ts'
import { logKeyOf } from '../../../proof/log/logged.ts'
import { signatureLine } from '../../../proof/log/note.ts'
import { readCertificate } from '../../../proof/formats/x509.ts'
import { leafDigest } from '../../kit/audit/audit-chain.ts'
import type { Queryable, Tx } from '../../kit/db/db.ts'
import type { Services } from '../../kit/services.ts'
import { shanghaiDay } from '../../../contract/kit/shanghai-time.ts'
import type { Marks } from '../../kit/storage/store.ts'
import type { Authority, LogSigner } from '../keys/authority.service.ts'
import { TrustError } from '../trust-error.types.ts'
import * as repo from './log.repo.ts'
import { newestShard, newestCheckpoint, readNodes } from './log.read.ts'
import {
  type FoundHighWaterMark,
  highWaterMarkOf,
  isMarkSignedBy,
  leaveHighWaterMark,
  standingOf,
  tidyHighWaterMarks,
} from './high-water-marks.ts'
import { grow, type Grown } from './merkle-tree.service.ts'

/** Any fixed number: one sequencer at a time over all processes. */
const lockKey = 7_213_042
export const mostInBatch = 1_024

/** What was logged, by ids. */
export interface Logged {
  evidenceIds: string[]
  paperIds: string[]
}

/** What happens in the transaction that logs something; the domains above say it. */
export type WhenLogged = (tx: Tx, logged: Logged) => Promise<void>

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
export async function sequenceLog(
  services: Services,
  authority: Pick<Authority, 'logSigner'>,
  whenLogged: WhenLogged,
): Promise<number> {
  let all = 0
  for (;;) {
    if (!(await repo.waiting(services.db.system, 1)).length) return all
    const signer = authority.logSigner()
    // The size before the batch: what another process logs in between changes the size, and nothing is logged twice.
    const target = await targetOf(services, signer)
    const step = await appendBatch(services, { target, signer }, whenLogged).catch(async (error: unknown) => {
      if (isBehind(error) && (await hasMovedOn(services, signer, target))) return { appended: 0, mayBeMore: true }
      throw error
    })
    all += step.appended
    if (!step.mayBeMore) return all
  }
}

/** Nothing is appended where nothing waits, or where another process was quicker. */
async function appendBatch(
  services: Services,
  { target, signer }: { target: Target; signer: LogSigner },
  whenLogged: WhenLogged,
): Promise<{ appended: number; mayBeMore: boolean }> {
  const { batch, mark } = await batchFor(services, target)
  if (!batch.length) return { appended: 0, mayBeMore: false }
  const entries = [...target.first, ...batch]
  const leaves = entries.map((e) => e.leaf)
  const grown = await grow(readerOf(services, target), target.size, leaves)
  if (mark && !(mark.size === grown.size && equal(mark.root, grown.root))) throw behind(target, mark)
  const note = await signed(target.origin, grown, signer)
  const { marks } = services.store
  const done = await services.db.asSystem((tx) => keep(tx, marks, { target, batch, entries, grown, note }, whenLogged))
  if (!done) return { appended: 0, mayBeMore: false }
  await tidyHighWaterMarks(marks, target.name)
  return { appended: batch.length, mayBeMore: batch.length === mostInBatch || mark !== undefined }
}

const readerOf = ({ db }: Services, { id }: Target) =>
  id === undefined ? () => Promise.resolve([]) : readNodes(db.system, id)

const behind = ({ name, size }: Target, mark: FoundHighWaterMark) =>
  new TrustError('log-behind', `${name}, ${size} < ${mark.size}`)
const isBehind = (error: unknown) => error instanceof TrustError && error.code === 'log-behind'

/**
 * Whether another process logged since the target was read: marks that are ahead of an old look say nothing of the database.
 * Whoever left a mark saw what it grew from committed, so that a new look sees it too.
 */
async function hasMovedOn(
  services: Pick<Services, 'db' | 'config' | 'store'>,
  key: Pick<LogSigner, 'certificate'>,
  target: Target,
): Promise<boolean> {
  const now = await targetOf(services, key)
  return now.id !== target.id || now.size !== target.size
}

/** What is appended next: what waits, or once more what a batch held whose end nobody knows. */
async function batchFor(
  { db, store }: Pick<Services, 'db' | 'store'>,
  target: Target,
): Promise<{ batch: repo.Waiting[]; mark?: FoundHighWaterMark }> {
  const standing = await standingOf(db.system, store.marks, target)
  if (standing.is === 'level') return { batch: await repo.waiting(db.system, mostInBatch) }
  const { mark } = standing
  if (standing.is === 'abandoned') {
    await store.marks.remove(mark.name)
    return batchFor({ db, store }, target)
  }
  const batch = standing.is === 'unfinished' ? await sameLeaves(db.system, target, mark) : undefined
  if (!batch) throw behind(target, mark)
  return { batch, mark }
}

/** What the log's key signed of the shard that it would go on in, where the database knows less; undefined where all is well. */
export async function signedBeyond(
  services: Pick<Services, 'db' | 'config' | 'store'>,
  key: Pick<LogSigner, 'certificate'>,
): Promise<{ shard: string; size: number; signed: number } | undefined> {
  const target = await targetOf(services, key)
  const standing = await standingOf(services.db.system, services.store.marks, target)
  if (
    standing.is !== 'behind' &&
    !(standing.is === 'unfinished' && !(await sameLeaves(services.db.system, target, standing.mark)))
  )
    return undefined
  if (await hasMovedOn(services, key, target)) return undefined
  return { shard: target.name, size: target.size, signed: standing.mark.size }
}

/** The entries of a marked batch in their order; undefined where the database has not all of them. */
async function sameLeaves(
  db: Queryable,
  { first }: Target,
  { leaves }: FoundHighWaterMark,
): Promise<repo.Waiting[] | undefined> {
  if (first.some((e, i) => hashOf(e) !== leaves[i])) return undefined
  const wanted = leaves.slice(first.length)
  const found = new Map((await repo.waitingByHash(db, wanted)).map((w) => [hashOf(w), w]))
  const batch = wanted.flatMap((hash) => found.get(hash) ?? [])
  return batch.length === wanted.length ? batch : undefined
}

const hashOf = ({ leaf }: { leaf: Buffer }) => leafDigest(leaf).toString('hex')

/** The year of Shanghai. Where another process was there before, whose clock is a moment ahead, it is the one that this process goes on in. */
function yearNow(newestShardName = ''): string {
  const [year, newest] = [shanghaiDay(new Date()).slice(0, 4), newestShardName.split('-')[0]!]
  return newest > year ? newest : year
}

/** The shard of this year and key, or one that is to be opened: a log that changes its key goes on elsewhere. */
async function targetOf(
  { db, config, store }: Pick<Services, 'db' | 'config' | 'store'>,
  { certificate }: Pick<LogSigner, 'certificate'>,
): Promise<Target> {
  const newest = await newestShard(db.system)
  const year = yearNow(newest?.name)
  const last = newest && (await newestCheckpoint(db.system, newest.id))
  if (newest && newest.certificate.equals(certificate) && newest.name.split('-')[0] === year)
    return { ...newest, size: last?.size ?? 0, first: [] }
  const publicKey = logKeyOf(readCertificate(certificate))
  const chained = last && Buffer.concat([Buffer.from('shimakaze-log/v1\n'), last.note])
  for (let number = (await repo.lastOfYear(db.system, year)) + 1; ; number++) {
    const name = number > 1 ? `${year}-${number}` : year
    const origin = `${new URL(config.publicUrl).host}/log/${name}`
    // A shard of another key under this name was signed before the database was brought back: no name stands for two trees.
    const mark = await highWaterMarkOf(store.marks, name)
    if (mark && !(await isMarkSignedBy(mark, { name: origin, publicKey }))) continue
    return {
      name,
      origin,
      certificate,
      size: 0,
      first: chained ? [{ kind: 'shard', subject: name, evidenceId: null, leaf: chained }] : [],
    }
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
async function keep(
  tx: Tx,
  marks: Marks,
  { target, batch, entries, grown, note }: Batch,
  whenLogged: WhenLogged,
): Promise<boolean> {
  const {
    rows: [lock],
  } = await sql<{ mine: boolean }>`select pg_try_advisory_xact_lock(${lockKey}) as mine`.execute(tx)
  if (!lock?.mine) return false
  const newest = await newestShard(tx)
  const size = newest && newest.name === target.name ? ((await newestCheckpoint(tx, newest.id))?.size ?? 0) : 0
  if (
    (target.id !== undefined && newest?.id !== target.id) ||
    (target.id === undefined && newest?.name === target.name) ||
    size !== target.size
  )
    return false
  // Another process may have marked a batch and died since.
  const marked = await highWaterMarkOf(marks, target.name)
  if (marked && marked.size > size && marked.note !== note.toString()) return false
  const shardId =
    target.id ??
    (await repo.newShard(tx, { name: target.name, origin: target.origin, certificate: target.certificate })).id
  await repo.keepEntries(
    tx,
    shardId,
    entries.map((e, i) => ({ ...e, idx: target.size + i, size: grown.size })),
  )
  await repo.keepNodes(tx, shardId, grown.nodes)
  await repo.keepCheckpoint(tx, shardId, { size: grown.size, root: grown.root, note })
  await repo.forget(
    tx,
    batch.map((b) => b.id),
  )
  await whenLogged(tx, {
    evidenceIds: batch.flatMap((b) => b.evidenceId ?? []),
    paperIds: batch.flatMap((b) => b.paperId ?? []),
  })
  // Last before the commit: see high-water-marks.ts.
  const mark = { from: target.size, leaves: entries.map(hashOf), note: note.toString() }
  if (!(await leaveHighWaterMark(marks, target.name, grown.size, mark)))
    throw new Error(`log: another batch was marked as ${target.name}, ${grown.size}`)
  return true
}
