import { z } from 'zod'
import { Endpoint, Patience, readSettingsFile, SettingsFileError } from '../../kit/settings/settings-file.ts'
import { defineSettings } from '../../kit/settings/settings-group.ts'

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

/** Pictures of papers are read by nobody where none is given. */
export const ocrSettings = defineSettings({
  shape: {
    SHIMAKAZE_OCR: z.enum(['aliyun', 'tencent']).optional(),
    SHIMAKAZE_OCR_SETTINGS_FILE: z.string().min(1).optional(),
  },
  read({ SHIMAKAZE_OCR: vendor, SHIMAKAZE_OCR_SETTINGS_FILE: path }, production): OcrSettings | undefined {
    if (!vendor && !path) return undefined
    if (!vendor || !path)
      throw new SettingsFileError(
        'SHIMAKAZE_OCR and SHIMAKAZE_OCR_SETTINGS_FILE need each other. Give both, or none to let people type.',
      )
    const file = <T extends z.ZodType>(schema: T) =>
      readSettingsFile('SHIMAKAZE_OCR_SETTINGS_FILE', path, production, schema)
    return vendor === 'aliyun' ? { vendor, ...file(Aliyun) } : { vendor, ...file(Tencent) }
  },
})
