import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sessionCalls } from '../../contract/accounts/session.ts'
import { webCaptureCalls } from '../../contract/captures/web.ts'
import { evidenceCalls } from '../../contract/evidence/evidence.ts'
import { headerCalls } from '../../contract/invoices/headers.ts'
import { accountCalls } from '../../contract/operator/accounts.ts'
import { jobCalls } from '../../contract/operator/jobs.ts'
import { personCalls } from '../../contract/operator/people.ts'
import { auditCalls } from '../../contract/platform/audit.ts'
import { createMember } from '../../server/accounts/people.repo.ts'
import { newId } from '../../server/kit/ids.ts'
import { hashPassword } from '../../server/kit/secrets/passwords.ts'
import { buildTestApp, type Member, type TestApp } from '../kit/build-test-app.ts'
import { answerCaptcha } from '../kit/people/codes.ts'
import { buildEvidence } from '../kit/people/factories.ts'
import { turnOnTotp } from '../kit/people/totp.ts'

let t: TestApp
let operator: Member
let customer: Member
const password = 'a long enough one'
beforeAll(async () => {
  t = await buildTestApp()
  operator = await t.member({ name: '运营', role: 'operator' })
})
beforeEach(async () => {
  customer = await t.member({ name: '王小雨', passwordPhc: await hashPassword(password) })
})
afterAll(() => t.close())

const person = async (id: string) => (await t.call(personCalls.get, { params: { id } }, operator)).data
const standing = (id: string, to: 'ACTIVE' | 'DISABLED', as = operator) =>
  t.call(personCalls.setStanding, { params: { id }, body: { standing: to, reason: '投诉 20261121' } }, as)
const signIn = async (phone: string) =>
  t.call(sessionCalls.login, { body: { phone, password, ...(await answerCaptcha(t)) } })
const bean = async (who: Member) => t.call(sessionCalls.bean, {}, who)
const recorded = async (recordId: string) =>
  (await t.call(auditCalls.platformList, { query: { recordId } }, operator)).data.list

/** A person of another platform. */
async function foreigner() {
  const platformId = newId()
  return t.services.db.asSystem(async (tx) => {
    await tx
      .insertInto('platform')
      .values({ id: platformId, notaryId: platformId, name: JSON.stringify({ zh: '别的平台' }) as never })
      .execute()
    const made = await createMember(tx, {
      platformId,
      phone: '13612345678',
      personName: '外人',
      accountName: '外人',
      kind: 'personal',
      role: 'owner',
      passwordPhc: null,
      consentVersion: null,
    })
    return { platformId, ...made }
  })
}

