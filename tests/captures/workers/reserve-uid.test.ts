import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, it } from 'vitest'
import { isRoot } from '../../../server/captures/engine/browser/cache-folder.ts'
import { reserveUid, type ReservedUid } from '../../../server/captures/engine/browser/reserve-uid.ts'

const held: ReservedUid[] = []
const children: ChildProcess[] = []
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  for (const reserved of held.splice(0)) await reserved.release()
})
const reserve = async (range?: Parameters<typeof reserveUid>[0]) => {
  const reserved = await reserveUid(range)
  if (reserved) held.push(reserved)
  return reserved?.uid ?? null
}
/** Numbers that no browser of a test beside this one is given. */
let next = 1_000_000 + (process.pid % 100_000) * 10
const few = (numbers: number) => ({ first: next, last: (next += numbers) - 1 })

/** Another process of the service that holds one number of a range. */
async function neighbour(range: { first: number; last: number }) {
  const path = fileURLToPath(new URL('../../../server/captures/engine/browser/reserve-uid.ts', import.meta.url))
  const program = `const { reserveUid } = await import(${JSON.stringify(path)})
    const reserved = await reserveUid(${JSON.stringify(range)})
    console.log(reserved?.uid ?? 'none')
    setInterval(() => {}, 1_000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  const [said] = (await once(child.stdout, 'data')) as [Buffer]
  return { uid: Number(said.toString()), child }
}

describe.runIf(process.platform === 'linux')('the user of a browser', () => {
  it('is never that of another capture of this process, and free again when that ends', async () => {
    const range = few(3)
    const uids = await Promise.all([reserve(range), reserve(range), reserve(range)])
    expect(uids.toSorted()).toEqual([range.first, range.first + 1, range.first + 2])
    expect(await reserve(range)).toBeNull()
    const [ended] = held.splice(0, 1)
    await ended!.release()
    expect(await reserve(range)).toBe(ended!.uid)
  })

  it('is never that of a capture of another process, and free again when that process was killed', async () => {
    const range = few(2)
    const { uid, child } = await neighbour(range)
    expect(await reserve(range)).toBe(range.first + range.last - uid)
    expect(await reserve(range)).toBeNull()
    child.kill('SIGKILL')
    await once(child, 'exit')
    expect(await reserve(range)).toBe(uid)
  })

  it('is nobody who has a name on this machine', async () => {
    const named = readFileSync('/etc/passwd', 'utf8')
      .split('\n')
      .flatMap((line) => (line ? [Number(line.split(':')[2])] : []))
    for (const uid of new Set(named)) expect([uid, await reserve({ first: uid, last: uid })]).toEqual([uid, null])
  })

  it.runIf(isRoot())('is nobody who still runs something, such as a browser that outlived its service', async () => {
    const range = few(1)
    const uid = range.first
    const left = spawn('sleep', ['60'], { uid, gid: uid, stdio: 'ignore' })
    children.push(left)
    await once(left, 'spawn')
    expect(await reserve(range)).toBeNull()
    left.kill('SIGKILL')
    await once(left, 'exit')
    expect(await reserve(range)).toBe(uid)
  })
})
