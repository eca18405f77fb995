import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { createServer } from 'node:net'

interface UidRange {
  readonly first: number
  readonly last: number
}

export interface ReservedUid {
  readonly uid: number
  release(): Promise<void>
}

/** Systemd's range for users that exist only as long as a process: no file belongs to them. */
export const DYNAMIC_UIDS: UidRange = { first: 61_184, last: 65_519 }

/** The browser's group has the same number, so a group with a name is as bad as a user with one. */
async function namedIds(): Promise<Set<number>> {
  const files = await Promise.all(['/etc/passwd', '/etc/group'].map((path) => readFile(path, 'utf8').catch(() => '')))
  return new Set(
    files.flatMap((text) => text.split('\n').flatMap((line) => (line ? [Number(line.split(':')[2])] : []))),
  )
}

/** Users of what runs now. A browser may outlive the process of ours that reserved its number. */
async function runningUids(): Promise<Set<number>> {
  const processes = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name))
  const uids = processes.map(async (pid) => {
    const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
    return /^Uid:\s+(.*)$/m.exec(status)?.[1]?.split(/\s+/).map(Number) ?? []
  })
  return new Set((await Promise.all(uids)).flat())
}

/**
 * Undefined where somebody holds it. A socket in Linux's abstract namespace: one process of the machine can listen under a name, and the kernel
 * gives the name back when that process ends, however it does. A file would stay behind.
 */
async function hold(uid: number): Promise<ReservedUid | undefined> {
  const server = createServer().unref()
  server.listen({ path: `\0shimakaze-browser-uid-${uid}`, exclusive: true })
  try {
    await once(server, 'listening')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return undefined
    throw error
  }
  return {
    uid,
    release: () => new Promise((done) => server.close(() => done())),
  }
}

/**
 * A user for one browser, until it is released or this process ends: no other capture on this machine has it at the same time, nothing runs as it and
 * it has no name. From anywhere in the range, so that what a browser might leave behind is not its successor's. Null where none can be had:
 * the browser then has no user of its own, which its report says.
 */
export async function reserveUid({ first, last }: UidRange = DYNAMIC_UIDS): Promise<ReservedUid | null> {
  const count = last - first + 1
  const [start, named] = [randomInt(count), await namedIds()]
  for (let i = 0; i < count; i++) {
    const uid = first + ((start + i) % count)
    if (named.has(uid)) continue
    const reserved = await hold(uid).catch(() => null)
    if (reserved === null) return null
    if (!reserved) continue
    // Looked at while it is held: whoever held it before starts nothing any more.
    if (!(await runningUids()).has(uid)) return reserved
    await reserved.release()
  }
  return null
}
