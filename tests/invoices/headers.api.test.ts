import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { headerCalls, type InvoiceHeader, mostHeaders } from '../../contract/invoices/headers.ts'
import { mostImportRows } from '../../contract/kit/bulk.ts'
import { buildTestApp, type Member, type TestApp } from '../kit/build-test-app.ts'

let t: TestApp
let me: Member
let other: Member
beforeAll(async () => {
  t = await buildTestApp()
})
beforeEach(async () => {
  me = await t.member({ name: '代理所' })
  other = await t.member({ name: '别人' })
})
afterAll(() => t.close())

const creditCode = '91350100M000100Y43'
const person = { headType: 'PERSONAL', title: '张三' } as const
const general = { headType: 'ENTERPRISE', title: '福州某某有限公司', taxNo: creditCode } as const
const special = {
  ...general,
  headType: 'ENTERPRISE_SPECIAL',
  address: '福州市某路 1 号',
  phone: '0591-88887777',
  bank: '某银行福州分行',
  account: '1234 5678 9012',
} as const
type Body = Parameters<typeof create>[0]

const create = (
  body: { headType: InvoiceHeader['headType']; title: string } & Partial<
    Record<'taxNo' | 'address' | 'phone' | 'bank' | 'account', string>
  > & { isDefault?: boolean },
  as = me,
) => t.call(headerCalls.create, { body }, as)
const created = async (body: Body) => (await create(body)).data.id
const get = async (id: string, as = me) => t.call(headerCalls.get, { params: { id } }, as)
const list = async (query: Record<string, string> = {}, as = me) => (await t.call(headerCalls.list, { query }, as)).data
const fields = (reply: { data: unknown }) =>
  Object.fromEntries((reply.data as { fields: { path: string; key: string }[] }).fields.map((f) => [f.path, f.key]))

describe('an invoice header', () => {
  it('of each kind carries what the kind asks for and nothing else', async () => {
    expect((await get(await created({ ...special, ...person, taxNo: creditCode }))).data).toMatchObject({
      headType: 'PERSONAL',
      title: '张三',
      taxNo: null,
      address: null,
      account: null,
    })
    expect((await get(await created({ ...special, headType: 'ENTERPRISE' }))).data).toMatchObject({
      taxNo: creditCode,
      address: null,
      bank: null,
    })
    expect((await get(await created(special))).data).toMatchObject({ ...special, account: '123456789012', version: 1 })
  })

  it('names all that its kind lacks at once', async () => {
    expect(fields(await create({ headType: 'ENTERPRISE_SPECIAL', title: ' ' }))).toEqual({
      title: 'required',
      taxNo: 'required',
      address: 'required',
      phone: 'required',
      bank: 'required',
      account: 'required',
    })
    expect(fields(await create({ headType: 'ENTERPRISE', title: 'x', taxNo: '' }))).toEqual({ taxNo: 'required' })
  })

  it.each([
    ['91350100M000100Y44', 'taxNoCheck'],
    ['110105194912310021', 'taxNoCheck'],
    ['91350100', 'taxNo'],
    ['9135010000010O0Y43!', 'taxNo'],
  ])('refuses the tax number %s', async (taxNo, key) =>
    expect(fields(await create({ ...general, taxNo }))).toEqual({ taxNo: key }),
  )

  it.each(['91350100m000100y43', '9135 0100 M000 100Y 43', '11010519491231002X', '350100123456789'])(
    'takes the tax number %s',
    async (taxNo) => expect((await create({ ...general, taxNo })).success).toBe(true),
  )

  it.each([
    ['phone', '12345', 'anyPhone'],
    ['account', '12a', 'bankAccount'],
    ['title', 'x'.repeat(101), 'tooBig.text'],
    ['headType', 'OTHER', 'notAChoice'],
  ])('refuses %s %s', async (name, value, key) =>
    expect(fields(await create({ ...special, [name]: value }))).toEqual({ [name]: key }),
  )

  it('is there once', async () => {
    const id = await created(general)
    expect(fields(await create({ ...general, taxNo: creditCode.toLowerCase() }))).toEqual({ title: 'duplicate' })
    const second = await created({ ...general, title: '另一公司' })
    expect(fields(await t.call(headerCalls.update, { params: { id: second }, body: general }, me))).toEqual({
      title: 'duplicate',
    })
    expect((await create(general, other)).success).toBe(true)
    expect((await get(id)).data.version).toBe(1)
  })

  it('belongs to one account: another’s answers as if it did not exist', async () => {
    const id = await created(person)
    for (const reply of [
      await get(id, other),
      await t.call(headerCalls.update, { params: { id }, body: person }, other),
      await t.call(headerCalls.remove, { params: { id } }, other),
      await t.call(headerCalls.makeDefault, { params: { id } }, other),
    ])
      expect(reply).toMatchObject({ success: false, errorCode: 'not-found' })
    expect((await t.call(headerCalls.removeMany, { body: { ids: [id] } }, other)).data.list).toMatchObject([
      { id, ok: false },
    ])
    expect((await get(id)).success).toBe(true)
  })
})

