import { describe, expect, it } from 'vitest'
import { sessionCalls } from '../../contract/accounts/session.ts'
import { subAccountCalls } from '../../contract/accounts/sub-accounts.ts'
import { webCaptureCalls } from '../../contract/captures/web.ts'
import { shareCalls } from '../../contract/certificates/share.ts'
import { closingCalls } from '../../contract/data-rights/closing.ts'
import { keyCalls } from '../../contract/open-api/keys.ts'
import { certifyCalls } from '../../contract/real-name/certify.ts'
import { depositCalls } from '../../contract/registry/deposits.ts'
import { uploadCalls } from '../../contract/registry/uploads.ts'
import { sweepClosings } from '../../server/data-rights/closing.jobs.ts'
import { hashPassword } from '../../server/kit/secrets/passwords.ts'
import { answerCaptcha, readCode } from '../kit/people/codes.ts'
import { buildEvidence } from '../kit/people/factories.ts'
import { forgetLimits } from '../kit/people/forget-limits.ts'
import { personalPapers } from '../kit/people/identities.ts'
import { newPublicKey } from '../kit/people/key-pairs.ts'
import { sendFile } from '../registry/deposit-kit.ts'
import { proofOf } from './data-kit.ts'
import { acts, ask, confirm, me, operator, owner, password, state, t, withSomebody, work } from './closing-kit.ts'

withSomebody()

const kinds = async (who = me) => (await state(who)).obstacles.map((o) => o.kind)

describe('asking to be closed', () => {
  it('takes proof and the words typed, gives fifteen days, and is told at once', async () => {
    expect(
      (await t.call(closingCalls.ask, { body: { ...(await proofOf(t, me)), confirm: 'yes' } }, me)).data,
    ).toMatchObject({ fields: [{ path: 'confirm', key: 'closingPhrase' }] })
    expect((await t.call(closingCalls.ask, { body: { confirm } }, me)).data).toMatchObject({
      fields: [{ path: 'password', key: 'required' }],
    })
    expect((await state()).closingAt).toBeNull()
    const { data } = await ask()
    expect((Date.parse(data.closingAt) - Date.now()) / 86_400_000).toBeCloseTo(15, 2)
    expect(await state()).toMatchObject({ closingAt: data.closingAt, days: 15, ends: ['小雨'], leaves: [] })
    expect((await t.call(sessionCalls.bean, {}, me)).data.closingAt).toBe(data.closingAt)
    expect(t.messages.findLast((m) => m.recipient === me.phone)).toMatchObject({
      template: 'closingAsked',
      channel: 'sms',
    })
    expect((await ask()).data.closingAt).toBe(data.closingAt)
    expect((await acts('closing.asked')).filter((a) => a.subjectId === me.personId).length).toBe(1)
  })

  it('in English takes English words, in capitals or not', async () => {
    expect(
      (await t.call(closingCalls.ask, { body: { ...(await proofOf(t, me)), confirm: ' Close my Account ' } }, me))
        .success,
    ).toBe(true)
  })

  it('is refused with what stands in the way, until that is settled', async () => {
    const boss = await t.member({ name: '风岛公司', kind: 'enterprise' })
    expect(await kinds(boss)).toEqual([])
    const [running, waiting] = [
      await buildEvidence(t, boss, { status: 'collecting' }),
      await buildEvidence(t, boss, { status: 'to-confirm' }),
    ]
    const sub = await t.sub(boss)
    const {
      data: { fileId },
    } = await sendFile(t, boss, Buffer.from('a'))
    await t.call(certifyCalls.submitPersonal, { body: await personalPapers(t, boss) }, boss)
    const refused = await ask(boss)
    expect(refused.errorCode).toBe('closing-obstructed')
    const { obstacles } = refused.data as unknown as {
      obstacles: { kind: string; count: number; accountId: string | null }[]
    }
    expect(obstacles.map((o) => [o.kind, o.count, o.accountId])).toEqual([
      ['captures', 1, boss.accountId],
      ['toConfirm', 1, boss.accountId],
      ['uploads', 1, boss.accountId],
      ['subAccounts', 1, boss.accountId],
      ['review', 1, null],
    ])
    await owner.query(
      `update evidence set status = 'failed', fail_reason = 'timed-out', statement = null, token = null, sealed_at = null, confirm_until = null where id = any($1)`,
      [[running.id, waiting.id]],
    )
    await t.call(uploadCalls.remove, { params: { id: fileId } }, boss)
    await t.call(subAccountCalls.removeMany, { body: { ids: [sub.membershipId] } }, boss)
    await t.call(certifyCalls.cancel, { body: { type: 'PERSONAL' } }, boss)
    expect(await kinds(boss)).toEqual([])
    expect((await ask(boss)).success).toBe(true)
  })

  it('is not for the platform’s staff', async () => {
    const administrator = await t.member({ name: '管理', role: 'administrator' })
    expect(await kinds(operator)).toEqual(['staff'])
    expect(await kinds(administrator)).toEqual(['staff', 'lastAdministrator'])
    await t.member({ role: 'administrator' })
    expect(await kinds(administrator)).toEqual(['staff'])
    expect((await ask(operator)).errorCode).toBe('closing-obstructed')
  })
})

describe('until then', () => {
  it('everything can be read and nothing new is begun; one click keeps the account', async () => {
    const boss = await t.member({ name: '风岛公司', kind: 'enterprise' })
    const { number } = await buildEvidence(t, boss)
    await ask(boss)
    const phone = '13512340000'
    const begun = async () => {
      const {
        data: { codeId },
      } = await t.call(subAccountCalls.sendCode, { body: { phone, ...(await answerCaptcha(t)) } }, boss)
      return [
        await t.call(webCaptureCalls.start, { body: { urls: ['https://example.com/'] } }, boss),
        await t.call(depositCalls.hash, { body: { sha256: '0'.repeat(64), fileName: 'a.txt' } }, boss),
        await t.call(keyCalls.create, { body: { name: '脚本', publicKey: newPublicKey() } }, boss),
        await t.call(subAccountCalls.create, { body: { phone, name: '同事', codeId, code: readCode(t, phone) } }, boss),
      ].map((r) => r.errorCode ?? 'done')
    }
    expect(await begun()).toEqual(['account-closing', 'account-closing', 'account-closing', 'account-closing'])
    expect((await sendFile(t, boss, Buffer.from('a'))).errorCode).toBe('account-closing')
    expect(
      (await t.call(shareCalls.create, { body: { ano: number, days: 1, withPackage: false } }, boss)).success,
    ).toBe(true)
    expect((await t.call(closingCalls.takeBack, {}, boss)).data).toEqual({ kept: true })
    expect((await t.call(closingCalls.takeBack, {}, boss)).data).toEqual({ kept: false })
    await forgetLimits(t)
    expect(await begun()).toEqual(['done', 'done', 'done', 'done'])
    expect((await t.call(sessionCalls.bean, {}, boss)).data.closingAt).toBeNull()
    expect(await sweepClosings(t.services).then(work)).toBe(0)
  })

  it('whoever signs in again sees it there too, and nobody is closed before their time', async () => {
    const who = await t.member({ passwordPhc: await hashPassword(password) })
    await ask(who)
    await sweepClosings(t.services)
    expect(await work()).toBe(0)
    const { data } = await t.call(sessionCalls.login, {
      body: { phone: who.phone, password, ...(await answerCaptcha(t)) },
    })
    expect((await t.call(sessionCalls.bean, {}, { ...who, token: data.token })).data.closingAt).not.toBeNull()
  })
})
