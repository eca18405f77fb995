import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { pathOf } from '../../contract/kit/call.ts'
import { officeOrderCalls } from '../../contract/notarization/office-orders.ts'
import { orderCalls } from '../../contract/notarization/orders.ts'
import { type Member, type TestApp } from '../kit/build-test-app.ts'
import { type TestOffice } from '../kit/people/offices.ts'
import { smallPdf } from '../kit/small-pdf.ts'
import { type OrdersAt, sendForm } from './order-kit.ts'
import { customerOf, type OpenOrders, openOrders } from './open-orders.ts'

let t: TestApp
let database: pg.Client
let owner: Member
let office: TestOffice
let orders: OrdersAt
let close: OpenOrders['close'] | undefined
beforeAll(async () => {
  ;({ t, database, office, close } = await openOrders())
})
beforeEach(async () => {
  ;({ owner, orders } = await customerOf({ t, office }))
})
afterAll(() => close?.())

const info = async (id: string) => (await t.call(orderCalls.get, { params: { id } }, owner)).data
const seen = (id: string, as = office.decider) => t.call(officeOrderCalls.get, { params: { id } }, as)

describe('files of an order', () => {
  it('are PDF or pictures by what they hold, and of a report PDF alone', async () => {
    const { id } = await orders.draft()
    const script = { bytes: Buffer.from('<html><script>alert(1)</script></html>'), name: 'a.pdf' }
    expect(await orders.add('applicant', id, 'material', script)).toMatchObject({
      data: { fields: [{ path: 'file', key: 'pdfOrPicture' }] },
    })
    await orders.bringTo(id, 'EXAMINING')
    expect(await orders.add('office', id, 'report', script)).toMatchObject({
      data: { fields: [{ path: 'file', key: 'pdfFile' }] },
    })
    expect(await orders.add('applicant', id, 'entrustment')).toMatchObject({ errorCode: 'wrong-state' })
    expect(await orders.add('applicant', id, 'report')).toMatchObject({ errorCode: 'wrong-state' })
  })

  it('have a name in one line without what a folder takes for a path', async () => {
    const { id } = await orders.draft()
    await orders.add('applicant', id, 'material', { name: '../../etc/\u202epass wd.exe' })
    // Cut between signs, and never within one.
    await orders.add('applicant', id, 'material', { bytes: smallPdf('b'), name: `${'鉴'.repeat(79)}😀😀.png` })
    const [, file, long] = (await info(id)).files
    expect(file!.fileName).toMatch(/^[^/\\\u202e]+\.pdf$/)
    expect(long!.fileName).toBe(`${'鉴'.repeat(79)}😀.pdf`)
  })

  it('stay once they were handed in; before that they are gone when they are deleted, and nobody else sees them', async () => {
    const { id } = await orders.draft()
    const { data } = await orders.add('applicant', id, 'material', { bytes: smallPdf('b') })
    const remove = (fileId: string) => t.call(orderCalls.removeFile, { params: { id, fileId } }, owner)
    expect(await remove(data.id)).toMatchObject({ success: true })
    await orders.bringTo(id, 'RETURNED')
    const [kept] = (await info(id)).files
    expect(await remove(kept!.id)).toMatchObject({ errorCode: 'wrong-state' })
    await orders.add('applicant', id, 'material', { bytes: smallPdf('c') })
    expect((await seen(id)).data.files.map(({ id: file }) => file)).toEqual([kept!.id])
    const { files } = await info(id)
    const asked = files.map(({ id: fileId }) =>
      t.inject({
        method: 'GET',
        url: pathOf(officeOrderCalls.file, { id, fileId }),
        headers: { 'x-auth-token': office.decider.token },
      }),
    )
    expect((await Promise.all(asked)).map(({ statusCode }) => statusCode)).toEqual([200, 404])
    await expect(database.query('delete from judicial_file where id = $1', [kept!.id])).rejects.toThrow('stays')
  })

  it('are asked for by the steps that need them', async () => {
    const data = await orders.draft()
    await orders.bringTo(data.id, 'SUPPLEMENT')
    expect(await orders.applicant(data.id, 'supply')).toMatchObject({
      data: { fields: [{ path: 'material', key: 'orderFile' }] },
    })
    await orders.add('applicant', data.id, 'material')
    expect(await orders.applicant(data.id, 'supply')).toMatchObject({ data: { orderState: 'EXAMINING' } })
    expect(await orders.answer(data.id, 'draft')).toMatchObject({
      data: { fields: [{ path: 'report', key: 'orderFile' }] },
    })
  })

  it('no more of one part than it takes at once', async () => {
    const { id } = await orders.draft()
    for (let i = 0; i < 4; i++) await orders.add('applicant', id, 'entrustment', { bytes: smallPdf(String(i)) })
    expect(await orders.add('applicant', id, 'entrustment')).toMatchObject({ errorCode: 'limit-reached' })
  })
})

