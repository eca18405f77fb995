import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { lawyerFieldCalls, staffLawyerCalls } from '../../../contract/content/directory.ts'
import { contentCalls } from '../../../contract/content/content.ts'
import { pathOf } from '../../../contract/kit/call.ts'
import { fileCalls } from '../../../contract/platform/files.ts'
import { newId } from '../../../server/kit/ids.ts'
import { sweepUploads } from '../../../server/platform/files.repo.ts'
import { hostileMarkup, hostileNames } from '../../kit/hostile-markup.ts'
import { dataUrl, png } from '../../kit/pictures.ts'
import { beijing, type Directory, english, fuzhou, lawyer, openDirectory, problems } from './lawyer-kit.ts'

let d: Directory
beforeAll(async () => {
  d = await openDirectory()
})
beforeEach(async () => {
  const { system } = d.t.services.db
  await system.deleteFrom('callWindow').execute()
  await system.updateTable('lawyer').set({ shown: false }).execute()
})
afterAll(() => d.t.close())

const names = ({ list }: { list: { name: string }[] }) => list.map((l) => l.name)
const unique = (word: string) => `${word}${newId().slice(-6)}`

describe('visitors', () => {
  it('see who is shown in the order that staff gave, with city, fields and years', async () => {
    const [trade, family] = [unique('商标'), unique('家事')]
    await d.field(trade, 'Trade marks')
    await d.field(family)
    await d.add({ name: '后来者', sort: 20, practice: [trade] })
    await d.add({ name: '在先者', sort: 10, regionCode: '110102', practice: [family, trade] })
    await d.add({ name: '未展示' }, { shown: false })
    const { list, total } = await d.list()
    expect([list.map((l) => l.name), total]).toEqual([['在先者', '后来者'], 2])
    expect(list[1]).toMatchObject({
      firm: lawyer.firm,
      city: '福州市',
      cityId: fuzhou,
      avatar: null,
      licenceNo: lawyer.licenceNo,
      fields: [{ name: trade }],
      years: new Date().getFullYear() - 2010,
    })
    expect((await d.list({}, english)).list[1]!.fields.map((f) => f.name)).toEqual(['Trade marks'])
  })

  it('find by city, field, and a word of name or firm', async () => {
    const trade = unique('商标')
    const fid = await d.field(trade)
    await d.add({ name: '陈海', practice: [trade] })
    await d.add({ name: '林京', firm: '百分%事务所', regionCode: '110102' })
    expect(names(await d.list({ cityId: beijing }))).toEqual(['林京'])
    expect(names(await d.list({ fid }))).toEqual(['陈海'])
    expect(names(await d.list({ fid, cityId: beijing }))).toEqual([])
    expect(names(await d.list({ keyWord: '海' }))).toEqual(['陈海'])
    expect(names(await d.list({ keyWord: '百分%' }))).toEqual(['林京'])
    expect(names(await d.list({ keyWord: '%' }))).toEqual(['林京'])
    expect(names(await d.list({ cityId: '', fid: '', keyWord: '' }))).toHaveLength(2)
    expect(names(await d.list({ fid: newId() }))).toEqual([])
    expect((await d.list({ pageSize: 1 })).list).toHaveLength(1)
    expect((await d.list({ pageSize: 1 })).total).toBe(2)
  })

  it('are told how many there are in each field and city, of those that are shown', async () => {
    const [trade, family] = [unique('商标'), unique('家事')]
    const [of, none] = [await d.field(trade), await d.field(family)]
    await d.add({ practice: [trade] })
    await d.add({ practice: [trade], regionCode: '350103' })
    await d.add({ practice: [trade, family], regionCode: '110102' }, { shown: false })
    const count = async (fid: string) => (await d.fields()).find((f) => f.fid === fid)?.count
    expect([await count(of), await count(none)]).toEqual([2, 0])
    expect(await d.cities()).toEqual([{ cityId: fuzhou, name: '福州市', count: 2 }])
  })

  it('read of one the introduction and cases, whatever stands behind the id', async () => {
    const id = await d.add({ intro: '一\r\n\r\n二', cases: '某商标案，胜诉\n\n 某版权案，调解 ' })
    for (const b of ['x', '海风', '1'])
      expect((await d.details(id, b)).data).toMatchObject({
        name: lawyer.name,
        intro: '一\n\n二',
        cases: ['某商标案，胜诉', '某版权案，调解'],
        contactMasked: '139****0001',
      })
  })

  it('see nobody who is hidden, or of another platform', async () => {
    const [hidden, foreign] = [await d.add({}, { shown: false }), await d.add({}, { as: d.elsewhere })]
    for (const id of [hidden, foreign, newId()]) expect((await d.details(id)).errorCode).toBe('not-found')
    expect((await d.list()).list).toEqual([])
    expect((await d.details(foreign, 'x', d.there)).success).toBe(true)
    expect((await d.list({}, d.there)).total).toBe(1)
  })

  it('get nobody’s phone or mail in any answer', async () => {
    const id = await d.add()
    const onlyMail = await d.add({ phone: '' })
    const answers = JSON.stringify([
      await d.list(),
      await d.details(id),
      await d.details(onlyMail),
      await d.fields(),
      await d.cities(),
    ])
    expect(answers).toContain(lawyer.name)
    expect(answers).not.toContain(lawyer.phone)
    expect(answers).not.toContain(lawyer.mail)
  })

  it('read hostile words as they were written', async () => {
    for (const [i, name] of hostileNames.entries()) {
      const intro = hostileMarkup[i]!.slice(0, 4_000).trim()
      const id = await d.add({ name: name.slice(0, 60).trim(), intro })
      expect((await d.details(id)).data).toMatchObject({
        name: name.slice(0, 60).trim(),
        intro: intro.replaceAll('\r\n', '\n').replaceAll('\r', '\n'),
      })
    }
  })
})

