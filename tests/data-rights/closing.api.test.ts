import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { mailCalls } from '../../contract/accounts/mail.ts'
import { sessionCalls } from '../../contract/accounts/session.ts'
import { subAccountCalls } from '../../contract/accounts/sub-accounts.ts'
import { addressCalls } from '../../contract/addresses/addresses.ts'
import { webCaptureCalls } from '../../contract/captures/web.ts'
import { shareCalls } from '../../contract/certificates/share.ts'
import { closingCalls } from '../../contract/data-rights/closing.ts'
import { headerCalls } from '../../contract/invoices/headers.ts'
import { keyCalls } from '../../contract/open-api/keys.ts'
import { accountCalls } from '../../contract/operator/accounts.ts'
import { personCalls } from '../../contract/operator/people.ts'
import { certifyCalls } from '../../contract/real-name/certify.ts'
import { depositCalls } from '../../contract/registry/deposits.ts'
import { uploadCalls } from '../../contract/registry/uploads.ts'
import { closeByJob, sweepClosings } from '../../server/data-rights/closing.jobs.ts'
import { newId } from '../../server/kit/ids.ts'
import { hashPassword } from '../../server/kit/secrets/passwords.ts'
import { buildTestApp, type Member, type TestApp } from '../kit/build-test-app.ts'
import { answerCaptcha, readCode, sendCodeTo } from '../kit/people/codes.ts'
import { deliverAll } from '../kit/people/deliver-news.ts'
import { buildEvidence } from '../kit/people/factories.ts'
import { forgetLimits } from '../kit/people/forget-limits.ts'
import { personalPapers, verifyEnterprise, verifyPerson } from '../kit/people/identities.ts'
import { newPublicKey } from '../kit/people/key-pairs.ts'
import { turnOnTotp } from '../kit/people/totp.ts'
import { buildRecords, place } from '../rules/matrix/records.ts'
import { sendFile } from '../registry/deposit-kit.ts'
import { askCopy, copyOf, proofOf } from './data-kit.ts'
import { personalData } from '../../server/app/domains.ts'
import { erasuresOf } from '../../server/kit/personal-data/personal-data.ts'

const erasures = erasuresOf(personalData)

let t: TestApp
let owner: pg.Client
let operator: Member
let me: Member
beforeAll(async () => {
  t = await buildTestApp()
  owner = new pg.Client({ connectionString: t.databaseUrl })
  await owner.connect()
  operator = await t.member({ name: '运营', role: 'operator' })
})
beforeEach(async () => {
  await forgetLimits(t)
  me = await t.member({ name: '小雨' })
})
afterAll(async () => {
  await owner.end()
  await t.close()
})

const password = 'a long enough one'
const confirm = '注销账户'
const state = async (who = me) => (await t.call(closingCalls.state, {}, who)).data
const ask = async (who = me) => t.call(closingCalls.ask, { body: { ...(await proofOf(t, who)), confirm } }, who)
const kinds = async (who = me) => (await state(who)).obstacles.map((o) => o.kind)
const person = (id: string) =>
  t.services.db.system.selectFrom('person').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
/** The time to think it over has passed; the sweep hands on, the jobs that wait are done. */
async function passTime(who = me) {
  await owner.query(`update person set closing_at = now() - interval '1 second' where id = $1`, [who.personId])
  await sweepClosings(t.services)
  return work()
}
async function work() {
  const { rows } = await sql<{
    jobId: string
    id: string
  }>`update pgboss.job set state = 'active', started_on = now() where name = 'closing' and state = 'created' returning id as job_id, data->>'id' as id`.execute(
    t.services.db.system,
  )
  for (const job of rows) await closeByJob(t.services, erasures, job)
  return rows.length
}
async function leave(who = me) {
  const asked = await ask(who)
  if (!asked.success) throw new Error(JSON.stringify(asked))
  await passTime(who)
}
const acts = async (action: string) =>
  t.services.db.system.selectFrom('audit').select(['accountId', 'subjectId']).where('action', '=', action).execute()

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
        agreementVersion: '1',
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

