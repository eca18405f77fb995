import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { verifyPackage } from '../../proof/bundle.ts'
import { shareCalls } from '../../contract/certificates/share.ts'
import { evidenceCalls } from '../../contract/evidence/evidence.ts'
import { depositCalls, type FileKind } from '../../contract/registry/deposits.ts'
import { uploadCalls } from '../../contract/registry/uploads.ts'
import { workCalls } from '../../contract/registry/works.ts'
import { png } from '../kit/pictures.ts'
import { runJobs } from './deposit-kit.ts'
import {
  authority,
  claimOf,
  detailOf,
  hashOf,
  keysOf,
  owner,
  packageOf,
  sent,
  statementOf,
  t,
  withOwner,
} from './owner-kit.ts'

withOwner()

describe('files', () => {
  it('become evidence with a package that verifies, each file its own', async () => {
    const [a, b] = [png(), randomBytes(1000)]
    const ids = [await sent(a, '合同 扫描件.png'), await sent(b, 'b.bin')]
    const made = (
      await t.call(
        depositCalls.files,
        { body: { fileIds: ids, claims: [claimOf(ids[0]!, a)], labels: ['案件一'], evidenceName: '合同' } },
        owner,
      )
    ).data.list
    expect(made.map((m) => m.fileName)).toEqual(['合同 扫描件.png', 'b.bin'])
    await runJobs(t, authority)
    const [first] = made
    expect(await detailOf(first!.no)).toMatchObject({
      category: 'ATTSETATIONFILE',
      status: 'collected',
      certified: true,
      name: '合同 1',
      tags: ['案件一'],
      files: [
        {
          fileName: '合同 扫描件.png',
          path: 'data/合同_扫描件.png',
          fileType: 'image/png',
          sha256: hashOf('sha256', a),
        },
      ],
    })
    expect((await statementOf(first!.no)).capture).toMatchObject({
      kind: 'file',
      originals: [{ name: '合同 扫描件.png', claimed: { sha256: hashOf('sha256', a), sm3: hashOf('sm3', a) } }],
    })
    expect((await statementOf(made[1]!.no)).capture).toMatchObject({ originals: [{ claimed: null }] })
    const report = await verifyPackage(await packageOf(first!.no))
    expect(report.facts.filter((f) => f.status === 'failed')).toEqual([])
    expect(report.verdict).toBe('valid')
    expect((await t.call(depositCalls.fileList, { query: {} }, owner)).data.list).toMatchObject([
      { fileName: 'b.bin' },
      { fileName: '合同 扫描件.png', fileSize: a.length, originalUploaded: true },
    ])
    const ofKind = async (fileType: FileKind) =>
      (await t.call(depositCalls.fileList, { query: { fileType } }, owner)).data.list.map((r) => r.fileName)
    expect([await ofKind('image'), await ofKind('other'), await ofKind('pdf')]).toEqual([
      ['合同 扫描件.png'],
      ['b.bin'],
      [],
    ])
    expect((await t.call(shareCalls.byHash, { query: { sha256: hashOf('sha256', a) } })).data.list).toMatchObject([
      { ano: first!.no },
    ])
  })

  it('whose hash in the browser was another are refused, and stay for another try', async () => {
    const id = await sent(Buffer.from('abc'))
    const reply = await t.call(
      depositCalls.files,
      { body: { fileIds: [id], claims: [claimOf(id, Buffer.from('abd'))] } },
      owner,
    )
    expect(keysOf(reply)).toEqual([['fileIds.0', 'hashDiffers']])
    expect((await t.call(uploadCalls.info, { params: { id } }, owner)).data.state).toBe('ready')
    expect(
      (await t.call(depositCalls.files, { body: { fileIds: [id], claims: [claimOf(id, Buffer.from('abc'))] } }, owner))
        .success,
    ).toBe(true)
  })

  it('tells each wrong file at its place: repeated, used, somebody else’s, absent', async () => {
    const [id, used, foreign] = [
      await sent(Buffer.from('a')),
      await sent(Buffer.from('b')),
      await sent(Buffer.from('c'), 'c', await t.member()),
    ]
    await t.call(depositCalls.files, { body: { fileIds: [used] } }, owner)
    const reply = await t.call(
      depositCalls.files,
      { body: { fileIds: [id, id, used, foreign, '01900000-0000-7000-8000-0000000000aa'] } },
      owner,
    )
    expect(keysOf(reply)).toEqual([1, 2, 3, 4].map((i) => [`fileIds.${i}`, 'uploadGone']))
    expect((await t.call(uploadCalls.info, { params: { id } }, owner)).data.state).toBe('ready')
    expect(
      keysOf(await t.call(depositCalls.files, { body: { fileIds: [], labels: ['x'.repeat(21)] } }, owner))?.map(
        ([path]) => path,
      ),
    ).toEqual(['fileIds', 'labels.0'])
    expect((await t.call(depositCalls.files, { body: { fileIds: [id] } })).errorCode).toBe('session-gone')
  })

  it('asked for twice under one id are made once; under the id of another they are refused', async () => {
    const [a, b] = [await sent(Buffer.from('a')), await sent(Buffer.from('b'))]
    const ask = (fileIds: string[]) => t.call(depositCalls.files, { body: { fileIds, unique_id: `once-${a}` } }, owner)
    const [first, again] = [await ask([a]), await ask([a])]
    expect(again.data).toEqual(first.data)
    expect((await ask([b])).errorCode).toBe('unique-id-repeated')
  })

  it('count towards the quota of a sub-account, and need its grant', async () => {
    const boss = await t.member({ name: '风岛公司', kind: 'enterprise' })
    const [sub, idle] = [
      await t.sub(boss, { grants: ['deposits.make'], quota: 1 }),
      await t.sub(boss, { grants: ['captures.start'] }),
    ]
    const ids = [await sent(Buffer.from('a'), 'a', sub), await sent(Buffer.from('b'), 'b', sub)]
    expect((await t.call(depositCalls.files, { body: { fileIds: ids } }, sub)).errorCode).toBe('quota-short')
    expect((await t.call(depositCalls.files, { body: { fileIds: [ids[0]!] } }, sub)).success).toBe(true)
    expect((await t.call(depositCalls.hash, { body: { sha256: '0'.repeat(64), fileName: 'x' } }, sub)).errorCode).toBe(
      'quota-short',
    )
    expect((await t.call(depositCalls.hash, { body: { sha256: '0'.repeat(64), fileName: 'x' } }, idle)).errorCode).toBe(
      'forbidden',
    )
  })

  it('are called in lists as whoever sent them called them, and as they are called since', async () => {
    const [made] = (
      await t.call(
        depositCalls.files,
        { body: { fileIds: [await sent(Buffer.from('r'), '报告 2026（终稿）.txt')] } },
        owner,
      )
    ).data.list
    await runJobs(t, authority)
    const nameInList = async () =>
      (await t.call(depositCalls.fileList, { query: {} }, owner)).data.list.find((r) => r.ano === made!.no)!.fileName
    const [file] = (await detailOf(made!.no)).files
    expect([await nameInList(), file!.fileName]).toEqual(['报告 2026（终稿）.txt', '报告 2026（终稿）.txt'])
    const fileName = '终稿\u202e.txt'
    await t.call(depositCalls.renameFile, { params: { id: file!.id }, body: { fileName } }, owner)
    expect(await nameInList()).toBe('终稿.txt')
  })

  it('are renamed in lists alone', async () => {
    const [made] = (
      await t.call(depositCalls.files, { body: { fileIds: [await sent(Buffer.from('a'), 'a.txt')] } }, owner)
    ).data.list
    await runJobs(t, authority)
    const before = await detailOf(made!.no)
    expect(
      (
        await t.call(
          depositCalls.renameFile,
          { params: { id: before.files[0]!.id }, body: { fileName: '送货单.txt' } },
          owner,
        )
      ).data,
    ).toEqual({ updated: true })
    const after = await detailOf(made!.no)
    expect(after.files[0]).toEqual({ ...before.files[0], shownName: '送货单.txt' })
    expect(after.statementSha256).toBe(before.statementSha256)
    expect(
      (
        await t.call(
          depositCalls.renameFile,
          { params: { id: before.files[0]!.id }, body: { fileName: 'x' } },
          await t.member(),
        )
      ).errorCode,
    ).toBe('not-found')
    expect((await verifyPackage(await packageOf(made!.no))).verdict).toBe('valid')
  })
})

