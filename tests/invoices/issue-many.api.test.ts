import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { headerCalls } from '../../contract/invoices/headers.ts'
import { invoiceCalls } from '../../contract/invoices/invoices.ts'
import { type FiledInvoice, staffInvoiceCalls } from '../../contract/invoices/staff-invoices.ts'
import { pathOf } from '../../contract/kit/call.ts'
import { buildTestApp, type Member, type TestApp } from '../kit/build-test-app.ts'
import { forgetLimits } from '../kit/people/forget-limits.ts'
import { formOf } from '../kit/pictures.ts'
import { ofd, pdf } from '../kit/invoice-files.ts'
import { giveBack, newInvoiceNumber, paidOrder } from './invoice-kit.ts'

let t: TestApp
let operator: Member
let me: Member
let headerId: string
let owner: pg.Client
beforeAll(async () => {
  t = await buildTestApp()
  operator = await t.member({ name: '开票员', role: 'operator' })
  owner = new pg.Client({ connectionString: t.databaseUrl })
  await owner.connect()
})
afterAll(async () => {
  await owner.end()
  await t.close()
})
beforeEach(async () => {
  await forgetLimits(t)
  me = await t.member({ name: '代理所', kind: 'enterprise' })
  headerId = (await t.call(headerCalls.create, { body: { headType: 'PERSONAL', title: '张三' } }, me)).data.id
})

async function applied(amount = 100, more: object = {}) {
  const order = await paidOrder(t, me, amount)
  const body = { orderIds: [order], headerId, email: 'books@example.com', ...more }
  const { id, applyNo } = (await t.call(invoiceCalls.apply, { body: body as never }, me)).data
  return { id, order, row: { applyNo, title: '张三', amount, invoiceNumber: newInvoiceNumber() } }
}
const send = async (rows: object[], dryRun = false, as = operator) =>
  (await t.call(staffInvoiceCalls.issueMany, { body: { rows: rows as never, dryRun } }, as)).data.list
const ends = async (rows: object[], dryRun = false) =>
  (await send(rows, dryRun)).map(({ outcome, problems }) =>
    [outcome, ...problems.map((p) => `${p.path} ${p.key}`)].join(' '),
  )
const get = async (id: string) => (await t.call(invoiceCalls.get, { params: { id } }, me)).data
const told = async () =>
  (
    await owner.query<{ kind: string }>('select kind from message where person_id = $1 order by id', [me.personId])
  ).rows.map((m) => m.kind)