describe('staff', () => {
  it('are told of everything that is wrong', async () => {
    const body = { ...lawyer, regionCode: '350100', sinceYear: 2099, practice: ['没有这个'], portrait: newId() }
    expect(problems(await d.staff(staffLawyerCalls.create, { body }))).toEqual([
      'regionCode division',
      'sinceYear inFuture',
      'practice notAChoice',
      'portrait pictureGone',
    ])
    expect(
      problems(await d.staff(staffLawyerCalls.create, { body: { ...lawyer, name: ' ', phone: '12', mail: 'x' } })).map(
        (p) => p.split(' ')[0],
      ),
    ).toEqual(['name', 'phone', 'mail'])
  })

  it('who write at once do not overwrite each other', async () => {
    const params = { id: await d.add() }
    const { version } = await d.must(staffLawyerCalls.get, { params })
    const save = (firm: string) => d.staff(staffLawyerCalls.update, { params, body: { ...lawyer, firm, version } })
    const replies = await Promise.all([save('甲律师事务所'), save('乙律师事务所')])
    expect(replies.filter((r) => r.success)).toHaveLength(1)
    expect(replies.find((r) => !r.success)).toMatchObject({
      errorCode: 'conflict',
      data: { current: { version: version + 1 } },
    })
  })

  it('write no phone or mail into the record of acts', async () => {
    const params = { id: await d.add() }
    await d.must(staffLawyerCalls.update, { params, body: { ...lawyer, phone: '13987650002', mail: 'new@x.example' } })
    const rows = await d.t.services.db.system
      .selectFrom('audit')
      .select(['action', 'details', 'accountId'])
      .where('subjectId', '=', params.id)
      .orderBy('at')
      .execute()
    expect(rows.map((r) => r.action)).toEqual(['lawyer.created', 'lawyer.shown', 'lawyer.updated'])
    expect(rows.every((r) => r.accountId === null)).toBe(true)
    expect(JSON.stringify(rows)).toContain('139****0002')
    for (const secret of ['13987650001', '13987650002', 'chen@', 'new@'])
      expect(JSON.stringify(rows)).not.toContain(secret)
  })

  it('delete no field that a lawyer has, shown or not, and give none a name twice', async () => {
    const name = unique('专利')
    const id = await d.field(name)
    const lawyerId = await d.add({ practice: [name] }, { shown: false })
    const remove = () => d.staff(lawyerFieldCalls.remove, { params: { id } })
    expect((await remove()).errorCode).toBe('wrong-state')
    expect(problems(await d.staff(lawyerFieldCalls.create, { body: { fieldZh: name } }))).toEqual(['fieldZh duplicate'])
    expect((await d.staff(lawyerFieldCalls.create, { body: { fieldZh: name } }, d.elsewhere)).success).toBe(true)
    await d.must(staffLawyerCalls.update, { params: { id: lawyerId }, body: lawyer })
    expect((await remove()).success).toBe(true)
  })

  it('delete a field or give it to a lawyer, and never both', async () => {
    for (let i = 0; i < 5; i++) {
      const name = unique('专利')
      const id = await d.field(name)
      const [removed, added] = await Promise.all([
        d.staff(lawyerFieldCalls.remove, { params: { id } }),
        d.staff(staffLawyerCalls.create, { body: { ...lawyer, practice: [name] } }),
      ])
      expect([removed.success, added.success].filter(Boolean)).toHaveLength(1)
    }
  })

  it('see lawyers and fields of their own platform alone', async () => {
    const params = { id: await d.add() }
    const field = { id: await d.field(unique('专利')) }
    for (const as of [d.elsewhere]) {
      expect((await d.staff(staffLawyerCalls.get, { params }, as)).errorCode).toBe('not-found')
      expect((await d.staff(staffLawyerCalls.update, { params, body: lawyer }, as)).errorCode).toBe('not-found')
      expect((await d.staff(lawyerFieldCalls.remove, { params: field }, as)).errorCode).toBe('not-found')
    }
  })

  it('find by name, firm or licence, by field and by whether somebody is shown', async () => {
    const name = unique('专利')
    const fieldId = await d.field(name)
    const id = await d.add({ practice: [name] })
    const find = async (query: object) =>
      (await d.must(staffLawyerCalls.list, { query: { fieldId, ...query } as never })).list.map((l) => l.id)
    expect(await find({ shown: true, keyWord: '13501' })).toEqual([id])
    expect(await find({ shown: false })).toEqual([])
    expect((await d.must(lawyerFieldCalls.list, { query: { keyWord: name } })).list).toMatchObject([{ lawyers: 1 }])
  })
})

