import { describe, expect, it } from 'vitest'
import { sampleEdition } from '../../contract/platform/legal.ts'
import { sessionCalls } from '../../contract/accounts/session.ts'
import { settingsCalls } from '../../contract/accounts/settings.ts'
import { answerCaptcha, sendCodeTo } from '../kit/people/codes.ts'
import { forgetLimits, roomInQuarter } from '../kit/people/forget-limits.ts'
import { appCode, turnOnTotp } from '../kit/people/totp.ts'
import { firstStep, forgetSteps, newcomer, password, passwordPhc, secondStep, t, withPasswords } from './totp-kit.ts'

withPasswords()

describe('signing in with a second step', () => {
  it('gives no session for the first alone, and an answer older clients can show', async () => {
    const { member } = await newcomer()
    const { reply, ticket } = await firstStep(member)
    expect(reply).toMatchObject({
      success: false,
      flag: false,
      statusCode: '500090',
      errorCode: 'totp-needed',
      errorMessage: expect.stringContaining('两步验证'),
      data: { ttl: 300 },
    })
    expect(ticket).toMatch(/^[\w-]+\.[\w-]{43}$/)
    expect(reply.data).not.toHaveProperty('token')
    const { codeId, code } = await sendCodeTo(t, member.phone, sessionCalls.sendLoginCode)
    expect(await t.call(sessionCalls.login, { body: { phone: member.phone, codeId, code } })).toMatchObject({
      errorCode: 'totp-needed',
    })
  })

  it('sets no cookie at the first and one at the second', async () => {
    const { member, secret } = await newcomer()
    const first = await t.inject({
      method: 'POST',
      url: '/shimakaze/login',
      payload: { phone: member.phone, password, ...(await answerCaptcha(t)) },
    })
    expect(first.cookies).toEqual([])
    const second = await t.inject({
      method: 'POST',
      url: '/shimakaze/login/totp',
      payload: { ticket: first.json().data.ticket, totp: appCode(secret) },
    })
    expect(second.cookies[0]).toMatchObject({ name: 'bq-x-token', value: second.json().data.token })
  })

  it('takes the app’s code of now, of the last and the next thirty seconds, each once', async () => {
    const { member, secret } = await newcomer()
    for (const step of [-1, 0, 1]) {
      const [{ ticket }, { ticket: again }] = [await firstStep(member), await firstStep(member)]
      expect(await secondStep(ticket, appCode(secret, step))).toMatchObject({
        success: true,
        data: { userType: 'PERSONAL' },
      })
      expect(await secondStep(again, appCode(secret, step))).toMatchObject({ errorCode: 'totp-wrong' })
    }
    await forgetSteps()
    for (const step of [-3, 3])
      expect(await secondStep((await firstStep(member)).ticket, appCode(secret, step))).toMatchObject({
        errorCode: 'totp-wrong',
      })
  })

  it('does not take an older code after a newer one', async () => {
    const { member, secret } = await newcomer()
    await secondStep((await firstStep(member)).ticket, appCode(secret))
    expect(await secondStep((await firstStep(member)).ticket, appCode(secret, -1))).toMatchObject({
      errorCode: 'totp-wrong',
    })
  })

  it('takes a recovery code once, however it is typed, and tells the phone', async () => {
    const { member, recoveryCodes } = await newcomer()
    const [code] = recoveryCodes
    expect(
      await secondStep((await firstStep(member)).ticket, ` ${code!.replaceAll('-', ' ').toUpperCase()} `),
    ).toMatchObject({ success: true })
    expect(t.messages.at(-1)).toMatchObject({ recipient: member.phone, text: expect.stringContaining('9') })
    expect(await secondStep((await firstStep(member)).ticket, code!)).toMatchObject({ errorCode: 'totp-wrong' })
    expect((await t.call(settingsCalls.profile, {}, member)).data.totp.recoveryCodes).toBe(9)
  })

  it('takes one person’s code with another’s ticket for neither', async () => {
    const [one, two] = [await newcomer(), await newcomer()]
    expect(await secondStep((await firstStep(one.member)).ticket, appCode(two.secret))).toMatchObject({
      errorCode: 'totp-wrong',
    })
    expect(await secondStep((await firstStep(one.member)).ticket, two.recoveryCodes[0]!)).toMatchObject({
      errorCode: 'totp-wrong',
    })
  })

  it('lets a ticket be used once, for five minutes and five tries', async () => {
    const { member, secret } = await newcomer()
    const { ticket } = await firstStep(member)
    await secondStep(ticket, appCode(secret))
    await forgetSteps()
    expect(await secondStep(ticket, appCode(secret))).toMatchObject({ errorCode: 'ticket-gone' })
    const { ticket: guessed } = await firstStep(member)
    for (let i = 0; i < 5; i++) await secondStep(guessed, 'abcd-efgh-jkmn-pqrs')
    expect(await secondStep(guessed, appCode(secret))).toMatchObject({ errorCode: 'ticket-gone' })
    const { ticket: late } = await firstStep(member)
    await t.services.db.system
      .updateTable('challenge')
      .set({ expiresAt: new Date(Date.now() - 1_000) })
      .where('scene', '=', 'second-step')
      .execute()
    expect(await secondStep(late, appCode(secret))).toMatchObject({ errorCode: 'ticket-gone' })
    for (const odd of ['x', `${ticket.split('.')[0]}.x`, '.'])
      expect(await secondStep(odd, appCode(secret))).toMatchObject({ errorCode: 'ticket-gone' })
  })

  it('stops guessing after ten tries, whatever tickets are used', async () => {
    await roomInQuarter()
    const { member, recoveryCodes } = await newcomer()
    for (let i = 0; i < 2; i++) {
      const { ticket } = await firstStep(member)
      for (let j = 0; j < 5; j++) await secondStep(ticket, 'abcd-efgh-jkmn-pqrs')
    }
    expect(await secondStep((await firstStep(member)).ticket, recoveryCodes[0]!)).toMatchObject({
      errorCode: 'too-frequent',
    })
  })

  it('is not passed by setting a new password, nor by opening an account of one’s own', async () => {
    const boss = await t.member({ kind: 'enterprise' })
    const sub = await t.sub(boss)
    await t.services.db.system.updateTable('person').set({ passwordPhc }).where('id', '=', sub.personId).execute()
    await turnOnTotp(t, sub, password)
    const { codeId, code } = await sendCodeTo(t, sub.phone, sessionCalls.sendRegisterCode)
    const body = {
      userType: 'personal' as const,
      name: '自己的',
      phone: sub.phone,
      codeId,
      code,
      password: 'another long one',
      agreementVersion: sampleEdition,
      consent: true,
    }
    expect(await t.call(sessionCalls.register, { body })).toMatchObject({ errorCode: 'totp-needed' })
    await forgetLimits(t)
    const reset = await sendCodeTo(t, sub.phone, sessionCalls.sendPasswordCode)
    await t.call(sessionCalls.resetPassword, {
      body: { phone: sub.phone, codeId: reset.codeId, code: reset.code, password },
    })
    expect((await firstStep(sub)).reply).toMatchObject({ errorCode: 'totp-needed' })
  })
})
