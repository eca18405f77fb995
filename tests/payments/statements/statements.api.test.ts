import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import readSheet from 'read-excel-file/node'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { pathOf } from '../../../contract/kit/call.ts'
import { formatMoney } from '../../../contract/kit/money.ts'
import { type Statement, statementCalls, type StatementFormat } from '../../../contract/payments/statements.ts'
import { walletCalls } from '../../../contract/payments/wallet.ts'
import { newId } from '../../../server/kit/ids.ts'
import { buildTestApp, type Member, type TestApp } from '../../kit/build-test-app.ts'
import { at, type Bookkeeper, bookkeeper, clock, monthBack } from './bookkeeper.ts'
import { requireTool, runTool } from '../../kit/outside/tools.ts'

let t: TestApp
let who: Member
let owner: pg.Client
const folder = mkdtempSync(join(tmpdir(), 'skz-statements-'))
afterAll(() => rmSync(folder, { recursive: true }))
beforeAll(async () => {
  t = await buildTestApp()
  books = await bookkeeper(t)
  owner = new pg.Client({ connectionString: t.databaseUrl })
  await owner.connect()
})
afterAll(async () => {
  await owner.end()
  await t.close()
})
beforeEach(async () => {
  who = await t.member({ name: '=岛风 & <Co>' })
})

let books: Bookkeeper
type Rest<F> = F extends (who: Member, ...rest: infer R) => unknown ? R : never
const credit = (...rest: Rest<Bookkeeper['credit']>) => books.credit(who, ...rest)
const spend = (...rest: Rest<Bookkeeper['spend']>) => books.spend(who, ...rest)

const listed = async (as = who) => (await t.call(statementCalls.list, {}, as)).data.list
const download = (month: string, format: StatementFormat, as = who, headers: Record<string, string> = {}) =>
  t.inject({
    url: `${pathOf(statementCalls.download, { month })}?format=${format}`,
    headers: { 'x-auth-token': as.token, ...headers },
  })
async function sheetOf(month: string, as = who, headers = {}) {
  const reply = await download(month, 'xlsx', as, headers)
  expect(reply.statusCode).toBe(200)
  const [sheet] = (await readSheet(reply.rawPayload)) as unknown as { data: (string | number | Date | null)[][] }[]
  return sheet!.data
}
function paperOf(bytes: Buffer): string {
  const path = join(folder, `${newId()}.pdf`)
  writeFileSync(path, bytes)
  return runTool('pdftotext', ['-layout', path, '-']).text
}
const fen = (yuan: unknown) => Math.round(Number(yuan) * 100)

