import { randomBytes } from 'node:crypto'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import {
  CreateBucketCommand,
  DeleteBucketCommand,
  DeleteObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import type * as fauxqs from 'fauxqs'
import type { S3Settings } from '../../../server/kit/storage/s3-settings.ts'

// Not through vitest, which would complain of each of its source maps.
const { startFauxqs } = createRequire(import.meta.url)(
  join(import.meta.dirname, '../../../node_modules/fauxqs/dist/app.js'),
) as typeof fauxqs

export interface TestBucket {
  settings: S3Settings
  /** The same as a process is given it. */
  env: Record<string, string>
  keys(): Promise<string[]>
  write(key: string, body: string): Promise<void>
  remove(): Promise<void>
}

/** A real service where SHIMAKAZE_TEST_S3_ENDPOINT, _REGION, _ACCESS_KEY and _SECRET_KEY name one, else a counterpart in this process. */
async function reachService() {
  const {
    SHIMAKAZE_TEST_S3_ENDPOINT: endpoint,
    SHIMAKAZE_TEST_S3_REGION: region,
    SHIMAKAZE_TEST_S3_ACCESS_KEY: accessKey,
    SHIMAKAZE_TEST_S3_SECRET_KEY: secretKey,
  } = process.env
  if (endpoint)
    return {
      endpoint,
      region: region ?? 'us-east-1',
      accessKey: accessKey ?? '',
      secretKey: secretKey ?? '',
      stop: async () => {},
    }
  const server = await startFauxqs({ port: 0, logger: false, host: '127.0.0.1' })
  return {
    endpoint: `http://127.0.0.1:${server.port}`,
    region: 'us-east-1',
    accessKey: 'test',
    secretKey: 'test',
    stop: () => server.stop(),
  }
}

/** An empty bucket of its own. */
export async function createTestBucket(): Promise<TestBucket> {
  const { endpoint, region, accessKey, secretKey, stop } = await reachService()
  const name = `shimakaze-test-${randomBytes(6).toString('hex')}`
  const client = new S3Client({
    endpoint,
    region,
    forcePathStyle: true,
    credentials: { accessKeyId: accessKey, secretAccessKey: secretKey },
  })
  await client.send(new CreateBucketCommand({ Bucket: name }))
  const keys = async () =>
    ((await client.send(new ListObjectsV2Command({ Bucket: name }))).Contents ?? []).map((o) => o.Key!)
  return {
    settings: { endpoint, bucket: name, region, accessKey, secretKey, secretKeyFile: undefined, forcePathStyle: true },
    env: {
      SHIMAKAZE_S3_ENDPOINT: endpoint,
      SHIMAKAZE_S3_BUCKET: name,
      SHIMAKAZE_S3_REGION: region,
      SHIMAKAZE_S3_ACCESS_KEY: accessKey,
      SHIMAKAZE_S3_SECRET_KEY: secretKey,
    },
    keys,
    async write(key, body) {
      await client.send(new PutObjectCommand({ Bucket: name, Key: key, Body: body }))
    },
    async remove() {
      for (const Key of await keys()) await client.send(new DeleteObjectCommand({ Bucket: name, Key }))
      await client.send(new DeleteBucketCommand({ Bucket: name }))
      client.destroy()
      await stop()
    },
  }
}
