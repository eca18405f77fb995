import { randomBytes } from 'node:crypto'
import {
  chmod,
  lchown,
  lstat,
  mkdir,
  open,
  readdir,
  readlink,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

/**
 * `sets/<n>/` holds keys, certificates and revocation list that belong together; the link `active` names the one in use and
 * is the only thing that a renewal changes, so that nobody ever sees half of one set and half of another.
 * `archive/<n>/` keeps the certificates of former sets, without their keys.
 */
const link = (keysDir: string) => join(keysDir, 'active')
const sets = (keysDir: string) => join(keysDir, 'sets')
export const archiveOf = (keysDir: string) => join(keysDir, 'archive')

export const exists = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  )
const namesIn = (dir: string): Promise<string[]> =>
  readdir(dir).then(
    (names) => names.filter((n) => /^\d{4,}$/.test(n)).sort(),
    () => [],
  )

/** A plain folder `active`, as installations had it before keys could be renewed. */
async function plainSet(keysDir: string): Promise<string | undefined> {
  const at = await lstat(link(keysDir)).catch(ignoreAbsent)
  return at?.isDirectory() && (await exists(join(link(keysDir), 'keys.json'))) ? link(keysDir) : undefined
}

/** The folder of the set in use, by its own name; undefined where no keys were made yet. */
export async function activeSet(keysDir: string): Promise<string | undefined> {
  const plain = await plainSet(keysDir)
  if (plain) return plain
  const target = await readlink(link(keysDir)).catch(() => undefined)
  if (target !== undefined) return join(keysDir, target)
  // A first switch was cut short between the folder and its link.
  const newest = (await namesIn(sets(keysDir))).at(-1)
  return newest === undefined ? undefined : join(sets(keysDir), newest)
}

/** Folders of all certificates that were ever issued into this key folder, oldest first. */
export async function everySet(keysDir: string): Promise<string[]> {
  const under = async (dir: string) => (await namesIn(dir)).map((n) => join(dir, n))
  const plain = await plainSet(keysDir)
  return [...(await under(archiveOf(keysDir))), ...(plain ? [plain] : []), ...(await under(sets(keysDir)))]
}

/** Writes a set beside the one in use and gives its folder; nobody looks at it before `switchTo`. */
export async function writeSet(keysDir: string, files: Record<string, string>): Promise<string> {
  const used = [...(await namesIn(sets(keysDir))), ...(await namesIn(archiveOf(keysDir)))]
  // 1 is left to a plain folder, which takes its place among the sets when it is replaced.
  const highest = used.reduce((most, n) => Math.max(most, Number(n)), (await plainSet(keysDir)) ? 1 : 0)
  const next = String(highest + 1).padStart(4, '0')
  const draft = join(sets(keysDir), `${next}.new`)
  await rm(draft, { recursive: true, force: true })
  await writeFolder(draft, files)
  return draft
}

/** Makes a written set the one in use: a reader, and a crash at any instant, meets the old one or the new one. */
export async function switchTo(keysDir: string, draft: string) {
  const name = basename(draft, '.new')
  const set = join(sets(keysDir), name)
  if (await plainSet(keysDir)) await rename(link(keysDir), join(sets(keysDir), '0001'))
  await rename(draft, set)
  await syncFolder(sets(keysDir))
  const next = `${link(keysDir)}.${randomBytes(4).toString('hex')}`
  await symlink(join('sets', name), next)
  await own(next)
  await rename(next, link(keysDir))
  await syncFolder(keysDir)
}

const publicFiles = [
  'tsa.cert.pem',
  'seal.cert.pem',
  'log.cert.pem',
  'ca-seal.cert.pem',
  'ca-seal.vouched.pem',
  'keys.json',
  'keys.signed',
]

/** Archives the certificates of every set that is not in use and destroys its keys. */
export async function retireOthers(keysDir: string, active: string): Promise<void> {
  for (const name of await namesIn(sets(keysDir))) {
    const set = join(sets(keysDir), name)
    if (set === active) continue
    for (const id of ['tsa', 'seal', 'log', 'ca-seal']) await destroy(join(set, `${id}.key.pem`))
    const kept = join(archiveOf(keysDir), name)
    await makeFolder(kept)
    for (const file of publicFiles) await rename(join(set, file), join(kept, file)).catch(ignoreAbsent)
    await syncFolder(kept)
    await rm(set, { recursive: true, force: true })
  }
}

const ignoreAbsent = (e: NodeJS.ErrnoException): undefined => {
  if (e.code !== 'ENOENT') throw e
}

/** Overwritten before it is removed. Copies that a file system, a disk or a backup kept are out of reach; they are encrypted. */
async function destroy(path: string) {
  const size = await stat(path).then(
    (s) => s.size,
    () => 0,
  )
  if (size) await writeFile(path, randomBytes(size), { flag: 'r+', flush: true })
  await rm(path, { force: true })
}

/** The old file or the new one, never a part of either. */
export async function replaceFile(path: string, text: string) {
  const draft = `${path}.${randomBytes(4).toString('hex')}`
  await writeFile(draft, text, { mode: 0o600, flush: true })
  await own(draft)
  await rename(draft, path)
  await syncFolder(dirname(path))
}

export async function writeFolder(dir: string, files: Record<string, string>) {
  await makeFolder(dir)
  // A folder that was there already; a medium formatted for every system knows no modes.
  await chmod(dir, 0o700).catch((e: NodeJS.ErrnoException) => {
    if (e.code !== 'EPERM') throw e
  })
  for (const [name, text] of Object.entries(files)) await replaceFile(join(dir, name), text)
}

export async function makeFolder(dir: string) {
  if (await exists(dir)) return
  await makeFolder(dirname(dir))
  await mkdir(dir, { mode: 0o700 }).catch((e: NodeJS.ErrnoException) => {
    if (e.code !== 'EEXIST') throw e
  })
  await own(dir)
}

/** Root makes keys for the service's own user, who has to read them: what is new belongs to whom the folder around it does. */
async function own(path: string) {
  if (process.getuid?.() !== 0) return
  const { uid, gid } = await stat(dirname(path))
  if (uid !== 0 || gid !== 0) await lchown(path, uid, gid)
}

async function syncFolder(dir: string) {
  const folder = await open(dir, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
