import { mkdtemp, readdir, rm } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { faultOf } from '../../../server/kit/passing-faults.ts'
import { openS3Store } from '../../../server/kit/storage/s3-store.ts'
import { ObjectsGone, type Store } from '../../../server/kit/storage/store.ts'
import { createTestBucket, type TestBucket } from '../../kit/outside/bucket.ts'
import { type Meddled, type Meddler, standBefore } from '../../kit/outside/meddled.ts'
import { ownerNamed } from '../../kit/people/owner-named.ts'
import { bytesOf } from './store-contract.ts'

let bucket: TestBucket
let between: Meddled
let incoming: string
let store: Store

beforeEach(async () => {
  bucket = await createTestBucket()
  incoming = await mkdtemp(join(tmpdir(), 'skz-bucket-'))
  between = await standBefore(bucket.settings.endpoint!)
  store = await openS3Store({ ...bucket.settings, endpoint: between.url }, incoming, ownerNamed('us'), async () => {})
  between.seen = []
})
afterEach(async () => {
  await between.close()
  await bucket.remove()
  await rm(incoming, { recursive: true, force: true })
})

const put = (content: string) => store.put(Readable.from([content]))
const isUpload = (r: IncomingMessage) => r.method === 'PUT' && r.url!.includes('/objects/')
const uploads = () => between.seen.filter(isUpload)
function refuse(reply: ServerResponse, status: number, code: string): true {
  reply
    .writeHead(status, { 'content-type': 'application/xml' })
    .end(`<Error><Code>${code}</Code><Message>no</Message></Error>`)
  return true
}
/** Meddles with the first so many requests of a kind. */
function times(n: number, kind: (r: IncomingMessage) => boolean, answer: (reply: ServerResponse) => true): Meddler {
  return (r, reply) => kind(r) && n-- > 0 && answer(reply)
}

describe.skipIf(process.env['SHIMAKAZE_TEST_S3_ENDPOINT'])('the store in a bucket, against a service that', () => {
  it('knows conditional writes: asks never to overwrite, and names the checksum of what it sends', async () => {
    const { sha256 } = await put('x')
    expect(uploads()[0]!.headers).toMatchObject({
      'if-none-match': '*',
      'x-amz-checksum-sha256': Buffer.from(sha256, 'hex').toString('base64'),
    })
  })

  it('says that another was first: takes the object that is there, having read it', async () => {
    between.meddle = (r, reply) => {
      if (!isUpload(r)) return false
      void bucket
        .write(`objects/2d/${'2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881'}`, 'x')
        .then(() => refuse(reply, 412, 'PreconditionFailed'))
      return true
    }
    expect((await put('x')).size).toBe(1)
    between.meddle = (r, reply) => isUpload(r) && refuse(reply, 412, 'PreconditionFailed')
    // Told of an object that is not there: nothing is acknowledged.
    await expect(put('y')).rejects.toThrow(ObjectsGone)
  })

  it('does not know conditional writes: writes without, and does not ask again', async () => {
    between.meddle = (r, reply) => isUpload(r) && 'if-none-match' in r.headers && refuse(reply, 501, 'NotImplemented')
    await put('x')
    await put('y')
    expect(
      uploads()
        .map((r) => 'if-none-match' in r.headers)
        .slice(-1),
    ).toEqual([false])
    expect((await bucket.keys()).filter((k) => k.startsWith('objects/'))).toHaveLength(2)
  })

  it('sees two writers at once, or is busy: comes again', async () => {
    between.meddle = times(1, isUpload, (reply) => refuse(reply, 409, 'ConditionalRequestConflict'))
    await put('x')
    between.meddle = times(
      2,
      () => true,
      (reply) => refuse(reply, 503, 'SlowDown'),
    )
    await put('y')
    expect((await bucket.keys()).filter((k) => k.startsWith('objects/'))).toHaveLength(2)
  })

  it('stores other bytes than it was sent, or breaks off while they are read back: acknowledges nothing', async () => {
    const isRead = (r: IncomingMessage) => r.method === 'GET'
    between.meddle = (r, reply) => isRead(r) && Boolean(reply.writeHead(200, { 'content-length': 1 }).end('z'))
    await expect(put('x')).rejects.toThrow(/reads back differently/)
    between.meddle = (r, reply) => {
      if (!isRead(r)) return false
      reply.writeHead(200, { 'content-length': 1000 }).write('half')
      setTimeout(() => reply.destroy(), 20)
      return true
    }
    await expect(put('x')).rejects.toThrow()
    expect(await readdir(incoming)).toEqual([])
    between.meddle = () => false
    expect((await bytesOf(store.open((await put('x')).sha256))).toString()).toBe('x')
  })

  it('refuses or cannot be reached: is an error, never "not there"', async () => {
    const stored = await put('x')
    between.meddle = (_, reply) => refuse(reply, 403, 'AccessDenied')
    await expect(store.size(stored.sha256)).rejects.toThrow()
    await expect(store.keeps(stored)).rejects.toThrow()
    await expect(store.ping()).rejects.toThrow()
    await expect(
      openS3Store({ ...bucket.settings, endpoint: 'http://127.0.0.1:9' }, incoming, ownerNamed('us'), async () => {}),
    ).rejects.toThrow(/cannot be used .*SHIMAKAZE_S3/)
    await expect(
      openS3Store({ ...bucket.settings, bucket: 'no-such-bucket' }, incoming, ownerNamed('us'), async () => {}),
    ).rejects.toThrow(/does not exist/)
  })

  it(
    'does not answer, or falls silent half-way: whoever waits is told within ten seconds',
    { timeout: 60_000 },
    async () => {
      const stored = await put('x')
      const timed = async (asked: Promise<unknown>) => {
        const begun = performance.now()
        const error: unknown = await asked.then(
          () => undefined,
          (e: unknown) => e,
        )
        return { fault: faultOf(error)?.code, isSoon: performance.now() - begun < 10_000 }
      }
      const told = { fault: 'part-away', isSoon: true }
      between.meddle = () => true
      expect(
        await Promise.all([store.ping(), store.size(stored.sha256), bytesOf(store.open(stored.sha256))].map(timed)),
      ).toEqual([told, told, told])
      between.meddle = (r, reply) => {
        if (r.method !== 'GET') return false
        reply.writeHead(200, { 'content-length': 1000 }).write('half')
        return true
      }
      expect(await timed(bytesOf(store.open(stored.sha256)))).toEqual(told)
    },
  )
})
