import { describe, expect, it } from 'vitest'
import { mailCalls } from '../../contract/accounts/mail.ts'
import { sessionCalls } from '../../contract/accounts/session.ts'
import { addressCalls } from '../../contract/addresses/addresses.ts'
import { headerCalls } from '../../contract/invoices/headers.ts'
import { newId } from '../../server/kit/ids.ts'
import { hashPassword } from '../../server/kit/secrets/passwords.ts'
import { answerCaptcha, readCode } from '../kit/people/codes.ts'
import { deliverAll } from '../kit/people/deliver-news.ts'
import { forgetLimits } from '../kit/people/forget-limits.ts'
import { verifyEnterprise, verifyPerson } from '../kit/people/identities.ts'
import { turnOnTotp } from '../kit/people/totp.ts'
import { buildRecords, place } from '../rules/matrix/records.ts'
import { askCopy, copyOf } from './data-kit.ts'
import { leave, operator, owner, password, person, t, withSomebody } from './closing-kit.ts'

withSomebody()

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
    invoice: 'whom an invoice was issued to, for five years (Measures for the Administration of Invoices, 28)',
    judicial_order:
      'what an office was asked, for its files of the case (Notarization Law 35, General Rules of Judicial Appraisal Procedure 42)',
    judicial_order_evidence: 'what it was shown',
    judicial_file: 'what it was sent',
    judicial_step: 'how it answered',
    judicial_paper: 'what both signed and issued: it is sealed, and names nothing of where papers are sent',
    office_seal: 'what papers of others bear',
    preservation_report: 'what was sealed and may lie before a court',
    office_template: 'what an office attends to: orders of others began with it',
    office_template_version: 'what it asked and told their applicants',
    judicial_message: 'what both wrote to each other of it',
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
    await owner.query(
      `update judicial_order set state = 'ABANDONED' where account_id = $1 and submitted_at is not null`,
      [member.accountId],
    )
    // What these records plant of the platform itself and of other people.
    for (const planted of [
      'announcement where title_zh like $1',
      'content_item i using content_version v where v.item_id = i.id and v.title_zh like $1',
      'dictionary_entry where name like $1',
      'message_outbox where text like $1',
      'consent c using consent_text x where x.sha256 = c.text_sha256 and x.words like $1',
      'consent_text where words like $1',
      'reconciliation_difference where number like $1',
    ])
      await owner.query(`delete from ${planted}`, [`%${canaries.mark}%`])
    await owner.query(`update person set name = '同事' where name = $1`, [canaries.mark])
    await owner.query(`update lawyer set name = '律师', firm = '律所', licence_no = '1234' where name like $1`, [
      `%${canaries.mark}%`,
    ])
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
    await owner.query(`update bank_transfer set state = 'withdrawn', ended_at = now() where account_id = $1`, [
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
      'case_form',
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
    expect(
      (
        await owner.query(
          `select 1 from invoice where account_id = $1 and (num_nonnulls(email, receiver) > 0 or remark <> '' or person_name !~ '^#')`,
          [member.accountId],
        )
      ).rowCount,
    ).toBe(0)
    // Its objects are nobody's any more.
    for (const table of [
      'session',
      'known_device',
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
