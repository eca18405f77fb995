import { sql } from 'kysely'
import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { certifyCalls, mostAttempts } from '../../contract/real-name/certify.ts'
import { calendarCalls } from '../../contract/platform/calendar.ts'
import { consentCalls } from '../../contract/real-name/consents.ts'
import { identityReviewCalls } from '../../contract/real-name/review.ts'
import { sweepPhotos } from '../../server/real-name/photos.repo.ts'
import { collectObjects } from '../../server/kit/storage/objects.ts'
import { deliverAll } from '../kit/people/deliver-news.ts'
import { forgetLimits } from '../kit/people/forget-limits.ts'
import { agree, judge, newResidentId, personalPapers, sendPhoto, verifyPerson } from '../kit/people/identities.ts'
import { jpeg, png } from '../kit/pictures.ts'
import { bytes, fields, info, me, operator, photos, row, submit, t, withSomebody } from './real-name-kit.ts'

withSomebody()

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
    expect((await t.call(consentCalls.texts, {})).data.list).toEqual(texts)
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
    expect(fields(await submit({ ...papers, name: '', validUntil: '2020-01-01' }))).toEqual({
      name: 'required',
      validUntil: 'cardExpired',
    })
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

  it('is promised an answer within two working days of the platform’s calendar, to its owner and to staff, who see what is late', async () => {
    const { id } = (await submit(await personalPapers(t, me))).data
    const seen = async () => {
      const { answerBy } = (await info(me)).personAttempt!
      const staff = (await t.call(identityReviewCalls.get, { params: { id } }, operator)).data
      return [answerBy, staff.answerBy, staff.isLate]
    }
    const owner = new pg.Client({ connectionString: t.databaseUrl })
    await owner.connect()
    const sentAt = (at: string) => owner.query(`update real_name set created_at = $1 where id = $2`, [at, id])
    await sentAt('2026-03-06T10:00:00+08:00')
    expect(await seen()).toEqual(['2026-03-10', '2026-03-10', true])
    await sentAt('2099-06-05T23:30:00+08:00')
    await owner.end()
    expect(await seen(), 'a Friday').toEqual(['2099-06-09', '2099-06-09', false])
    const holiday = { from: '2099-06-08', to: '2099-06-08', dayKind: 'off' as const, name: '端午' }
    await t.call(calendarCalls.mark, { body: holiday }, await t.member({ role: 'administrator' }))
    expect(await seen()).toEqual(['2099-06-10', '2099-06-10', false])
    await t.call(certifyCalls.cancel, { body: { type: 'PERSONAL' } }, me)
    expect(await seen()).toEqual([null, null, false])
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
      'identity.searched',
      'identity.revealed',
      'identity.photoViewed',
      'identity.passed',
    ])
    expect(acts[2]).toMatchObject({ actorName: '审核员', reason: '首次审核', accountId: me.accountId })
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
