import { z } from 'zod'

/** A bucket for the objects, instead of `store` in the data folder. */
export interface S3Settings {
  endpoint: string | undefined
  bucket: string
  region: string
  accessKey: string
  secretKey: string | undefined
  /** Read instead where the key itself is not given. */
  secretKeyFile: string | undefined
  /** `https://host/bucket` and not `https://bucket.host`, as most services outside AWS want it. */
  forcePathStyle: boolean
}

export const s3Shape = {
  SHIMAKAZE_S3_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  SHIMAKAZE_S3_BUCKET: z.string().min(3).optional(),
  SHIMAKAZE_S3_REGION: z.string().min(1).optional(),
  SHIMAKAZE_S3_ACCESS_KEY: z.string().min(1).optional(),
  SHIMAKAZE_S3_SECRET_KEY: z.string().min(1).optional(),
  SHIMAKAZE_S3_SECRET_KEY_FILE: z.string().min(1).optional(),
  SHIMAKAZE_S3_FORCE_PATH_STYLE: z.enum(['true', 'false']).optional(),
}
const Given = z.object(s3Shape)
type Given = z.output<typeof Given>

const loopback = /^http:\/\/(127\.|localhost|\[::1\])/

/** Settings of a bucket are all there or none is: with half of them evidence would silently land on the disk. */
export function problemOfS3(s: Given, production: boolean): string | undefined {
  const given = (Object.keys(s3Shape) as (keyof Given)[]).filter((k) => s[k] !== undefined)
  if (!given.length) return undefined
  const missing = (['SHIMAKAZE_S3_BUCKET', 'SHIMAKAZE_S3_ACCESS_KEY'] as string[]).filter(
    (k) => s[k as keyof Given] === undefined,
  )
  if (!s.SHIMAKAZE_S3_ENDPOINT && !s.SHIMAKAZE_S3_REGION) missing.push('SHIMAKAZE_S3_ENDPOINT or SHIMAKAZE_S3_REGION')
  if (!s.SHIMAKAZE_S3_SECRET_KEY && !s.SHIMAKAZE_S3_SECRET_KEY_FILE)
    missing.push('SHIMAKAZE_S3_SECRET_KEY or SHIMAKAZE_S3_SECRET_KEY_FILE')
  if (missing.length)
    return `${given.join(', ')} set, but missing: ${missing.join(', ')}. Give all settings of the bucket, or none to keep objects in the data folder.`
  if (s.SHIMAKAZE_S3_SECRET_KEY && s.SHIMAKAZE_S3_SECRET_KEY_FILE)
    return 'SHIMAKAZE_S3_SECRET_KEY and SHIMAKAZE_S3_SECRET_KEY_FILE are both set. Give one of them.'
  const endpoint = s.SHIMAKAZE_S3_ENDPOINT ?? ''
  if (production && endpoint.startsWith('http:') && !loopback.test(endpoint))
    return 'SHIMAKAZE_S3_ENDPOINT must be https in production'
  return undefined
}

export function s3Of(s: Given): S3Settings | undefined {
  if (!s.SHIMAKAZE_S3_BUCKET) return undefined
  return {
    endpoint: s.SHIMAKAZE_S3_ENDPOINT,
    bucket: s.SHIMAKAZE_S3_BUCKET,
    region: s.SHIMAKAZE_S3_REGION ?? 'us-east-1',
    accessKey: s.SHIMAKAZE_S3_ACCESS_KEY ?? '',
    secretKey: s.SHIMAKAZE_S3_SECRET_KEY,
    secretKeyFile: s.SHIMAKAZE_S3_SECRET_KEY_FILE,
    // AWS itself is reached by host name; whoever names an endpoint mostly runs another service.
    forcePathStyle: s.SHIMAKAZE_S3_FORCE_PATH_STYLE
      ? s.SHIMAKAZE_S3_FORCE_PATH_STYLE === 'true'
      : s.SHIMAKAZE_S3_ENDPOINT !== undefined,
  }
}