describe('people', () => {
  it('are found by name and by the whole number, which is never shown whole', async () => {
    for (const keyWord of ['王小', customer.phone]) {
      const { list } = (await t.call(personCalls.list, { query: { keyWord } }, operator)).data
      expect(list.find((p) => p.id === customer.personId)).toMatchObject({
        name: '王小雨',
        phoneMasked: `${customer.phone.slice(0, 3)}****${customer.phone.slice(-4)}`,
        standing: 'ACTIVE',
        staff: false,
        accounts: ['王小雨'],
        sessions: 1,
      })
      expect(JSON.stringify(list)).not.toContain(customer.phone)
    }
    expect(
      (await t.call(personCalls.list, { query: { keyWord: customer.phone.slice(0, 8) } }, operator)).data.list,
    ).toEqual([])
  })

  it('show a whole number for a reason alone; both staff and the account read that it was looked at', async () => {
    const reveal = (reason: string) =>
      t.call(personCalls.revealPhone, { params: { id: customer.personId }, body: { reason } }, operator)
    expect(await reveal(' ')).toMatchObject({
      errorCode: 'bad-parameter',
      data: { fields: [{ path: 'reason', key: 'required' }] },
    })
    expect(await recorded(customer.personId)).toEqual([])
    expect((await reveal('核对投诉人')).data.phone).toBe(customer.phone)
    const told = {
      action: 'person.phoneRevealed',
      who: '运营',
      part: 'operator',
      account: '王小雨',
      subject: '王小雨',
      reason: '核对投诉人',
    }
    expect(await recorded(customer.personId)).toMatchObject([told])
    expect((await t.call(auditCalls.list, { query: {} }, customer)).data.list).toMatchObject([told])
    expect(JSON.stringify(await recorded(customer.personId))).not.toContain(customer.phone)
  })

  it('who are disabled are signed out at once and cannot sign in, until they are enabled', async () => {
    expect((await standing(customer.personId, 'DISABLED')).success).toBe(true)
    expect(await bean(customer)).toMatchObject({ errorCode: 'session-gone' })
    expect(await signIn(customer.phone)).toMatchObject({ errorCode: 'account-disabled' })
    expect(await person(customer.personId)).toMatchObject({ standing: 'DISABLED', sessions: 0 })
    await standing(customer.personId, 'DISABLED')
    await standing(customer.personId, 'ACTIVE')
    expect((await signIn(customer.phone)).success).toBe(true)
    expect((await recorded(customer.personId)).map((r) => r.action)).toEqual([
      'session.started',
      'person.enabled',
      'session.refused',
      'person.disabled',
    ])
  })

  it('are signed out everywhere, and may come back', async () => {
    await signIn(customer.phone)
    expect(
      (await t.call(personCalls.signOut, { params: { id: customer.personId }, body: { reason: '手机丢失' } }, operator))
        .data,
    ).toEqual({ sessions: 2 })
    expect(await bean(customer)).toMatchObject({ errorCode: 'session-gone' })
    expect((await signIn(customer.phone)).success).toBe(true)
  })

  it('of the staff are for administrators to judge, and nobody disables themselves', async () => {
    const colleague = await t.member({ name: '同事', role: 'operator' })
    const administrator = await t.member({ name: '管理员', role: 'administrator' })
    for (const [who, as, changeable] of [
      [colleague, operator, false],
      [operator, operator, false],
      [customer, operator, true],
      [colleague, administrator, true],
    ] as const)
      expect((await t.call(personCalls.get, { params: { id: who.personId } }, as)).data.changeable).toBe(changeable)
    expect(await standing(colleague.personId, 'DISABLED')).toMatchObject({ errorCode: 'forbidden' })
    expect(await standing(administrator.personId, 'DISABLED')).toMatchObject({ errorCode: 'forbidden' })
    expect(await standing(administrator.personId, 'DISABLED', administrator)).toMatchObject({
      errorCode: 'wrong-state',
    })
    expect((await standing(colleague.personId, 'DISABLED', administrator)).success).toBe(true)
  })

  it('who lost their second step are freed of it by an administrator, for a reason, and signed out everywhere', async () => {
    const administrator = await t.member({ name: '管理员', role: 'administrator' })
    const { member } = await turnOnTotp(t, customer, password)
    const reset = (id: string, as: Member, reason = '当面核实身份') =>
      t.call(personCalls.resetTotp, { params: { id }, body: { reason } }, as)
    expect(await person(customer.personId)).toMatchObject({ totp: true })
    expect(await reset(customer.personId, operator)).toMatchObject({ errorCode: 'forbidden' })
    expect(await reset(customer.personId, administrator, ' ')).toMatchObject({ errorCode: 'bad-parameter' })
    expect(await signIn(customer.phone)).toMatchObject({ errorCode: 'totp-needed' })
    expect((await reset(customer.personId, administrator)).success).toBe(true)
    expect(await bean(member)).toMatchObject({ errorCode: 'session-gone' })
    expect((await signIn(customer.phone)).success).toBe(true)
    expect(await person(customer.personId)).toMatchObject({ totp: false })
    expect(await reset(customer.personId, administrator)).toMatchObject({ errorCode: 'wrong-state' })
    expect(await recorded(customer.personId)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          action: 'totp.reset',
          who: '管理员',
          part: 'administrator',
          account: '王小雨',
          reason: '当面核实身份',
        }),
      ]),
    )
    const own = await turnOnTotp(
      t,
      await t.member({ name: '另一管理员', role: 'administrator', passwordPhc: await hashPassword(password) }),
      password,
    )
    expect(await reset(own.member.personId, own.member)).toMatchObject({ errorCode: 'wrong-state' })
    expect((await reset(own.member.personId, administrator)).success).toBe(true)
  })

  it('of another platform do not exist, and customers see none at all', async () => {
    const { personId: id, accountId } = await foreigner()
    expect((await t.call(personCalls.list, { query: { keyWord: '外人' } }, operator)).data.total).toBe(0)
    expect((await t.call(accountCalls.list, { query: { keyWord: '外人' } }, operator)).data.total).toBe(0)
    const body = { reason: '没有理由', standing: 'DISABLED' as const }
    for (const reply of [
      await t.call(personCalls.get, { params: { id } }, operator),
      await t.call(personCalls.revealPhone, { params: { id }, body }, operator),
      await standing(id, 'DISABLED'),
      await t.call(personCalls.signOut, { params: { id }, body }, operator),
      await t.call(accountCalls.get, { params: { id: accountId } }, operator),
      await t.call(accountCalls.setStanding, { params: { id: accountId }, body }, operator),
    ])
      expect(reply).toMatchObject({ errorCode: 'not-found' })
    expect(await t.call(personCalls.list, { query: {} }, customer)).toMatchObject({ errorCode: 'forbidden' })
    expect(await t.call(personCalls.revealPhone, { params: { id: customer.personId }, body }, customer)).toMatchObject({
      errorCode: 'forbidden',
    })
  })
})

