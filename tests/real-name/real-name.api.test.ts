import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { webCaptureCalls } from '../../contract/captures/web.ts'
import { pathOf } from '../../contract/kit/call.ts'
import { certifyCalls, mostAttempts } from '../../contract/real-name/certify.ts'
import { consentCalls } from '../../contract/real-name/consents.ts'
import { identityReviewCalls } from '../../contract/real-name/review.ts'
import { sweepPhotos } from '../../server/real-name/photos.repo.ts'
import { statedIdentity } from '../../server/real-name/known.service.ts'
import { collectObjects } from '../../server/kit/storage/objects.ts'
import { buildTestApp, type Member, type TestApp } from '../kit/build-test-app.ts'
import { deliverAll } from '../kit/people/deliver-news.ts'
import { forgetLimits } from '../kit/people/forget-limits.ts'
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
import { jpeg, png } from '../kit/pictures.ts'

let t: TestApp
let me: Member
let operator: Member
beforeAll(async () => {
  t = await buildTestApp()
  operator = await t.member({ name: '审核员', role: 'operator' })
})
beforeEach(async () => {
  await forgetLimits(t)
  me = await t.member({ name: '小雨' })
})
afterAll(() => t.close())

const info = async (who = me) => (await t.call(certifyCalls.info, {}, who)).data
const fields = (reply: { data: unknown }) =>
  Object.fromEntries((reply.data as { fields: { path: string; key: string }[] }).fields.map((f) => [f.path, f.key]))
const submit = (body: object, who = me) => t.call(certifyCalls.submitPersonal, { body: body as never }, who)
const capture = (who = me) => t.call(webCaptureCalls.start, { body: { urls: ['https://example.com/'] } }, who)
const bytes = (
  call: typeof certifyCalls.photo | typeof identityReviewCalls.photo,
  params: Record<string, string>,
  who: Member,
) => t.inject({ method: 'GET', url: pathOf(call, params), headers: { 'x-auth-token': who.token } })
const photos = (id: string) =>
  t.services.db.system.selectFrom('realNamePhoto').selectAll().where('realNameId', '=', id).execute()
const row = (id: string) =>
  t.services.db.system.selectFrom('realName').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