describe('statements', () => {
  it('go from month to month without a gap, and sum to the bill', async () => {
    const [old, last] = [monthBack(2), monthBack(1)]
    await credit(at(`${old}-03T10:00:00`), 10_000)
    await spend(at(`${old}-04T10:00:00`), 1_250)
    await credit(at(`${last}-01T00:00:00`), 500, 'gift')
    await spend(at(`${last}-20T10:00:00`), 700, 'release')
    await spend(at(`${last}-21T10:00:00`), 300)
    await credit(at(`${last}-22T10:00:00`), -100, 'correction')
    await spend(new Date().toISOString(), 50, 'hold')
    const list = await listed()
    const of = (month: string, rest: Partial<Statement>) => expect.objectContaining({ month, ...rest })
    expect(list).toEqual([
      of(monthBack(0), { opening: 8_850, received: 0, spent: 50, closing: 8_800, lines: 1, isProvisional: true }),
      of(last, { opening: 8_750, received: 400, spent: 300, closing: 8_850, lines: 7 }),
      of(old, { opening: 0, received: 10_000, spent: 1_250, closing: 8_750, lines: 2, isProvisional: false }),
    ])
    const { list: bill } = (await t.call(walletCalls.bill, { query: { pageSize: 100 } }, who)).data
    expect(list.reduce((sum, { lines }) => sum + lines, 0)).toBe(bill.length)
    expect(list.reduce((sum, m) => sum + m.received - m.spent, 0)).toBe(
      bill.reduce((sum, { amount }) => sum + amount, 0),
    )
  })

  it('begin and end with the calendar month of Asia/Shanghai', async () => {
    const [old, last] = [monthBack(2), monthBack(1)]
    const midnight = new Date(at(`${last}-01T00:00:00`)).getTime()
    await credit(new Date(midnight - 1).toISOString(), 100)
    await credit(new Date(midnight).toISOString(), 200)
    expect((await listed()).map(({ month, received }) => [month, received])).toEqual([
      [monthBack(0), 0],
      [last, 200],
      [old, 100],
    ])
  })

  it('keep a transfer that was begun before midnight and stands behind one of after it in one month alone', async () => {
    const [old, last, newest] = [monthBack(2), monthBack(1), monthBack(0)]
    const midnight = new Date(at(`${last}-01T00:00:00`)).getTime()
    await credit(new Date(midnight + 5).toISOString(), 200)
    await credit(new Date(midnight - 5).toISOString(), 100)
    await credit(at(`${newest}-01T00:00:00`), 1)
    const list = await listed()
    expect(list.map(({ month, opening, received, closing }) => [month, opening, received, closing])).toEqual([
      [newest, 300, 1, 301],
      [last, 300, 0, 300],
      [old, 0, 300, 300],
    ])
    for (const { month } of list) expect((await download(month, 'xlsx')).statusCode).toBe(200)
  })

  it('are provisional until shortly after the end of their month', async () => {
    await credit(at(`${monthBack(1)}-09T00:00:00`), 1)
    const provisional = async (instant: string) =>
      t.services.db.forAccount(who, async (tx) => {
        await clock(instant).execute(tx)
        const { listMonths } = await import('../../../server/payments/statements/statements.repo.ts')
        return (await listMonths(tx, who.accountId, monthBack(1)))[0]!.isProvisional
      })
    const end = at(`${monthBack(0)}-01T00:09:59`)
    expect(await provisional(end)).toBe(true)
    expect(await provisional(at(`${monthBack(0)}-01T00:10:00`))).toBe(false)
  })

  it('come as a sheet of numbers and times that adds up, with texts that stay texts', async () => {
    const month = monthBack(1)
    await credit(at(`${month}-03T08:09:10`), 123_456, 'credit', '=1+1')
    await spend(at(`${month}-04T10:00:00`), 1_001)
    const rows = await sheetOf(month)
    expect(rows.flat()).toContain('=岛风 & <Co>')
    const heading = rows.findIndex((row) => row[8] !== null && row[8] !== undefined)
    const lines = rows.slice(heading + 1)
    expect(lines.map((row) => [fen(row[7]), fen(row[8])])).toEqual([
      [123_456, 123_456],
      [-1_001, 122_455],
    ])
    expect(lines[0]![1]).toEqual(new Date(`${month}-03T08:09:10Z`))
    expect(lines[0]![6]).toBe('=1+1')
    const money = rows.slice(0, heading).filter((row) => typeof row[1] === 'number')
    expect(money.map((row) => fen(row[1]))).toEqual([0, 123_456, -1_001, 122_455])
  })

  it.runIf(requireTool('pdftotext'))('come as a paper with every line, in the reader’s language', async () => {
    const month = monthBack(1)
    await credit(at(`${month}-03T08:09:10`), 123_456)
    for (let i = 0; i < 70; i++) await spend(at(`${month}-04T10:00:${String(i % 60).padStart(2, '0')}`), 100 + i)
    const reply = await download(month, 'pdf')
    expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, 'application/pdf'])
    const text = paperOf(reply.rawPayload)
    expect(text).toContain('期初余额')
    expect(text).toContain(`${month}-03 08:09:10`)
    const spent = [...text.matchAll(/-¥(\d+\.\d\d)/g)].map((m) => fen(m[1]))
    const sum = Array.from({ length: 70 }, (_, i) => 100 + i).reduce((a, b) => a + b, 0)
    // Once as the sum above, once line by line.
    expect(spent.reduce((a, b) => a + b, 0)).toBe(2 * sum)
    expect(text).toContain(formatMoney(123_456 - sum))
    expect(text).toMatch(/第 2 页，共 \d 页/)
    const english = paperOf((await download(month, 'pdf', who, { 'x-lang': 'en' })).rawPayload)
    expect(english).toContain('Opening')
  })

  it('are given out of the account that is named, to somebody with two, and of no other', async () => {
    const month = monthBack(1)
    await credit(at(`${month}-03T10:00:00`), 4_711)
    const other = await t.member({ kind: 'enterprise' })
    await t.services.db.system
      .insertInto('membership')
      .values({
        id: newId(),
        platformId: t.platformId,
        personId: who.personId,
        accountId: other.accountId,
        role: 'sub',
        grants: [],
      })
      .execute()
    const named = (accountId: string) =>
      t.inject({
        url: `${pathOf(statementCalls.download, { month })}?format=xlsx&account=${accountId}`,
        headers: { 'x-auth-token': who.token },
      })
    const given = await named(who.accountId)
    expect(given.statusCode).toBe(200)
    const [sheet] = (await readSheet(given.rawPayload)) as unknown as { data: unknown[][] }[]
    expect(sheet!.data.flat()).toContain(47.11)
    // There they are a sub-account, who sees no money.
    expect((await named(other.accountId)).json()).toMatchObject({ errorCode: 'forbidden' })
    expect((await download(month, 'pdf', other)).json()).toMatchObject({ errorCode: 'not-found' })
    expect(await listed(other)).toEqual([])
  })

  it('are made one after the other, and one account does not keep another from its own', async () => {
    const month = monthBack(1)
    await credit(at(`${month}-03T10:00:00`), 1_000)
    const other = await t.member()
    const codes: string[] = []
    // None is done before all have asked.
    await owner.query('begin')
    await owner.query('lock table ledger_transfer in access exclusive mode')
    const many = Array.from({ length: 8 }, async () => {
      const reply = await download(month, 'xlsx')
      codes.push(reply.statusCode === 200 ? 'given' : reply.json<{ errorCode: string }>().errorCode)
    })
    const theirs = download(month, 'xlsx', other)
    await vi.waitFor(() => expect(codes).toHaveLength(5), 5_000)
    await owner.query('commit')
    await Promise.all(many)
    expect(codes).toEqual([...Array<string>(5).fill('busy'), ...Array<string>(3).fill('given')])
    // Not there, which is said after its turn.
    expect((await theirs).json()).toMatchObject({ errorCode: 'not-found' })
    expect((await download(month, 'xlsx')).statusCode).toBe(200)
  })

  it('of more lines than a paper takes are refused as one, with the way that is left', async () => {
    const month = monthBack(1)
    await owner.query(
      `insert into ledger_transfer (id, platform_id, account_id, number, purpose, debit, credit, amount, balance_after, subject_kind, subject_id, person_id, created_at)
       select new_uuid_v7(), $4::uuid, $1::uuid, n, 'credit', 'bank', 'prepaid', 1, n, 'adjustment', new_uuid_v7(), $2::uuid, $5::timestamptz from generate_series(1, $3::int) n`,
      [who.accountId, who.personId, 3_001, t.platformId, at(`${month}-03T10:00:00`)],
    )
    await owner.query('update wallet set transfers = 3001, prepaid = 3001 where account_id = $1', [who.accountId])
    const refused = await download(month, 'pdf')
    expect(refused.json()).toMatchObject({
      errorCode: 'statement-long',
      errorMessage: expect.stringMatching(/3001.*3000/) as string,
    })
    expect((await sheetOf(month)).length).toBeGreaterThan(3_001)
  })

  it('are there for months in which nothing moved, too, since the first in which something did', async () => {
    await credit(at(`${monthBack(3)}-10T10:00:00`), 700)
    await spend(at(`${monthBack(1)}-10T10:00:00`), 200)
    const list = await listed()
    expect(list.map(({ month, opening, closing, lines }) => [month, opening, closing, lines])).toEqual([
      [monthBack(0), 500, 500, 0],
      [monthBack(1), 700, 500, 1],
      [monthBack(2), 700, 700, 0],
      [monthBack(3), 0, 700, 1],
    ])
    const paper = paperOf((await download(monthBack(2), 'pdf')).rawPayload)
    expect(paper).toContain('本月没有收支')
    expect(paper.match(/¥7\.00/g)).toHaveLength(2)
    expect((await sheetOf(monthBack(2))).at(-1), 'the heading of the lines').toContain('时间')
  })

  it('are refused for months that are none, have not begun or are before the first line', async () => {
    for (const month of ['2026-13', '2026-00', '26-01', 'x', '2026-1'])
      expect((await download(month, 'pdf')).json()).toMatchObject({ errorCode: 'bad-parameter' })
    for (const month of ['2099-01', monthBack(1)])
      expect((await download(month, 'pdf')).json()).toMatchObject({ errorCode: 'not-found' })
    const reply = await t.inject({
      url: `${pathOf(statementCalls.download, { month: monthBack(1) })}?format=exe`,
      headers: { 'x-auth-token': who.token },
    })
    expect(reply.json()).toMatchObject({ errorCode: 'bad-parameter' })
  })
})

