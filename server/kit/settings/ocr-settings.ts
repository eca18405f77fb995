import { z } from 'zod'
import { Endpoint, Patience, readSettingsFile, SettingsFileError } from './settings-file.ts'

const key = z.string().min(1)
const shared = { endpoint: Endpoint, patience: Patience }
const Aliyun = z.strictObject({ accessKeyId: key, accessKeySecret: key, ...shared })
const Tencent = z.strictObject({
  secretId: key,
  secretKey: key,
  region: z.string().min(1).default('ap-guangzhou'),
  ...shared,
})

export type AliyunOcr = z.output<typeof Aliyun> & { vendor: 'aliyun' }
export type TencentOcr = z.output<typeof Tencent> & { vendor: 'tencent' }
/** Who reads pictures of identity cards and licences. */
export type OcrSettings = AliyunOcr | TencentOcr

export const ocrShape = {
  SHIMAKAZE_OCR: z.enum(['aliyun', 'tencent']).optional(),
  SHIMAKAZE_OCR_SETTINGS_FILE: z.string().min(1).optional(),
}
const Given = z.object(ocrShape)

export function ocrOf(
  { SHIMAKAZE_OCR: vendor, SHIMAKAZE_OCR_SETTINGS_FILE: path }: z.output<typeof Given>,
  production: boolean,
): OcrSettings | undefined {
  if (!vendor && !path) return undefined
  if (!vendor || !path)
    throw new SettingsFileError(
      'SHIMAKAZE_OCR and SHIMAKAZE_OCR_SETTINGS_FILE need each other. Give both, or none to let people type.',
    )
  const read = <T extends z.ZodType>(schema: T) =>
    readSettingsFile('SHIMAKAZE_OCR_SETTINGS_FILE', path, production, schema)
  return vendor === 'aliyun' ? { vendor, ...read(Aliyun) } : { vendor, ...read(Tencent) }
}
