import { mkdir, open, readdir, rename, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { StoreError } from './store.ts'

const marker = 'shimakaze-data'
/** What may lie in a data folder: folders of ours, and what a file system puts at its root. */
const ours = new Set([marker, 'postgres', 'store', 'keys', 'work', 'incoming', 'ballast', 'lost+found'])

/**
 * Makes the data folder, or refuses one that holds other things: a mistyped path must not be filled with a database
 * and keys, nor another program's files be swept. Folders from before the marker are known by what is in them.
 */
export async function claimDataFolder(dir: string) {
  await mkdir(dir, { recursive: true, mode: 0o700 })
  const names = await readdir(dir)
  if (names.includes(marker)) return
  const foreign = names.filter((n) => !ours.has(n.replace(/\.\d+$/, '')))
  if (foreign.length) {
    throw new StoreError(
      `${dir} is not a data folder of Shimakaze: it holds ${foreign.slice(0, 3).join(', ')} and no file ${marker}. Set SHIMAKAZE_DATA to the right folder, or to one that is empty or does not exist.`,
    )
  }
  await writeWhole(join(dir, marker), Buffer.from('v1\n'))
}

const ballastBytes = 64 * 1024 * 1024
/** With less free than this PostgreSQL may fail at its next write, and then not start again. */
const emergencyBytes = 64 * 1024 * 1024
/** With more free than this there is room for ballast beside what the store keeps free. */
const plentyBytes = 384 * 1024 * 1024

/**
 * Ballast is a file that is there to be removed: where others fill the disk, it makes room for the database beside it,
 * which stops and stays down when it cannot write its log. True where it was removed now.
 */
export async function dropBallast(dir: string): Promise<boolean> {
  if (!(await hasBallast(dir)) || (await freeBytes(dir)) >= emergencyBytes) return false
  await rm(join(dir, 'ballast'), { force: true })
  return true
}

export async function takeBallast(dir: string) {
  if ((await hasBallast(dir)) || (await freeBytes(dir)) <= plentyBytes) return
  await writeWhole(join(dir, 'ballast'), Buffer.alloc(1024 * 1024), ballastBytes)
}

const hasBallast = (dir: string) =>
  stat(join(dir, 'ballast')).then(
    () => true,
    () => false,
  )

async function freeBytes(dir: string) {
  const { bavail, bsize } = await statfs(dir)
  return bavail * bsize
}

/** Beside, then renamed: never half. Whole bytes and not a hole, so that its blocks are really taken. */
async function writeWhole(path: string, piece: Buffer, size = piece.length) {
  const half = `${path}.${process.pid}`
  const file = await open(half, 'w', 0o600)
  try {
    for (let written = 0; written < size; written += piece.length) await file.writeFile(piece)
    await file.datasync()
    await file.close()
    await rename(half, path)
  } finally {
    await file.close().catch(() => {})
    await rm(half, { force: true })
  }
}
