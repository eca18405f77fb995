import { aliyunJudge, refusal as refuseAliyun } from './aliyun.ts'
import { aliyunKey, tencentKey } from './settings.ts'
import { refusal as refuseTencent, tencentJudge } from './tencent.ts'
import { hex, type Reply, startVendor, type Vendor, type Wire } from './vendor.ts'

/** What stands on pictures, by the SHA-256 of their bytes. */
export interface Paper {
  name?: string
  idNumber?: string
  authority?: string
  valid?: string
  company?: string
  code?: string
  person?: string
  address?: string
}
export interface Asked {
  action: string
  side: string | undefined
  picture: Buffer
}

const most = 10 * 1024 * 1024
const isPicture = (bytes: Buffer) =>
  bytes.subarray(1, 4).toString() === 'PNG' || (bytes[0] === 0xff && bytes[1] === 0xd8)

/** RecognizeIdcard and RecognizeBusinessLicense of Alibaba Cloud: bytes only, JSON as a text in the answer. */
export function startAliyunOcr(papers: Map<string, Paper>): Promise<Vendor<Asked>> {
  const judgeSigned = aliyunJudge({
    keyId: aliyunKey.accessKeyId,
    secret: aliyunKey.accessKeySecret,
    version: '2021-07-07',
  })
  const judge = (wire: Wire): Reply | { message: Asked } => {
    const refused = judgeSigned(wire)
    if (refused) return refused
    const action = String(wire.headers['x-acs-action'])
    if (!['RecognizeIdcard', 'RecognizeBusinessLicense'].includes(action))
      return refuseAliyun(404, 'InvalidAction.NotFound', 'Specified api is not found.')
    if (new URLSearchParams(wire.query).has('Url')) return refuseAliyun(400, 'InvalidUrl', 'no addresses here')
    if (wire.body.length > most) return refuseAliyun(413, 'exceededImageContent', 'image content exceeds 10 MB')
    if (!isPicture(wire.body)) return refuseAliyun(415, 'unsupportedImageFormat', 'unsupported image format')
    const paper = papers.get(hex(wire.body))
    if (!paper || (action === 'RecognizeIdcard') === (paper.company !== undefined))
      return refuseAliyun(400, 'unmatchedImageType', 'image type is not matched')
    return { message: { action, side: undefined, picture: wire.body } }
  }
  return startVendor(judge, ({ picture, action }, told) => {
    if (told) return { Code: told.code, Message: told.message, RequestId: 'R' }
    const p = papers.get(hex(picture))!
    const card = {
      data: {
        ...(p.name && { face: { data: { name: p.name, idNumber: p.idNumber, sex: '女' } } }),
        ...(p.authority && { back: { data: { issueAuthority: p.authority, validPeriod: p.valid } } }),
      },
    }
    const licence = {
      data: { companyName: p.company, creditCode: p.code, legalPerson: p.person, businessAddress: p.address },
    }
    return { RequestId: 'R', Data: JSON.stringify(action === 'RecognizeIdcard' ? card : licence) }
  })
}

/** IDCardOCR and BizLicenseOCR of Tencent Cloud: Base64 in JSON, and nothing corrected. */
export function startTencentOcr(papers: Map<string, Paper>): Promise<Vendor<Asked>> {
  const judgeSigned = tencentJudge({ ...tencentKey, service: 'ocr', version: '2018-11-19' })
  const judge = (wire: Wire): Reply | { message: Asked } => {
    const refused = judgeSigned(wire)
    if (refused) return refused
    const action = String(wire.headers['x-tc-action'])
    const given = JSON.parse(wire.body.toString()) as {
      ImageBase64?: string
      ImageUrl?: string
      CardSide?: string
      EnableRecognitionRectify?: boolean
    }
    if (!['IDCardOCR', 'BizLicenseOCR'].includes(action)) return refuseTencent('InvalidAction', 'no such action')
    if (given.ImageUrl || !given.ImageBase64) return refuseTencent('InvalidParameter', 'bytes as Base64')
    if (
      action === 'IDCardOCR' &&
      (given.EnableRecognitionRectify !== false || !['FRONT', 'BACK'].includes(given.CardSide ?? ''))
    )
      return refuseTencent('InvalidParameter', 'as it stands, and one side')
    const picture = Buffer.from(given.ImageBase64, 'base64')
    if (given.ImageBase64.length > most) return refuseTencent('LimitExceeded.TooLargeFileError', 'too large')
    if (!isPicture(picture)) return refuseTencent('FailedOperation.ImageDecodeFailed', 'no picture')
    const paper = papers.get(hex(picture))
    const fits =
      paper &&
      (action === 'IDCardOCR'
        ? given.CardSide === 'FRONT'
          ? paper.name && paper.idNumber
          : paper.authority
        : paper.company)
    if (!fits)
      return refuseTencent(
        action === 'IDCardOCR' ? 'FailedOperation.ImageNoIdCard' : 'FailedOperation.NoBizLicense',
        'not that paper',
      )
    return { message: { action, side: given.CardSide, picture } }
  }
  return startVendor(judge, ({ picture, action, side }, told) => {
    if (told) return { Response: { Error: { Code: told.code, Message: told.message }, RequestId: 'R' } }
    const p = papers.get(hex(picture))!
    const card =
      side === 'FRONT'
        ? { Name: p.name, Sex: '女', IdNum: p.idNumber, Authority: '', ValidDate: '' }
        : { Name: '', IdNum: '', Authority: p.authority, ValidDate: p.valid }
    return {
      Response: {
        ...(action === 'IDCardOCR' ? card : { RegNum: p.code, Name: p.company, Person: p.person, Address: p.address }),
        AdvancedInfo: '{}',
        RequestId: 'R',
      },
    }
  })
}