describe('the default header', () => {
  const defaults = async () => (await list()).list.filter((h) => h.isDefault).map((h) => h.title)

  it('is the first one, then whichever was chosen last, never two', async () => {
    await created(person)
    const second = await created(general)
    expect(await defaults()).toEqual(['张三'])
    await t.call(headerCalls.makeDefault, { params: { id: second } }, me)
    expect(await defaults()).toEqual([general.title])
    await created({ ...special, title: '第三', isDefault: true })
    expect(await defaults()).toEqual(['第三'])
    await t.call(headerCalls.update, { params: { id: second }, body: { ...general, isDefault: true } }, me)
    expect(await defaults()).toEqual([general.title])
    const { isDefault: _, ...silent } = { isDefault: true, ...general }
    await t.call(headerCalls.update, { params: { id: second }, body: silent }, me)
    expect(await defaults(), 'a change that does not speak of it').toEqual([general.title])
  })

  it('stays one when many are made at the same moment', async () => {
    await Promise.all(
      Array.from({ length: 8 }, (_, i) => create({ headType: 'PERSONAL', title: `人${i}`, isDefault: true })),
    )
    expect(await defaults()).toHaveLength(1)
    expect((await list()).total).toBe(8)
  })
})

describe('two people at one header', () => {
  it('are told when the other saved first, and see what', async () => {
    const id = await created(general)
    const save = (title: string, version?: number) =>
      t.call(headerCalls.update, { params: { id }, body: { ...general, title, ...(version ? { version } : {}) } }, me)
    expect((await save('甲改', 1)).data).toEqual({ version: 2 })
    expect(await save('乙改', 1)).toMatchObject({
      errorCode: 'conflict',
      data: { current: { id, title: '甲改', version: 2 } },
    })
    expect((await save('乙再改', 2)).data).toEqual({ version: 3 })
    expect((await save('旧客户端')).data).toEqual({ version: 4 })
  })
})

describe('the list of headers', () => {
  it('finds by kind, title and tax number, and takes wildcards for letters', async () => {
    await created(person)
    await created(general)
    await created({ ...special, title: '100%有限公司' })
    const titles = async (query: Record<string, string>) =>
      (await list({ ...query, sort: 'title' })).list.map((h) => h.title)
    expect(await titles({ headType: 'PERSONAL' })).toEqual(['张三'])
    expect(await titles({ keyWord: '0100M' })).toHaveLength(2)
    expect(await titles({ keyWord: '0%' })).toEqual(['100%有限公司'])
    expect(await titles({ keyWord: '_' })).toEqual([])
  })

  it.each(['-createdAt', 'createdAt', 'title', '-title', 'headType,-title', '-headType,createdAt,title'])(
    'reads every row once to its end in the order %s',
    async (sort) => {
      const headers = Array.from({ length: 23 }, (_, i) =>
        i % 2 ? { ...general, title: `公司${i % 7}${i}` } : { ...person, title: `人${i % 5}${i}` },
      )
      await t.call(headerCalls.import, { body: { rows: headers } }, me)
      const whole = (await list({ sort, pageSize: '100' })).list.map((h) => h.id)
      const seen: string[] = []
      for (let cursor: string | null | undefined; cursor !== null;) {
        const page = await list({ sort, pageSize: '4', ...(cursor ? { cursor } : {}) })
        seen.push(...page.list.map((h) => h.id))
        cursor = page.cursor
      }
      expect(seen).toEqual(whole)
      expect(new Set(seen).size).toBe(23)
      const numbered = (
        await Promise.all([1, 2, 3].map((n) => list({ sort, pageSize: '10', pageNum: String(n) })))
      ).flatMap((p) => p.list.map((h) => h.id))
      expect(numbered).toEqual(whole)
    },
  )

  it.each(['taxNo', 'title;drop', '!', '-', 'title,createdAt,updatedAt,headType', '__proto__'])(
    'refuses the order "%s"',
    async (sort) =>
      expect(await t.call(headerCalls.list, { query: { sort } }, me)).toMatchObject({
        errorCode: 'bad-parameter',
        data: { fields: [{ path: expect.stringMatching(/^sort/) as string }] },
      }),
  )

  it('takes a cursor of another order, or a forged one, for nothing worse than a mistake', async () => {
    await created(person)
    const forge = (...parts: string[]) => Buffer.from(JSON.stringify(parts)).toString('base64url')
    expect((await list({ cursor: 'x' })).list).toHaveLength(1)
    expect((await list({ cursor: forge('title', 'a', crypto.randomUUID()) })).list).toHaveLength(1)
    expect(
      await t.call(headerCalls.list, { query: { cursor: forge('-createdAt', 'no instant', crypto.randomUUID()) } }, me),
    ).toMatchObject({ errorCode: 'bad-parameter' })
  })
})

