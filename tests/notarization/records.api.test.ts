import { packAgain } from '../trust/pack-again.ts'
import { entriesOf } from '../trust/zip-builder.ts'
import { setPrice } from '../kit/people/second-word.ts'
import { Readable } from 'node:stream'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { readZip } from '../../proof/formats/zip.ts'
import { kindOf, verifyFile } from '../../proof/verify-file.ts'
import { officeOrderCalls } from '../../contract/notarization/office-orders.ts'
import { orderCalls } from '../../contract/notarization/orders.ts'
import { pathOf } from '../../contract/kit/call.ts'
import { storedZip } from '../../server/kit/files/stored-zip.ts'
import { depositCalls } from '../../contract/registry/deposits.ts'
import type { Member, TestApp } from '../kit/build-test-app.ts'
import type { TestOffice } from '../kit/people/offices.ts'
import { smallPdf } from '../kit/small-pdf.ts'
import { runJobs, sendFile } from '../registry/deposit-kit.ts'
import { blobOf, localAuthority } from '../trust/sample.ts'
import type { Authority } from '../../server/trust/keys/authority.service.ts'
import { matter, type OrdersAt, sendForm } from './order-kit.ts'
import { customerOf, type OpenOrders, openOrders } from './open-orders.ts'
import { papersIn } from './paper-kit.ts'

let t: TestApp
let database: pg.Client
let owner: Member
let office: TestOffice
let orders: OrdersAt
let authority: Authority
let papers: ReturnType<typeof papersIn>
let close: OpenOrders['close'] | undefined
beforeAll(async () => {
  ;({ t, database, office, close } = await openOrders())
  ;({ owner, orders } = await customerOf({ t, office }, 10_000_000))
  authority = await localAuthority()
  papers = papersIn(t, authority)
})
afterAll(() => close?.())

/** An order of real evidence, submitted, with a message of each side. */
async function orderOfFile() {
  const { data: sent } = await sendFile(t, owner, Buffer.from('录音的全部内容'))
  const { data: made } = await t.call(depositCalls.files, { body: { fileIds: [sent.fileId] } }, owner)
  await runJobs(t, authority)
  const { data } = await t.call(
    orderCalls.saveExpertise,
    { body: { officeId: office.id, anos: [made.list[0]!.no], ...matter } },
    owner,
  )
  await orders.add('applicant', data.id, 'entrustment')
  await orders.applicant(data.id, 'submit')
  await sendForm(t, pathOf(orderCalls.say, { id: data.id }), {
    as: owner,
    fields: { content: '请尽快受理' },
    file: { bytes: smallPdf('said'), name: '说明.pdf' },
  })
  await papers.sealAll()
  return { id: data.id, ano: made.list[0]!.no }
}

const make = (id: string, as = owner) => t.call(orderCalls.makeRecord, { params: { id } }, as)
const take = (id: string, paperId: string, as: Member, side: 'applicant' | 'office' = 'applicant') =>
  t.inject({
    method: 'GET',
    url: pathOf((side === 'office' ? officeOrderCalls : orderCalls).record, { id, paperId }),
    headers: { 'x-auth-token': as.token },
  })
const verify = async (bytes: Uint8Array) => {
  const file = blobOf(bytes)
  return verifyFile(file, await kindOf(file), { anchors: [papers.trust()] })
}
const failed = async (bytes: Uint8Array) =>
  (await verify(bytes)).facts.filter((f) => f.status === 'failed').map((f) => `${f.code}:${f.detail['reason']}`)