describe('accounts', () => {
  const disable = (id: string, to: 'ACTIVE' | 'DISABLED' = 'DISABLED') =>
    t.call(accountCalls.setStanding, { params: { id }, body: { standing: to, reason: '逾期未结清' } }, operator)

  it('are listed with their owner, their sub-accounts and how much evidence they have', async () => {
    const firm = await t.member({ name: '风岛公司', kind: 'enterprise' })
    await t.sub(firm)
    await buildEvidence(t, firm)
    expect(
      (await t.call(accountCalls.list, { query: { keyWord: '风岛', accountKind: 'enterprise' } }, operator)).data.list,
    ).toMatchObject([
      { id: firm.accountId, ownerName: '风岛公司', ownerId: firm.personId, subs: 1, evidence: 1, standing: 'ACTIVE' },
    ])
  })

  it('that are disabled can be read and downloaded from, and nothing is started or changed in them', async () => {
    const evidence = await buildEvidence(t, customer)
    expect((await disable(customer.accountId)).success).toBe(true)
    expect((await bean(customer)).data).toMatchObject({
      accountDisabled: true,
      rights: expect.not.arrayContaining(['captures.start', 'evidence.write', 'evidence.share', 'invoices.write']),
    })
    expect((await t.call(evidenceCalls.detail, { body: { ano: evidence.number } }, customer)).success).toBe(true)
    expect((await t.call(evidenceCalls.packageLink, { params: { ano: evidence.number } }, customer)).success).toBe(true)
    for (const reply of [
      await t.call(webCaptureCalls.start, { body: { urls: ['https://example.com/'] } }, customer),
      await t.call(headerCalls.create, { body: { headType: 'PERSONAL', title: '张三' } }, customer),
      await t.call(evidenceCalls.update, { params: { id: evidence.id }, body: { evidenceName: 'x' } }, customer),
    ])
      expect(reply).toMatchObject({ errorCode: 'forbidden' })
    const sub = await t.sub(customer, { grants: ['captures.start', 'evidence.all'] })
    expect(await t.call(webCaptureCalls.start, { body: { urls: ['https://example.com/'] } }, sub)).toMatchObject({
      errorCode: 'forbidden',
    })
    await disable(customer.accountId, 'ACTIVE')
    expect((await t.call(webCaptureCalls.start, { body: { urls: ['https://example.com/'] } }, sub)).success).toBe(true)
    expect((await recorded(customer.accountId)).map((r) => [r.action, r.reason, r.subject])).toEqual([
      ['account.enabled', '逾期未结清', '王小雨'],
      ['account.disabled', '逾期未结清', '王小雨'],
    ])
  })

  it('of the staff are not theirs to disable', async () => {
    expect(await disable(operator.accountId)).toMatchObject({ errorCode: 'wrong-state' })
    const colleague = await t.member({ name: '同事', role: 'operator' })
    expect(await disable(colleague.accountId)).toMatchObject({ errorCode: 'forbidden' })
  })
})

