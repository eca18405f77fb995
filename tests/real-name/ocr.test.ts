import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { certifyCalls } from '../../contract/real-name/certify.ts'
import { readConfig } from '../../server/app/read-config.ts'
import type { PaperReader } from '../../server/real-name/ocr/paper-reader.ts'
import { ocrSettings } from '../../server/real-name/ocr/ocr.settings.ts'
import { openReader } from '../../server/real-name/ocr/open-reader.ts'
import { readings } from '../../server/real-name/papers.service.ts'
import { buildTestApp, type Member, type TestApp } from '../kit/build-test-app.ts'
import { forgetLimits } from '../kit/people/forget-limits.ts'
import { agree, newCreditCode, newResidentId, sendPhoto } from '../kit/people/identities.ts'
import { png } from '../kit/pictures.ts'
import { type Asked, type Paper, startAliyunOcr, startTencentOcr } from '../kit/vendors/ocr.ts'
import { aliyunKey, type SettingsFolder, settingsFolder, tencentKey } from '../kit/vendors/settings.ts'
import { hex, type Vendor } from '../kit/vendors/vendor.ts'

const papers = new Map<string, Paper>()
let width = 20
/** A picture that no other test has, with what stands on it. */
function paper(on: Paper): Buffer {
  const picture = png(++width, 10)
  papers.set(hex(picture), on)
  return picture
}
const idNumber = newResidentId({ female: true })
const code = newCreditCode()

let folder: SettingsFolder
beforeAll(async () => {
  folder = await settingsFolder()
})
afterAll(() => folder.remove())

describe.each(['aliyun', 'tencent'] as const)('reading by %s', (name) => {
  let vendor: Vendor<Asked>
  let reader: PaperReader
  const open = async (more: object = {}) => {
    const config = readConfig({
      SHIMAKAZE_OCR: name,
      SHIMAKAZE_OCR_SETTINGS_FILE: await folder.write(`${name}.json`, {
        ...(name === 'aliyun' ? aliyunKey : tencentKey),
        endpoint: vendor.endpoint,
        patience: 1,
        ...more,
      }),
    })
    return openReader(ocrSettings.of(config)!)
  }
  beforeAll(async () => {
    vendor = await (name === 'aliyun' ? startAliyunOcr : startTencentOcr)(papers)
    reader = await open()
  })
  beforeEach(() => void (vendor.next.length = 0))
  afterAll(() => vendor.close())

  it('gives what stands on either side of a card, as bytes that were sent once', async () => {
    const [front, back] = [
      paper({ name: '欧阳娜娜', idNumber }),
      paper({ authority: '某市公安局', valid: '2015.03.01-2035.03.01' }),
    ]
    expect(await reader.card(front, 'FRONT')).toEqual({ name: '欧阳娜娜', idNumber })
    expect(await reader.card(back, 'BACK')).toEqual({ authority: '某市公安局', validUntil: '2035-03-01' })
    expect(await reader.card(paper({ authority: '某市公安局', valid: '2015.03.01-长期' }), 'BACK')).toMatchObject({
      validUntil: 'long',
    })
    expect(vendor.taken.slice(0, 2).map((a) => a.picture.equals(front) || a.picture.equals(back))).toEqual([true, true])
  })

  it('gives what stands on a licence', async () => {
    expect(
      await reader.licence(paper({ company: '风岛科技有限公司', code, person: '欧阳娜娜', address: '某路 1 号' })),
    ).toEqual({ name: '风岛科技有限公司', regNum: code, person: '欧阳娜娜', address: '某路 1 号' })
  })

  it('leaves to the person what was misread', async () => {
    expect(await reader.card(paper({ name: '欧阳\u202E娜娜', idNumber: '110105194912310021' }), 'FRONT')).toEqual({
      name: '欧阳娜娜',
    })
    expect(
      await reader.licence(paper({ company: '风岛', code: '91350100M000100Y44', person: '', address: '' })),
    ).toEqual({ name: '风岛' })
  })

  it('says what the person can mend', async () => {
    expect(await reader.card(png(300, 10), 'FRONT')).toEqual({ problem: 'otherPaper' })
    expect(await reader.card(Buffer.from('no picture'), 'FRONT')).toEqual({ problem: 'unclear' })
    expect(await reader.licence(paper({ name: '欧阳娜娜', idNumber }))).toEqual({ problem: 'otherPaper' })
  })

  it.each(['hang', 'hang up', { code: 'Throttling.User', message: 'slow' }] as const)(
    'is not there (%s): nothing is read, and nothing fails',
    async (answer) => {
      vendor.next.push(answer)
      expect(await reader.card(paper({ name: '欧阳娜娜', idNumber }), 'FRONT')).not.toMatchObject({ idNumber })
    },
  )

  it('with a wrong key reads nothing, and says nothing of the key', async () => {
    const wrong = await open(name === 'aliyun' ? { accessKeySecret: 'wrong' } : { secretKey: 'wrong' })
    expect(await wrong.card(paper({ name: '欧阳娜娜', idNumber }), 'FRONT')).toEqual({ problem: 'unavailable' })
  })
})

