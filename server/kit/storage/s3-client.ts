import { readFile } from 'node:fs/promises'
import {
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  type S3ClientConfig,
} from '@aws-sdk/client-s3'
import type { S3Settings } from './s3-settings.ts'
import { StoreError, isOwnMarker, newMarkerOf, type Owner, refuseLostStore, requireOnlyStore } from './store.ts'

const marker = 'shimakaze-store'

export interface Bucket {
  client: S3Client
  /** For what people wait for: it gives up within ten seconds, whether the service refuses, is silent, or falls silent half-way. */
  reader: S3Client
  name: string
}

export async function openBucket(s: S3Settings): Promise<Bucket> {
  const secretAccessKey = s.secretKey ?? (await readSecretKey(s.secretKeyFile ?? ''))
  const settings: S3ClientConfig = {
    ...(s.endpoint && { endpoint: s.endpoint }),
    region: s.region,
    forcePathStyle: s.forcePathStyle,
    credentials: { accessKeyId: s.accessKey, secretAccessKey },
    // We name SHA-256 ourselves; the default would add a weaker sum to whatever we do not name.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  }
  const client = new S3Client({
    ...settings,
    maxAttempts: 4,
    requestHandler: { connectionTimeout: 3_000, requestTimeout: 30_000, throwOnRequestTimeout: true },
  })
  const reader = new S3Client({
    ...settings,
    maxAttempts: 3,
    requestHandler: { connectionTimeout: 1_500, requestTimeout: 2_800, throwOnRequestTimeout: true },
  })
  return { client, reader, name: s.bucket }
}

async function readSecretKey(path: string): Promise<string> {
  const text = await readFile(path, 'utf8').catch((e: Error) => {
    throw new StoreError(`SHIMAKAZE_S3_SECRET_KEY_FILE cannot be read (${e.message}).`, { cause: e })
  })
  return text.trim()
}

/** The status that a refusal came with; 0 for anything else. */
export const statusOf = (error: unknown) =>
  (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode ?? 0

export function unlessMissing(error: unknown): undefined {
  if (statusOf(error) !== 404) throw error
}

/** Refuses a bucket that holds other things or another installation's objects. */
export async function claimBucket(bucket: Bucket, owner: Owner) {
  try {
    await owner.alone(() => claim(bucket, owner))
  } catch (error) {
    if (error instanceof StoreError) throw error
    throw new StoreError(
      `The bucket ${bucket.name} cannot be used (${(error as Error).name}: ${(error as Error).message}). Check the SHIMAKAZE_S3_* settings and the rights of the access key.`,
      { cause: error },
    )
  }
}

async function claim(bucket: Bucket, owner: Owner) {
  const where = `The bucket ${bucket.name}`
  const text = (await readMarker(bucket)) ?? (await markBucket(bucket, where, owner))
  if (!isOwnMarker(where, text, owner)) throw new StoreError(`${where} has a marker that names no installation.`)
  await requireOnlyStore(where, text, owner)
}

/** Two installations may begin at once on one empty bucket: the marker says whose it is. */
async function markBucket(bucket: Bucket, where: string, owner: Owner): Promise<string> {
  const { KeyCount } = await bucket.client.send(new ListObjectsV2Command({ Bucket: bucket.name, MaxKeys: 1 }))
  if (KeyCount)
    throw new StoreError(
      `${where} is not a Shimakaze store: it holds objects and no marker ${marker}. Name the right bucket, or an empty one.`,
    )
  await refuseLostStore(where, owner)
  await bucket.client
    .send(new PutObjectCommand({ Bucket: bucket.name, Key: marker, Body: newMarkerOf(owner), IfNoneMatch: '*' }))
    .catch((e: unknown) => {
      if (statusOf(e) !== 412) throw e
    })
  return (await readMarker(bucket)) ?? ''
}

async function readMarker({ client, name }: Bucket): Promise<string | undefined> {
  try {
    const { Body } = await client.send(new GetObjectCommand({ Bucket: name, Key: marker }))
    return await Body!.transformToString()
  } catch (error) {
    if ((error as Error).name === 'NoSuchBucket')
      throw new StoreError(
        `The bucket ${name} does not exist. Make it, private and without expiry of objects, then start again.`,
      )
    return unlessMissing(error)
  }
}

export async function pingBucket({ reader, name }: Bucket) {
  await reader.send(new HeadObjectCommand({ Bucket: name, Key: marker }))
}