describe('jobs', () => {
  const capture = async () =>
    (await t.call(webCaptureCalls.start, { body: { urls: ['https://example.com/secret'] } }, customer)).data.list[0]!
  const jobs = async (query: Record<string, string>) => (await t.call(jobCalls.list, { query }, operator)).data.list
  const set = (ano: string, change: string) =>
    t.services.db.asSystem((tx) =>
      sql`update pgboss.job set ${sql.raw(change)} where data->>'id' = (select id::text from evidence where number = ${ano})`.execute(
        tx,
      ),
    )
  const cancel = (id: string, as = operator) =>
    t.call(jobCalls.cancel, { params: { id }, body: { reason: '用户来电' } }, as)
  const status = async (no: string) => (await t.call(evidenceCalls.detail, { body: { ano: no } }, customer)).data.status

  it('that wait, are stuck or failed are told apart, with the evidence’s number and state and nothing of its content', async () => {
    const { no } = await capture()
    expect(await jobs({ ano: no })).toMatchObject([
      {
        queue: 'capture',
        jobState: 'waiting',
        ano: no,
        evidenceStatus: 'queued',
        account: '王小雨',
        retries: 0,
        error: null,
      },
    ])
    expect(JSON.stringify(await jobs({ ano: no }))).not.toContain('secret')
    await set(no, `start_after = now() - interval '1 hour'`)
    expect(await jobs({ ano: no, jobState: 'stuck' })).toHaveLength(1)
    await set(no, `state = 'active', started_on = now()`)
    expect(await jobs({ ano: no })).toMatchObject([{ jobState: 'running' }])
    await set(no, `started_on = now() - interval '1 day'`)
    expect(await jobs({ ano: no })).toMatchObject([{ jobState: 'stuck' }])
    await set(no, `state = 'failed', output = '{"message": "no disk"}'`)
    expect(await jobs({ queue: 'capture', jobState: 'failed', ano: no })).toMatchObject([{ error: 'no disk' }])
    await set(no, `state = 'completed'`)
    expect(await jobs({ ano: no })).toEqual([])
  })

  it('that failed run again together with their capture', async () => {
    const { no } = await capture()
    const [job] = await jobs({ ano: no })
    const retry = () => t.call(jobCalls.retry, { params: { id: job!.id } }, operator)
    expect(await retry()).toMatchObject({ errorCode: 'wrong-state' })
    await set(no, `state = 'failed'`)
    await t.services.db.system
      .updateTable('evidence')
      .set({ status: 'failed', failReason: 'internal' })
      .where('number', '=', no)
      .execute()
    expect((await retry()).success).toBe(true)
    expect(await status(no)).toBe('queued')
    expect(await jobs({ ano: no })).toMatchObject([{ jobState: 'retrying', evidenceStatus: 'queued' }])
    expect(await recorded(job!.id)).toMatchObject([
      { action: 'job.retried', account: '王小雨', details: { queue: 'capture', number: no } },
    ])
    expect((await t.call(auditCalls.list, { query: { recordId: no } }, customer)).data.list[0]).toMatchObject({
      action: 'capture.retried',
      who: '运营',
      part: 'operator',
    })
  })

  it('that are cancelled end their capture, and its owner reads why', async () => {
    const { no } = await capture()
    const [job] = await jobs({ ano: no })
    expect(await cancel(job!.id, customer)).toMatchObject({ errorCode: 'forbidden' })
    expect((await cancel(job!.id)).success).toBe(true)
    expect(await status(no)).toBe('cancelled')
    expect(await cancel(job!.id)).toMatchObject({ errorCode: 'wrong-state' })
    expect((await t.call(auditCalls.list, { query: { recordId: no } }, customer)).data.list[0]).toMatchObject({
      action: 'capture.cancelled',
      who: '运营',
      reason: '用户来电',
    })
    expect(await recorded(job!.id)).toMatchObject([{ action: 'job.cancelled', reason: '用户来电' }])
  })

  it('of another platform do not exist', async () => {
    const { no } = await capture()
    const [job] = await jobs({ ano: no })
    const { platformId } = await foreigner()
    await t.services.db.system.updateTable('evidence').set({ platformId }).where('number', '=', no).execute()
    expect(await jobs({ ano: no })).toEqual([])
    for (const reply of [await t.call(jobCalls.get, { params: { id: job!.id } }, operator), await cancel(job!.id)])
      expect(reply).toMatchObject({ errorCode: 'not-found' })
  })
})
