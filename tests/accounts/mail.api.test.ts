import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { mailCalls } from '../../contract/accounts/mail.ts'
import { settingsCalls } from '../../contract/accounts/settings.ts'
import { buildTestApp, type Member, type TestApp } from '../kit/build-test-app.ts'
import { answerCaptcha, readCode } from '../kit/people/codes.ts'
import { forgetLimits, roomInMinute } from '../kit/people/forget-limits.ts'

let t: TestApp
let me: Member
beforeAll(async () => void (t = await buildTestApp()))
beforeEach(async () => {
  await forgetLimits(t)
  me = await t.member({ name: '李雷' })
})
afterAll(() => t.close())

async function codeFor(mail: string, who = me) {
  const sent = await t.call(mailCalls.sendCode, { body: { mail, ...(await answerCaptcha(t)) } }, who)
  return { sent, codeId: sent.data?.codeId, code: readCode(t, mail.toLowerCase()) }
}
const shown = async (who = me) => (await t.call(settingsCalls.profile, {}, who)).data.mail

describe('a mail address', () => {
  it('is taken by the code that was sent there, in small letters, and shown in part', async () => {
    expect(await shown()).toEqual({ masked: null })
    const { codeId, code } = await codeFor('Li.Lei@Example.com')
    expect(t.messages.at(-1)).toMatchObject({
      channel: 'mail',
      recipient: 'li.lei@example.com',
      template: 'mail',
      secret: true,
      goodFor: 300,
      subject: expect.stringContaining('验证码') as string,
      params: { code },
    })
    expect(t.messages.at(-1)!.subject).not.toContain(code)
    expect(await t.call(mailCalls.set, { body: { mail: 'LI.LEI@example.com', codeId, code } }, me)).toMatchObject({
      success: true,
    })
    expect(await shown()).toEqual({ masked: 'li****@example.com' })
    const acts = await t.services.db.system
      .selectFrom('audit')
      .select(['action', 'details'])
      .where('actorPersonId', '=', me.personId)
      .orderBy('at')
      .execute()
    expect(acts).toMatchObject([
      { action: 'mail.sent', details: { mail: 'li****@example.com' } },
      { action: 'person.mailChanged', details: { changes: { mail: { from: null, to: 'li****@example.com' } } } },
    ])
    expect(JSON.stringify(acts)).not.toContain('li.lei')
  })

  it('is removed again, and removing it twice is as well', async () => {
    const { codeId, code } = await codeFor('a@example.com')
    await t.call(mailCalls.set, { body: { mail: 'a@example.com', codeId, code } }, me)
    for (let n = 0; n < 2; n++) expect(await t.call(mailCalls.remove, {}, me)).toMatchObject({ success: true })
    expect(await shown()).toEqual({ masked: null })
  })

  it('may belong to two people who read it both', async () => {
    const other = await t.member()
    for (const who of [me, other]) {
      await forgetLimits(t)
      const { codeId, code } = await codeFor('office@example.com', who)
      expect(await t.call(mailCalls.set, { body: { mail: 'office@example.com', codeId, code } }, who)).toMatchObject({
        success: true,
      })
    }
    expect([await shown(me), await shown(other)]).toEqual([
      { masked: 'of****@example.com' },
      { masked: 'of****@example.com' },
    ])
  })

  it('is not taken by a code for another address, of somebody else, or a wrong one', async () => {
    const mine = await codeFor('mine@example.com')
    const body = { mail: 'mine@example.com', codeId: mine.codeId!, code: mine.code }
    expect(await t.call(mailCalls.set, { body: { ...body, mail: 'other@example.com' } }, me)).toMatchObject({
      errorCode: 'code-wrong',
    })
    expect(await t.call(mailCalls.set, { body }, await t.member())).toMatchObject({ errorCode: 'code-wrong' })
    expect(
      await t.call(mailCalls.set, { body: { ...body, code: mine.code === '000000' ? '000001' : '000000' } }, me),
    ).toMatchObject({ errorCode: 'code-wrong' })
    expect(await shown()).toEqual({ masked: null })
    expect(await t.call(mailCalls.set, { body }, me)).toMatchObject({ success: true })
  })

  it.each(['', 'li.lei', 'li lei@example.com', 'li@example.com\nBcc: x@example.com', `${'a'.repeat(250)}@example.com`])(
    'is refused where it is none: %j',
    async (mail) => {
      expect(await t.call(mailCalls.sendCode, { body: { mail, ...(await answerCaptcha(t)) } }, me)).toMatchObject({
        errorCode: 'bad-parameter',
        data: { fields: [{ path: 'mail' }] },
      })
    },
  )

  it('gets one code a minute, and one person writes to twenty a day', async () => {
    await roomInMinute()
    expect((await codeFor('b@example.com')).sent).toMatchObject({ success: true })
    expect((await codeFor('b@example.com')).sent).toMatchObject({ errorCode: 'too-frequent' })
    for (let n = 2; n < 20; n++) expect((await codeFor(`b${n}@example.com`)).sent).toMatchObject({ success: true })
    expect((await codeFor('last@example.com')).sent).toMatchObject({ errorCode: 'too-frequent' })
  })

  it('is neither shown nor asked for where the platform sends no mail', async () => {
    const p = await buildTestApp({ SHIMAKAZE_MODE: 'production', SHIMAKAZE_PUBLIC_URL: 'https://example.com' })
    const who = await p.member()
    expect((await p.call(settingsCalls.profile, {}, who)).data.mail).toBeNull()
    expect(
      await p.call(mailCalls.sendCode, { body: { mail: 'a@example.com', ...(await answerCaptcha(p)) } }, who),
    ).toMatchObject({ errorCode: 'mail-not-configured' })
    await p.close()
  })
})
