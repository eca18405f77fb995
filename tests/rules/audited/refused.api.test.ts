import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sessionCalls } from '../../../contract/accounts/session.ts'
import { settingsCalls } from '../../../contract/accounts/settings.ts'
import { subAccountCalls } from '../../../contract/accounts/sub-accounts.ts'
import { totpCalls } from '../../../contract/accounts/totp.ts'
import { deliveryCalls } from '../../../contract/certificates/delivery.ts'
import { evidenceCalls } from '../../../contract/evidence/evidence.ts'
import { newId } from '../../../server/kit/ids.ts'
import { hashPassword } from '../../../server/kit/secrets/passwords.ts'
import { answerCaptcha } from '../../kit/people/codes.ts'
import { appCode } from '../../kit/people/totp.ts'
import { openStage, password, type Stage } from './stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

describe('what is refused', () => {
  const last = async () =>
    stage.t.services.db.system
      .selectFrom('audit')
      .select(['action', 'accountId', 'subjectId', 'actorPersonId', 'actorPart', 'details'])
      .orderBy('at', 'desc')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
  const login = async (body: { phone: string; password?: string; code?: string; codeId?: string }) =>
    stage.t.call(sessionCalls.login, { body: { ...body, ...(await answerCaptcha(stage.t)) } })

  it('a wrong password of somebody known is told to their account, as a visitor’s try', async () => {
    const { t } = stage
    const who = await t.member({ passwordPhc: await hashPassword(password) })
    await login({ phone: who.phone, password: 'not the right one' })
    expect(await last()).toMatchObject({
      action: 'session.refused',
      accountId: who.accountId,
      subjectId: who.personId,
      actorPersonId: null,
      actorPart: 'visitor',
      details: { way: 'password', reason: 'wrong-credentials' },
    })
  })

  it('a phone nobody has leaves as many rows, which name nobody, and the answer is the same', async () => {
    const { t, newPhone, count } = stage
    const who = await t.member({ passwordPhc: await hashPassword(password) })
    const answers = []
    for (const phone of [who.phone, newPhone()]) {
      const before = await count()
      answers.push(await login({ phone, password: 'not the right one' }))
      expect(await count()).toBe(before + 1)
    }
    expect({ ...answers[0], requestId: '' }).toEqual({ ...answers[1], requestId: '' })
    expect(await last()).toMatchObject({ action: 'session.refused', accountId: null, subjectId: null })
  })

  it('a wrong code by SMS, and a wrong extraction code', async () => {
    const { t, owner, must, code, codeOf } = stage
    const who = await t.member()
    const { codeId } = await code(sessionCalls.sendLoginCode, who.phone)
    expect(await last()).toMatchObject({ action: 'sms.sent', accountId: who.accountId, details: { scene: 'login' } })
    await login({ phone: who.phone, codeId, code: '000000' })
    expect(await last()).toMatchObject({ action: 'sms.refused', accountId: who.accountId, subjectId: who.personId })
    const { number, code: digits } = await codeOf()
    await must(deliveryCalls.checkCode, {
      params: { ano: number },
      query: { code: digits === '000000' ? '000001' : '000000' },
    })
    expect(await last()).toMatchObject({ action: 'code.refused', accountId: owner.accountId, actorPart: 'visitor' })
  })

  it('a wrong password and a wrong second step of whoever is signed in, and of whoever signs in', async () => {
    const { t, withTotp } = stage
    const { member, secret } = await withTotp()
    await t.call(
      settingsCalls.changePassword,
      { body: { oldPassword: 'not the right one', newPassword: 'another long one' } },
      member,
    )
    expect(await last()).toMatchObject({
      action: 'password.refused',
      accountId: member.accountId,
      subjectId: member.personId,
      actorPersonId: member.personId,
    })
    const wrong = String((Number(appCode(secret)) + 1) % 1_000_000).padStart(6, '0')
    await t.call(totpCalls.turnOff, { body: { password, totp: wrong } }, member)
    expect(await last()).toMatchObject({
      action: 'totp.refused',
      accountId: member.accountId,
      actorPersonId: member.personId,
    })
    const first = await t.call(sessionCalls.login, {
      body: { phone: member.phone, password, ...(await answerCaptcha(t)) },
    })
    await t.call(sessionCalls.loginTotp, {
      body: { ticket: (first.data as unknown as { ticket: string }).ticket, totp: wrong },
    })
    expect(await last()).toMatchObject({
      action: 'totp.refused',
      accountId: member.accountId,
      subjectId: member.personId,
      actorPersonId: null,
      actorPart: 'visitor',
    })
  })

  it('an invitation tells the inviting account nothing of whether its guest is registered', async () => {
    const { t, owner, newPhone, must } = stage
    const known = await t.member()
    for (const phone of [known.phone, newPhone()]) {
      await must(subAccountCalls.sendCode, { body: { phone, ...(await answerCaptcha(t)) } }, owner)
      expect(await last()).toMatchObject({
        action: 'sms.sent',
        accountId: owner.accountId,
        subjectId: null,
        actorPersonId: owner.personId,
      })
    }
  })

  it('pictures of one evidence are one look an hour, a file is a download each time', async () => {
    const { t, owner, bytes, evidence } = stage
    const e = await evidence()
    const looks = async (action: string) =>
      (
        await t.services.db.system
          .selectFrom('audit')
          .select('id')
          .where('subjectId', '=', e.id)
          .where('action', '=', action)
          .execute()
      ).length
    await bytes(evidenceCalls.fileBytes, { id: e.fileId }, {}, owner)
    await bytes(evidenceCalls.fileBytes, { id: e.fileId }, {}, owner)
    expect(await looks('file.downloaded')).toBe(2)
    const [picture, hash] = [newId(), createHash('sha256').update(`content of ${e.number}`).digest()]
    await t.services.db.system
      .insertInto('evidenceFile')
      .values({
        id: picture,
        evidenceId: e.id,
        accountId: owner.accountId,
        ordinal: 1,
        path: 'data/p.png',
        mediaType: 'image/png',
        size: `content of ${e.number}`.length,
        sha256: hash,
        sm3: hash,
      })
      .execute()
    await bytes(evidenceCalls.fileBytes, { id: picture }, {}, owner)
    await bytes(evidenceCalls.fileBytes, { id: picture }, {}, owner)
    expect(await looks('evidence.viewed')).toBe(1)
  })
})
