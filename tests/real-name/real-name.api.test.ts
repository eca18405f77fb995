import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { webCaptureCalls } from '../../contract/captures/web.ts'
import { certifyCalls } from '../../contract/real-name/certify.ts'
import { consentCalls } from '../../contract/real-name/consents.ts'
import { identityReviewCalls } from '../../contract/real-name/review.ts'
import { statedIdentity } from '../../server/real-name/known.service.ts'
import { buildTestApp, type Member } from '../kit/build-test-app.ts'
import { deliverAll } from '../kit/people/deliver-news.ts'
import {
  agree,
  judge,
  newCreditCode,
  newResidentId,
  personalPapers,
  sendPhoto,
  verifyEnterprise,
  verifyPerson,
} from '../kit/people/identities.ts'
import { bytes, fields, info, me, operator, photos, row, submit, t, withSomebody } from './real-name-kit.ts'

withSomebody()

const capture = (who = me) => t.call(webCaptureCalls.start, { body: { urls: ['https://example.com/'] } }, who)

describe('an enterprise', () => {
  let boss: Member
  beforeEach(async () => {
    boss = await t.member({ name: '风岛公司', kind: 'enterprise' })
  })

  it('is verified by a verified person, with a letter unless they are its representative', async () => {
    await agree(t, boss, 'enterprise')
    const licence = (await sendPhoto(t, boss, 'LICENSE')).data.fileId
    const body = { name: '风岛科技有限公司', uscc: newCreditCode(), legalPerson: '欧阳娜娜', licence }
    const ask = (more: object = {}) => t.call(certifyCalls.submitEnterprise, { body: { ...body, ...more } }, boss)
    expect((await ask()).errorCode).toBe('person-first')
    await verifyPerson(t, boss, operator, { name: '李四' })
    expect(fields(await ask())).toEqual({ letter: 'letterNeeded' })
    expect(fields(await ask({ uscc: '91350100M000100Y44' }))).toEqual({ uscc: 'creditCode' })
    await verifyPerson(t, boss, operator, { name: '欧阳娜娜' })
    const { data } = await ask()
    await judge(t, operator, data.id, { verdict: 'PASS' })
    expect(await info(boss)).toMatchObject({
      enterprise: { name: body.name, uscc: body.uscc, way: 'licence' },
      enterpriseAttempt: null,
    })
  })

  it('shows its name and code to everybody who acts for it, and its papers to its owner alone', async () => {
    await verifyPerson(t, boss, operator)
    const { name, uscc, legalPerson, licence } = await verifyEnterprise(t, boss, operator)
    const sub = await t.sub(boss, { grants: ['captures.start'] })
    const seen = await t.call(certifyCalls.info, {}, sub)
    expect(seen.data).toMatchObject({ person: null, enterprise: { name, uscc } })
    expect(JSON.stringify(seen)).not.toContain(legalPerson)
    expect((await bytes(certifyCalls.photo, { id: licence }, sub)).json().errorCode).toBe('not-found')
    expect(
      (await t.call(certifyCalls.submitEnterprise, { body: { name, uscc, legalPerson, licence } }, sub)).errorCode,
    ).toBe('forbidden')
  })

  it('is not what an account of a person is', async () => {
    await verifyPerson(t, me, operator)
    await agree(t, me, 'enterprise')
    expect(
      (
        await t.call(
          certifyCalls.submitEnterprise,
          { body: { name: '风岛', uscc: newCreditCode(), legalPerson: '欧阳娜娜', licence: me.personId } },
          me,
        )
      ).errorCode,
    ).toBe('forbidden')
  })
})

describe('staff', () => {
  it('see nobody of another platform and never judge themselves', async () => {
    const { id } = (await submit(await personalPapers(t, operator), operator)).data
    expect((await judge(t, operator, id, { verdict: 'PASS' })).errorCode).toBe('not-yourself')
    expect((await t.call(identityReviewCalls.list, { query: {} }, me)).errorCode).toBe('forbidden')
  })

  it('see that others passed with the same number, and who sent it under which phone', async () => {
    const idcard = newResidentId()
    await verifyPerson(t, me, operator, { idcard })
    const other = await t.member({ name: '另一人' })
    const { id } = (await submit(await personalPapers(t, other, { idcard }), other)).data
    const { data } = await t.call(identityReviewCalls.get, { params: { id } }, operator)
    expect(data).toMatchObject({
      same: 1,
      personName: '另一人',
      phoneMasked: `${other.phone.slice(0, 3)}****${other.phone.slice(-4)}`,
    })
  })

  it('revoke what turns out to be false; whoever it concerns is told why', async () => {
    const { id } = await verifyPerson(t, me, operator)
    expect(
      (await t.call(identityReviewCalls.revoke, { params: { id }, body: { reason: '证件系伪造' } }, operator)).success,
    ).toBe(true)
    expect(await info()).toMatchObject({ person: null, personAttempt: { status: 'REVOKED', note: '证件系伪造' } })
    expect(
      (await t.call(identityReviewCalls.revoke, { params: { id }, body: { reason: '证件系伪造' } }, operator))
        .errorCode,
    ).toBe('wrong-state')
  })
})