describe('a person sends papers', () => {
  it('only after agreeing to that, in words that are kept as they were read', async () => {
    expect((await sendPhoto(t, me, 'FRONT')).errorCode).toBe('consent-needed')
    expect(
      (
        await submit({
          name: '欧阳',
          idcard: newResidentId(),
          validUntil: 'long',
          front: me.personId,
          back: me.personId,
        })
      ).errorCode,
    ).toBe('consent-needed')
    const stale = await t.call(consentCalls.give, { body: { purpose: 'identity', version: '2020-01-01' } }, me)
    expect(fields(stale)).toEqual({ version: 'consentOld' })
    const id = await agree(t, me, 'identity')
    expect(await agree(t, me, 'identity')).toBe(id)
    const { list, texts } = (await t.call(consentCalls.list, {}, me)).data
    const [text] = texts.filter((x) => x.purpose === 'identity')
    expect(list).toMatchObject([
      { id, purpose: 'identity', version: text!.version, words: `${text!.title}\n\n${text!.words}`, withdrawnAt: null },
    ])
    expect((await sendPhoto(t, me, 'FRONT')).success).toBe(true)
  })

  it('and is told every field that is wrong, at once and by name', async () => {
    const papers = await personalPapers(t, me)
    const wrong = await submit({ ...papers, name: '张3', idcard: '110105194912310021', validUntil: 'never' })
    expect(fields(wrong)).toEqual({ name: 'personsName', idcard: 'idNumber', validUntil: 'format.date' })
    expect(fields(await submit({ ...papers, idcard: '110105491231002' }))).toEqual({ idcard: 'idOld' })
    expect(fields(await submit({ ...papers, validUntil: '2020-01-01' }))).toEqual({ validUntil: 'cardExpired' })
    expect(fields(await submit({ ...papers, idcard: newResidentId({ birthday: '2020-05-05' }) }))).toEqual({
      idcard: 'tooYoung',
    })
    expect(fields(await submit({ ...papers, front: papers.back }))).toEqual({ front: 'pictureGone' })
    expect(fields(await submit({ ...papers, back: me.personId }))).toEqual({ back: 'pictureGone' })
    expect(await info()).toMatchObject({ person: null, personAttempt: null })
    expect((await submit(papers)).success).toBe(true)
  })

  it('writes a number with a small x, blanks and a name with any dot, and is understood', async () => {
    const papers = await personalPapers(t, me, { name: '阿迪力．吐尔逊 ', idcard: ' 440524 18800101 0014' })
    const { id } = (await submit(papers)).data
    expect(await row(id)).toMatchObject({ nameMasked: '阿******', numberMasked: '4405**********0014' })
    const { data: revealed } = await t.call(
      identityReviewCalls.reveal,
      { params: { id }, body: { reason: '审核' } },
      operator,
    )
    expect(revealed).toMatchObject({
      name: '阿迪力·吐尔逊',
      number: '440524188001010014',
      birthday: '1880-01-01',
      gender: 'male',
    })
  })

  it('waits, is seen masked by staff, and passes once somebody looked who said why', async () => {
    const papers = await personalPapers(t, me)
    const { id } = (await submit(papers)).data
    expect((await t.call(certifyCalls.status, { body: { type: 'PERSONAL' } }, me)).data).toEqual({
      status: 'REVIEWING',
      reason: null,
    })
    expect((await submit(papers)).errorCode).toBe('identity-open')
    const { list } = (await t.call(identityReviewCalls.list, { query: { keyWord: papers.idcard } }, operator)).data
    expect(list).toMatchObject([
      {
        id,
        status: 'REVIEWING',
        nameMasked: '欧***',
        numberMasked: `${papers.idcard.slice(0, 4)}**********${papers.idcard.slice(-4)}`,
        same: 0,
        own: false,
      },
    ])
    expect(JSON.stringify(list)).not.toContain(papers.idcard)
    const [front] = await photos(id)
    expect((await bytes(identityReviewCalls.photo, { id, picture: front!.id }, operator)).json().errorCode).toBe(
      'reveal-first',
    )
    expect(
      (await t.call(identityReviewCalls.judge, { params: { id }, body: { verdict: 'PASS' } }, operator)).errorCode,
    ).toBe('reveal-first')
    const { data: revealed } = await t.call(
      identityReviewCalls.reveal,
      { params: { id }, body: { reason: '首次审核' } },
      operator,
    )
    expect(revealed).toMatchObject({
      name: papers.name,
      number: papers.idcard,
      gender: 'female',
      validUntil: '2040-01-01',
    })
    const picture = await bytes(identityReviewCalls.photo, { id, picture: revealed.photos[0]!.id }, operator)
    expect(picture.rawPayload.equals(png(40, 30))).toBe(true)
    expect(
      (await t.call(identityReviewCalls.judge, { params: { id }, body: { verdict: 'PASS' } }, operator)).success,
    ).toBe(true)
    expect(await info()).toMatchObject({
      person: {
        name: papers.name,
        idcard: expect.stringContaining('**********'),
        birthday: '1990-03-07',
        gender: 'female',
        way: 'documents',
      },
      personAttempt: null,
    })
    const acts = await t.services.db.system
      .selectFrom('audit')
      .select(['action', 'actorName', 'reason', 'accountId'])
      .where('subjectId', '=', id)
      .orderBy('at')
      .orderBy('id')
      .execute()
    expect(acts.map((a) => a.action)).toEqual([
      'identity.submitted',
      'identity.revealed',
      'identity.photoViewed',
      'identity.passed',
    ])
    expect(acts[1]).toMatchObject({ actorName: '审核员', reason: '首次审核', accountId: me.accountId })
    await deliverAll(t)
    const told = await t.services.db.system
      .selectFrom('message')
      .select(['kind', 'shown'])
      .where('personId', '=', me.personId)
      .execute()
    expect(told).toEqual([{ kind: 'identityPassed', shown: true }])
  })

  it('is refused with a reason and words, corrects it and submits again', async () => {
    const { id } = (await submit(await personalPapers(t, me))).data
    expect(
      fields(await t.call(identityReviewCalls.judge, { params: { id }, body: { verdict: 'REJECT' } }, operator)),
    ).toEqual({ reason: 'required' })
    expect((await judge(t, operator, id, { verdict: 'REJECT', reason: 'blurred', note: '反面看不清' })).success).toBe(
      true,
    )
    expect((await judge(t, operator, id, { verdict: 'PASS' })).errorCode).toBe('wrong-state')
    expect((await info()).personAttempt).toMatchObject({ status: 'REJECT', reason: 'blurred', note: '反面看不清' })
    const { id: second } = (await submit(await personalPapers(t, me))).data
    expect((await judge(t, operator, second, { verdict: 'PASS' })).success).toBe(true)
    expect(await info()).toMatchObject({ person: { id: second }, personAttempt: null })
  })

  it('takes back what was not decided, and nothing of it stays', async () => {
    const { id } = (await submit(await personalPapers(t, me))).data
    const cancel = () => t.call(certifyCalls.cancel, { body: { type: 'PERSONAL' } }, me)
    expect((await cancel()).data).toEqual({ cancelled: true })
    expect((await cancel()).data).toEqual({ cancelled: false })
    expect(await row(id)).toMatchObject({ status: 'CANCELLED', sealed: null, lookup: null })
    expect(await photos(id)).toEqual([])
    expect(
      (await t.call(identityReviewCalls.reveal, { params: { id }, body: { reason: '再看一眼' } }, operator)).errorCode,
    ).toBe('identity-erased')
  })

  it('corrects a name that changed while the old one stays in force until the new one passes', async () => {
    const { id: first } = await verifyPerson(t, me, operator, { name: '欧阳娜娜' })
    const { id: second } = (await submit(await personalPapers(t, me, { name: '欧阳安娜' }))).data
    expect(await info()).toMatchObject({
      person: { id: first, name: '欧阳娜娜' },
      personAttempt: { id: second, status: 'REVIEWING' },
    })
    await judge(t, operator, second, { verdict: 'PASS' })
    expect(await info()).toMatchObject({ person: { id: second, name: '欧阳安娜' }, personAttempt: null })
    expect(await row(first)).toMatchObject({ status: 'REPLACED' })
  })

  it(`may try ${mostAttempts} times a day`, async () => {
    const papers = await personalPapers(t, me)
    for (let i = 0; i < mostAttempts; i++) {
      const again = i ? await personalPapers(t, me) : papers
      await forgetLimits(t)
      expect((await submit(again)).success).toBe(true)
      await t.call(certifyCalls.cancel, { body: { type: 'PERSONAL' } }, me)
    }
    await forgetLimits(t)
    expect((await submit(await personalPapers(t, me))).errorCode).toBe('identity-tries')
  })

  it('twice at once: one attempt stands', async () => {
    const papers = await personalPapers(t, me)
    const replies = await Promise.all([submit(papers), submit(papers), submit(papers)])
    expect(replies.map((r) => r.success).toSorted()).toEqual([false, false, true])
    expect(replies.filter((r) => !r.success).map((r) => r.errorCode)).toEqual(['identity-open', 'identity-open'])
  })
})

