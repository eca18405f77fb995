import { mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { equal } from '../../../proof/bytes.ts'
import { openCheckpoint } from '../../../proof/log/checkpoint.ts'
import { logKeyOf } from '../../../proof/log/logged.ts'
import { verifierKey } from '../../../proof/log/note.ts'
import { readCertificate } from '../../../proof/formats/x509.ts'
import type { Queryable } from '../../kit/db/db.ts'
import { syncFolder } from '../../kit/storage/durable.ts'
import { type Shard, allShards, newestCheckpoint, checkpointOf } from './log.read.ts'
import { tilePath } from './tile-path.ts'
import { readTile } from './tiles.ts'
import { tileWidth } from './merkle-tree.service.ts'

/** The folder is not of this log, or of another history of it. */
export class ExportRefused extends Error {}

export interface Exported {
  shards: number
  entries: number
  /** Written now; whole tiles that were there stay as they are. */
  files: number
}

/**
 * Writes every shard below `<folder>/log` under the paths that readers ask for (C2SP tlog-tiles): tiles first, the checkpoint that
 * names them last, each file beside and then under its name, so that whoever reads meanwhile, or after a crash, finds a whole log.
 */
export async function exportLog(db: Queryable, folder: string): Promise<Exported> {
  const done: Exported = { shards: 0, entries: 0, files: 0 }
  const root = join(folder, 'log')
  const shards = await allShards(db)
  for (const shard of shards) {
    const newest = await newestCheckpoint(db, shard.id)
    if (!newest) continue
    const at = join(root, shard.name)
    const before = await sizeBefore(db, shard, at)
    done.files += await writeTiles(db, shard, at, before, newest.size)
    if (await put(join(at, 'checkpoint'), newest.note)) done.files++
    done.shards++
    done.entries += newest.size
  }
  const keys = await Promise.all(
    shards.map((s) => verifierKey({ name: s.origin, publicKey: logKeyOf(readCertificate(s.certificate)) })),
  )
  if (await put(join(root, 'keys'), Buffer.from(keys.map((key) => `${key}\n`).join('')))) done.files++
  return done
}

/** How far an earlier export came. What it published must be the beginning of what is there now. */
async function sizeBefore(db: Queryable, shard: Shard, at: string): Promise<number> {
  const note = await readFile(join(at, 'checkpoint')).catch(absent)
  if (!note) return 0
  const key = logKeyOf(readCertificate(shard.certificate))
  const published = await openCheckpoint(note, key).catch(() => {
    throw new ExportRefused(`${at} holds the log of another key. Choose another folder.`)
  })
  const known = await checkpointOf(db, shard.id, published.size)
  if (!known || !equal(known.root, published.root))
    throw new ExportRefused(
      `${at} holds ${published.size} entries that this database does not know: it is older than what was published, or another. Nothing was written. See docs/keys.md, Restore.`,
    )
  return published.size
}

/** Tiles that the last export did not write whole. */
async function writeTiles(db: Queryable, shard: Shard, at: string, from: number, to: number): Promise<number> {
  let files = 0
  const write = async (level: number | 'entries', index: number, width: number) => {
    const asked = { level, index, width }
    const bytes = await readTile(db, shard, asked)
    if (!bytes) throw new Error(`log: no tile ${tilePath(asked)} of ${shard.name}`)
    if (await put(join(at, tilePath(asked)), bytes)) files++
  }
  for (const level of ['entries', ...levelsOf(to)] as const) {
    const unit = level === 'entries' ? 1 : tileWidth ** level
    const [first, there] = [Math.floor(Math.floor(from / unit) / tileWidth), Math.floor(to / unit)]
    for (let index = first; index * tileWidth < there; index++)
      await write(level, index, Math.min(tileWidth, there - index * tileWidth))
  }
  return files
}

const levelsOf = (size: number): number[] =>
  Array.from({ length: 8 }, (_, level) => level).filter((level) => tileWidth ** level <= size)

/** False where the very bytes are there already. */
async function put(path: string, bytes: Buffer): Promise<boolean> {
  const size = await stat(path).then((s) => s.size, absent)
  if (size === bytes.length && bytes.equals(await readFile(path))) return false
  await settleFolder(dirname(path))
  const half = `${path}.half`
  const file = await open(half, 'w', 0o644)
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(half, path).catch(async (error: unknown) => {
    await rm(half, { force: true })
    throw error
  })
  await syncFolder(dirname(path))
  return true
}

/** Made where it is missing, its name and those above it durable; others, such as a web server, may read. */
async function settleFolder(dir: string) {
  const first = await mkdir(dir, { recursive: true, mode: 0o755 })
  for (let made = dir; first && made.length >= first.length; made = dirname(made)) await syncFolder(dirname(made))
}

function absent(e: NodeJS.ErrnoException): undefined {
  if (e.code !== 'ENOENT') throw e
}
