import { equal, fromUtf8 } from '../../../proof/bytes.ts'
import { readCheckpoint } from '../../../proof/log/checkpoint.ts'
import { checkNote, readNote, type NoteKey } from '../../../proof/log/note.ts'
import type { Queryable } from '../../kit/db/db.ts'
import type { Marks } from '../../kit/storage/store.ts'
import { checkpointOf } from './log.read.ts'

/*
 * High-water marks of the log: why no key signs two histories although the database may be brought back to an older state.
 *
 *  1. The last thing a batch does before its commit is to leave a mark in the store, which is not restored with the database:
 *     the signed checkpoint, the size it grew from, and the hashes of its leaves. A checkpoint can be fetched, or put into a
 *     package, only after that commit. So whatever anybody ever got of a shard, the store has a mark as high.
 *  2. Before a batch is computed, and again under the lock, the highest mark of the shard is compared with the database. A
 *     database that knows its checkpoint goes on.
 *  3. A mark that is ahead of the database by just one checkpoint is of a batch whose commit failed, or of a restore to just
 *     before it. Both end well in the same way: the same leaves in the same order give the same tree, the same text and, as
 *     Ed25519 is deterministic, the same signature. After a failed commit they wait in the queue still. Where they do not,
 *     or where more is missing, the database is older than what was signed: nothing more is signed under this key.
 *  4. A process that stalled so long that it lost the lock may leave its mark after another went on. Such a mark says that it
 *     grew from a checkpoint from which the database grew otherwise. It was never committed, and is removed.
 *
 * Names are written once, and each shard's highest counts, so that no writer can lower a mark. Lower ones are tidied away.
 */

/** A mark that a batch leaves in the store before its commit. */
export interface HighWaterMark {
  /** The size that the batch grew from. */
  from: number
  /** Hashes of its leaves, hexadecimal. */
  leaves: string[]
  /** The checkpoint as it was signed. */
  note: string
}

/** A mark as the store has it, with what its checkpoint says. */
export interface FoundHighWaterMark extends HighWaterMark {
  name: string
  size: number
  root: Uint8Array
}

const pattern = /^log-(\d{4}(?:-\d{1,6})?)-(\d{15})$/
const nameOf = (shard: string, size: number) => `log-${shard}-${String(size).padStart(15, '0')}`

interface Named {
  name: string
  size: number
}

/** Names of a shard's marks, the highest first. */
async function namesOf(marks: Marks, shard: string): Promise<Named[]> {
  const all = (await marks.list()).flatMap((name) => {
    const [, of, size] = pattern.exec(name) ?? []
    return of === shard ? [{ name, size: Number(size) }] : []
  })
  return all.toSorted((a, b) => b.size - a.size)
}

async function read(marks: Marks, { name, size }: Named): Promise<FoundHighWaterMark | undefined> {
  const bytes = await marks.get(name)
  if (!bytes) return undefined
  const { from, leaves, note } = JSON.parse(fromUtf8(bytes)) as HighWaterMark
  const checkpoint = readCheckpoint(readNote(Buffer.from(note)).text)
  if (checkpoint.size !== size) throw new Error(`the mark ${name} is of another checkpoint`)
  return { name, size, from, leaves, note, root: checkpoint.root }
}

/** A shard's highest mark, the one that counts; undefined before its first checkpoint. */
export async function highWaterMarkOf(marks: Marks, shard: string): Promise<FoundHighWaterMark | undefined> {
  for (const named of await namesOf(marks, shard)) {
    const found = await read(marks, named)
    // Tidied away in between: a higher one, or the next look, tells more.
    if (found) return found
  }
  return undefined
}

export const isMarkSignedBy = (mark: HighWaterMark, key: NoteKey): Promise<boolean> =>
  checkNote(readNote(Buffer.from(mark.note)), key).then(
    () => true,
    () => false,
  )

/** Leaves a mark; false where another batch of that size was marked. */
export async function leaveHighWaterMark(
  marks: Marks,
  shard: string,
  size: number,
  mark: HighWaterMark,
): Promise<boolean> {
  const name = nameOf(shard, size)
  if (await marks.put(name, Buffer.from(`${JSON.stringify(mark)}\n`))) return true
  return (await read(marks, { name, size }))?.note === mark.note
}

/** A copy of the store that is made meanwhile finds what it listed. */
const kept = 16

/** Lower marks say nothing that the highest does not: some stay, the rest goes. */
export async function tidyHighWaterMarks(marks: Marks, shard: string): Promise<void> {
  for (const { name } of (await namesOf(marks, shard)).slice(kept)) await marks.remove(name)
}

/** How a shard in the database stands beside its highest mark. */
export type Standing = { is: 'level' } | { is: 'unfinished' | 'behind' | 'abandoned'; mark: FoundHighWaterMark }

/** `id` is missing while the shard is not in the database. */
export async function standingOf(
  db: Queryable,
  marks: Marks,
  shard: { id?: number | undefined; name: string; size: number },
): Promise<Standing> {
  const mark = await highWaterMarkOf(marks, shard.name)
  if (!mark) return { is: 'level' }
  const known = async (size: number) => (shard.id === undefined ? undefined : checkpointOf(db, shard.id, size))
  const same = await known(mark.size)
  if (same && equal(same.root, mark.root)) return { is: 'level' }
  if (mark.from === shard.size) return { is: 'unfinished', mark }
  const grewFrom = mark.from === 0 || (await known(mark.from)) !== undefined
  return { is: mark.from < shard.size && grewFrom ? 'abandoned' : 'behind', mark }
}
