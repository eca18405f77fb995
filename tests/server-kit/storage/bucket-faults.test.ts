import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openS3Store } from '../../../server/kit/storage/s3-store.ts'
import { ObjectsGone, type Store } from '../../../server/kit/storage/store.ts'
import { createTestBucket, type TestBucket } from '../../kit/outside/bucket.ts'
import { ownerNamed } from '../../kit/people/owner-named.ts'
import { bytesOf } from './store-contract.ts'

/** Answers a request instead of the service, or lets it pass. */
type Meddler = (seen: IncomingMessage, reply: ServerResponse) => boolean

let bucket: TestBucket
let between: Server
let meddle: Meddler
let seen: IncomingMessage[]
let incoming: string
let store: Store

// Between store and service, for what a counterpart never does by itself: refuse, falter, break off.
beforeEach(async () => {
  bucket = await createTestBucket()
  incoming = await mkdtemp(join(tmpdir(), 'skz-bucket-'))
  seen = []
  meddle = () => false
  const { hostname, port } = new URL(bucket.settings.endpoint!)
  between = createServer((from, reply) => {
    seen.push(from)
    if (meddle(from, reply)) return void from.resume()
    const on = request({ hostname, port, method: from.method, path: from.url, headers: from.headers }, (answer) => {
      reply.writeHead(answer.statusCode!, answer.headers)
      answer.pipe(reply)
    })
    from.pipe(on)
  })
  await new Promise<void>((done) => between.listen(0, '127.0.0.1', done))
  const endpoint = `http://127.0.0.1:${(between.address() as AddressInfo).port}`
  store = await openS3Store({ ...bucket.settings, endpoint }, incoming, ownerNamed('us'), async () => {})
  seen = []
})
afterEach(async () => {
  between.closeAllConnections()
  await new Promise((done) => between.close(done))
  await bucket.remove()
  await rm(incoming, { recursive: true, force: true })
})

const put = (content: string) => store.put(Readable.from([content]))
const isUpload = (r: IncomingMessage) => r.method === 'PUT' && r.url!.includes('/objects/')
const uploads = () => seen.filter(isUpload)
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
    meddle = (r, reply) => {
      if (!isUpload(r)) return false
      void bucket
        .write(`objects/2d/${'2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881'}`, 'x')
        .then(() => refuse(reply, 412, 'PreconditionFailed'))
      return true
    }
    expect((await put('x')).size).toBe(1)
    meddle = (r, reply) => isUpload(r) && refuse(reply, 412, 'PreconditionFailed')
    // Told of an object that is not there: nothing is acknowledged.
    await expect(put('y')).rejects.toThrow(ObjectsGone)
  })

  it('does not know conditional writes: writes without, and does not ask again', async () => {
    meddle = (r, reply) => isUpload(r) && 'if-none-match' in r.headers && refuse(reply, 501, 'NotImplemented')
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
    meddle = times(1, isUpload, (reply) => refuse(reply, 409, 'ConditionalRequestConflict'))
    await put('x')
    meddle = times(
      2,
      () => true,
      (reply) => refuse(reply, 503, 'SlowDown'),
    )
    await put('y')
    expect((await bucket.keys()).filter((k) => k.startsWith('objects/'))).toHaveLength(2)
  })

  it('stores other bytes than it was sent, or breaks off while they are read back: acknowledges nothing', async () => {
    const isRead = (r: IncomingMessage) => r.method === 'GET'
    meddle = (r, reply) => isRead(r) && Boolean(reply.writeHead(200, { 'content-length': 1 }).end('z'))
    await expect(put('x')).rejects.toThrow(/reads back differently/)
    meddle = (r, reply) => {
      if (!isRead(r)) return false
      reply.writeHead(200, { 'content-length': 1000 }).write('half')
      setTimeout(() => reply.destroy(), 20)
      return true
    }
    await expect(put('x')).rejects.toThrow()
    expect(await readdir(incoming)).toEqual([])
    meddle = () => false
    expect((await bytesOf(store.open((await put('x')).sha256))).toString()).toBe('x')
  })

  it('refuses or cannot be reached: is an error, never "not there"', async () => {
    const stored = await put('x')
    meddle = (_, reply) => refuse(reply, 403, 'AccessDenied')
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
})
