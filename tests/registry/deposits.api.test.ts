import { createHash, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { verifyPackage } from '../../proof/bundle.ts'
import { firstStatementPath } from '../../proof/statement/hash.ts'
import { parseStatement } from '../../proof/statement.ts'
import { deliveryCalls } from '../../contract/certificates/delivery.ts'
import { shareCalls } from '../../contract/certificates/share.ts'
import { evidenceCalls } from '../../contract/evidence/evidence.ts'
import { pathOf } from '../../contract/kit/call.ts'
import { depositCalls, type FileKind } from '../../contract/registry/deposits.ts'
import { uploadCalls } from '../../contract/registry/uploads.ts'
import { workCalls } from '../../contract/registry/works.ts'
import type { Authority } from '../../server/trust/keys/authority.service.ts'
import { buildTestApp, type Member, type TestApp } from '../kit/build-test-app.ts'
import { forgetLimits } from '../kit/people/forget-limits.ts'
import { png } from '../kit/pictures.ts'
import { openLocalAuthority, runJobs, sendFile } from './deposit-kit.ts'

let t: TestApp
let authority: Authority
let owner: Member
beforeAll(async () => {
  t = await buildTestApp()
  authority = await openLocalAuthority()
})
afterAll(() => t.close())
beforeEach(async () => {
  await forgetLimits(t)
  owner = await t.member({ name: '林小雨' })
})

const hashOf = (name: string, bytes: Buffer) => createHash(name).update(bytes).digest('hex')
const claimOf = (fileId: string, bytes: Buffer) => ({
  fileId,
  sha256: hashOf('sha256', bytes),
  sm3: hashOf('sm3', bytes),
})
const sent = async (bytes: Buffer, name?: string, who = owner) =>
  (await sendFile(t, who, bytes, name ? { name } : {})).data.fileId
const detailOf = async (ano: string, who = owner) => (await t.call(evidenceCalls.detail, { body: { ano } }, who)).data
const packageOf = async (ano: string, who = owner) => {
  const response = await t.inject({
    method: 'GET',
    url: pathOf(evidenceCalls.packageBytes, { ano }),
    headers: { 'x-auth-token': who.token },
  })
  if (response.statusCode !== 200) throw new Error(response.body)
  return new Blob([new Uint8Array(response.rawPayload)])
}
const statementOf = async (number: string) => {
  const { statement } = await t.services.db.system
    .selectFrom('evidence')
    .select('statement')
    .where('number', '=', number)
    .executeTakeFirstOrThrow()
  return parseStatement(statement!)
}
const keysOf = (reply: { data: unknown }) =>
  (reply.data as { fields: { path: string; key: string }[] } | null)?.fields.map(({ path, key }) => [path, key])

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
      files: [{ fileName: 'data/合同_扫描件.png', fileType: 'image/png', sha256: hashOf('sha256', a) }],
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
      { fileName: '合同_扫描件.png', fileSize: a.length, originalUploaded: true },
    ])
    const ofKind = async (fileType: FileKind) =>
      (await t.call(depositCalls.fileList, { query: { fileType } }, owner)).data.list.map((r) => r.fileName)
    expect([await ofKind('image'), await ofKind('other'), await ofKind('pdf')]).toEqual([
      ['合同_扫描件.png'],
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

describe('a hash', () => {
  const original = Buffer.from('the original, which stays at home for now')
  const body = {
    sha256: hashOf('sha256', original),
    sm3: hashOf('sm3', original),
    fileName: '配方.pdf',
    fileSize: original.length,
  }
  const deposited = async () => {
    const { no } = (await t.call(depositCalls.hash, { body }, owner)).data
    await runJobs(t, authority)
    return no
  }
  const reasonOf = async (ano: string) =>
    (await t.call(evidenceCalls.issuable, { body: { anos: [ano] } }, owner)).data.list[0]

  it('is stamped at once, and nothing is certified of it before its original', async () => {
    const no = await deposited()
    expect(await detailOf(no)).toMatchObject({
      category: 'ATTSETATIONHASH',
      status: 'collected',
      certified: false,
      files: [],
      trust: [
        { code: 'fixed', status: 'proven' },
        { code: 'logged', status: 'proven' },
        { code: 'original', status: 'pending' },
      ],
    })
    expect((await statementOf(no)).capture).toMatchObject({
      kind: 'hash',
      originals: [],
      deposited: { sha256: body.sha256, size: original.length, name: '配方.pdf' },
    })
    expect(await reasonOf(no)).toMatchObject({
      originalUploaded: false,
      issuable: false,
      reason: expect.stringMatching(/原件/),
    })
    for (const reply of [
      await t.call(evidenceCalls.packageLink, { params: { ano: no } }, owner),
      await t.call(shareCalls.create, { body: { ano: no } }, owner),
    ])
      expect(reply).toMatchObject({ success: false })
    expect((await t.call(shareCalls.create, { body: { ano: no } }, owner)).statusCode).toBe('500039')
    expect((await t.call(depositCalls.hashList, { query: {} }, owner)).data.list).toMatchObject([
      { fileName: '配方.pdf', originalUploaded: false, sha256: body.sha256 },
    ])
    expect((await t.call(shareCalls.byHash, { query: { sha256: body.sha256 } })).data.list.map((m) => m.ano)).toContain(
      no,
    )
  })

  it('takes its original, keeps its first statement as it was stamped, and is certified then', async () => {
    const no = await deposited()
    const [first, row] = [
      await detailOf(no),
      await t.services.db.system
        .selectFrom('evidence')
        .select(['statement', 'token'])
        .where('number', '=', no)
        .executeTakeFirstOrThrow(),
    ]
    const id = await sent(original, '配方.pdf')
    expect(
      (await t.call(depositCalls.original, { body: { ano: no, fileId: id, claims: [claimOf(id, original)] } }, owner))
        .success,
    ).toBe(true)
    expect(
      (await t.call(depositCalls.original, { body: { ano: no, fileId: await sent(original), claims: [] } }, owner))
        .errorCode,
    ).toBe('wrong-state')
    await runJobs(t, authority)
    const after = await detailOf(no)
    expect(after).toMatchObject({ certified: true, statementSha256: first.statementSha256, sealedAt: first.sealedAt })
    expect(after.trust.map((f) => f.status)).toEqual(['proven', 'proven', 'proven', 'proven'])
    expect(
      await t.services.db.system
        .selectFrom('evidence')
        .select(['statement', 'token'])
        .where('number', '=', no)
        .executeTakeFirstOrThrow(),
    ).toEqual(row)
    expect(await reasonOf(no)).toMatchObject({ originalUploaded: true, issuable: true, reason: null })
    const report = await verifyPackage(await packageOf(no))
    expect(report.facts.filter((f) => f.status === 'failed')).toEqual([])
    expect(report.facts.find((f) => f.code === 'hash-fixed-first')).toMatchObject({ status: 'proven' })
    expect(report.statement).toMatchObject({
      prev: first.statementSha256,
      capture: { kind: 'hash', originals: [{ name: '配方.pdf' }] },
    })
    expect(after.files.map((f) => f.fileName)).toContain(firstStatementPath)
    expect((await t.call(deliveryCalls.bundle, { query: { anos: no } }, owner)).success).toBe(true)
  })

  it('refuses another file, whatever its name, and keeps waiting', async () => {
    const no = await deposited()
    const other = await sent(Buffer.from('another file'), '配方.pdf')
    expect(keysOf(await t.call(depositCalls.original, { body: { ano: no, fileId: other } }, owner))).toEqual([
      ['fileId', 'originalDiffers'],
    ])
    expect((await t.call(uploadCalls.info, { params: { id: other } }, owner)).data.state).toBe('ready')
    expect(
      (await t.call(depositCalls.original, { body: { ano: no, fileId: other } }, await t.member())).errorCode,
    ).toBe('not-found')
    const [wrongSize] = [(await t.call(depositCalls.hash, { body: { ...body, fileSize: 3 } }, owner)).data.no]
    await runJobs(t, authority)
    expect(
      keysOf(await t.call(depositCalls.original, { body: { ano: wrongSize, fileId: await sent(original) } }, owner)),
    ).toEqual([['fileId', 'originalDiffers']])
  })

  it('says what is wrong with every field, and answers a repeated request with the first result', async () => {
    expect(
      keysOf(await t.call(depositCalls.hash, { body: { sha256: 'x', sm3: 'y', fileName: '', fileSize: 0 } }, owner)),
    ).toEqual([
      ['sha256', 'hash'],
      ['sm3', 'hashSm'],
      ['fileName', 'required'],
      ['fileSize', 'tooSmall.number'],
    ])
    const ask = (sha256: string) =>
      t.call(depositCalls.hash, { body: { sha256, fileName: 'a', unique_id: `once-${owner.personId}` } }, owner)
    const first = await ask('1'.repeat(64))
    expect((await ask('1'.repeat(64))).data).toEqual(first.data)
    expect((await ask('2'.repeat(64))).errorCode).toBe('unique-id-repeated')
    expect((await t.call(depositCalls.hash, { body })).errorCode).toBe('session-gone')
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

describe('looking at a file', () => {
  const looked = async (link: string, headers: Record<string, string> = {}) => {
    const { host, pathname } = new URL(link)
    return t.inject({ method: 'GET', url: pathname, headers: { host, 'user-agent': 'lightMyRequest', ...headers } })
  }
  const fileOf = async (bytes: Buffer, name: string) => {
    const [made] = (await t.call(depositCalls.files, { body: { fileIds: [await sent(bytes, name)] } }, owner)).data.list
    await runJobs(t, authority)
    return (await detailOf(made!.no)).files[0]!.id
  }
  const linkOf = async (id: string, who = owner) => (await t.call(depositCalls.preview, { params: { id } }, who)).data

  it('happens on an origin without a session, in ranges, with nothing that could run', async () => {
    const picture = png()
    const { link, contentType, shownAs } = await linkOf(await fileOf(picture, 'a.png'))
    expect({ contentType, shownAs, origin: new URL(link!).origin }).toEqual({
      contentType: 'image/png',
      shownAs: 'image',
      origin: t.services.config.previewOrigin,
    })
    const whole = await looked(link!)
    expect(whole.rawPayload.equals(picture)).toBe(true)
    expect(whole.headers).toMatchObject({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
    })
    expect(whole.headers['content-security-policy']).toContain('sandbox')
    expect(whole.headers['set-cookie']).toBeUndefined()
    const part = await looked(link!, { range: 'bytes=1-3' })
    expect([part.statusCode, part.rawPayload.toString()]).toEqual([206, 'PNG'])
  })

  it('is for the browser that asked, for some minutes, and for nothing else', async () => {
    const { link } = await linkOf(await fileOf(png(), 'a.png'))
    expect((await looked(link!, { 'user-agent': 'another browser' })).statusCode).toBe(404)
    expect((await looked(link!.slice(0, -4) + 'AAAA')).statusCode).toBe(404)
    const { host } = new URL(link!)
    for (const url of ['/', '/login', pathOf(evidenceCalls.list), '/shimakaze/upload/tus'])
      expect((await t.inject({ method: 'GET', url, headers: { host, 'x-auth-token': owner.token } })).statusCode).toBe(
        404,
      )
    expect(
      (
        await t.inject({ method: 'GET', url: new URL(link!).pathname, headers: { 'user-agent': 'lightMyRequest' } })
      ).rawPayload.equals(png()),
    ).toBe(false)
  })

  it('is offered for what a browser only shows; pages, drawings that may run and unknown kinds are downloads', async () => {
    expect(
      await linkOf(
        await fileOf(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>'), 'a.png'),
      ),
    ).toMatchObject({ link: null, contentType: 'image/svg+xml' })
    expect(await linkOf(await fileOf(Buffer.from('<!doctype html><script>1</script>'), 'a.txt'))).toMatchObject({
      link: null,
      contentType: 'text/html',
    })
    expect(await linkOf(await fileOf(Buffer.from([0, 1, 2]), 'a.txt'))).toMatchObject({
      link: null,
      contentType: 'application/octet-stream',
    })
    const old = await linkOf(await fileOf(Buffer.from([0xd6, 0xa4, 0xbe, 0xdd]), 'a.txt'))
    expect((await looked(old.link!)).headers['content-type']).toBe('text/plain; charset=gb18030')
  })

  it('is the owner’s alone', async () => {
    const id = await fileOf(png(), 'a.png')
    expect((await t.call(depositCalls.preview, { params: { id } }, await t.member())).errorCode).toBe('not-found')
    expect((await t.call(depositCalls.preview, { params: { id } })).errorCode).toBe('session-gone')
  })
})
