import type { Config } from '../../kit/settings/config.ts'
import type { PaperReader } from '../../kit/files/paper-reader.ts'
import { aliyunReader } from './aliyun.ts'
import { tencentReader } from './tencent.ts'

/** The vendor that the settings name, if they name one. */
export async function openReader({ ocr }: Pick<Config, 'ocr'>): Promise<PaperReader | undefined> {
  if (!ocr) return undefined
  return ocr.vendor === 'aliyun' ? aliyunReader(ocr) : tencentReader(ocr)
}
