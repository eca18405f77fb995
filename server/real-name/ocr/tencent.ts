import { Agent } from 'node:http'
import type { TencentOcr } from './ocr.settings.ts'
import type { PaperReader, ReadProblem } from './paper-reader.ts'
import { cardOf, licenceOf } from './read-text.ts'

const problems: [string, ReadProblem][] = [
  ['FailedOperation.ImageNoIdCard', 'otherPaper'],
  ['FailedOperation.IdCardInfoIllegal', 'unclear'],
  ['FailedOperation.MultiCardError', 'otherPaper'],
  ['FailedOperation.CardSideError', 'otherPaper'],
  ['FailedOperation.NoBizLicense', 'otherPaper'],
  ['FailedOperation.ImageBlur', 'unclear'],
  ['FailedOperation.ImageDecodeFailed', 'unclear'],
  ['FailedOperation.ImageSizeTooLarge', 'tooLarge'],
  ['LimitExceeded.TooLargeFileError', 'tooLarge'],
]

/** Reading by Tencent Cloud (ocr of 2018-11-19). The card's number and birth are wanted as they stand, not as the vendor would correct them. */
export async function tencentReader(settings: TencentOcr): Promise<PaperReader> {
  const { ocr } = await import('tencentcloud-sdk-nodejs-ocr')
  // The name of the vendor's host is part of what is signed; a counterpart on this machine is reached beneath it.
  const elsewhere = settings.endpoint
    ? {
        protocol: 'http://',
        agent: new Agent({ host: new URL(settings.endpoint).hostname, port: Number(new URL(settings.endpoint).port) }),
      }
    : {}
  const client = new ocr.v20181119.Client({
    credential: { secretId: settings.secretId, secretKey: settings.secretKey },
    region: settings.region,
    profile: {
      signMethod: 'TC3-HMAC-SHA256',
      httpProfile: { reqMethod: 'POST', reqTimeout: settings.patience, ...elsewhere },
    },
  })
  async function ask<T>(call: () => Promise<T>): Promise<T | ReadProblem> {
    try {
      return await call()
    } catch (error) {
      const code = (error as { code?: string }).code ?? ''
      return problems.find(([name]) => code === name)?.[1] ?? 'unavailable'
    }
  }
  const base64 = (picture: Buffer) => picture.toString('base64')
  return {
    async card(picture, side) {
      const said = await ask(() =>
        client.IDCardOCR({ ImageBase64: base64(picture), CardSide: side, EnableRecognitionRectify: false }),
      )
      if (typeof said === 'string') return { problem: said }
      return side === 'FRONT'
        ? cardOf({ name: said.Name, number: said.IdNum })
        : cardOf({ authority: said.Authority, valid: said.ValidDate })
    },
    async licence(picture) {
      const said = await ask(() => client.BizLicenseOCR({ ImageBase64: base64(picture) }))
      if (typeof said === 'string') return { problem: said }
      return licenceOf({ name: said.Name, code: said.RegNum, person: said.Person, address: said.Address })
    },
  }
}
