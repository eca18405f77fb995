import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { dictEntryCalls as calls, type DictType } from '../../contract/platform/dictionary-entries.ts'
import { auditCalls } from '../../contract/platform/audit.ts'
import { newId } from '../../server/kit/ids.ts'
import { buildTestApp, type Member, type TestApp } from '../kit/build-test-app.ts'

let t: TestApp
let administrator: Member
let elsewhere: Member
const there = { host: 'other.example' }
beforeAll(async () => {
  t = await buildTestApp()
  administrator = await t.member({ name: '管理员', role: 'administrator' })
  const platformId = newId()
  await t.services.db.system
    .insertInto('platform')
    .values({
      id: platformId,
      notaryId: 'other',
      name: JSON.stringify({ zh: '另一平台' }) as never,
      hosts: [there.host],
    })
    .execute()
  elsewhere = await t.member({ role: 'administrator', platformId })
})
beforeEach(async () => {
  await t.services.db.system.updateTable('dictionaryEntry').set({ parent: null, active: false }).execute()
})
afterAll(() => t.close())

const type = 'evidenceLabel'
const law = { type, code: 'ip', name: '知识产权', nameEn: 'IP law', sort: 1 } as const
const save = (items: object[], version?: number) =>
  t.call(
    calls.saveWhole,
    { body: { type, items, ...(version === undefined ? {} : { version }) } as never },
    administrator,
  )
const offered = async (types: DictType[] = [type], headers: Record<string, string> = {}) =>
  (await t.call(calls.offered, { body: { types } }, undefined, headers)).data
const names = async (headers?: Record<string, string>) => (await offered([type], headers))[type]!.map((e) => e.name)
const fields = (reply: object) =>
  (reply as { data: { fields: { path: string; key: string }[] } }).data.fields.map((f) => `${f.path} ${f.key}`)
const whole = async () => (await t.call(calls.whole, { params: { type } }, administrator)).data
const entry = async (code: string) =>
  (await t.call(calls.list, { query: { keyWord: code } }, administrator)).data.list.find((e) => e.code === code)!

describe('a type saved whole', () => {
  it('is offered in its order and the reader’s language, in Chinese where there is no English', async () => {
    await save([
      { code: 'family', name: '婚姻家事', sort: 2 },
      { code: 'patent', name: '专利', nameEn: 'Patents', sort: 3, parent: 'ip' },
      law,
    ])
    expect(await offered()).toEqual({
      [type]: [
        { code: 'ip', name: '知识产权', sort: 1 },
        { code: 'family', name: '婚姻家事', sort: 2 },
        { code: 'patent', name: '专利', sort: 3, parent: 'ip' },
      ],
    })
    expect(await names({ 'x-lang': 'en' })).toEqual(['IP law', '婚姻家事', 'Patents'])
    // A former client asks for types of its own: it gets none of them, and the rest.
    const asked = await t.call(calls.offered, { body: { types: ['lawyerField', 'evidenceLabel'] } })
    expect(asked.data).toEqual({ lawyerField: [], evidenceLabel: expect.any(Array) })
  })

  it('keeps what it no longer names, inactive; what hangs on that is offered no more', async () => {
    await save([law, { code: 'patent', name: '专利', parent: 'ip' }])
    await save([
      { ...law, active: false },
      { code: 'patent', name: '专利', parent: 'ip' },
    ])
    expect(await names()).toEqual([])
    await save([{ code: 'patent', name: '专利' }])
    expect(await names()).toEqual(['专利'])
    expect((await whole()).items.find((e) => e.code === 'ip')).toMatchObject({ name: '知识产权', active: false })
    await save([law, { code: 'patent', name: '专利', parent: 'ip' }])
    expect(await names()).toEqual(['专利', '知识产权'])
  })

  it('is refused over a save that was not read, which is shown', async () => {
    const { version } = await whole()
    expect((await save([law], version)).data).toEqual({ version: version + 1, saved: 1 })
    expect(await save([], version)).toMatchObject({
      errorCode: 'conflict',
      data: { current: { version: version + 1 } },
    })
    expect(await names()).toEqual(['知识产权'])
    expect((await save([law], version + 1)).data.version).toBe(version + 1)
  })

  it('of two at once by readers of one version one is told', async () => {
    const { version } = await whole()
    const replies = await Promise.all([
      save([{ ...law, name: '甲' }], version),
      save([{ ...law, name: '乙' }], version),
    ])
    expect(replies.map((r) => r.errorCode ?? 'saved').sort()).toEqual(['conflict', 'saved'])
  })

  it('names a code once, and only parents that are there and not beneath it', async () => {
    expect(fields(await save([law, { ...law, name: '又一' }]))).toEqual(['items.0.code duplicate'])
    expect(fields(await save([{ ...law, parent: 'nowhere' }]))).toEqual(['items.0.parent dictParent'])
    expect(
      fields(
        await save([
          { ...law, parent: 'patent' },
          { code: 'patent', name: '专利', parent: 'ip' },
        ]),
      ),
    ).toEqual(['items.0.parent dictCircle', 'items.1.parent dictCircle'])
    expect(fields(await save([{ ...law, parent: 'ip' }]))).toEqual(['items.0.parent dictCircle'])
    expect(fields(await save([{ code: 'a b', name: '' }]))).toEqual(['items.0.code dictCode', 'items.0.name required'])
  })

  it('leaves from and to in the record', async () => {
    await save([law])
    await save([{ ...law, name: '知产' }])
    const [act] = (await t.call(auditCalls.platformList, { query: {} }, administrator)).data.list
    expect(act).toMatchObject({
      action: 'dictionary.saved',
      who: '管理员',
      details: {
        type,
        changes: {
          ip: {
            from: ['知识产权', 'IP law', 1, null, true],
            to: ['知产', 'IP law', 1, null, true],
          },
        },
      },
    })
  })
})