describe('books that do not agree', () => {
  const month = monthBack(1)
  const refused = async (format: StatementFormat = 'xlsx') =>
    (await download(month, format)).json<{ errorCode?: string }>().errorCode
  beforeEach(async () => {
    await credit(at(`${month}-03T10:00:00`), 1_000)
    await spend(at(`${month}-04T10:00:00`), 100)
    await spend(at(`${month}-05T10:00:00`), 100)
    expect((await download(month, 'xlsx')).statusCode).toBe(200)
  })
  const tamper = async (text: string) => {
    await owner.query('begin')
    await owner.query(`set local session_replication_role = replica`)
    await owner.query('alter table ledger_transfer disable trigger never_changed')
    await owner.query(text, [who.accountId])
    await owner.query('alter table ledger_transfer enable always trigger never_changed')
    await owner.query('commit')
  }

  it.each([
    ['a wallet that has more than its transfers left', 'update wallet set prepaid = prepaid + 1 where account_id = $1'],
    ['spending that is stopped', 'update wallet set stopped_at = now() where account_id = $1'],
    ['a line of another amount', 'update ledger_transfer set amount = amount + 1 where account_id = $1 and number = 2'],
    ['a line that is missing', 'delete from ledger_transfer where account_id = $1 and number = 2'],
    [
      'the last line is missing',
      `delete from ledger_transfer where account_id = $1 and number = (select max(number) from ledger_transfer where account_id = $1 and purpose <> 'post')`,
    ],
    [
      'a balance behind a line',
      'update ledger_transfer set balance_after = balance_after + 1 where account_id = $1 and number = 2',
    ],
  ])('give no statement: %s', async (_, text) => {
    await tamper(text)
    expect([await refused('xlsx'), await refused('pdf')]).toEqual(['statement-differs', 'statement-differs'])
  })
})