describe('custody of material', () => {
  const custody = async (call: typeof orderCalls.custody | typeof officeOrderCalls.custody, id: string, as: Member) =>
    (await t.call(call, { params: { id } }, as)).data.list

  it('tells both sides who had what was handed in, and when', async () => {
    const { id, ano } = await orders.draft()
    expect(await custody(orderCalls.custody, id, owner)).toEqual([])
    await orders.bringTo(id, 'SUBMITTED')
    await t.call(officeOrderCalls.evidence, { params: { id, ano } }, office.assistant)
    const [file] = (await info(id)).files
    const url = pathOf(officeOrderCalls.file, { id, fileId: file!.id })
    await t.inject({ method: 'GET', url, headers: { 'x-auth-token': office.decider.token } })
    const seenBy = await custody(officeOrderCalls.custody, id, office.second)
    expect(await custody(orderCalls.custody, id, owner)).toEqual(seenBy)
    const told = seenBy.map(({ name, part, acts }) => [name, part, ...acts.map(({ act, side }) => `${act} ${side}`)])
    expect(told).toEqual([
      [expect.any(String), null, 'handedIn applicant', 'viewed office'],
      ['委托书.pdf', 'entrustment', 'added applicant', 'handedIn applicant', 'downloaded office'],
    ])
    expect(seenBy[1]!.sha256).toBe(file!.sha256)
    expect(await t.call(orderCalls.custody, { params: { id } }, await t.member())).toMatchObject({
      errorCode: 'not-found',
    })
  })
})

describe('a file that comes with a message', () => {
  const withMessage = (side: 'applicant' | 'office', id: string, content: string | null, bytes = smallPdf('said')) =>
    sendForm(t, pathOf((side === 'office' ? officeOrderCalls : orderCalls).say, { id }), {
      as: side === 'office' ? office.decider : owner,
      fields: content === null ? {} : { content },
      file: { bytes, name: '补充说明.pdf' },
    })

  it('is read and downloaded by both sides, and stays', async () => {
    const { id } = await orders.draft()
    await orders.bringTo(id, 'SUBMITTED')
    expect(await withMessage('office', id, '请看附件')).toMatchObject({ success: true })
    expect(await withMessage('applicant', id, null)).toMatchObject({ success: true })
    const { messages, files } = await info(id)
    expect(messages).toMatchObject([
      { side: 'office', content: '请看附件', file: { fileName: '补充说明.pdf' } },
      { side: 'applicant', content: '', file: { fileSize: smallPdf('said').length } },
    ])
    expect(files.map(({ part }) => part)).toEqual(['entrustment'])
    for (const [call, as] of [
      [orderCalls.file, owner],
      [officeOrderCalls.file, office.decider],
    ] as const)
      for (const { file } of messages) {
        const url = pathOf(call, { id, fileId: file!.id })
        expect((await t.inject({ method: 'GET', url, headers: { 'x-auth-token': as.token } })).rawPayload).toEqual(
          smallPdf('said'),
        )
      }
    const remove = { params: { id, fileId: messages[1]!.file!.id } }
    expect(await t.call(orderCalls.removeFile, remove, owner)).toMatchObject({ errorCode: 'wrong-state' })
  })

  it('is a PDF or a picture, or nothing is said', async () => {
    const { id } = await orders.draft()
    expect(await withMessage('applicant', id, '你好')).toMatchObject({ errorCode: 'wrong-state' })
    await orders.bringTo(id, 'SUBMITTED')
    expect(await withMessage('applicant', id, '你好', Buffer.from('<script>'))).toMatchObject({
      data: { fields: [{ path: 'file', key: 'pdfOrPicture' }] },
    })
    expect(await t.call(orderCalls.say, { params: { id }, body: {} }, owner)).toMatchObject({
      data: { fields: [{ path: 'content', key: 'required' }] },
    })
    expect((await info(id)).messages).toEqual([])
  })
})
