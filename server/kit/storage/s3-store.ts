import { createReadStream } from 'node:fs'
import { mkdir, readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { type Incoming, refuseWhenFull, requireSame, sweepIncoming, tryDisk, withIncoming } from './incoming.ts'
import { s3Marks } from './s3-marks.ts'
import { s3Parts } from './s3-parts.ts'
import { type Bucket, claimBucket, openBucket, pingBucket, statusOf, unlessMissing } from './s3-client.ts'
import type { S3Settings } from './s3-settings.ts'
import {
  type Announce,
  type Marks,
  ObjectsGone,
  type Owner,
  type Parts,
  requirePrefix,
  requireSha256,
  type Store,
  type Stored,
} from './store.ts'
import { within } from '../work/within.ts'
import { WriteLatch } from './write-latch.ts'

const partBytes = 8 * 1024 * 1024
/** Far below the time after which the database ends a transaction that waits, and its lock with it. */
const removeMs = 10_000
const silenceMs = 8_000

/** Opens the store in a bucket; `folder` is a local one where bytes wait until their name is known. */
export async function openS3Store(
  settings: S3Settings,
  folder: string,
  owner: Owner,
  announce: Announce,
): Promise<Store> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const incoming = { folder, latch: new WriteLatch() }
  await tryDisk(incoming)
  const bucket = await openBucket(settings)
  await claimBucket(bucket, owner)
  return new S3Store(bucket, incoming, announce)
}

class S3Store implements Store {
  readonly #bucket: Bucket
  readonly #incoming: Incoming
  readonly #announce: Announce
  readonly parts: Parts
  readonly marks: Marks
  /** Until the service says that it does not know conditional writes. */
  #conditional = true

  constructor(bucket: Bucket, incoming: Incoming, announce: Announce) {
    this.#bucket = bucket
    this.#incoming = incoming
    this.#announce = announce
    this.parts = s3Parts(bucket)
    this.marks = s3Marks(bucket)
  }

  #at(sha256: string) {
    return { Bucket: this.#bucket.name, Key: `objects/${requireSha256(sha256).slice(0, 2)}/${sha256}` }
  }

  put(source: Readable, signal?: AbortSignal): Promise<Stored> {
    return withIncoming(this.#incoming, source, signal, async (path, stored) => {
      await this.#announce(stored)
      if ((await this.size(stored.sha256)) === undefined) await this.#place(path, stored)
      await requireSame(this.open(stored.sha256), stored).catch(toldAsGone)
      return stored
    })
  }

  /** Written once: whoever comes second finds the same bytes under the same name. */
  async #place(path: string, stored: Stored, tries = 3): Promise<void> {
    try {
      await (stored.size > partBytes ? this.#uploadParts(path, stored) : this.#upload(path, stored))
    } catch (error) {
      const status = statusOf(error)
      if (status === 412) return
      if (status === 501) this.#conditional = false
      // 409: two writers of one name at once, and the service asks the second to come again.
      if ((status !== 501 && status !== 409) || tries <= 1) throw error
      await this.#place(path, stored, tries - 1)
    }
  }

  #once() {
    return this.#conditional ? { IfNoneMatch: '*' } : {}
  }

  async #upload(path: string, { sha256 }: Stored) {
    const sum = Buffer.from(sha256, 'hex').toString('base64')
    await this.#bucket.client.send(
      new PutObjectCommand({ ...this.#at(sha256), ...this.#once(), Body: await readFile(path), ChecksumSHA256: sum }),
    )
  }

  async #uploadParts(path: string, { sha256 }: Stored) {
    const params = {
      ...this.#at(sha256),
      ...this.#once(),
      Body: createReadStream(path),
      ChecksumAlgorithm: 'SHA256' as const,
    }
    await new Upload({ client: this.#bucket.client, params, partSize: partBytes, queueSize: 3 }).done()
  }

  open(sha256: string, range?: { start: number; end: number }): Readable {
    return Readable.from(this.#read(sha256, range), { objectMode: false })
  }

  async *#read(sha256: string, range?: { start: number; end: number }) {
    const { Body } = await this.#bucket.reader.send(
      new GetObjectCommand({ ...this.#at(sha256), ...(range && { Range: `bytes=${range.start}-${range.end}` }) }),
    )
    yield* asItComes(Body as Readable)
  }

  async size(sha256: string) {
    const found = await this.#bucket.reader.send(new HeadObjectCommand(this.#at(sha256))).catch(unlessMissing)
    return found?.ContentLength
  }

  async list(prefix: string) {
    const found = new Map<string, number>()
    let from: string | undefined
    do {
      const page = await this.#bucket.client.send(
        new ListObjectsV2Command({
          Bucket: this.#bucket.name,
          Prefix: `objects/${requirePrefix(prefix)}/`,
          ...(from && { ContinuationToken: from }),
        }),
      )
      for (const { Key = '', Size = 0 } of page.Contents ?? []) found.set(requireSha256(Key.slice(11)), Size)
      from = page.NextContinuationToken
    } while (from)
    return found
  }

  async keeps({ sha256, size }: Pick<Stored, 'sha256' | 'size'>) {
    return (await this.size(sha256)) === size
  }

  async remove(sha256: string) {
    await this.#bucket.client.send(new DeleteObjectCommand(this.#at(sha256)), {
      abortSignal: AbortSignal.timeout(removeMs),
    })
  }

  async requireRoom(bytes = 0) {
    this.#incoming.latch.require()
    await refuseWhenFull(this.#incoming.folder, bytes)
  }

  sweep() {
    return sweepIncoming(this.#incoming.folder)
  }

  get failed() {
    return this.#incoming.latch.failed
  }

  async ping() {
    this.#incoming.latch.require()
    await pingBucket(this.#bucket)
  }
}

/** Bytes of an answer. A service that falls silent half-way is away; whoever takes them slowly keeps nobody from it. */
async function* asItComes(body: Readable) {
  const pieces = body[Symbol.asyncIterator]()
  try {
    for (;;) {
      const piece = await within(silenceMs, pieces.next())
      if (piece.done) return
      yield piece.value as Buffer
    }
  } finally {
    body.destroy()
  }
}

function toldAsGone(error: unknown): never {
  throw statusOf(error) === 404 ? new ObjectsGone('collected while it was put', { cause: error }) : error
}
