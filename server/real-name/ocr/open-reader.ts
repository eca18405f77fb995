import type { ReadSettings } from '../../kit/settings/settings-group.ts'
import type { PaperReader } from '../../kit/files/paper-reader.ts'
import { aliyunReader } from './aliyun.ts'
import { ocrSettings } from './ocr.settings.ts'
import { tencentReader } from './tencent.ts'

/** The vendor that the settings name, if they name one. */
export async function openReader(config: ReadSettings): Promise<PaperReader | undefined> {
  const ocr = ocrSettings.of(config)
  if (!ocr) return undefined
  return ocr.vendor === 'aliyun' ? aliyunReader(ocr) : tencentReader(ocr)
}
