import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { pathOf } from '../../contract/kit/call.ts'
import { officeOrderCalls } from '../../contract/notarization/office-orders.ts'
import { orderCalls } from '../../contract/notarization/orders.ts'
import { type Member, type TestApp } from '../kit/build-test-app.ts'
import { type TestOffice } from '../kit/people/offices.ts'
import { smallPdf } from '../kit/small-pdf.ts'
import { type OrdersAt } from './order-kit.ts'
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
