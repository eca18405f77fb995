import { DeleteObjectCommand, GetObjectCommand, ListObjectsV2Command, PutObjectCommand } from '@aws-sdk/client-s3'
import { isMark, requireMark } from './marks.ts'
import { type Bucket, statusOf, unlessMissing } from './s3-client.ts'
import type { Marks } from './store.ts'

const folder = 'marks/'

/** In the bucket beside the objects: `marks/<name>`. */
export function s3Marks({ client, name: bucket }: Bucket): Marks {
  const at = (name: string) => ({ Bucket: bucket, Key: `${folder}${requireMark(name)}` })
  const get = async (name: string) => {
    const found = await client.send(new GetObjectCommand(at(name))).catch(unlessMissing)
    return found?.Body && Buffer.from(await found.Body.transformToByteArray())
  }
  async function put(name: string, bytes: Buffer, once: object, tries = 3): Promise<boolean> {
    // Services that do not know conditional writes refuse them, or pass over the condition.
    if (await get(name)) return false
    try {
      await client.send(new PutObjectCommand({ ...at(name), ...once, Body: bytes }))
      return true
    } catch (error) {
      const status = statusOf(error)
      if (status === 412) return false
      // 409: two writers at once, and the second is asked to come again.
      if ((status !== 501 && status !== 409) || tries <= 1) throw error
      return put(name, bytes, status === 501 ? {} : once, tries - 1)
    }
  }
  return {
    put: (name, bytes) => put(name, bytes, { IfNoneMatch: '*' }),
    get,
    async list() {
      const names: string[] = []
      let from: string | undefined
      do {
        const page = await client.send(
          new ListObjectsV2Command({ Bucket: bucket, Prefix: folder, ...(from && { ContinuationToken: from }) }),
        )
        for (const { Key = '' } of page.Contents ?? []) names.push(Key.slice(folder.length))
        from = page.NextContinuationToken
      } while (from)
      return names.filter(isMark)
    },
    async remove(name) {
      await client.send(new DeleteObjectCommand(at(name)))
    },
  }
}
