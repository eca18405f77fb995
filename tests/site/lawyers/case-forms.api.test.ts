import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { caseFormCalls, ownCaseFormCalls } from '../../../contract/content/case-forms.ts'
import { lawyerCalls } from '../../../contract/content/lawyers.ts'
import { sessionCalls } from '../../../contract/accounts/session.ts'
import { messageCalls } from '../../../contract/messages/messages.ts'
import { pathOf } from '../../../contract/kit/call.ts'
import { fileCalls } from '../../../contract/platform/files.ts'
import { sweepCases } from '../../../server/content/lawyers/case-forms.repo.ts'
import { tellLawyer } from '../../../server/content/lawyers/tell-lawyer.ts'
import { lawyersPersonalData } from '../../../server/content/lawyers/personal-data.ts'
import { newId } from '../../../server/kit/ids.ts'
import type { Member } from '../../kit/build-test-app.ts'
import { hostileMarkup } from '../../kit/hostile-markup.ts'
import { sendCodeTo } from '../../kit/people/codes.ts'
import { deliverAll, takeJobs } from '../../kit/people/deliver-news.ts'
import { forgetLimits } from '../../kit/people/forget-limits.ts'
import { dataUrl, png } from '../../kit/pictures.ts'
import { about, type Directory, fuzhou, openDirectory, problems } from './lawyer-kit.ts'

let d: Directory
let me: Member
beforeAll(async () => {
  d = await openDirectory()
})
beforeEach(async () => {
  await forgetLimits(d.t)
  me = await d.t.member({ name: '提交人' })
})
afterAll(() => d.t.close())

const file = async (as: Member) =>
  (await d.t.call(fileCalls.uploadPicture, { body: { imgBase: dataUrl(png()), scene: 'front' } }, as)).data.fileId
const own = async (as = me) => (await d.t.call(ownCaseFormCalls.list, { query: {} }, as)).data
const getOwn = (id: string, as = me) => d.t.call(ownCaseFormCalls.get, { params: { id } }, as)
const accept = (id: string, body = {}) => d.staff(caseFormCalls.accept, { params: { id }, body })
const answer = (id: string, text = '请先取证', more = {}) =>
  d.staff(caseFormCalls.answer, { params: { id }, body: { answer: text, ...more } })