describe('a picture', () => {
  const send = async () =>
    (await d.must(fileCalls.uploadPicture, { body: { imgBase: dataUrl(png()), scene: 'content' } })).fileId
  const isThere = async (id: string) => (await d.t.inject({ url: pathOf(fileCalls.shown, { id }) })).statusCode === 200
  it('stays while a lawyer shows it, though content that showed it too is deleted', async () => {
    const picture = await send()
    const { id } = await d.must(contentCalls.create, { body: { kind: 'PARTNER', titleZh: '合作机构', picture } })
    const lawyerId = await d.add({ portrait: picture })
    expect((await d.list()).list[0]!.avatar).toBe(pathOf(fileCalls.shown, { id: picture }))
    await d.must(contentCalls.remove, { params: { id } })
    const held = async () =>
      (
        await d.t.services.db.system
          .selectFrom('uploadedFile')
          .select('attachedAt')
          .where('id', '=', picture)
          .executeTakeFirstOrThrow()
      ).attachedAt !== null
    expect(await held()).toBe(true)
    await sweepUploads(d.t.services.db)
    expect(await isThere(picture)).toBe(true)
    await d.must(staffLawyerCalls.update, { params: { id: lawyerId }, body: lawyer })
    expect(await held()).toBe(false)
  })
})