describe('evidence', () => {
  it('is begun only by a verified owner where the installation demands it', async () => {
    const strict = await buildTestApp({ SHIMAKAZE_CAPTURE_REQUIRES_REAL_NAME: 'on' })
    try {
      const [staff, one, boss] = [
        await strict.member({ role: 'operator' }),
        await strict.member(),
        await strict.member({ kind: 'enterprise' }),
      ]
      const start = async (who: Member) =>
        (await strict.call(webCaptureCalls.start, { body: { urls: ['https://example.com/'] } }, who)).errorCode
      expect(await start(one)).toBe('real-name-required')
      await verifyPerson(strict, one, staff)
      expect(await start(one)).toBeUndefined()
      await verifyPerson(strict, boss, staff)
      expect(await start(boss)).toBe('real-name-required')
      await verifyEnterprise(strict, boss, staff)
      expect(await start(boss)).toBeUndefined()
      expect(await start(await strict.sub(boss, { grants: ['captures.start'] }))).toBeUndefined()
    } finally {
      await strict.close()
    }
  })

  it('remembers by which check its owner and whoever acted were known when it was begun', async () => {
    const boss = await t.member({ name: '风岛公司', kind: 'enterprise' })
    const begun = async (who: Member) => {
      const { id } = (await capture(who)).data.list[0]!
      return t.services.db.system
        .selectFrom('evidence')
        .select(['ownerIdentityId', 'actingIdentityId'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
    }
    expect(await begun(boss)).toEqual({ ownerIdentityId: null, actingIdentityId: null })
    const person = await verifyPerson(t, boss, operator, { name: '欧阳娜娜' })
    const enterprise = await verifyEnterprise(t, boss, operator)
    expect(await begun(boss)).toEqual({ ownerIdentityId: enterprise.id, actingIdentityId: person.id })
    const sub = await t.sub(boss, { grants: ['captures.start'] })
    expect(await begun(sub)).toEqual({ ownerIdentityId: enterprise.id, actingIdentityId: null })
    expect(await statedIdentity(t.services, enterprise.id)).toMatchObject({
      name: enterprise.name,
      number: enterprise.uscc,
      way: 'licence',
    })
    expect(await statedIdentity(t.services, person.id)).toMatchObject({
      name: '欧阳娜娜',
      number: expect.stringMatching(/^9900\*{10}/),
      way: 'documents',
    })
  })
})

describe('consent that is withdrawn', () => {
  it('erases names, numbers and pictures at once, and the person is verified no more', async () => {
    const consent = await agree(t, me, 'identity')
    const { id, idcard } = await verifyPerson(t, me, operator)
    expect((await t.call(consentCalls.withdraw, { params: { id: consent } }, await t.member())).errorCode).toBe(
      'not-found',
    )
    expect((await t.call(consentCalls.withdraw, { params: { id: consent } }, me)).success).toBe(true)
    expect((await t.call(consentCalls.withdraw, { params: { id: consent } }, me)).errorCode).toBe('not-found')
    expect(await info()).toMatchObject({ person: null, personAttempt: { status: 'WITHDRAWN' } })
    expect(await row(id)).toMatchObject({ sealed: null, lookup: null })
    expect(await photos(id)).toEqual([])
    expect((await t.call(identityReviewCalls.list, { query: { keyWord: idcard } }, operator)).data.list).toEqual([])
    expect((await t.call(consentCalls.list, {}, me)).data.list[0]).toMatchObject({
      id: consent,
      withdrawnAt: expect.any(String),
    })
    expect(await statedIdentity(t.services, id)).toBe('not-verified')
  })
})

it('numbers and names stand nowhere in clear: not in the database, the record, the outbox or an answer to others', async () => {
  const idcard = newResidentId({ birthday: '1987-06-05' })
  const name = '金丝雀'
  const { id, front } = await verifyPerson(t, me, operator, { name, idcard })
  await deliverAll(t)
  const { rows: tables } = await sql<{
    name: string
  }>`select table_schema || '.' || table_name as name from information_schema.tables where table_schema in ('public', 'pgboss') and table_type = 'BASE TABLE'`.execute(
    t.services.db.system,
  )
  const found: string[] = []
  for (const { name: table } of tables) {
    for (const word of [idcard, name, '19870605', front]) {
      const { rows } = await sql<{
        n: number
      }>`select count(*)::int as n from ${sql.table(table)} r where r::text like ${`%${word}%`}`
        .execute(t.services.db.system)
        .catch(() => ({ rows: [{ n: 0 }] }))
      if (rows[0]!.n) found.push(`${table}: ${word}`)
    }
  }
  // The picture's id names a row; nothing else of it stands anywhere.
  expect(found).toEqual([`public.real_name_photo: ${front}`])
  expect((await row(id)).sealed).toMatch(/^v1\./)
})