describe('one entry', () => {
  it('is added, changed, disabled and enabled; its code stays', async () => {
    const code = newId()
    const { id } = (await t.call(calls.create, { body: { ...law, code } }, administrator)).data
    expect(fields(await t.call(calls.create, { body: { ...law, code } }, administrator))).toEqual(['code duplicate'])
    const change = (body: object) =>
      t.call(calls.update, { params: { id }, body: { ...law, code, ...body } }, administrator)
    expect(fields(await change({ code: 'other' }))).toEqual(['code dictFixed'])
    const { version } = await entry(code)
    expect((await change({ name: '知产', version })).data).toEqual({ version: version + 1 })
    expect(await change({ name: '旧稿', version })).toMatchObject({
      errorCode: 'conflict',
      data: { current: { name: '知产' } },
    })
    expect(fields(await change({ parent: code }))).toEqual(['parent dictCircle'])
    for (const [active, shown] of [
      [false, []],
      [true, ['知产']],
    ] as const) {
      expect((await t.call(calls.setActive, { params: { id }, body: { active } }, administrator)).success).toBe(true)
      expect(await names()).toEqual(shown)
    }
  })

  it('is found by type, word and whether it is offered', async () => {
    await save([law])
    const found = async (query: object) =>
      (await t.call(calls.list, { query }, administrator)).data.list.map((e) => e.code)
    expect([
      await found({ active: true }),
      await found({ type, keyWord: 'nothing of it' }),
      await found({ keyWord: 'ip law', active: true }),
    ]).toEqual([['ip'], [], ['ip']])
  })
})

it('other platforms keep their own, and operators none', async () => {
  await save([law])
  expect(await offered([type], there)).toEqual({ [type]: [] })
  const { id } = await entry('ip')
  for (const reply of [
    await t.call(calls.get, { params: { id } }, elsewhere, there),
    await t.call(calls.setActive, { params: { id }, body: { active: false } }, elsewhere, there),
    await t.call(calls.update, { params: { id }, body: law }, elsewhere, there),
  ])
    expect(reply).toMatchObject({ errorCode: 'not-found' })
  expect((await t.call(calls.create, { body: law }, elsewhere, there)).success).toBe(true)
  expect(await names()).toEqual(['知识产权'])
  const operator = await t.member({ role: 'operator' })
  expect(await t.call(calls.saveWhole, { body: { type, items: [] } }, operator)).toMatchObject({
    errorCode: 'forbidden',
  })
})