describe('many at once', () => {
  it('are removed each by itself, with a result for each', async () => {
    const [a, b] = [await created(person), await created(general)]
    const absent = crypto.randomUUID()
    const { list: results } = (
      await t.call(headerCalls.removeMany, { body: { ids: [a, absent, b, a] } }, me, { 'x-lang': 'en' })
    ).data
    expect(results.map((r) => [r.id, r.ok])).toEqual([
      [a, true],
      [absent, false],
      [b, true],
    ])
    expect(results[1]!.message).toMatch(/not found|no such/i)
    expect((await list()).total).toBe(0)
  })

  it('come from a sheet: judged alike in rehearsal and in earnest, kept once', async () => {
    await created(general)
    const rows = [person, general, { headType: 'ENTERPRISE', title: '缺税号' }, special, { nonsense: 1 }]
    const send = async (dryRun: boolean) => (await t.call(headerCalls.import, { body: { rows, dryRun } }, me)).data.list
    const rehearsed = await send(true)
    expect(rehearsed.map((r) => r.outcome)).toEqual(['new', 'exists', 'refused', 'new', 'refused'])
    expect(rehearsed[2]!.problems).toMatchObject([{ path: 'taxNo', key: 'required', message: '请填写' }])
    expect((await list()).total).toBe(1)
    expect(await send(false)).toEqual(rehearsed)
    expect((await send(false)).map((r) => r.outcome)).toEqual(['exists', 'exists', 'refused', 'exists', 'refused'])
    expect((await list()).total).toBe(3)
  })

  it('of one sheet: the same twice is kept once, the last that wants to be the default is, and each is told', async () => {
    const rows = [person, { ...general, isDefault: true }, person, { ...special, isDefault: true }, general]
    const results = (await t.call(headerCalls.import, { body: { rows } }, me)).data.list
    expect(results.map((r) => r.outcome)).toEqual(['new', 'new', 'exists', 'new', 'exists'])
    expect((await list()).list.filter((h) => h.isDefault).map((h) => h.headType)).toEqual(['ENTERPRISE_SPECIAL'])
    const ids = (await list()).list.map((h) => h.id)
    const told = await t.services.db.system
      .selectFrom('audit')
      .select('subjectId')
      .where('accountId', '=', me.accountId)
      .where('action', '=', 'header.created')
      .execute()
    expect(told.map((a) => a.subjectId).toSorted()).toEqual(ids.toSorted())
  })

  it('are refused whole where the account would keep more than it may', async () => {
    const rows = (n: number, from = 0) =>
      Array.from({ length: n }, (_, i) => ({ headType: 'PERSONAL', title: `抬头${from + i}` }))
    for (let from = 0; from < mostHeaders; from += mostImportRows)
      await t.call(headerCalls.import, { body: { rows: rows(Math.min(mostImportRows, mostHeaders - from), from) } }, me)
    expect((await list()).total).toBe(mostHeaders)
    expect(await t.call(headerCalls.import, { body: { rows: rows(2, mostHeaders - 1) } }, me)).toMatchObject({
      errorCode: 'limit-reached',
    })
    const again = (await t.call(headerCalls.import, { body: { rows: rows(2) } }, me)).data.list
    expect(again.map((r) => r.outcome)).toEqual(['exists', 'exists'])
  })
})
