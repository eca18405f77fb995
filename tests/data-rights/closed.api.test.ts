import { describe, expect, it } from 'vitest'
import { sampleEdition } from '../../contract/platform/legal.ts'
import { mailCalls } from '../../contract/accounts/mail.ts'
import { sessionCalls } from '../../contract/accounts/session.ts'
import { subAccountCalls } from '../../contract/accounts/sub-accounts.ts'
import { closingCalls } from '../../contract/data-rights/closing.ts'
import { accountCalls } from '../../contract/operator/accounts.ts'
import { personCalls } from '../../contract/operator/people.ts'
import { closeByJob, sweepClosings } from '../../server/data-rights/closing.jobs.ts'
import { newId } from '../../server/kit/ids.ts'
import { hashPassword } from '../../server/kit/secrets/passwords.ts'
import { answerCaptcha, readCode, sendCodeTo } from '../kit/people/codes.ts'
import { deliverAll } from '../kit/people/deliver-news.ts'
import { buildEvidence } from '../kit/people/factories.ts'
import { forgetLimits } from '../kit/people/forget-limits.ts'
import { erasures } from '../../server/app/domains.ts'
import {
  acts,
  ask,
  leave,
  me,
  operator,
  owner,
  passTime,
  password,
  person,
  state,
  t,
  withSomebody,
  work,
} from './closing-kit.ts'

withSomebody()

