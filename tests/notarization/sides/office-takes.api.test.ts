import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Call, pathOf } from '../../../contract/kit/call.ts'
import { officeOrderCalls } from '../../../contract/notarization/office-orders.ts'
import { factsOfKind, isSettled, type OrderKind, orderKindNames } from '../../../contract/notarization/order-kinds.ts'
import { depositCalls } from '../../../contract/registry/deposits.ts'
import type { Member, TestApp } from '../../kit/build-test-app.ts'
import { openOffice, type TestOffice } from '../../kit/people/offices.ts'
import { runJobs, sendFile } from '../../registry/deposit-kit.ts'
import { localAuthority } from '../../trust/sample.ts'
import { customerOf, type OpenOrders, openOrders } from '../open-orders.ts'
import { ordersAt, type OrdersAt } from '../order-kit.ts'
import { papersIn } from '../paper-kit.ts'

// An order hands its office evidence, in each state that it can have.

let t: TestApp
let database: pg.Client
let close: OpenOrders['close'] | undefined
let owner: Member
beforeAll(async () => {
  let office: TestOffice
  ;({ t, database, office, close } = await openOrders())
  ;({ owner } = await customerOf({ t, office }, 10_000_000))
})
afterAll(() => close?.())

interface Held {
  id: string
  ano: string
  office: TestOffice
  fileId: string
  evidenceFileId: string
  paperId: string
  recordId: string
}

type Takes = 'while it runs' | 'for ever'

/** Evidence is its owner's, and lent to an order that runs; the office's own file of the order, with the sealed record, it keeps as the law asks. */
const calls: Record<string, { call: Call; takes: Takes; names?(of: Held): Record<string, string> }> = {
  get: { call: officeOrderCalls.get, takes: 'for ever' },
  custody: { call: officeOrderCalls.custody, takes: 'for ever' },
  file: { call: officeOrderCalls.file, takes: 'for ever', names: ({ fileId }) => ({ fileId }) },
  paper: { call: officeOrderCalls.paper, takes: 'for ever', names: ({ paperId }) => ({ paperId }) },
  record: { call: officeOrderCalls.record, takes: 'for ever', names: ({ recordId }) => ({ paperId: recordId }) },
  evidence: { call: officeOrderCalls.evidence, takes: 'while it runs' },
  evidenceFile: {
    call: officeOrderCalls.evidenceFile,
    takes: 'while it runs',
    names: ({ evidenceFileId }) => ({ fileId: evidenceFileId }),
  },
  package: { call: officeOrderCalls.package, takes: 'while it runs' },
}

it('is asked for by every call that an office reads one order with', () => {
  const reads = Object.entries(officeOrderCalls).flatMap(([name, call]) =>
    call.method === 'GET' && call.path.includes('{id}') ? [name] : [],
  )
  expect(reads.toSorted()).toEqual(Object.keys(calls).toSorted())
})

/** A draft with one piece of evidence, for each kind that names some. */
const drafts: Partial<Record<OrderKind, (orders: OrdersAt, ano: string) => Promise<{ id: string }>>> = {
  notarization: (orders, ano) => orders.draftNotarization({ anos: [ano] }),
  expertise: (orders, ano) => orders.draft({ anos: [ano] }),
}

it('is tried with every kind that names evidence', () => {
  expect(orderKindNames.filter((kind) => factsOfKind(kind).hasEvidence)).toEqual(Object.keys(drafts))
})

describe.each(Object.keys(drafts) as OrderKind[])('of %s', (kind) => {
  const { states, first, office: officeKind } = factsOfKind(kind)
  let held: Held
  beforeAll(async () => {
    const office = await openOffice(t, { kind: officeKind, name: `${kind}所` })
    const orders = ordersAt(t, owner, office)
    const authority = await localAuthority()
    const papers = papersIn(t, authority)
    const { data: sent } = await sendFile(t, owner, Buffer.from(`录音的全部内容 ${kind}`))
    const { data: made } = await t.call(depositCalls.files, { body: { fileIds: [sent.fileId] } }, owner)
    await runJobs(t, authority)
    const ano = made.list[0]!.no
    const { id } = await drafts[kind]!(orders, ano)
    expect(await orders.applicant(id, 'submit')).toMatchObject({ success: true })
    await papers.sealAll()
    const { data: record } = await t.call(officeOrderCalls.makeRecord, { params: { id } }, office.decider)
    await papers.sealAll()
    const { data: order } = await t.call(officeOrderCalls.get, { params: { id } }, office.decider)
    const { data: evidence } = await t.call(officeOrderCalls.evidence, { params: { id, ano } }, office.decider)
    held = {
      id,
      ano,
      office,
      fileId: order.files[0]!.id,
      evidenceFileId: evidence.files[0]!.id,
      paperId: order.papers[0]!.id,
      recordId: record.id,
    }
  })

  const codeOf = async ({ call, names }: (typeof calls)[string]) => {
    const { statusCode, body } = await t.inject({
      method: 'GET',
      url: pathOf(call, { id: held.id, ano: held.ano, ...names?.(held) }),
      headers: { 'x-auth-token': held.office.assistant.token },
    })
    if (statusCode === 200 && !body.startsWith('{"flag":false')) return 'ok'
    return (JSON.parse(body) as { errorCode: string }).errorCode
  }
  /** As if the order had gone there: the database takes no move that its kind does not know. */
  async function put(state: string) {
    await database.query(`set session_replication_role = replica`)
    await database.query(`update judicial_order set state = $2 where id = $1`, [held.id, state])
    await database.query(`set session_replication_role = origin`)
  }

  it.each(Object.keys(states).filter((state) => state !== first))(
    'hands evidence out while it runs: %s',
    async (state) => {
      await put(state)
      const codes = await Promise.all(Object.entries(calls).map(async ([name, call]) => [name, await codeOf(call)]))
      const expected = Object.entries(calls).map(([name, { takes }]) => [
        name,
        takes === 'while it runs' && isSettled(kind, state) ? 'not-found' : 'ok',
      ])
      expect(Object.fromEntries(codes)).toEqual(Object.fromEntries(expected))
    },
  )
})
