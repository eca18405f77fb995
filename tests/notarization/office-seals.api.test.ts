import { PNG } from 'pngjs'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { pathOf } from '../../contract/kit/call.ts'
import { notarizationCalls } from '../../contract/notarization/notarization-calls.ts'
import { officeSealCalls } from '../../contract/notarization/office-seal.ts'
import { readSeal } from '../../server/notarization/seals/read-seal.ts'
import type { Member } from '../kit/build-test-app.ts'
import { openOffice, type TestOffice } from '../kit/people/offices.ts'
import { claiming, jpeg, png, sealPng } from '../kit/pictures.ts'
import { localAuthority } from '../trust/sample.ts'
import { customerOf, type OpenOrders, openOrders } from './open-orders.ts'
import { type OrdersAt, sendForm } from './order-kit.ts'
import { papersIn } from './paper-kit.ts'

let o: OpenOrders
let office: TestOffice
let owner: Member
let orders: OrdersAt
beforeAll(async () => {
  o = await openOrders()
})
afterAll(() => o?.close())
beforeEach(async () => {
  office = await openOffice(o.t, { kind: 'notary-office', name: '上海市明理公证处' })
  ;({ owner, orders } = await customerOf({ t: o.t, office }))
})

const set = (bytes: Buffer, as = office.head) =>
  sendForm(o.t, pathOf(officeSealCalls.set), { as, fields: {}, file: { bytes, name: 'seal.png' } })
const inUse = async () => (await o.t.call(officeSealCalls.get, {}, office.assistant)).data.seal
const bytesAt = async (url: string, as: Member) => {
  const { statusCode, rawPayload } = await o.t.inject({ method: 'GET', url, headers: { 'x-auth-token': as.token } })
  return statusCode === 200 ? rawPayload : statusCode
}
const imageFor = async (as: Member, officeId = office.id) =>
  (await o.t.call(notarizationCalls.seal, { query: { officeId } }, as)).data.imgUrl

describe('the address of a seal', () => {
  it('is asked for by the office, beside the platform that a former client names everywhere', async () => {
    await set(sealPng())
    await orders.draft()
    const ask = (query: { officeId?: string; notaryId?: string }) => o.t.call(notarizationCalls.seal, { query }, owner)
    const { imgUrl } = (await ask({ officeId: office.id })).data
    for (const query of [{ notaryId: office.id }, { officeId: office.id, notaryId: 'local' }])
      expect((await ask(query)).data).toEqual({ imgUrl })
    expect(await ask({ notaryId: 'local' })).toMatchObject({
      data: { fields: [{ path: 'officeId', key: 'required' }] },
    })
  })
})

describe('the picture of a seal', () => {
  it('becomes its ink alone, cut to what is there', () => {
    for (const ground of [0, 255]) {
      const { width, height, data } = PNG.sync.read(readSeal(sealPng({ ground })))
      expect([width, height]).toEqual([281, 281])
      const at = (x: number, y: number) => [...data.subarray((y * width + x) * 4, (y * width + x) * 4 + 4)]
      expect(at(140, 140)[3]).toBe(0)
      const [red, green, blue, cover] = at(140, 4) as [number, number, number, number]
      const onWhite = [red, green, blue].map((c) => Math.round((c * cover + 255 * (255 - cover)) / 255))
      expect(onWhite.map((c, i) => Math.abs(c - [200, 20, 30][i]!) < 3)).toEqual([true, true, true])
    }
  })

  it.each([
    ['a JPEG', () => jpeg({ width: 300, height: 300 }), 'sealPng'],
    ['no picture', () => Buffer.from('<svg onload="alert(1)"/>'), 'sealPng'],
    ['one that claims to be larger than it is', () => claiming(sealPng(), 900, 900), 'sealPng'],
    ['one in seven passes', () => interlaced(sealPng()), 'sealPng'],
    ['too small', () => png(64, 64), 'sealSize'],
    ['too large', () => png(1_400, 300), 'sealSize'],
    ['a small seal in a large picture', () => sealPng({ side: 600, radius: 40 }), 'sealSize'],
    ['blank', () => sealPng({ radius: -1 }), 'sealBlank'],
    ['a line', () => png(900, 220), 'sealBlank'],
  ])('is refused with what to do: %s', async (_, made, key) => {
    expect(await set(made())).toMatchObject({ data: { fields: [{ path: 'file', key }] } })
  })
})

const interlaced = (bytes: Buffer) => {
  const copy = Buffer.from(bytes)
  copy[28] = 1
  return copy
}

describe('the seal of an office', () => {
  it('is set and withdrawn by its head alone, one at a time', async () => {
    expect(await inUse()).toBeNull()
    expect(await set(sealPng(), office.decider)).toMatchObject({ errorCode: 'forbidden' })
    const sent = await Promise.all([set(sealPng()), set(sealPng({ radius: 120 }))])
    expect(sent.map(({ success }) => success)).toEqual([true, true])
    const seal = await inUse()
    expect(sent.map(({ data }) => data.id)).toContain(seal?.id)
    const picture = await bytesAt(pathOf(officeSealCalls.picture, { id: seal!.id }), office.assistant)
    expect(PNG.sync.read(picture as Buffer).width).toBeLessThan(320)
    expect(await o.t.call(officeSealCalls.withdraw, {}, office.second)).toMatchObject({ errorCode: 'forbidden' })
    expect(await o.t.call(officeSealCalls.withdraw, {}, office.head)).toMatchObject({ success: true })
    expect(await inUse()).toBeNull()
  })

  it('is shown to whoever handed an order in there, and to nobody else', async () => {
    await set(sealPng())
    const { id } = await orders.draftNotarization()
    const picture = pathOf(notarizationCalls.sealPicture, { id: office.id })
    expect([await imageFor(owner), await bytesAt(picture, owner)]).toEqual([null, 404])
    await orders.applicant(id, 'submit')
    expect(await imageFor(owner)).toBe(picture)
    expect(await bytesAt(picture, owner)).toBeInstanceOf(Buffer)
    const stranger = await o.t.member()
    expect([await imageFor(stranger), await bytesAt(picture, stranger)]).toEqual([null, 404])
  })

  it('stands on papers that the office issues, as it was then, and on none of its applicants', async () => {
    const papers = papersIn(o.t, await localAuthority())
    const { id } = await orders.draftNotarization()
    await set(sealPng())
    await orders.bringTo(id, 'INQUIRY')
    await o.t.call(officeSealCalls.withdraw, {}, office.head)
    await orders.answer(id, 'terminate', { reason: '材料灭失', kept: 0 })
    const pictures = async (paper: 'acceptance' | 'application' | 'termination') => {
      const file = await papers.sealed(id, paper, owner)
      expect((await papers.verify(file)).verdict).toBe('valid')
      return file.toString('latin1').split('/Subtype /Image').length - 1
    }
    // The picture, and how much of it shows.
    expect(await pictures('acceptance')).toBe(2)
    expect(await pictures('application')).toBe(0)
    expect(await pictures('termination')).toBe(0)
  })
})
