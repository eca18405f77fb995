import { describe, expect, it } from 'vitest'
import { verifyPackage } from '../../proof/bundle.ts'
import { firstStatementPath } from '../../proof/statement/hash.ts'
import { deliveryCalls } from '../../contract/certificates/delivery.ts'
import { shareCalls } from '../../contract/certificates/share.ts'
import { evidenceCalls } from '../../contract/evidence/evidence.ts'
import { depositCalls } from '../../contract/registry/deposits.ts'
import { uploadCalls } from '../../contract/registry/uploads.ts'
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

  it('of a file with a long name is called by its beginning, and no sign of it is cut in two', async () => {
    const fileName = `${'a'.repeat(99)}${'😀'.repeat(20)}`
    const { no } = (await t.call(depositCalls.hash, { body: { ...body, fileName } }, owner)).data
    expect((await detailOf(no)).name).toBe(`${'a'.repeat(99)}😀`)
  })

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
    for (const query of [{ sha256: body.sha256 }, { sm3: body.sm3 }, { hash: body.sha256 }, { hash: body.sm3 }])
      expect((await t.call(shareCalls.byHash, { query })).data.list.map((m) => m.ano)).toContain(no)
    const { list } = (await t.call(deliveryCalls.bundle, { query: { anos: no } }, owner)).data
    expect(list).toMatchObject([{ ano: no, link: null, reason: (await reasonOf(no))!.reason }])
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
    expect(after.files.map((f) => f.path)).toContain(firstStatementPath)
    expect((await t.call(deliveryCalls.bundle, { query: { anos: no } }, owner)).success).toBe(true)
  })

  it('takes an original that is called as the folder of its first statement', async () => {
    const no = await deposited()
    const id = await sent(original, 'hash-deposit')
    await t.call(depositCalls.original, { body: { ano: no, fileId: id, claims: [claimOf(id, original)] } }, owner)
    await runJobs(t, authority)
    const paths = (await detailOf(no)).files.map((f) => f.path)
    expect(paths.filter((path) => paths.some((other) => other.startsWith(`${path}/`)))).toEqual([])
    const { facts } = await verifyPackage(await packageOf(no))
    expect(facts.filter((f) => f.status === 'failed')).toEqual([])
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