const close = (id: string, reason = '已电话答复') => d.staff(caseFormCalls.close, { params: { id }, body: { reason } })
const rows = () =>
  d.t.services.db.system
    .selectFrom('caseForm')
    .select((e) => e.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
async function changesNothing(work: () => Promise<unknown>) {
  const before = await rows()
  await work()
  expect(await rows()).toEqual(before)
}

describe('a visitor', () => {
  it('asks a lawyer with the code that their phone was sent, once', async () => {
    const fid = await d.field(newId().slice(-12))
    const lawyerId = await d.add()
    const code = await d.codeTo(d.newPhone())
    const reply = await d.submit({ ...code, lawyerId, fid, cityId: fuzhou })
    expect(reply.data).toEqual({ caseId: expect.any(String), number: expect.stringMatching(/^\d{20}$/) })
    expect(await d.caseOf(reply.data.caseId)).toMatchObject({
      number: reply.data.number,
      lawyerName: '陈海',
      cityName: '福州市',
      nameMasked: '张**',
      phoneMasked: `${code.phone.slice(0, 3)}****${code.phone.slice(-4)}`,
      caseState: 'NEW',
      registered: false,
      title: about.title,
    })
    expect((await d.submit(code)).errorCode).toBe('code-wrong')
  })

  it('is refused without a code, with a wrong one, with one for something else or for another phone', () =>
    changesNothing(async () => {
      const code = await d.codeTo(d.newPhone())
      expect(problems(await d.submit({}))).toEqual(['code required'])
      const wrong = code.code === '000000' ? '000001' : '000000'
      expect((await d.submit({ ...code, code: wrong })).errorCode).toBe('code-wrong')
      expect((await d.submit({ ...code, phone: d.newPhone() })).errorCode).toBe('code-wrong')
      const { codeId, code: login } = await sendCodeTo(d.t, me.phone, sessionCalls.sendLoginCode)
      expect((await d.submit({ phone: me.phone, codeId, code: login })).errorCode).toBe('code-wrong')
    }))

  it('is refused without consent, with too much, and for what is not there', () =>
    changesNothing(async () => {
      expect(problems(await d.submit({ consent: false, content: '长'.repeat(1_001), title: '一\n二' }))).toEqual([
        'title posing',
        'content tooBig.text',
        'consent caseConsent',
      ])
      const [hidden, foreign] = [await d.add({}, { shown: false }), await d.add({}, { as: d.elsewhere })]
      for (const lawyerId of [hidden, foreign, newId()])
        expect(problems(await d.submit({ lawyerId }))).toEqual(['lawyerId notAChoice'])
      const fid = await d.field('别处的领域', undefined, d.elsewhere)
      expect(problems(await d.submit({ fid, cityId: '350102' }))).toEqual(['fid notAChoice', 'cityId division'])
      expect(problems(await d.submit({ fileIds: [await file(me)] }))).toEqual(['fileIds.0 uploadGone'])
    }))

  it('sends a few a day from one phone', async () => {
    const ask = () => d.t.call(lawyerCalls.submit, { body: { ...about, phone: me.phone } }, me)
    for (let i = 0; i < 10; i++) expect((await ask()).success).toBe(true)
    await changesNothing(async () => expect((await ask()).errorCode).toBe('too-frequent'))
  })

  it('whose phone has an account finds the form there', async () => {
    const { data } = await d.submit(await d.codeTo(me.phone))
    expect((await own()).list.map((c) => c.id)).toEqual([data.caseId])
    expect(await d.caseOf(data.caseId)).toMatchObject({ registered: true })
    expect((await own(await d.t.member())).list).toEqual([])
  })
})

describe('somebody who is signed in', () => {
  it('needs no code for their own phone, and one for another', async () => {
    expect((await d.ask(me)).success).toBe(true)
    expect(problems(await d.ask(me, { phone: d.newPhone() }))).toEqual(['code required'])
    const code = await d.codeTo(d.newPhone())
    const { data } = await d.ask(me, code)
    expect((await getOwn(data.caseId)).data).toMatchObject({ caseState: 'NEW', answer: null })
  })

  it('sends files of their own, each once, which staff open and nobody else', async () => {
    const [mine, others] = [await file(me), await file(await d.t.member())]
    await changesNothing(async () => {
      expect(problems(await d.ask(me, { fileIds: [mine, others] }))).toEqual(['fileIds.1 pictureGone'])
      expect((await d.ask(me, { fileIds: Array.from({ length: 6 }, () => mine) })).errorCode).toBe('bad-parameter')
    })
    const { data } = await d.ask(me, { fileIds: [mine] })
    expect(problems(await d.ask(me, { fileIds: [mine] }))).toEqual(['fileIds.0 pictureGone'])
    const [shown] = (await d.caseOf(data.caseId)).files
    const open = async (url: string, as: Member, headers = {}) =>
      (await d.t.inject({ url, headers: { 'x-auth-token': as.token, ...headers } })).statusCode
    expect(await open(shown!.url, d.operator)).toBe(200)
    expect([await open(shown!.url, me), await open(shown!.url, d.elsewhere, d.there)]).toEqual([403, 404])
    expect(await open(pathOf(caseFormCalls.file, { id: data.caseId, fileId: others }), d.operator)).toBe(404)
  })

  it('reads their own forms and answers alone', async () => {
    const { caseId } = (await d.ask(me)).data
    const other = await d.t.member()
    expect((await getOwn(caseId, other)).errorCode).toBe('not-found')
    expect((await own()).total).toBe(1)
    await answer(caseId)
    expect((await getOwn(caseId)).data).toMatchObject({ caseState: 'ANSWERED', answer: '请先取证' })
    expect(JSON.stringify((await getOwn(caseId)).data)).not.toContain('运营')
  })
})

describe('staff', () => {
  it('accept, answer and close, and the sender is told', async () => {
    const { caseId } = (await d.ask(me)).data
    expect((await accept(caseId)).success).toBe(true)
    expect((await accept(caseId)).errorCode).toBe('wrong-state')
    expect(await d.caseOf(caseId)).toMatchObject({ caseState: 'ACCEPTED', acceptedBy: '运营' })
    expect((await answer(caseId)).success).toBe(true)
    expect((await answer(caseId)).errorCode).toBe('wrong-state')
    expect((await close(caseId)).success).toBe(true)
    expect((await close(caseId)).errorCode).toBe('wrong-state')
    expect((await answer(caseId)).errorCode).toBe('wrong-state')
    await deliverAll(d.t)
    const { list } = (await d.t.call(messageCalls.list, { body: {} }, me)).data
    expect(list.map((m) => [m.subtype, m.content.includes('请先取证') || m.content.includes('已电话答复')])).toEqual([
      ['caseClosed', true],
      ['caseAnswered', true],
    ])
    expect((await getOwn(caseId)).data).toMatchObject({ caseState: 'CLOSED', closedReason: '已电话答复' })
  })

  it('two at once: one answer stands, and the other learns of it', async () => {
    const { caseId } = (await d.ask(me)).data
    const { version } = await d.caseOf(caseId)
    const replies = await Promise.all([
      answer(caseId, '甲的答复', { version }),
      answer(caseId, '乙的答复', { version }),
    ])
    expect(replies.map((r) => r.errorCode ?? 'ok').toSorted()).toEqual(['conflict', 'ok'])
    expect(replies.find((r) => !r.success)!.data).toMatchObject({ current: { caseState: 'ANSWERED' } })
    await deliverAll(d.t)
    expect((await d.t.call(messageCalls.list, { body: {} }, me)).data.total).toBe(1)
  })

  it('find what waits by its state, number and title', async () => {
    const { caseId, number } = (await d.ask(me, { title: '独一无二的标题' })).data
    const find = async (query: object) => (await d.must(caseFormCalls.list, { query })).list.map((c) => c.id)
    expect(await find({ keyWord: number })).toEqual([caseId])
    expect(await find({ keyWord: '独一无二', caseState: 'NEW' })).toEqual([caseId])
    expect(await find({ keyWord: '独一无二', caseState: 'CLOSED' })).toEqual([])
    expect((await d.staff(caseFormCalls.get, { params: { id: caseId } }, d.elsewhere)).errorCode).toBe('not-found')
  })

  it('see who asked only for a reason, which the record has', async () => {
    const { caseId } = (await d.ask(me)).data
    const reveal = (reason: string) => d.staff(caseFormCalls.reveal, { params: { id: caseId }, body: { reason } })
    expect(problems(await reveal(' '))).toEqual(['reason required'])
    const all = JSON.stringify([await d.caseOf(caseId), await d.must(caseFormCalls.list, { query: {} })])
    expect(all).not.toContain(me.phone)
    expect(all).not.toContain(about.name)
    expect((await reveal('电话答复')).data).toEqual({ name: about.name, phone: me.phone })
    const acts = await d.t.services.db.system
      .selectFrom('audit')
      .select(['action', 'reason', 'accountId'])
      .where('subjectId', '=', caseId)
      .orderBy('at')
      .execute()
    expect(acts).toEqual([
      { action: 'caseForm.sent', reason: null, accountId: me.accountId },
      { action: 'caseForm.revealed', reason: '电话答复', accountId: me.accountId },
    ])
    const { sealed } = await d.t.services.db.system
      .selectFrom('caseForm')
      .select('sealed')
      .where('id', '=', caseId)
      .executeTakeFirstOrThrow()
    expect(sealed).toMatch(/^v1\./)
  })

  it('read hostile words as they were written', async () => {
    for (const vector of hostileMarkup.slice(0, 40)) {
      const content = vector.slice(0, 1_000).trim()
      await forgetLimits(d.t)
      const { caseId } = (await d.ask(me, { content })).data
      expect((await d.caseOf(caseId)).content).toBe(content)
    }
  })
})

describe('whoever leaves', () => {
  it('takes with them who they were and what they asked', async () => {
    const { caseId } = (await d.ask(me, { fileIds: [await file(me)] })).data
    const kept = (await d.ask(await d.t.member())).data.caseId
    await answer(caseId, '答复里写着张三丰')
    const person = { id: me.personId, platformId: d.t.platformId, phone: me.phone, mail: null, name: me.name }
    const accounts = [me.accountId]
    const leaving = { person, owned: accounts, names: [], memberships: [me.membershipId], accounts }
    await d.t.services.db.asSystem((tx) => lawyersPersonalData.erase!(tx, leaving))
    const left = await d.caseOf(caseId)
    expect(left).toMatchObject({
      title: '-',
      content: '-',
      answer: '-',
      files: [],
      erased: true,
      caseState: 'ANSWERED',
    })
    expect(left.nameMasked).toMatch(/^#/)
    expect(await d.staff(caseFormCalls.reveal, { params: { id: caseId }, body: { reason: '查看' } })).toMatchObject({
      errorCode: 'identity-erased',
    })
    expect(await d.caseOf(kept)).toMatchObject({ title: about.title, erased: false })
  })
})

describe('the lawyer', () => {
  const tellAll = async () => {
    for (const job of await takeJobs(d.t, 'case-form')) await tellLawyer(d.t.services, job)
  }
  const mailsTo = (recipient: string) => d.t.messages.filter((m) => m.recipient === recipient)

  it('is mailed once what they are asked, and not by whom', async () => {
    const mail = `${newId()}@lawyers.example`
    const lawyerId = await d.add({ mail })
    const { caseId, number } = (await d.ask(me, { lawyerId })).data
    expect((await d.caseOf(caseId)).lawyerToldAt).toBeNull()
    const jobs = await takeJobs(d.t, 'case-form')
    for (const job of [...jobs, ...jobs]) await tellLawyer(d.t.services, job)
    const [sent, ...more] = mailsTo(mail)
    expect(more).toEqual([])
    expect(sent!.subject).toContain(about.title)
    for (const part of [number, about.content, '陈海律师']) expect(sent!.text).toContain(part)
    for (const part of [about.name, me.phone, me.name]) expect(sent!.text).not.toContain(part)
    expect((await d.caseOf(caseId)).lawyerToldAt).toMatch(/Z$/)
  })

  it('who has no mail is told by staff, and a form for nobody in particular goes to no one else', async () => {
    const lawyerId = await d.add({ mail: null })
    const { caseId } = (await d.ask(me, { lawyerId })).data
    await d.ask(me)
    const before = d.t.messages.length
    await tellAll()
    expect(d.t.messages.length).toBe(before)
    expect((await d.caseOf(caseId)).lawyerToldAt).toBeNull()
  })

  it.each(['{{platform}}', '$t(news.sms)', '</p><script>ran()</script>'])(
    'reads %s as it was written',
    async (title) => {
      const mail = `${newId()}@lawyers.example`
      await d.ask(me, { lawyerId: await d.add({ mail }), title, content: `${title} ${title}` })
      await tellAll()
      expect(mailsTo(mail)[0]!.text).toContain(`${title} ${title}`)
    },
  )
})

describe('what a visitor without an account wrote', () => {
  const fromVisitor = async () => (await d.submit(await d.codeTo(d.newPhone()))).data.caseId
  const erase = (id: string, reason = '提交人来电要求删除') =>
    d.staff(caseFormCalls.erase, { params: { id }, body: { reason } })
  const gone = { title: '-', content: '-', nameMasked: '-', phoneMasked: '', erased: true }

  it('goes when they ask staff for it, once, and never what belongs to an account', async () => {
    const id = await fromVisitor()
    expect((await erase(id)).success).toBe(true)
    expect(await d.caseOf(id)).toMatchObject(gone)
    expect((await erase(id)).errorCode).toBe('wrong-state')
    const { caseId } = (await d.ask(me)).data
    expect((await erase(caseId)).errorCode).toBe('wrong-state')
    expect(await d.caseOf(caseId)).toMatchObject({ title: about.title })
  })

  it('goes by itself a year after it was answered or closed, and not before', async () => {
    const [old, recent, open, waits] = [
      await fromVisitor(),
      await fromVisitor(),
      await fromVisitor(),
      await fromVisitor(),
    ]
    const { caseId: own } = (await d.ask(me)).data
    for (const id of [old, recent, own]) await answer(id)
    const { system } = d.t.services.db
    const aged = (id: string, days: number) =>
      sql`update case_form set answered_at = answered_at - make_interval(days => ${days}), closed_at = closed_at - make_interval(days => ${days}),
        created_at = created_at - make_interval(days => ${days}) where id = ${id}`.execute(system)
    for (const id of [recent, waits]) await aged(id, 364)
    for (const id of [old, open]) await aged(id, 366)
    await aged(own, 800)
    await sweepCases(d.t.services.db)
    expect(await d.caseOf(old)).toMatchObject({ ...gone, answer: '-', caseState: 'ANSWERED' })
    for (const id of [recent, own]) expect(await d.caseOf(id)).toMatchObject({ title: about.title, erased: false })
    expect(await d.caseOf(waits)).toMatchObject({ title: about.title, caseState: 'NEW' })
    // Nobody answered it within a year.
    expect(await d.caseOf(open)).toMatchObject({ title: about.title, caseState: 'CLOSED', closedReason: null })
    await aged(open, 366)
    await sweepCases(d.t.services.db)
    expect(await d.caseOf(open)).toMatchObject({ ...gone, caseState: 'CLOSED' })
  })
})

it('the form of another platform’s visitor reaches its own staff alone', async () => {
  const visitor = await d.t.member({ platformId: (await platformOf(d.elsewhere))! })
  const reply = await d.t.call(lawyerCalls.submit, { body: { ...about, phone: visitor.phone } }, visitor, d.there)
  const { id } = { id: reply.data.caseId }
  expect((await d.staff(caseFormCalls.get, { params: { id } }, d.elsewhere)).success).toBe(true)
  expect((await d.staff(caseFormCalls.get, { params: { id } })).errorCode).toBe('not-found')
})

const platformOf = async ({ personId }: Member) =>
  (await d.t.services.db.system.selectFrom('person').select('platformId').where('id', '=', personId).executeTakeFirst())
    ?.platformId