describe('the record of an order', () => {
  it('is one file of papers, files, messages and evidence that verifies without the platform', async () => {
    const { id, ano } = await orderOfFile()
    const { data } = await make(id)
    expect((await take(id, data.id, owner)).json()).toMatchObject({ errorCode: 'not-ready' })
    await papers.sealAll()
    const { rawPayload, headers } = await take(id, data.id, owner)
    expect(headers['content-type']).toBe('application/zip')
    expect((await readZip(blobOf(rawPayload))).map(({ path }) => path)).toEqual([
      'record.pdf',
      'papers/1-司法鉴定委托书.pdf',
      'files/1-委托书.pdf',
      'messages.txt',
      'messages/1-说明.pdf',
      `evidence/${ano}.asice`,
    ])
    const { rows } = await database.query<{ says: string }>(
      `select convert_from(statement, 'UTF8') as says from judicial_paper where id = $1`,
      [data.id],
    )
    for (const word of ['受理期限', '7 个工作日']) expect(rows[0]!.says).toContain(word)
    const report = await verify(rawPayload)
    expect({ kind: report.kind, verdict: report.verdict }).toEqual({ kind: 'record', verdict: 'valid' })
    expect(report.facts.map((f) => f.code)).toEqual(
      expect.arrayContaining(['record-readable', 'paper-logged', 'record-files', 'record-papers', 'record-packages']),
    )
    const messages = (await readZip(blobOf(rawPayload))).find(({ path }) => path === 'messages.txt')!
    expect(await messages.data.text()).toContain('请尽快受理\nmessages/1-说明.pdf\n')
    expect((await take(id, data.id, office.assistant, 'office')).rawPayload.equals(rawPayload)).toBe(true)
  })

  it('is refused with a byte changed in any of its entries, with one more and with one less', async () => {
    const { id } = await orderOfFile()
    const { data } = await make(id)
    await papers.sealAll()
    const { rawPayload } = await take(id, data.id, owner)
    for (const { path, data: bytes } of await readZip(blobOf(rawPayload))) {
      const inner = Buffer.from(await bytes.arrayBuffer())
      const at = rawPayload.indexOf(inner.subarray(0, 200)) + Math.floor(inner.length / 2)
      const changed = Buffer.from(rawPayload)
      changed[at]! ^= 1
      expect({ path, verdict: (await verify(changed)).verdict }).toEqual({ path, verdict: 'invalid' })
    }
    const cut = rawPayload.subarray(0, rawPayload.length - 100)
    expect((await verify(cut)).verdict).toBe('invalid')
    const entries = await Promise.all(
      (await readZip(blobOf(rawPayload))).map(async ({ path, data: bytes }) => {
        const content = Buffer.from(await bytes.arrayBuffer())
        return { path, size: content.length, open: () => Readable.from([content]) }
      }),
    )
    const packed = async (some: typeof entries) => Buffer.concat(await (await storedZip(some)).open().toArray())
    expect((await verify(await packed(entries))).verdict).toBe('valid')
    expect(await failed(await packed(entries.slice(0, -1)))).toEqual(['record-files:missing-entry'])
    expect(await failed(await packed([...entries, { ...entries.at(-1)!, path: 'evidence/again.asice' }]))).toEqual([
      'record-files:file-not-stated',
    ])
    // Another program packed it again: its entries are judged, and that is said.
    const list = await entriesOf(rawPayload)
    for (const again of [await packed(entries.toReversed()), packAgain(list, { isDeflated: true })]) {
      const { kind, verdict, facts } = await verify(again)
      expect({ kind, verdict }).toEqual({ kind: 'record', verdict: 'valid' })
      expect(facts.at(-1)).toMatchObject({ code: 'packed-as-issued', detail: { reason: 'repacked-whole' } })
    }
    const renamed = Buffer.from(rawPayload.toString('latin1').replaceAll('messages.txt', 'messages.csv'), 'latin1')
    expect(await failed(renamed)).toEqual(['record-files:file-not-stated'])
  })

  it('is the same one until something comes, and then another', async () => {
    const { id } = await orderOfFile()
    const first = (await make(id)).data.id
    expect((await make(id)).data.id).toBe(first)
    await papers.sealAll()
    expect((await make(id)).data.id).toBe(first)
    await t.call(officeOrderCalls.say, { params: { id }, body: { content: '已收到' } }, office.assistant)
    const second = (await make(id)).data.id
    expect(second).not.toBe(first)
    await papers.sealAll()
    const [one, two] = [(await take(id, first, owner)).rawPayload, (await take(id, second, owner)).rawPayload]
    expect([(await verify(one)).verdict, (await verify(two)).verdict]).toEqual(['valid', 'valid'])
    expect(one.equals(two)).toBe(false)
  })

  it('holds a message that came while it was made', async () => {
    const { id } = await orderOfFile()
    const { store } = t.services
    const put = store.put.bind(store)
    const said = vi.spyOn(store, 'put').mockImplementationOnce(async (source) => {
      const stored = await put(source)
      await t.call(officeOrderCalls.say, { params: { id }, body: { content: '就在此时' } }, office.assistant)
      return stored
    })
    const { data } = await make(id)
    said.mockRestore()
    await papers.sealAll()
    const entries = await readZip(blobOf((await take(id, data.id, owner)).rawPayload))
    expect(await entries.find(({ path }) => path === 'messages.txt')!.data.text()).toContain('就在此时')
  })

  it('of an order that was refused gives its office no package that no record of before held', async () => {
    const packagesIn = async (id: string) => {
      const { data } = await t.call(officeOrderCalls.makeRecord, { params: { id } }, office.decider)
      await papers.sealAll()
      const entries = await readZip(blobOf((await take(id, data.id, office.decider, 'office')).rawPayload))
      return entries.map(({ path }) => path).filter((path) => path.startsWith('evidence/'))
    }
    const refuse = (id: string) => orders.answer(id, 'refuse', { code: 'beyond-scope', reason: '超出范围' })
    const late = await orderOfFile()
    await refuse(late.id)
    await papers.sealAll()
    expect(await packagesIn(late.id)).toEqual([])
    const early = await orderOfFile()
    expect(await packagesIn(early.id)).toEqual([`evidence/${early.ano}.asice`])
    await refuse(early.id)
    await papers.sealAll()
    expect(await packagesIn(early.id)).toEqual([`evidence/${early.ano}.asice`])
  })

  it('is of what was handed in, and each side’s own', async () => {
    const draft = await orders.draft()
    expect(await make(draft.id)).toMatchObject({ errorCode: 'wrong-state' })
    const unsealed = await orders.draft()
    await orders.bringTo(unsealed.id, 'SUBMITTED')
    expect(await make(unsealed.id)).toMatchObject({ errorCode: 'not-ready' })
    const { id } = await orderOfFile()
    const { data } = await make(id)
    await papers.sealAll()
    expect((await take(id, data.id, await t.member())).json()).toMatchObject({ errorCode: 'not-found' })
    const [application] = await papers.listOf(id, owner)
    expect((await take(id, application!.id, owner)).json()).toMatchObject({ errorCode: 'not-found' })
    const reader = await t.sub(owner, { grants: ['judicial.read', 'evidence.all'] })
    expect(await make(id, reader)).toMatchObject({ errorCode: 'forbidden' })
    expect((await take(id, data.id, reader)).statusCode).toBe(200)
  })

  it('hands its owner no package that is not paid for, and its office what it works at', async () => {
    const { id } = await orderOfFile()
    const { data } = await make(id)
    await papers.sealAll()
    await setPrice(
      t,
      { product: 'download', tiers: [{ from: 1, amount: 500 }] },
      await t.member({ role: 'administrator' }),
    )
    expect((await take(id, data.id, owner)).json()).toMatchObject({ errorCode: 'download-unpaid' })
    expect((await take(id, data.id, office.decider, 'office')).statusCode).toBe(200)
    const { rows } = await database.query<{ action: string }>(
      `select action from audit where subject_id = $1 and action ~ 'record' order by at, id`,
      [id],
    )
    expect(rows.map(({ action }) => action)).toEqual(['order.recordMade', 'order.recordOpened'])
  })
})