describe('nothing personal stays but what must', () => {
  const canaries = {
    phone: '13698765432',
    mail: 'kanarienvogel@example.com',
    name: '金丝雀鸟',
    account: '金丝雀养殖公司',
    idNumber: '',
    address: '雀鸣路七百七十七号',
    recipient: '收件雀',
    third: 'openid-canary-7f3a',
    union: 'unionid-canary-9b1c',
    header: '雀抬头',
    mark: '',
  }
  /** Tables that may hold some of it, and why. */
  const kept: Record<string, string> = {
    audit: 'the record of acts, which nobody changes (Cybersecurity Law 21)',
    evidence: 'sealed evidence says in its statement whose it is; others hold its certificate',
    evidence_file: 'names of files under which they were sealed',
    hash_deposit: 'the name of a file whose hash was sealed, and who brought its original',
  }

  /** Everything that every table holds, as text, of bytes their text too. */
  async function holding(words: string[]) {
    const { rows: tables } = await owner.query<{ schema: string; name: string }>(
      `select n.nspname as schema, c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname in ('public', 'pgboss') and c.relkind = 'r' order by 1, 2`,
    )
    const found: Record<string, string[]> = {}
    for (const { schema, name } of tables) {
      for (const word of words) {
        const { rows } = await owner.query(
          `select 1 from ${schema}."${name}" r where strpos(r::text, $1) > 0 or strpos(r::text, $2) > 0 limit 1`,
          [word, Buffer.from(word).toString('hex')],
        )
        if (rows.length) (found[schema === 'public' ? name : `${schema}.${name}`] ??= []).push(word)
      }
    }
    return { tables: tables.length, found }
  }

  it('after canaries were put through a whole account', { timeout: 120_000 }, async () => {
    const who = await t.member({
      name: canaries.account,
      kind: 'enterprise',
      passwordPhc: await hashPassword(password),
    })
    await owner.query(`update person set phone = $2, name = $3 where id = $1`, [
      who.personId,
      canaries.phone,
      canaries.name,
    ])
    Object.assign(who, { phone: canaries.phone })
    const { member } = await turnOnTotp(t, who, password)
    canaries.mark = `canary-${member.personId.slice(-12)}`
    const records = await buildRecords(t, member)
    await owner.query(`update real_name set status = 'CANCELLED' where person_id = $1 and status = 'REVIEWING'`, [
      member.personId,
    ])
    // What these records plant of the platform itself and of other people.
    for (const planted of [
      'announcement where title_zh like $1',
      'dictionary_entry where name like $1',
      'message_outbox where text like $1',
      'consent c using consent_text x where x.sha256 = c.text_sha256 and x.words like $1',
      'consent_text where words like $1',
    ])
      await owner.query(`delete from ${planted}`, [`%${canaries.mark}%`])
    await owner.query(`update person set name = '同事' where name = $1`, [canaries.mark])
    const { idcard } = await verifyPerson(t, member, operator, { name: '金丝雀鸟' })
    canaries.idNumber = idcard
    await verifyEnterprise(t, member, operator, { name: canaries.account, legalPerson: canaries.name })
    await forgetLimits(t)
    const {
      data: { codeId },
    } = await t.call(mailCalls.sendCode, { body: { mail: canaries.mail, ...(await answerCaptcha(t)) } }, member)
    await t.call(mailCalls.set, { body: { mail: canaries.mail, codeId, code: readCode(t, canaries.mail) } }, member)
    await t.call(
      addressCalls.create,
      { body: { ...place, name: canaries.recipient, phone: canaries.phone, detail: canaries.address } },
      member,
    )
    await t.call(headerCalls.create, { body: { headType: 'PERSONAL', title: canaries.header } }, member)
    const friend = await t.sub(member, { name: '曾经的子账号' })
    await t.services.db.asSystem(async (tx) => {
      const of = { platformId: t.platformId, personId: member.personId }
      await tx
        .insertInto('thirdAccount')
        .values({
          id: newId(),
          ...of,
          provider: 'WECHAT',
          appId: 'wx',
          subject: canaries.third,
          unionId: canaries.union,
        })
        .execute()
      await tx
        .insertInto('thirdAttempt')
        .values({
          id: newId(),
          platformId: t.platformId,
          provider: 'WECHAT',
          appId: 'wx',
          purpose: 'SIGN_IN',
          stateSha256: Buffer.from(newId()),
          browserSha256: Buffer.from('b'),
          subject: canaries.third,
          unionId: canaries.union,
          expiresAt: new Date(Date.now() + 60_000),
        })
        .execute()
      await tx
        .insertInto('qrSignIn')
        .values({
          id: newId(),
          platformId: t.platformId,
          browserSha256: Buffer.from('b'),
          secretSha256: Buffer.from('s'),
          number: '12',
          status: 'SCANNED',
          ip: canaries.mark,
          userAgent: canaries.mark,
          personId: member.personId,
          expiresAt: new Date(Date.now() + 60_000),
        })
        .execute()
      await tx
        .insertInto('messageChoice')
        .values({ personId: member.personId, kind: 'note', page: true, mail: true, sms: true })
        .execute()
      // What others were told of the account, and what was sent to them.
      await tx
        .insertInto('message')
        .values({
          id: newId(),
          platformId: t.platformId,
          personId: friend.personId,
          kind: 'subAdded',
          params: JSON.stringify({ account: canaries.account }) as never,
          shown: true,
        })
        .execute()
      await tx
        .insertInto('messageOutbox')
        .values({
          id: newId(),
          platformId: t.platformId,
          channel: 'sms',
          recipient: '135****9999',
          template: 'sub',
          text: `${canaries.account} 邀请您`,
        })
        .execute()
      await tx.updateTable('person').set({ inviteCode: 'ABCD2345' }).where('id', '=', member.personId).execute()
    })
    await copyOf(t, member)
    await owner.query(`update data_export set asked_at = now() - interval '2 days'`)
    await askCopy(t, member)
    await t.call(sessionCalls.login, {
      body: { phone: canaries.phone, password: 'wrong', ...(await answerCaptcha(t)) },
    })
    await deliverAll(t)
    // Settled, as the page asks for.
    await owner.query(
      `update evidence set status = 'failed', fail_reason = 'timed-out', statement = null, token = null, sealed_at = null, confirm_until = null where account_id = $1 and status in ('collecting', 'to-confirm')`,
      [member.accountId],
    )
    await owner.query(`update membership set status = 'DELETED' where account_id = $1 and role = 'sub'`, [
      member.accountId,
    ])
    await owner.query(`delete from upload where account_id = $1 and state <> 'used'`, [member.accountId])
    const words = Object.values(canaries)
    expect(words.every((word) => word.length >= 3)).toBe(true)
    const planted = await holding(words)
    expect(planted.tables).toBeGreaterThan(60)
    for (const table of [
      'person',
      'account',
      'third_account',
      'third_attempt',
      'qr_sign_in',
      'address',
      'invoice_header',
      'message',
      'message_outbox',
      'list_view',
      'capture_batch',
      'evidence_feedback',
      'uploaded_file',
      'api_key',
      'api_call',
      'callback',
      'rate_window',
      'real_name',
      'audit',
      'evidence',
    ])
      expect({ table, planted: planted.found[table] }).toEqual({ table, planted: expect.any(Array) as string[] })

    await leave(member)
    expect((await person(member.personId)).status).toBe('CLOSED')
    const { found } = await holding(words)
    expect(Object.fromEntries(Object.entries(found).filter(([table]) => !(table in kept)))).toEqual({})
    // Of what is kept: nothing that the evidence does not need.
    expect(
      (found['evidence'] ?? []).filter((word) => ![canaries.name, canaries.account, canaries.mark].includes(word)),
    ).toEqual([])
    const { rows } = await owner.query<{ labels: string[]; remark: string }>(
      `select distinct labels, remark from evidence where account_id = $1`,
      [member.accountId],
    )
    expect(rows).toEqual([{ labels: [], remark: '' }])
    expect(
      (
        await owner.query(
          `select 1 from evidence where account_id = $1 and statement is null and (url is not null or name <> '-' or request <> '{}')`,
          [member.accountId],
        )
      ).rowCount,
    ).toBe(0)
    // Its objects are nobody's any more.
    for (const table of [
      'session',
      'totp',
      'recovery_code',
      'third_account',
      'data_export',
      'real_name_photo',
      'message_choice',
    ])
      expect({
        table,
        left: (
          await owner.query(
            table === 'session'
              ? `select 1 from session where person_id = $1`
              : `select 1 from ${table} where person_id = $1`,
            [member.personId],
          )
        ).rowCount,
      }).toEqual({ table, left: 0 })
    expect(
      (await owner.query(`select 1 from api_key where account_id = $1 and status <> 'REVOKED'`, [member.accountId]))
        .rowCount,
    ).toBe(0)
    expect(
      (await owner.query(`select 1 from consent where person_id = $1 and withdrawn_at is null`, [member.personId]))
        .rowCount,
    ).toBe(0)
    // Whoever holds the number finds the evidence.
    expect(
      (
        await owner.query(
          `select 1 from evidence where number = $1 and status = 'collected' and statement is not null`,
          [records.number],
        )
      ).rowCount,
    ).toBe(1)
  })
})
