import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openFileStore } from '../../../server/kit/storage/file-store.ts'
import { openS3Store } from '../../../server/kit/storage/s3-store.ts'
import { createTestBucket } from '../../kit/outside/bucket.ts'
import { ownerNamed } from '../../kit/people/owner-named.ts'
import { describeStore, type Place } from './store-contract.ts'

const temporaryFolder = () => mkdtemp(join(tmpdir(), 'skz-store-'))
const quiet = async () => {}

async function folderPlace(): Promise<Place> {
  const dir = await temporaryFolder()
  const pathOf = (sha256: string) => join(dir, 'objects', sha256.slice(0, 2), sha256)
  return {
    open: (owner, announce = quiet) => openFileStore(dir, owner, announce),
    objects: async () =>
      (await readdir(join(dir, 'objects'), { recursive: true }).catch(() => []))
        .filter((n) => n.includes('/'))
        .map((n) => n.slice(3)),
    incoming: () => readdir(join(dir, 'incoming')),
    async spoil(sha256, bytes) {
      await chmod(pathOf(sha256), 0o600)
      await writeFile(pathOf(sha256), bytes)
    },
    occupy: () => writeFile(join(dir, 'somebody-elses-file'), ''),
    remove: () => rm(dir, { recursive: true, force: true }),
  }
}

async function bucketPlace(): Promise<Place> {
  const bucket = await createTestBucket()
  const incoming = await temporaryFolder()
  return {
    open: (owner, announce = quiet) => openS3Store(bucket.settings, incoming, owner, announce),
    objects: async () => (await bucket.keys()).filter((k) => k.startsWith('objects/')).map((k) => k.slice(11)),
    incoming: () => readdir(incoming),
    spoil: (sha256, bytes) => bucket.write(`objects/${sha256.slice(0, 2)}/${sha256}`, bytes),
    occupy: () => bucket.write('somebody-elses-object', 'x'),
    async remove() {
      await bucket.remove()
      await rm(incoming, { recursive: true, force: true })
    },
  }
}

describeStore('a folder', folderPlace)
describeStore('a bucket', bucketPlace)

describe('the folder', () => {
  let dir: string
  beforeEach(async () => (dir = await temporaryFolder()))
  afterEach(() => rm(dir, { recursive: true, force: true }))
  const open = () => openFileStore(dir, ownerNamed('us'), quiet)

  it('holds objects that nobody can write to by mistake', async () => {
    const { sha256 } = await (await open()).put(Readable.from(['x']))
    expect((await stat(join(dir, 'objects', sha256.slice(0, 2), sha256))).mode & 0o777).toBe(0o400)
  })

  it('of an older version is taken over with what it holds', async () => {
    await open()
    await writeFile(join(dir, 'shimakaze-store'), 'v1\n')
    await openFileStore(dir, ownerNamed('us', true), quiet)
    expect(await readFile(join(dir, 'shimakaze-store'), 'utf8')).toBe('v2 us\n')
  })

  it('is swept of what dead processes left half-written, and of nothing of a living one', async () => {
    const store = await open()
    await writeFile(join(dir, 'incoming', '999999999-dead'), '')
    await writeFile(join(dir, 'incoming', `${process.ppid}-alive`), '')
    await store.sweep()
    expect(await readdir(join(dir, 'incoming'))).toEqual([`${process.ppid}-alive`])
  })
})