describe('numbers from a sheet', () => {
  it('issue what was asked for or accepted, after a dry run that keeps nothing, and once', async () => {
    const [asked, accepted] = [await applied(100), await applied(250)]
    await t.call(staffInvoiceCalls.take, { params: { id: accepted.id } }, operator)
    const rows = [asked.row, accepted.row]
    expect(await ends(rows, true)).toEqual(['new', 'new'])
    expect([(await get(asked.id)).invoiceState, (await get(accepted.id)).invoiceState]).toEqual(['APPLIED', 'ISSUING'])
    expect(await ends(rows)).toEqual(['new', 'new'])
    expect(await get(asked.id)).toMatchObject({
      invoiceState: 'ISSUED',
      invoiceNumber: asked.row.invoiceNumber,
      fileName: null,
    })
    expect((await get(asked.id)).steps.map((s) => s.invoiceState)).toEqual(['APPLIED', 'ISSUING', 'ISSUED'])
    expect(await ends(rows)).toEqual(['exists', 'exists'])
    expect(await told(), 'there is nothing to download yet').toEqual([])
  })

  it('are judged each alone: what is refused says why, keeps nothing of itself and hinders no other', async () => {
    const [good, dear, titled, twice, gone, done] = await Promise.all([
      applied(),
      applied(),
      applied(),
      applied(),
      applied(),
      applied(),
    ])
    await giveBack(t, gone.order, 100)
    await t.call(staffInvoiceCalls.refuse, { params: { id: done.id }, body: { reason: '抬头有误' } }, operator)
    const rows = [
      { ...good.row, applyNo: '000000' },
      { ...dear.row, amount: 101 },
      { ...titled.row, title: '李四' },
      good.row,
      { ...twice.row, invoiceNumber: good.row.invoiceNumber },
      gone.row,
      done.row,
      { ...titled.row, invoiceNumber: '123' },
    ]
    const expected = [
      'refused applyNo invoiceUnknown',
      'refused amount invoiceAmount',
      'refused title invoiceTitle',
      'new',
      'refused invoiceNumber duplicate',
      'refused amount invoiceSum',
      'refused applyNo invoiceState',
      'refused invoiceNumber invoiceNumber',
    ]
    expect(await ends(rows, true)).toEqual(expected)
    expect((await get(good.id)).invoiceState).toBe('APPLIED')
    expect(await ends(rows)).toEqual(expected)
    for (const { id } of [dear, titled, twice, gone]) expect((await get(id)).steps).toHaveLength(1)
    expect((await send([{ ...dear.row, amount: 101 }]))[0]!.problems[0]!.message).toContain('¥1.00')
  })

  it('are taken once where two enter them at the same moment', async () => {
    const some = await Promise.all(Array.from({ length: 5 }, () => applied()))
    const other = await t.member({ role: 'operator' })
    const rows = some.map(({ row }) => row)
    const both = await Promise.all([send(rows), send(rows.toReversed(), false, other)])
    const outcomes = both.map((list) => list.filter(({ outcome }) => outcome === 'new').length)
    expect(outcomes[0]! + outcomes[1]!).toBe(5)
    for (const { id } of some) expect((await get(id)).invoiceState).toBe('ISSUED')
  })

  it('are tried by two in opposite order, and neither waits for the other for ever', async () => {
    const some = await Promise.all(Array.from({ length: 6 }, () => applied()))
    const rows = some.map(({ row }) => row)
    const other = await t.member({ role: 'operator' })
    const tries = Array.from({ length: 6 }, (_, i) =>
      send(i % 2 ? rows : rows.toReversed(), true, i % 2 ? operator : other),
    )
    for (const list of await Promise.all(tries)) expect(list.map((r) => r.outcome)).toEqual(rows.map(() => 'new'))
  })

  it('of an attempt that is over are refused', async () => {
    const { id } = await applied()
    await t.call(staffInvoiceCalls.take, { params: { id } }, operator)
    await t.call(staffInvoiceCalls.refuse, { params: { id }, body: { reason: '抬头有误' } }, operator)
    await t.call(invoiceCalls.reapply, { params: { id }, body: { headerId, email: 'x@example.com' } as never }, me)
    await t.call(staffInvoiceCalls.take, { params: { id } }, operator)
    const issue = (attempt: string) =>
      t.inject({
        method: 'POST',
        url: pathOf(staffInvoiceCalls.issue, { id }),
        ...formOf({ invoiceNumber: newInvoiceNumber(), attempt, file: pdf }, operator.token),
      })
    expect((await issue('1')).json()).toMatchObject({ errorCode: 'wrong-state' })
    expect((await issue('2')).json()).toMatchObject({ success: true })
  })
})