describe('a work', () => {
  const about = {
    title: '海风',
    kind: 'music',
    author: '林小雨',
    owner: '林小雨',
    obtainWay: 'original',
    createdOn: '2026-01-02',
    publishState: 'published',
    publishedOn: '2026-02-03',
    description: '钢琴曲',
    statementAccepted: true,
  } as const

  it('is sealed with what its owner declares of it and with all its files', async () => {
    const ids = [await sent(Buffer.from('score'), '曲谱.txt'), await sent(Buffer.from('score two'), '曲谱.txt')]
    const { no } = (await t.call(workCalls.deposit, { body: { ...about, fileIds: ids } }, owner)).data
    await runJobs(t, authority)
    expect((await statementOf(no)).capture).toMatchObject({
      kind: 'work',
      work: { title: '海风', kind: 'music', publishedOn: '2026-02-03' },
      originals: [{ path: 'data/曲谱.txt' }, { path: 'data/曲谱 (2).txt' }],
    })
    expect((await verifyPackage(await packageOf(no))).verdict).toBe('valid')
    expect((await t.call(workCalls.info, { query: { ano: no } }, owner)).data).toMatchObject({
      title: '海风',
      obtainWay: 'original',
      description: '钢琴曲',
      files: [{ fileSize: 5 }, { fileSize: 9 }],
    })
    expect((await t.call(workCalls.list, { query: { kind: 'music' } }, owner)).data.list).toMatchObject([
      { title: '海风', author: '林小雨' },
    ])
    expect((await t.call(workCalls.list, { query: { kind: 'software' } }, owner)).data.list).toEqual([])
    expect((await t.call(workCalls.info, { query: { ano: no } }, await t.member())).errorCode).toBe('not-found')
  })

  it('says what is wrong: no statement accepted, dates that cannot be, nothing to read', async () => {
    const fileIds = [await sent(Buffer.from('a'))]
    const wrong = async (change: object) =>
      keysOf(await t.call(workCalls.deposit, { body: { ...about, fileIds, ...change } as never }, owner))
    expect(await wrong({ title: ' ', kind: 'poem', statementAccepted: false })).toEqual([
      ['title', 'required'],
      ['kind', 'notAChoice'],
      ['statementAccepted', 'workStatement'],
    ])
    expect(await wrong({ createdOn: '2099-01-01', publishedOn: null })).toEqual([
      ['createdOn', 'inFuture'],
      ['publishedOn', 'required'],
    ])
    expect(await wrong({ publishState: 'unpublished' })).toEqual([['publishedOn', 'notPublished']])
    expect(await wrong({ publishedOn: '2025-12-31' })).toEqual([['publishedOn', 'endsBeforeStart']])
    const once = { ...about, fileIds, unique_id: `work-${owner.personId}` }
    const first = await t.call(workCalls.deposit, { body: once }, owner)
    expect((await t.call(workCalls.deposit, { body: once }, owner)).data).toEqual(first.data)
    expect((await t.call(workCalls.deposit, { body: { ...once, title: '别的' } }, owner)).errorCode).toBe(
      'unique-id-repeated',
    )
  })
})

