import { createHash } from 'node:crypto'
import { realpath } from 'node:fs/promises'
import { createServer } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { makeFolder } from './key-folder.ts'
import { TrustError } from '../trust-error.types.ts'

const tries = 600

/**
 * Runs alone on a key folder among all processes of this machine. The lock is an abstract socket: taking it is atomic, and
 * the kernel takes it back from a process that is killed, so that no stale lock can stand in the way of a revocation.
 */
export async function withKeyLock<T>(keysDir: string, work: () => Promise<T>): Promise<T> {
  await makeFolder(keysDir)
  const name = `\0shimakaze-keys-${createHash('sha256')
    .update(await realpath(keysDir))
    .digest('hex')
    .slice(0, 32)}`
  const release = await take(name)
  try {
    return await work()
  } finally {
    await release()
  }
}

async function take(name: string): Promise<() => Promise<void>> {
  for (let left = tries; left > 0; left--) {
    const release = await tryOnce(name)
    if (release) return release
    await pause(100)
  }
  throw new TrustError('keys-busy')
}

function tryOnce(name: string): Promise<(() => Promise<void>) | undefined> {
  return new Promise((done, fail) => {
    const server = createServer((socket) => socket.destroy())
    server.once('error', (e: NodeJS.ErrnoException) => (e.code === 'EADDRINUSE' ? done(undefined) : fail(e)))
    server.listen(name, () => done(() => new Promise((closed) => server.close(() => closed()))))
  })
}
