import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { evidenceCalls } from '../../contract/evidence/evidence.ts'
import { pathOf } from '../../contract/kit/call.ts'
import { preservationCalls } from '../../contract/notarization/preservation.ts'
import { depositCalls } from '../../contract/registry/deposits.ts'
import { verifyPaper } from '../../proof/paper/verify.ts'
import { newId } from '../../server/kit/ids.ts'
import { sealPaper, sweepUnsealed } from '../../server/notarization/papers/papers.jobs.ts'
import type { Authority } from '../../server/trust/keys/authority.service.ts'
import { sequenceLog } from '../../server/trust/log/sequencer.service.ts'
import { whenLogged } from '../../server/certificates/when-logged.ts'
import type { Member } from '../kit/build-test-app.ts'
import { buildEvidence } from '../kit/people/factories.ts'
import { runJobs, sendFile } from '../registry/deposit-kit.ts'
import { blobOf, localAuthority } from '../trust/sample.ts'
import { type OpenOrders, openOrders } from './open-orders.ts'

let o: OpenOrders
let owner: Member
let authority: Authority
beforeAll(async () => {
  o = await openOrders()
  authority = await localAuthority()
})
afterAll(() => o?.close())
beforeEach(async () => {
  owner = await o.t.member({ name: '风岛公司', kind: 'enterprise' })
})

/** Real evidence, sealed with its package. */
async function deposited(...contents: string[]) {
  const fileIds: string[] = []
  for (const content of contents) {
    const { data } = await sendFile(o.t, owner, Buffer.from(content))
    fileIds.push(data.fileId)
  }
  const { data } = await o.t.call(depositCalls.files, { body: { fileIds } }, owner)
  await runJobs(o.t, authority)
  return (data.list as { no: string }[]).map(({ no }) => no)
}
const make = (anos: readonly string[], more: object = {}, as = owner) =>
  o.t.call(preservationCalls.make, { body: { anos: [...anos], name: '侵权网页证据', ...more } }, as)
const evidenceOf = async (ano: string) => (await o.t.call(evidenceCalls.detail, { body: { ano } }, owner)).data
const get = (id: string, as = owner) => o.t.call(preservationCalls.get, { params: { id } }, as)
const download = (id: string, as = owner) =>
  o.t.inject({
    method: 'GET',
    url: pathOf(preservationCalls.file, { id }),
    headers: { 'x-auth-token': as.token },
  })
const verify = (pdf: Uint8Array) => verifyPaper(blobOf(pdf), { anchors: [authority.trustMaterial().ca] })
const fields = ({ data }: { data: unknown }) =>
  (data as { fields?: { path: string; key: string }[] }).fields?.map(({ path, key }) => `${path} ${key}`)
const seal = (id: string) => sealPaper({ services: o.t.services, authority }, { jobId: newId(), id })
const logged = () => sequenceLog(o.t.services, authority, whenLogged(o.t.services))

describe('a preservation report', () => {
  it('is one sealed paper that names each piece of evidence with its digests, and holds by itself', async () => {
    const anos = await deposited('第一份证据', '第二份证据')
    const { id, name: sealed } = await evidenceOf(anos[0]!)
    const rename = { params: { id }, body: { evidenceName: '法院已认定侵权' } }
    expect((await o.t.call(evidenceCalls.update, rename, owner)).success).toBe(true)
    const { data } = await make(anos, { purpose: '著作权侵权诉讼', addressee: '上海知识产权法院' })
    expect(data.amount).toBe(0)
    expect((await download(data.orderId)).json()).toMatchObject({ errorCode: 'not-ready' })
    await logged()
    await seal(data.orderId)
    const { data: report } = await get(data.orderId)
    expect(report).toMatchObject({ title: '侵权网页证据', evidenceCount: 2 })
    expect(report.evidence.map(({ ano }) => ano)).toEqual(anos)
    const { rawPayload, headers } = await download(data.orderId)
    expect(headers['content-type']).toBe('application/pdf')
    const { verdict, paper } = await verify(rawPayload)
    expect(verdict).toBe('valid')
    const texts = paper!.sections.flatMap(({ rows }) => rows.map(({ text }) => text)).join('\n')
    for (const word of ['风岛公司', '著作权侵权诉讼', '上海知识产权法院', sealed, ...anos])
      expect(texts).toContain(word)
    expect(texts).not.toContain('法院已认定侵权')
    for (const { statementSha256 } of report.evidence) expect(texts).toContain(statementSha256)
    expect(paper!.files.map(({ name }) => name)).toEqual(anos.map((ano) => `${ano}.asice`))
    const changed = Buffer.from(rawPayload)
    changed[Math.floor(changed.length / 2)]! ^= 1
    expect((await verify(changed)).verdict).not.toBe('valid')
  })

  it('is sealed once, however often it is asked for, and found again where its job was lost', async () => {
    const { data } = await make(await deposited('一份'))
    await seal(data.orderId)
    expect((await get(data.orderId)).data.sha256).toBeNull()
    await logged()
    await o.database.query(`update preservation_report set created_at = app_now() - interval '2 hours'`)
    await o.database.query(`delete from pgboss.job where name = 'paper'`)
    await sweepUnsealed(o.t.services)
    const { rows } = await o.database.query<{ id: string }>(
      `select data ->> 'id' as id from pgboss.job where name = 'paper' and data ->> 'id' = $1`,
      [data.orderId],
    )
    expect(rows).toHaveLength(1)
    await Promise.all([seal(data.orderId), seal(data.orderId)])
    const { sha256 } = (await get(data.orderId)).data
    await seal(data.orderId)
    expect((await get(data.orderId)).data.sha256).toBe(sha256)
  })

  it('is made of finished evidence of one’s own, what is not told at its place', async () => {
    const [ano] = await deposited('一份')
    const { number: unfinished } = await buildEvidence(o.t, owner, { status: 'collecting' })
    const { number: foreign } = await buildEvidence(o.t, await o.t.member())
    expect(fields(await make([ano!, unfinished, foreign]))).toEqual([
      'anos.1 evidenceUnfinished',
      'anos.2 evidenceGone',
    ])
    expect(fields(await make([]))).toEqual(['anos tooSmall.list'])
    const { data } = await make([ano!, ano!])
    expect((await get(data.orderId)).data.evidenceCount).toBe(1)
  })

  it('is nobody else’s, and a sub-account that sees its own alone sees its own alone', async () => {
    const { data } = await make(await deposited('一份'))
    const [stranger, narrow] = [await o.t.member(), await o.t.sub(owner, { grants: ['judicial.read'] })]
    for (const as of [stranger, narrow]) {
      expect(await get(data.orderId, as)).toMatchObject({ errorCode: 'not-found' })
      expect((await o.t.call(preservationCalls.list, { query: {} }, as)).data.list).toEqual([])
    }
    const wide = await o.t.sub(owner, { grants: ['judicial.read', 'evidence.all'] })
    expect((await o.t.call(preservationCalls.list, { query: { keyWord: '侵权' } }, wide)).data.list).toHaveLength(1)
    await expect(o.database.query('delete from preservation_report')).rejects.toThrow('stays')
  })
})
