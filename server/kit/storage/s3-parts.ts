import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { DeleteObjectsCommand, GetObjectCommand, ListObjectsV2Command, PutObjectCommand } from '@aws-sdk/client-s3'
import { isUuid } from '../ids.ts'
import { newPartName, requireUpload } from './parts.ts'
import type { Bucket } from './s3-client.ts'
import type { Parts } from './store.ts'

/** In the bucket beside the objects, so that every process of every machine can go on: `parts/<upload>/<name>`. */
export function s3Parts({ client, name: Bucket }: Bucket): Parts {
  const prefixOf = (upload: string) => `parts/${requireUpload(upload)}/`
  async function* read(Key: string) {
    const { Body } = await client.send(new GetObjectCommand({ Bucket, Key }))
    yield* Body as Readable
  }
  return {
    async put(upload, bytes) {
      const name = newPartName()
      const sum = createHash('sha256').update(bytes).digest('base64')
      await client.send(
        new PutObjectCommand({ Bucket, Key: prefixOf(upload) + name, Body: bytes, ChecksumSHA256: sum }),
      )
      return name
    },
    open: (upload, name) => Readable.from(read(prefixOf(upload) + name), { objectMode: false }),
    async drop(upload) {
      for (;;) {
        const { Contents = [], IsTruncated } = await client.send(
          new ListObjectsV2Command({ Bucket, Prefix: prefixOf(upload) }),
        )
        if (Contents.length)
          await client.send(
            new DeleteObjectsCommand({
              Bucket,
              Delete: { Objects: Contents.map(({ Key }) => ({ Key: Key! })), Quiet: true },
            }),
          )
        if (!IsTruncated) return
      }
    },
    async uploads() {
      const found: string[] = []
      let from: string | undefined
      do {
        const page = await client.send(
          new ListObjectsV2Command({
            Bucket,
            Prefix: 'parts/',
            Delimiter: '/',
            ...(from && { ContinuationToken: from }),
          }),
        )
        found.push(
          ...(page.CommonPrefixes ?? []).map(({ Prefix = '' }) => Prefix.slice('parts/'.length, -1)).filter(isUuid),
        )
        from = page.NextContinuationToken
      } while (from)
      return found
    },
  }
}
