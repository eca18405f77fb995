import { readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { phoneCalls } from '../../contract/accounts/phone.ts'
import { sessionCalls } from '../../contract/accounts/session.ts'
import { settingsCalls } from '../../contract/accounts/settings.ts'
import { totpCalls } from '../../contract/accounts/totp.ts'
import { outboxCalls } from '../../contract/operator/outbox.ts'
import { forgetSecrets, resetTotpOf } from '../../server/app/operators.ts'
import { secretBox } from '../../server/kit/secrets/secret-box.ts'
import { buildTestApp, type Member, type TestApp } from '../kit/build-test-app.ts'
import { answerCaptcha, readCode } from '../kit/people/codes.ts'
import { appCode, turnOnTotp } from '../kit/people/totp.ts'
import { firstStep, forgetSteps, newcomer, password, passwordPhc, secondStep, t, withPasswords } from './totp-kit.ts'

withPasswords()

const isIn = async (as: Member) => (await t.call(sessionCalls.bean, {}, as)).success

describe('setting up the second step', () => {
  it('gives a secret as every app reads it, and ten recovery codes once its first code was right', async () => {
    const person = await t.member({ passwordPhc })
    const { data } = await t.call(totpCalls.begin, { body: { password } }, person)
    expect(data.uri).toMatch(/^otpauth:\/\/totp\/.+\?issuer=.+&secret=[A-Z2-7]{32}&algorithm=SHA1&digits=6&period=30$/)
    expect((await t.call(settingsCalls.profile, {}, person)).data.totp.on).toBe(false)
    expect((await firstStep(person)).reply).toMatchObject({ success: true })
    expect(await t.call(totpCalls.turnOn, { body: { totp: '000000' } }, person)).toMatchObject({
      errorCode: 'totp-wrong',
      data: { fields: [{ path: 'totp' }] },
    })
    const on = await t.call(totpCalls.turnOn, { body: { totp: appCode(data.secret) } }, person)
    expect(new Set(on.data.recoveryCodes).size).toBe(10)
    expect((await t.call(settingsCalls.profile, {}, { ...person, token: on.data.token })).data.totp).toMatchObject({
      on: true,
      recoveryCodes: 10,
    })
  })

  it('asks for more than a session, so that a stolen one cannot lock its owner out', async () => {
    const person = await t.member({ passwordPhc })
    expect(await t.call(totpCalls.begin, { body: {} }, person)).toMatchObject({
      data: { fields: [{ path: 'password' }] },
    })
    expect(await t.call(totpCalls.begin, { body: { password: 'not the password' } }, person)).toMatchObject({
      data: { fields: [{ key: 'passwordWrong' }] },
    })
    const { data } = await t.call(
      phoneCalls.sendCode,
      { body: { scene: 'PROVE', ...(await answerCaptcha(t)) } },
      person,
    )
    expect(
      await t.call(totpCalls.begin, { body: { codeId: data.codeId, code: readCode(t, person.phone) } }, person),
    ).toMatchObject({ success: true })
  })

  it('ends every other session and the old token of this one, and tells the phone', async () => {
    const person = await t.member({ passwordPhc })
    const other = { ...person, token: (await firstStep(person)).reply.data.token }
    const { member } = await turnOnTotp(t, person, password)
    expect([await isIn(other), await isIn(person), await isIn(member)]).toEqual([false, false, true])
    expect(t.messages.at(-1)).toMatchObject({ recipient: person.phone, text: expect.stringContaining('两步验证') })
  })

  it('does not begin anew while it is on', async () => {
    const { member } = await newcomer()
    expect(await t.call(totpCalls.begin, { body: { password } }, member)).toMatchObject({ errorCode: 'wrong-state' })
  })

  it('keeps no secret and no recovery code in clear', async () => {
    const { member, secret, recoveryCodes } = await newcomer()
    const kept = JSON.stringify([
      await t.services.db.system.selectFrom('totp').selectAll().execute(),
      await t.services.db.system.selectFrom('recoveryCode').selectAll().execute(),
    ])
    for (const clear of [secret, ...recoveryCodes, ...recoveryCodes.map((c) => c.replaceAll('-', ''))])
      expect(kept).not.toContain(clear)
    const { secret: sealed } = await t.services.db.system
      .selectFrom('totp')
      .select('secret')
      .where('personId', '=', member.personId)
      .executeTakeFirstOrThrow()
    expect(await t.services.secrets.open(sealed, member.personId)).toBe(secret)
    await expect(t.services.secrets.open(sealed, 'somebody else')).rejects.toThrow()
  })
})

describe('turning the second step off', () => {
  it('takes password or SMS and a code, renews the token, and then one step is enough', async () => {
    const { member, secret } = await newcomer()
    expect(await t.call(totpCalls.turnOff, { body: { totp: appCode(secret) } }, member)).toMatchObject({
      data: { fields: [{ path: 'password' }] },
    })
    expect(await t.call(totpCalls.turnOff, { body: { password, totp: 'abcd-efgh-jkmn-pqrs' } }, member)).toMatchObject({
      errorCode: 'totp-wrong',
    })
    const off = await t.call(totpCalls.turnOff, { body: { password, totp: appCode(secret) } }, member)
    expect([off.success, await isIn(member), await isIn({ ...member, token: off.data.token })]).toEqual([
      true,
      false,
      true,
    ])
    expect((await firstStep(member)).reply).toMatchObject({ success: true })
  })

  it('new recovery codes end the former ones', async () => {
    const { member, secret, recoveryCodes } = await newcomer()
    const { data } = await t.call(totpCalls.renewCodes, { body: { password, totp: appCode(secret) } }, member)
    expect(data.recoveryCodes).toHaveLength(10)
    expect(await secondStep((await firstStep(member)).ticket, recoveryCodes[0]!)).toMatchObject({
      errorCode: 'totp-wrong',
    })
    expect(await secondStep((await firstStep(member)).ticket, data.recoveryCodes[0]!)).toMatchObject({ success: true })
  })

  it('can be done for somebody who lost everything, who is signed out', async () => {
    const { member } = await newcomer()
    await resetTotpOf(t.services.db, member.phone)
    expect(await isIn(member)).toBe(false)
    expect((await firstStep(member)).reply).toMatchObject({ success: true })
    await expect(resetTotpOf(t.services.db, member.phone)).rejects.toThrow('no second step')
  })

  it('leaves a row in the audit for every act', async () => {
    const { member, secret } = await newcomer()
    await t.call(totpCalls.renewCodes, { body: { password, totp: appCode(secret) } }, member)
    await forgetSteps()
    await t.call(totpCalls.turnOff, { body: { password, totp: appCode(secret) } }, member)
    const rows = await t.services.db.system
      .selectFrom('audit')
      .select('action')
      .where('subjectId', '=', member.personId)
      .orderBy('at')
      .execute()
    expect(rows.map((r) => r.action)).toEqual(['totp.turnedOn', 'totp.codesRenewed', 'totp.turnedOff'])
  })
})

describe('staff in production', () => {
  let p: TestApp
  beforeAll(async () => {
    p = await buildTestApp({ SHIMAKAZE_MODE: 'production', SHIMAKAZE_PUBLIC_URL: 'https://example.com' })
  })
  afterAll(() => p.close())

  it('can do nothing but set it up until it is on', async () => {
    const operator = await p.member({ role: 'operator', kind: 'enterprise', passwordPhc })
    expect((await p.call(sessionCalls.bean, {}, operator)).data).toMatchObject({ needsTotp: true, rights: [] })
    expect(await p.call(outboxCalls.list, { body: {} }, operator)).toMatchObject({ errorCode: 'totp-required' })
    expect(await p.call(settingsCalls.sessions, {}, operator)).toMatchObject({ errorCode: 'totp-required' })
    expect((await p.call(settingsCalls.profile, {}, operator)).data.totp).toMatchObject({ on: false, required: true })
    const { member } = await turnOnTotp(p, operator, password)
    expect((await p.call(sessionCalls.bean, {}, member)).data).toMatchObject({ needsTotp: false })
    expect(await p.call(outboxCalls.list, { body: {} }, member)).toMatchObject({ success: true })
    expect((await firstStep(operator, p)).reply).toMatchObject({ errorCode: 'totp-needed' })
  })

  it('others choose for themselves, and nobody must on one’s own machine', async () => {
    expect(await p.call(settingsCalls.sessions, {}, await p.member())).toMatchObject({ success: true })
    expect(await t.call(outboxCalls.list, { body: {} }, await t.member({ role: 'operator' }))).toMatchObject({
      success: true,
    })
  })
})

describe('the key of the secrets', () => {
  const path = () => join(t.services.config.keysDir, 'secrets.key')

  it('is a file that its owner alone reads', async () => {
    await t.services.secrets.prepare(t.services.db)
    expect((await stat(path())).mode & 0o777).toBe(0o600)
    expect(Buffer.from(await readFile(path(), 'utf8'), 'base64')).toHaveLength(32)
  })

  it('that is missing or another one stops the start, and nothing is sealed with it', async () => {
    const { member } = await newcomer()
    const key = await readFile(path(), 'utf8')
    await rm(path())
    const fresh = () => secretBox(t.services.config.keysDir)
    await expect(fresh().prepare(t.services.db)).rejects.toThrow('forget-secrets')
    await expect(stat(path())).rejects.toThrow('ENOENT')
    await writeFile(path(), `${Buffer.alloc(32, 7).toString('base64')}\n`, { mode: 0o600 })
    await expect(fresh().prepare(t.services.db)).rejects.toThrow('forget-secrets')
    await expect(t.services.db.asSystem((tx) => fresh().seal(tx, 'x', member.personId))).rejects.toThrow(
      'forget-secrets',
    )
    await writeFile(path(), key)
    await expect(fresh().prepare(t.services.db)).resolves.toBeUndefined()
  })

  it('that is lost for good can be given up: everybody sets up anew', async () => {
    const { member } = await newcomer()
    expect((await forgetSecrets(t.services.db)).totp).toBeGreaterThan(0)
    await rm(path())
    await expect(secretBox(t.services.config.keysDir).prepare(t.services.db)).resolves.toBeUndefined()
    expect((await firstStep(member)).reply).toMatchObject({ success: true })
  })
})
