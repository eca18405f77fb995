import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { officeCalls, officePeopleCalls } from '../../contract/accounts/offices.ts'
import { sessionCalls } from '../../contract/accounts/session.ts'
import { accountCalls } from '../../contract/operator/accounts.ts'
import { officeOrderCalls } from '../../contract/notarization/office-orders.ts'
import { approvalCalls } from '../../contract/platform/approvals.ts'
import { buildTestApp, type Member, type TestApp } from '../kit/build-test-app.ts'
import { officePerson, openOffice } from '../kit/people/offices.ts'

let t: TestApp
let administrator: Member
let staff: Member
beforeAll(async () => {
  t = await buildTestApp()
  administrator = await t.member({ role: 'administrator', kind: 'enterprise' })
  staff = await t.member({ role: 'operator', name: '运营员' })
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
  const waiting = async () =>
    (await t.call(approvalCalls.list, { query: { approvalKind: 'decider', approvalState: 'waiting' } }, staff)).data
      .list
  /** Staff agree to the newest that waits. */
  async function checked(reply: { success: boolean; data: { waits: boolean } }) {
    expect(reply).toMatchObject({ success: true, data: { waits: true } })
    const [newest] = await waiting()
    expect(await t.call(approvalCalls.apply, { params: { id: newest!.id } }, staff)).toMatchObject({ success: true })
  }

  it('gives its holder what it allows from the next request on, and takes it away', async () => {
    const { head } = await openOffice(t)
    const who = await t.sub(head, { name: '郑新' })
    expect(await rightsOf(who)).not.toContain('office.read')
    await setRole(head, who, 'assistant', null)
    expect(await rightsOf(who)).toEqual(expect.arrayContaining(['office.read', 'office.assist']))
    expect(await rightsOf(who)).not.toContain('office.decide')
    await checked(await setRole(head, who, 'examiner'))
    expect(await rightsOf(who)).toContain('office.decide')
    await setRole(head, who, null)
    expect(await rightsOf(who)).not.toContain('office.read')
  })

  it('that decides waits until staff have checked the number, and goes on as it was until then', async () => {
    const { head, assistant, decider } = await openOffice(t)
    expect((await setRole(head, assistant, 'examiner', '3100009')).data).toEqual({ waits: true })
    expect(await rightsOf(assistant)).not.toContain('office.decide')
    expect((await setRole(head, decider, 'examiner', '3100010')).data).toEqual({ waits: true })
    const people = async () => (await t.call(officePeopleCalls.list, { query: {} }, head)).data.list
    expect(await people()).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          name: '郑助',
          officeRole: 'assistant',
          askedRole: 'examiner',
          askedNumber: '3100009',
        }),
        expect.objectContaining({ name: '周衡', practiceNumber: `3100${decider.phone}`, askedNumber: '3100010' }),
      ]),
    )
    const [second, first] = await waiting()
    expect(first!.change).toBe('让郑助以执业证号 3100009 担任衡正司法鉴定所的鉴定人。')
    expect(first).toMatchObject({ askedName: head.name, mine: false, mayDecide: true })
    for (const who of [head, assistant, decider])
      expect((await t.call(approvalCalls.apply, { params: { id: first!.id } }, who)).errorCode).toBe('forbidden')
    const refuse = { params: { id: second!.id }, body: { reason: '查无此号' } }
    expect((await t.call(approvalCalls.refuse, refuse, staff)).success).toBe(true)
    await checked({ success: true, data: { waits: true } })
    expect(await rightsOf(assistant)).toContain('office.decide')
    expect(await people()).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ name: '郑助', officeRole: 'examiner', askedRole: null, practiceNumber: '3100009' }),
        expect.objectContaining({ name: '周衡', practiceNumber: `3100${decider.phone}`, askedNumber: null }),
      ]),
    )
    const told = await t.services.db.system
      .selectFrom('message')
      .select(['kind', 'params'])
      .where('personId', '=', head.personId)
      .orderBy('id')
      .execute()
    expect(told).toEqual([
      { kind: 'deciderRefused', params: { name: '周衡', why: '查无此号' } },
      { kind: 'deciderConfirmed', params: { name: '郑助' } },
    ])
  })

  it('that waits is asked for anew, or taken back with the role', async () => {
    const { head, assistant } = await openOffice(t)
    await setRole(head, assistant, 'examiner', '3100011')
    await setRole(head, assistant, 'examiner', '3100012')
    expect((await waiting()).map(({ change }) => change)).toEqual([expect.stringContaining('3100012')])
    await setRole(head, assistant, null)
    expect(await waiting()).toEqual([])
    expect(await rightsOf(assistant)).not.toContain('office.read')
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