describe('pictures of papers', () => {
  it('lie in the store as nobody can read them, without what the camera wrote, and are seen by whoever sent them', async () => {
    await agree(t, me, 'identity')
    const sent = await sendPhoto(t, me, 'FRONT', jpeg({ exif: '39.9042N 116.4074E' }))
    const [photo] = await t.services.db.system
      .selectFrom('realNamePhoto')
      .selectAll()
      .where('id', '=', sent.data.fileId)
      .execute()
    const chunks: Buffer[] = []
    for await (const part of t.services.store.open(photo!.sha256.toString('hex'))) chunks.push(part as Buffer)
    const stored = Buffer.concat(chunks)
    expect(stored.includes(Buffer.from('JFIF'))).toBe(false)
    const shown = await bytes(certifyCalls.photo, { id: photo!.id }, me)
    expect(shown.rawPayload.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))).toBe(true)
    expect(shown.rawPayload.includes(Buffer.from('39.9042N'))).toBe(false)
    expect(shown.headers['cache-control']).toContain('no-store')
    expect((await bytes(certifyCalls.photo, { id: photo!.id }, await t.member())).json().errorCode).toBe('not-found')
  })

  it('are judged by what they hold', async () => {
    await agree(t, me, 'identity')
    expect((await sendPhoto(t, me, 'FRONT', Buffer.from('%PDF-1.7 %%EOF'))).data.fields).toMatchObject([
      { path: 'file', key: 'pictureKind' },
    ])
    const text = await t.call(
      certifyCalls.sendPhotoText,
      { body: { imgBase: `data:image/png;base64,${png(10, 10).toString('base64')}`, side: 'BACK' } },
      me,
    )
    expect(text.success).toBe(true)
    expect(
      fields(
        await t.call(certifyCalls.sendPhotoText, { body: { imgBase: 'data:image/png;base64,AAAA', side: 'BACK' } }, me),
      ),
    ).toEqual({ imgBase: 'pictureKind' })
  })

  it('of nothing go after a day, those of a decision after thirty, and the store forgets the bytes', async () => {
    const papers = await personalPapers(t, me)
    const loose = (await sendPhoto(t, me, 'FRONT')).data.fileId
    const { id } = (await submit(papers)).data
    await judge(t, operator, id, { verdict: 'PASS' })
    const ids = async () =>
      (
        await t.services.db.system
          .selectFrom('realNamePhoto')
          .select('id')
          .where('personId', '=', me.personId)
          .execute()
      ).map((p) => p.id)
    await sweepPhotos(t.services.db)
    expect(await ids()).toHaveLength(3)
    await t.services.db.system
      .updateTable('realName')
      .set({ decidedAt: new Date(Date.now() - 31 * 86_400_000) })
      .where('id', '=', id)
      .execute()
    await sweepPhotos(t.services.db)
    expect(await ids()).toEqual([loose])
    const before = (
      await t.services.db.system
        .selectFrom('storedObject')
        .select(sql<number>`count(*)::int`.as('n'))
        .executeTakeFirstOrThrow()
    ).n
    await collectObjects(t.services.db, t.services.store, -1)
    const after = (
      await t.services.db.system
        .selectFrom('storedObject')
        .select(sql<number>`count(*)::int`.as('n'))
        .executeTakeFirstOrThrow()
    ).n
    expect(after).toBeLessThan(before)
  })

  it('of an enterprise that were not sent in can be taken back', async () => {
    const boss = await t.member({ name: '风岛', kind: 'enterprise' })
    await agree(t, boss, 'enterprise')
    const { fileId } = (await sendPhoto(t, boss, 'LICENSE')).data
    expect(
      (await t.call(certifyCalls.removePaper, { query: { fileId } }, await t.member({ kind: 'enterprise' }))).data,
    ).toEqual({ deleted: false })
    expect((await t.call(certifyCalls.removePaper, { query: { fileId } }, boss)).data).toEqual({ deleted: true })
    expect((await t.call(certifyCalls.removePaper, { query: { fileId } }, boss)).data).toEqual({ deleted: false })
  })
})

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
