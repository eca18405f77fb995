import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { shareCalls } from '../../contract/certificates/share.ts'
import { evidenceCalls } from '../../contract/evidence/evidence.ts'
import { maskName } from '../../contract/kit/mask.ts'
import { buildTestApp, type Member, type TestApp } from '../kit/build-test-app.ts'
import { type BuiltEvidence, buildEvidence } from '../kit/people/factories.ts'
import { roomInMinute } from '../kit/people/forget-limits.ts'

let t: TestApp
let me: Member
let evidence: BuiltEvidence
beforeAll(async () => {
  t = await buildTestApp()
  me = await t.member({ name: '欧阳小雨' })
  evidence = await buildEvidence(t, me, { name: '店铺页面', labels: ['内部标签'], remark: '内部备注' })
})
afterAll(() => t.close())

const create = async (more: object = {}) =>
  (await t.call(shareCalls.create, { body: { ano: evidence.number, ...more } }, me)).data
const open = (token: string) => t.call(shareCalls.open, { params: { token }, query: {} })

describe('a share link', () => {
  it('shows a stranger the certificate with the owner masked and nothing internal', async () => {
    const { token, url, phoneUrl } = await create()
    expect(url).toContain(`/attestation-share/${token}`)
    expect(phoneUrl).toBe(url.replace('/attestation-share/', '/h5/certificate/'))
    const reply = await open(token)
    expect(reply.data).toMatchObject({
      ano: evidence.number,
      ownerMasked: '欧***',
      ownerIdentity: 'not-verified',
      withPackage: false,
    })
    const text = JSON.stringify(reply)
    for (const secret of ['欧阳小雨', '内部标签', '内部备注', evidence.id, evidence.fileId])
      expect(text).not.toContain(secret)
  })

  it('names evidence as it was sealed, whatever its owner calls it later', async () => {
    const renamed = await buildEvidence(t, me, { name: '报告 2026.txt' })
    const body = { evidenceName: '法院已认定侵权' }
    expect((await t.call(evidenceCalls.update, { params: { id: renamed.id }, body }, me)).success).toBe(true)
    const { token } = (await t.call(shareCalls.create, { body: { ano: renamed.number } }, me)).data
    expect((await open(token)).data.name).toBe('报告 2026.txt')
    const own = (await t.call(evidenceCalls.detail, { body: { ano: renamed.number } }, me)).data
    expect(own.name).toBe('法院已认定侵权')
  })

  it('is stored only as a hash', async () => {
    const { token } = await create()
    const rows = await t.services.db.system.selectFrom('share').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(token)
  })

  it('ends when it is revoked or runs out, and then answers as if it never existed', async () => {
    const revoked = await create()
    await t.call(shareCalls.revoke, { params: { id: revoked.id } }, me)
    const expired = await create({ days: 1 })
    await t.services.db.asSystem((tx) =>
      tx
        .updateTable('share')
        .set({ expiresAt: new Date(Date.now() - 1000) })
        .where('id', '=', expired.id)
        .execute(),
    )
    const answers = [await open(revoked.token), await open(expired.token), await open('A'.repeat(43))]
    for (const a of answers) expect({ ...a, requestId: '' }).toEqual({ ...answers[0], requestId: '' })
    expect(answers[0]).toMatchObject({ success: false, errorCode: 'share-gone' })
  })

  it('gives the package only where that was allowed', async () => {
    const without = await create()
    const allowed = await create({ withPackage: true })
    const get = (token: string) => t.inject({ url: `/shimakaze/share/${token}/package` })
    expect((await get(without.token)).statusCode).toBe(410)
    expect((await get(allowed.token)).statusCode).toBe(200)
  })
})

describe('the public check', () => {
  it('finds evidence by the hash of one of its files, and nothing by another', async () => {
    const hit = await t.call(shareCalls.byHash, { query: { sha256: evidence.sha256.toUpperCase() } })
    expect(hit.data).toMatchObject({
      exists: true,
      list: [{ ano: evidence.number, ownerMasked: '欧***', fileName: 'page.txt' }, { fileName: null }],
    })
    for (const query of [{ sha256: '0'.repeat(64) }, { sm3: '0'.repeat(64) }, { hash: '0'.repeat(64) }])
      expect((await t.call(shareCalls.byHash, { query })).data).toEqual({ exists: false, list: [] })
    expect(await t.call(shareCalls.byHash, { query: {} })).toMatchObject({ data: { fields: [{ path: 'hash' }] } })
  })

  it('finds evidence by the SM3 that its certificate prints, said or not said to be one', async () => {
    const { files } = (await t.call(evidenceCalls.detail, { body: { ano: evidence.number } }, me)).data
    const { sm3 } = files.find((f) => f.sha256 === evidence.sha256)!
    // Programs send what they have by the name that they know.
    for (const query of [{ sm3 }, { sha256: sm3 }, { hash: sm3.toUpperCase() }])
      expect((await t.call(shareCalls.byHash, { query })).data.list).toMatchObject([{ ano: evidence.number }])
    const query = { sm3: evidence.sha256 }
    expect((await t.call(shareCalls.byHash, { query })).data.list).toMatchObject([
      { ano: evidence.number, fileName: 'page.txt' },
      { ano: evidence.number, fileName: null },
    ])
  })

  it('needs number and owner together', async () => {
    const ask = async (idNumber: string, ano = evidence.number) =>
      (await t.call(shareCalls.byNumber, { query: { ano, idNumber } })).data
    expect(await ask(' 欧阳 小雨 ')).toMatchObject({ exists: true, item: { ano: evidence.number } })
    expect(await ask('别人')).toEqual({ exists: false, item: null })
    expect(await ask('欧阳小雨', '260101000000000000')).toEqual({ exists: false, item: null })
  })

  it('slows whoever asks too often', async () => {
    await roomInMinute()
    const codes = []
    for (let i = 0; i < 70; i++)
      codes.push((await t.call(shareCalls.byHash, { query: { sha256: '1'.repeat(64) } })).errorCode)
    expect(codes.at(-1)).toBe('too-frequent')
  })
})

it.each([
  ['张三', 'personal', '张*'],
  ['A', 'personal', 'A*'],
  ['风岛文化传播有限公司', 'enterprise', '风岛****公司'],
  ['小店', 'enterprise', '小*'],
] as const)('masks %s', (name, kind, masked) => expect(maskName(name, kind)).toBe(masked))