describe('closed', () => {
  it('waits for what was begun before, and is done once, however often it is tried', async () => {
    await ask()
    const { id } = await buildEvidence(t, me, { status: 'collecting' })
    expect(await passTime()).toBe(0)
    await closeByJob(t.services, erasures, { jobId: newId(), id: me.personId })
    expect((await person(me.personId)).status).toBe('ACTIVE')
    await owner.query(`update evidence set status = 'failed', fail_reason = 'timed-out' where id = $1`, [id])
    await passTime()
    expect((await person(me.personId)).status).toBe('CLOSED')
    const before = await person(me.personId)
    await closeByJob(t.services, erasures, { jobId: newId(), id: me.personId })
    await sweepClosings(t.services)
    expect(await work()).toBe(0)
    expect(await person(me.personId)).toEqual(before)
    expect((await acts('closing.done')).filter((a) => a.subjectId === me.personId)).toEqual([
      { accountId: me.accountId, subjectId: me.personId },
    ])
  })

  it('two at once close somebody once, and a take-back that comes first wins', async () => {
    await ask()
    await owner.query(`update person set closing_at = now() - interval '1 second' where id = $1`, [me.personId])
    const [kept] = await Promise.all([
      t.call(closingCalls.takeBack, {}, me),
      closeByJob(t.services, erasures, { jobId: newId(), id: me.personId }),
      closeByJob(t.services, erasures, { jobId: newId(), id: me.personId }),
    ])
    const closed = (await person(me.personId)).status === 'CLOSED'
    expect(closed).toBe(!kept.data?.kept)
    expect((await acts('closing.done')).filter((a) => a.subjectId === me.personId).length).toBe(closed ? 1 : 0)
  })

  it('is refused just as an unknown phone is, and the phone registers anew as somebody else', async () => {
    const who = await t.member({ name: '旧人', passwordPhc: await hashPassword(password) })
    await buildEvidence(t, who)
    await leave(who)
    const login = async (phone: string) => ({
      ...(await t.call(sessionCalls.login, { body: { phone, password, ...(await answerCaptcha(t)) } })),
      requestId: '',
    })
    expect(await login(who.phone)).toEqual(await login('13500000001'))
    expect((await t.call(sessionCalls.bean, {}, who)).errorCode).toBe('session-gone')
    await forgetLimits(t)
    const byCode = async (phone: string) => {
      const { codeId, code } = await sendCodeTo(t, phone, sessionCalls.sendLoginCode)
      return { ...(await t.call(sessionCalls.login, { body: { phone, codeId, code } })), requestId: '' }
    }
    expect(await byCode(who.phone)).toEqual(await byCode('13500000002'))
    await forgetLimits(t)
    const { codeId, code } = await sendCodeTo(t, who.phone, sessionCalls.sendRegisterCode)
    const { data } = await t.call(sessionCalls.register, {
      body: {
        phone: who.phone,
        codeId,
        code,
        userType: 'personal',
        name: '新人',
        password,
        agreementVersion: sampleEdition,
        consent: true,
      },
    })
    const bean = (await t.call(sessionCalls.bean, {}, { ...who, token: data.token })).data
    expect(bean).toMatchObject({ personName: '新人', closingAt: null })
    expect(bean.accountId).not.toBe(who.accountId)
  })

  it('hears of it at phone and mail, and of nothing afterwards', async () => {
    const {
      data: { codeId },
    } = await t.call(mailCalls.sendCode, { body: { mail: 'last@example.com', ...(await answerCaptcha(t)) } }, me)
    await t.call(
      mailCalls.set,
      { body: { mail: 'last@example.com', codeId, code: readCode(t, 'last@example.com') } },
      me,
    )
    await leave()
    expect(t.messages.filter((m) => m.template === 'accountClosed').slice(-2)).toMatchObject([
      { channel: 'sms', recipient: me.phone },
      { channel: 'mail', recipient: 'last@example.com' },
    ])
    const sent = t.messages.length
    await deliverAll(t)
    expect(t.messages.length).toBe(sent)
  })

  it('leaves other people’s accounts, which go on and keep the evidence', async () => {
    const boss = await t.member({ name: '风岛公司', kind: 'enterprise' })
    const sub = await t.sub(boss, { name: '员工甲' })
    const sealed = await buildEvidence(t, sub, { name: '员工取证' })
    expect(await state(sub)).toMatchObject({ ends: [], leaves: ['风岛公司'] })
    await leave(sub)
    const { data } = await t.call(subAccountCalls.list, { query: { status: 'DELETED' } }, boss)
    expect(data.list).toMatchObject([
      {
        id: sub.membershipId,
        status: 'DELETED',
        phoneMasked: '',
        name: expect.stringMatching(/^#[0-9a-f]{8}$/) as string,
      },
    ])
    expect(await acts('subAccount.left')).toContainEqual({ accountId: boss.accountId, subjectId: sub.membershipId })
    expect(
      await t.services.db.system
        .selectFrom('account')
        .select(['status', 'name'])
        .where('id', '=', boss.accountId)
        .executeTakeFirstOrThrow(),
    ).toEqual({ status: 'ACTIVE', name: '风岛公司' })
    expect(
      await t.services.db.system
        .selectFrom('evidence')
        .select(['name', 'personName'])
        .where('id', '=', sealed.id)
        .executeTakeFirstOrThrow(),
    ).toEqual({ name: '员工取证', personName: '员工甲' })
  })

  it('stands as closed in the lists of staff, who can do nothing with it any more', async () => {
    await leave()
    const { list } = (await t.call(personCalls.list, { query: { standing: 'CLOSED' } }, operator)).data
    expect(list.find((p) => p.id === me.personId)).toMatchObject({
      standing: 'CLOSED',
      phoneMasked: '',
      changeable: false,
      accounts: [],
    })
    expect(
      (await t.call(accountCalls.list, { query: { standing: 'CLOSED' } }, operator)).data.list.find(
        (a) => a.id === me.accountId,
      ),
    ).toMatchObject({ standing: 'CLOSED', changeable: false })
    const reason = '核对'
    const codes = [
      await t.call(
        personCalls.setStanding,
        { params: { id: me.personId }, body: { standing: 'ACTIVE', reason } },
        operator,
      ),
      await t.call(personCalls.revealPhone, { params: { id: me.personId }, body: { reason } }, operator),
      await t.call(
        accountCalls.setStanding,
        { params: { id: me.accountId }, body: { standing: 'DISABLED', reason } },
        operator,
      ),
    ].map((r) => r.errorCode)
    expect(codes).toEqual(['wrong-state', 'wrong-state', 'wrong-state'])
  })

  it('with no days to think it over comes at the next sweep', async () => {
    const days = t.services.config.closingDays
    t.services.config.closingDays = 0
    await ask()
    t.services.config.closingDays = days
    await sweepClosings(t.services)
    await work()
    expect((await person(me.personId)).status).toBe('CLOSED')
  })
})
