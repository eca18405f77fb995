import { aliyunReader } from './aliyun.ts'
import type { OcrSettings } from './ocr.settings.ts'
import type { PaperReader } from './paper-reader.ts'
import { tencentReader } from './tencent.ts'

const readers = new WeakMap<OcrSettings, Promise<PaperReader>>()

/** The vendor that the settings name. Its library is large: it is loaded for the first picture, and kept. */
export function openReader(settings: OcrSettings): Promise<PaperReader> {
  const reader = readers.get(settings) ?? readerOf(settings)
  readers.set(settings, reader)
  return reader
}

const readerOf = async (settings: OcrSettings) =>
  settings.vendor === 'aliyun' ? aliyunReader(settings) : tencentReader(settings)
