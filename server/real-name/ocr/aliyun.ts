import { createRequire } from 'node:module'
import { Readable } from 'node:stream'
import type { AliyunOcr } from './ocr.settings.ts'
import type { PaperReader, ReadProblem } from './paper-reader.ts'
import { cardOf, licenceOf } from './read-text.ts'

const problems: Record<string, ReadProblem> = {
  unmatchedImageType: 'otherPaper',
  ExceededFaceBackCount: 'otherPaper',
  exceededImageContent: 'tooLarge',
  illegalImageSize: 'unclear',
  unsupportedImageFormat: 'unclear',
}

type Fields = Record<string, unknown>
const within = (value: unknown, ...path: string[]): Fields =>
  path.reduce<Fields>((at, name) => (at[name] ?? {}) as Fields, (value ?? {}) as Fields)

/** Reading by Alibaba Cloud (ocr-api of 2021-07-07). Pictures travel as bytes, never as an address that others could open. */
export function aliyunReader(settings: AliyunOcr): PaperReader {
  const vendor = createRequire(import.meta.url)(
    '@alicloud/ocr-api20210707',
  ) as typeof import('@alicloud/ocr-api20210707')
  const patience = settings.patience * 1_000
  const config = {
    accessKeyId: settings.accessKeyId,
    accessKeySecret: settings.accessKeySecret,
    endpoint: settings.endpoint ? new URL(settings.endpoint).host : 'ocr-api.cn-hangzhou.aliyuncs.com',
    protocol: settings.endpoint ? 'HTTP' : 'HTTPS',
    connectTimeout: patience,
    readTimeout: patience,
    userAgent: 'shimakaze',
  }
  const client = new vendor.default(config as ConstructorParameters<typeof vendor.default>[0])
  /** The vendor's data come as JSON in a text. */
  async function ask(call: () => Promise<{ body?: { data?: string } }>): Promise<Fields | ReadProblem> {
    try {
      const { body } = await call()
      return JSON.parse(body?.data ?? 'null') as Fields
    } catch (error) {
      return problems[(error as { code?: string }).code ?? ''] ?? 'unavailable'
    }
  }
  return {
    async card(picture, side) {
      const said = await ask(() =>
        client.recognizeIdcard(new vendor.RecognizeIdcardRequest({ body: Readable.from([picture]) })),
      )
      if (typeof said === 'string') return { problem: said }
      const part = within(said, 'data', side === 'FRONT' ? 'face' : 'back', 'data')
      if (!Object.keys(part).length) return { problem: 'otherPaper' }
      return side === 'FRONT'
        ? cardOf({ name: part['name'], number: part['idNumber'] })
        : cardOf({ authority: part['issueAuthority'], valid: part['validPeriod'] })
    },
    async licence(picture) {
      const said = await ask(() =>
        client.recognizeBusinessLicense(new vendor.RecognizeBusinessLicenseRequest({ body: Readable.from([picture]) })),
      )
      if (typeof said === 'string') return { problem: said }
      const part = within(said, 'data')
      return licenceOf({
        name: part['companyName'],
        code: part['creditCode'],
        person: part['legalPerson'],
        address: part['businessAddress'],
      })
    },
  }
}
