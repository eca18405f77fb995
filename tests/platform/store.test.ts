import { createHash } from 'node:crypto'
import { chmod, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openStore, sweepIncoming } from '../../server/kit/storage/store.ts'

let dir: string
beforeEach(async () => (dir = await mkdtemp(join(tmpdir(), 'skz-store-'))))
afterEach(() => rm(dir, { recursive: true, force: true }))

const bytesOf = async (stream: Readable) => Buffer.concat(await stream.toArray())

describe('the content-addressed store', () => {
  it('gives back the very bytes, under their own hash, written once and read-only', async () => {
    const store = await openStore(dir)
    const content = Buffer.from('证据'.repeat(100_000))
    const stored = await store.put(Readable.from([content.subarray(0, 1000), content.subarray(1000)]))
    expect(stored).toEqual({ size: content.length, sha256: createHash('sha256').update(content).digest('hex'), sm3: createHash('sm3').update(content).digest('hex') })
    expect(await bytesOf(store.open(stored.sha256))).toEqual(content)
    expect((await bytesOf(store.open(stored.sha256, { start: 3, end: 8 }))).toString()).toBe('据证')
    expect((await stat(join(dir, 'objects', stored.sha256.slice(0, 2), stored.sha256))).mode & 0o777).toBe(0o400)
  })

  it('keeps one copy of what is stored twice at once', async () => {
    const store = await openStore(dir)
    const [a, b] = await Promise.all([store.put(Readable.from(['same'])), store.put(Readable.from(['same']))])
    expect(a).toEqual(b)
    expect(await readdir(join(dir, 'objects', a.sha256.slice(0, 2)))).toEqual([a.sha256])
    expect(await readdir(join(dir, 'incoming'))).toEqual([])
  })

  it('leaves nothing behind when the source breaks', async () => {
    const store = await openStore(dir)
    const broken = Readable.from((async function* () {
      yield Buffer.from('half')
      throw new Error('cut')
    })())
    await expect(store.put(broken)).rejects.toThrow('cut')
    expect(await readdir(join(dir, 'incoming'))).toEqual([])
    expect(await readdir(join(dir, 'objects'))).toEqual([])
  })

  it('notices that an object of the same name holds other bytes', async () => {
    const store = await openStore(dir)
    const { sha256 } = await store.put(Readable.from(['original']))
    const path = join(dir, 'objects', sha256.slice(0, 2), sha256)
    await chmod(path, 0o600)
    await writeFile(path, 'rotten!!')
    await expect(store.put(Readable.from(['original']))).rejects.toThrow(/reads back differently/)
  })

  it('refuses a folder that is not its own', async () => {
    await writeFile(join(dir, 'somebody-elses-file'), '')
    await expect(openStore(dir)).rejects.toThrow(/not a Shimakaze store/)
  })

  it('sweeps what dead processes left half-written, and nothing of a living one', async () => {
    await openStore(dir)
    await writeFile(join(dir, 'incoming', '999999999-dead'), '')
    await writeFile(join(dir, 'incoming', `${process.ppid}-alive`), '')
    await sweepIncoming(dir)
    expect(await readdir(join(dir, 'incoming'))).toEqual([`${process.ppid}-alive`])
  })
})
