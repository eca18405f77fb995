import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { officeCalls, officePeopleCalls } from '../../contract/accounts/offices.ts'
import { sessionCalls } from '../../contract/accounts/session.ts'
import { accountCalls } from '../../contract/operator/accounts.ts'
import { officeOrderCalls } from '../../contract/notarization/office-orders.ts'
import { buildTestApp, type Member, type TestApp } from '../kit/build-test-app.ts'
import { officePerson, openOffice } from '../kit/people/offices.ts'

let t: TestApp
let administrator: Member
beforeAll(async () => {
  t = await buildTestApp()
  administrator = await t.member({ role: 'administrator', kind: 'enterprise' })
})
afterAll(() => t?.close())

let words = 0
const said = (more = {}) => ({
  officeKind: 'institute' as const,
  fullName: '衡正司法鉴定所',
  caseWord: `衡${++words}鉴`,
  licence: '310000099',
  phone: '021-66660000',
  address: '上海市徐汇区漕溪北路 1 号',
  ...more,
})
const save = (id: string, more = {}) => t.call(officeCalls.save, { params: { id }, body: said(more) }, administrator)
const rightsOf = async (who: Member) => (await t.call(sessionCalls.bean, { body: {} }, who)).data.rights

describe('an office', () => {
  it('is an enterprise’s account that an administrator made one, whose owner then sees its orders', async () => {
    const head = await t.member({ name: '衡正', kind: 'enterprise' })
    expect(await t.call(officeOrderCalls.list, { query: {} }, head)).toMatchObject({ errorCode: 'forbidden' })
    expect(await save(head.accountId)).toMatchObject({ success: true })
    expect(await t.call(officeOrderCalls.list, { query: {} }, head)).toMatchObject({ data: { total: 0 } })
    const { data } = await t.call(officeCalls.get, { params: { id: head.accountId } }, administrator)
    expect(data).toMatchObject({ accountName: '衡正', officeKind: 'institute', officeState: 'open', deciders: 0 })
    const account = await t.call(accountCalls.get, { params: { id: head.accountId } }, administrator)
    expect(account.data.isOffice).toBe(true)
  })

  it('is no person’s account, none of the staff, and none that is not there', async () => {
    expect(await save((await t.member()).accountId)).toMatchObject({ errorCode: 'no-office' })
    expect(await save(administrator.accountId)).toMatchObject({ errorCode: 'not-found' })
    expect(await save('018f0000-0000-7000-8000-000000000000')).toMatchObject({ errorCode: 'not-found' })
  })

  it('stays of its kind, and has a word of its own before its numbers', async () => {
    const [one, two] = [await t.member({ kind: 'enterprise' }), await t.member({ kind: 'enterprise' })]
    await save(one.accountId, { caseWord: '独鉴' })
    expect(await save(two.accountId, { caseWord: '独鉴' })).toMatchObject({
      data: { fields: [{ path: 'caseWord', key: 'duplicate' }] },
    })
    expect(await save(one.accountId, { officeKind: 'notary-office' })).toMatchObject({
      data: { fields: [{ path: 'officeKind', key: 'officeKind' }] },
    })
    expect(await save(one.accountId, { caseWord: '独鉴', fullName: '更名鉴定所' })).toMatchObject({ success: true })
  })

  it('is told wrong with every field at once, in one line that poses as nothing', async () => {
    const { accountId: id } = await t.member({ kind: 'enterprise' })
    const body = { officeKind: 'court', fullName: 'a\nb', caseWord: '', licence: 'x', phone: '12', address: '短' }
    const { data } = await t.call(officeCalls.save, { params: { id }, body: body as never }, administrator)
    expect((data as unknown as { fields: { path: string }[] }).fields.map(({ path }) => path).toSorted()).toEqual([
      'address',
      'caseWord',
      'fullName',
      'licence',
      'officeKind',
      'phone',
    ])
  })
})

describe('a role in an office', () => {
  const setRole = (
    head: Member,
    who: Member,
    officeRole: 'examiner' | 'notary' | 'assistant' | null,
    practiceNumber: string | null = '3100001',
  ) =>
    t.call(officePeopleCalls.setRole, { params: { id: who.membershipId }, body: { officeRole, practiceNumber } }, head)

  it('gives its holder what it allows from the next request on, and takes it away', async () => {
    const { head } = await openOffice(t)
    const who = await t.sub(head, { name: '郑新' })
    expect(await rightsOf(who)).not.toContain('office.read')
    await setRole(head, who, 'assistant', null)
    expect(await rightsOf(who)).toEqual(expect.arrayContaining(['office.read', 'office.assist']))
    expect(await rightsOf(who)).not.toContain('office.decide')
    await setRole(head, who, 'examiner')
    expect(await rightsOf(who)).toContain('office.decide')
    await setRole(head, who, null)
    expect(await rightsOf(who)).not.toContain('office.read')
  })

  it('takes the number of a licence from whoever decides, and is one that this kind of office has', async () => {
    const { head, assistant } = await openOffice(t)
    expect(await setRole(head, assistant, 'examiner', null)).toMatchObject({
      data: { fields: [{ path: 'practiceNumber', key: 'required' }] },
    })
    expect(await setRole(head, assistant, 'notary')).toMatchObject({
      data: { fields: [{ path: 'officeRole', key: 'notAChoice' }] },
    })
  })

  it('is given by the head alone, and to people of the same office', async () => {
    const [office, other] = [await openOffice(t), await openOffice(t, { name: '别所' })]
    expect(await setRole(office.decider, office.assistant, 'examiner')).toMatchObject({ errorCode: 'forbidden' })
    expect(await setRole(office.head, other.assistant, 'examiner')).toMatchObject({ errorCode: 'not-found' })
    const { data } = await t.call(officePeopleCalls.list, { query: { officeRole: 'assistant' } }, office.head)
    expect(data.list.map(({ name }) => name)).toEqual(['郑助'])
  })

  it('is worth nothing in another account of the same person', async () => {
    const { head } = await openOffice(t)
    const lawyer = await t.member({ name: '兼任' })
    const other = await officePerson(t, head, 'assistant', '兼任助理')
    expect(await rightsOf(lawyer)).not.toContain('office.read')
    expect(await rightsOf(other)).toContain('office.read')
  })
})