describe('all together', () => {
  it('lists deposits of every kind, also at the top, and takes hidden ones back', async () => {
    const file = (await t.call(depositCalls.files, { body: { fileIds: [await sent(Buffer.from('a'))] } }, owner)).data
      .list[0]!
    const hash = (await t.call(depositCalls.hash, { body: { sha256: '3'.repeat(64), fileName: 'a' } }, owner)).data
    await runJobs(t, authority)
    const listed = async () =>
      (await t.call(depositCalls.list, { body: {} }, owner)) as unknown as {
        list: { ano: string }[]
        data: { list: { ano: string }[] }
      }
    expect((await listed()).list.map((r) => r.ano)).toEqual([hash.no, file.no])
    expect(
      (await t.call(evidenceCalls.list, { body: { category: 'ATTSETATIONHASH' } }, owner)).data.list.map((r) => r.ano),
    ).toEqual([hash.no])
    await t.call(evidenceCalls.hide, { params: { id: file.id }, body: { hidden: true } }, owner)
    expect((await listed()).list.map((r) => r.ano)).toEqual([hash.no])
    expect((await t.call(depositCalls.takeBack, { body: { anos: [file.no] } }, await t.member())).errorCode).toBe(
      'not-found',
    )
    expect((await t.call(depositCalls.takeBack, { body: { anos: [file.no] } }, owner)).data.list).toMatchObject([
      { ano: file.no, category: 'ATTSETATIONFILE' },
    ])
    expect((await listed()).data.list).toHaveLength(2)
  })
})