describe('files of invoices', () => {
  type Reply = { success: boolean; data: (FiledInvoice & { fields?: { key: string }[] }) | null }
  const add = async (name: string, file = pdf) =>
    (
      await t.inject({
        method: 'POST',
        url: pathOf(staffInvoiceCalls.addFile),
        ...formOf({ file, name }, operator.token),
      })
    ).json<Reply>()
  const end = ({ success, data }: Reply) => (success ? data!.outcome : data!.fields![0]!.key)
  async function issued(more: object = {}) {
    const one = await applied(100, more)
    expect(await ends([one.row])).toEqual(['new'])
    return one
  }
  const missing = async () =>
    (
      await t.call(staffInvoiceCalls.list, { query: { fileState: 'missing', pageSize: '500' } }, operator)
    ).data.list.map(({ id }) => id)

  it('find their invoice by the number in their name, and the applicant is told then', async () => {
    const [a, b] = [await issued(), await issued()]
    expect(await missing()).toEqual(expect.arrayContaining([a.id, b.id]))
    const number = a.row.invoiceNumber
    expect(await add(`dzfp_${number}_张三_20261125.pdf`)).toMatchObject({
      success: true,
      data: { id: a.id, applyNo: a.row.applyNo, outcome: 'new' },
    })
    expect(end(await add(`${b.row.invoiceNumber}.ofd`, ofd))).toBe('new')
    expect(await get(a.id)).toMatchObject({ fileName: `${number}.pdf`, invoiceState: 'ISSUED' })
    expect((await get(a.id)).steps.map((s) => [s.invoiceState, s.hasFile])).toEqual([
      ['APPLIED', false],
      ['ISSUING', false],
      ['ISSUED', false],
      ['ISSUED', true],
    ])
    expect(await told()).toEqual(['invoiceIssued', 'invoiceIssued'])
    const there = await missing()
    expect([there.includes(a.id), there.includes(b.id)]).toEqual([false, false])
    expect(end(await add(`${number}.pdf`)), 'the same once more').toBe('exists')
    expect(end(await add(`${number}.pdf`, ofd))).toBe('invoiceHasFile')
    expect(await told()).toHaveLength(2)
  })

  it('that fit none or several are refused, and what is no such file as well', async () => {
    const [a, b] = [await issued(), await issued()]
    expect(end(await add('发票.pdf'))).toBe('invoiceNameless')
    expect(end(await add(`${newInvoiceNumber()}.pdf`))).toBe('invoiceNameless')
    expect(end(await add(`${a.row.invoiceNumber}1.pdf`)), 'twenty-one digits').toBe('invoiceNameless')
    expect(end(await add(`${a.row.invoiceNumber} ${b.row.invoiceNumber}.pdf`))).toBe('invoiceNames')
    expect(end(await add(`${a.row.invoiceNumber}.pdf`, Buffer.from('<html>')))).toBe('invoiceFile')
    await t.call(staffInvoiceCalls.reverse, { params: { id: a.id }, body: { reason: '开错' } }, operator)
    expect(end(await add(`${a.row.invoiceNumber}.pdf`)), 'a reversed one').toBe('invoiceNameless')
  })

  it('are found by code and number where they have both', async () => {
    const one = await applied()
    const code = '035001900111'
    const number = newInvoiceNumber().slice(-8)
    expect(await ends([{ ...one.row, invoiceNumber: number, invoiceCode: code }])).toEqual(['new'])
    expect(end(await add(`${number}.pdf`))).toBe('invoiceNameless')
    expect(end(await add(`${code}_${number}.pdf`))).toBe('new')
  })

  it('are never replaced, whoever writes', async () => {
    const one = await issued()
    await add(`${one.row.invoiceNumber}.pdf`)
    await expect(
      owner.query(`update invoice_paper set file_name = 'x.pdf' where invoice_id = $1`, [one.id]),
    ).rejects.toThrow(/never replaced/)
  })

  it('of another platform’s invoices are not found', async () => {
    const one = await applied()
    await owner.query('update invoice set platform_id = $1 where id = $2', [await foreign(), one.id])
    expect(await ends([one.row])).toEqual(['refused applyNo invoiceUnknown'])
  })
})

/** Another platform of the installation. */
async function foreign(): Promise<string> {
  const { rows } = await owner.query<{ id: string }>(
    `insert into platform (id, notary_id, name) select gen_random_uuid(), 'other' || floor(random() * 1e9), name from platform limit 1 returning id`,
  )
  return rows[0]!.id
}