describe('a picture', () => {
  let t: TestApp
  let me: Member
  let vendor: Vendor<Asked>
  beforeAll(async () => {
    vendor = await startTencentOcr(papers)
    t = await buildTestApp({
      SHIMAKAZE_OCR: 'tencent',
      SHIMAKAZE_OCR_SETTINGS_FILE: await folder.write('app.json', {
        ...tencentKey,
        endpoint: vendor.endpoint,
        patience: 1,
      }),
    })
  })
  beforeEach(async () => {
    await forgetLimits(t)
    me = await t.member()
    await agree(t, me, 'identity')
  })
  afterAll(async () => {
    await t.close()
    await vendor.close()
  })
  const asked = () => vendor.asked.length

  it('goes to nobody until its owner agreed to that by itself, and again when they take it back', async () => {
    const front = paper({ name: '欧阳娜娜', idNumber })
    const before = asked()
    expect((await sendPhoto(t, me, 'FRONT', front)).data.ocr).toBeNull()
    expect(asked()).toBe(before)
    await agree(t, me, 'identityOcr')
    expect((await sendPhoto(t, me, 'FRONT', front)).data.ocr).toEqual({ name: '欧阳娜娜', idNumber })
    expect(asked()).toBe(before + 1)
    const acts = await t.services.db.system
      .selectFrom('audit')
      .select('action')
      .where('actorPersonId', '=', me.personId)
      .where('action', '=', 'identity.photoRead')
      .execute()
    expect(acts).toHaveLength(1)
  })

  it('is kept and goes to no vendor once somebody had as many read as anybody needs in a day', async () => {
    await agree(t, me, 'identityOcr')
    const front = paper({ name: '欧阳娜娜', idNumber })
    const before = asked()
    for (let n = 0; n <= readings.hits; n++) {
      const { data } = await sendPhoto(t, me, 'FRONT', front)
      expect(data.ocr === null).toBe(n === readings.hits)
      await t.call(certifyCalls.removePaper, { query: { fileId: data.fileId } }, me)
    }
    expect(asked() - before).toBe(readings.hits)
    const another = await t.member()
    for (const purpose of ['identity', 'identityOcr'] as const) await agree(t, another, purpose)
    expect((await sendPhoto(t, another, 'FRONT', front)).data.ocr).toEqual({ name: '欧阳娜娜', idNumber })
  })

  it('that cannot be read is kept all the same, with words on what to do', async () => {
    await agree(t, me, 'identityOcr')
    const sent = await sendPhoto(t, me, 'FRONT', png(500, 10))
    expect(sent.data).toMatchObject({ fileId: expect.any(String), ocr: { problem: '没有找到所需的证件' } })
  })
})
