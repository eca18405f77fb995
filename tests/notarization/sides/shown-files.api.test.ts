import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { OfficeKind } from '../../../contract/accounts/offices.ts'
import { pathOf } from '../../../contract/kit/call.ts'
import { officeOrderCalls } from '../../../contract/notarization/office-orders.ts'
import {
  factsOfKind,
  type OrderKind,
  orderKindNames,
  type OrderStep,
} from '../../../contract/notarization/order-kinds.ts'
import { orderCalls } from '../../../contract/notarization/orders.ts'
import type { Member, TestApp } from '../../kit/build-test-app.ts'
import { openOffice, type TestOffice } from '../../kit/people/offices.ts'
import { smallPdf } from '../../kit/small-pdf.ts'
import { copyOf } from '../../data-rights/data-kit.ts'
import { localAuthority } from '../../trust/sample.ts'
import { papersIn } from '../paper-kit.ts'
import type { OrdersAt } from '../order-kit.ts'
import { customerOf, type OpenOrders, openOrders } from '../open-orders.ts'

// A report is its applicant's from the step that issues it: until then two people of the office stand for nothing.

let t: TestApp
let close: OpenOrders['close'] | undefined
let papers: ReturnType<typeof papersIn>
const offices = new Map<OfficeKind, TestOffice>()
beforeAll(async () => {
  ;({ t, close } = await openOrders())
  papers = papersIn(t, await localAuthority())
  for (const kind of OfficeKind.options) offices.set(kind, await openOffice(t, { kind, name: `${kind}所` }))
})
afterAll(() => close?.())

const tellingPart = {
  expertise: 'report',
  officialSeal: 'report',
  notarization: 'certificate',
  purchase: 'certificate',
}
const writtenIn = { expertise: 'EXAMINING', officialSeal: 'EXAMINING', notarization: 'DRAFTING', purchase: 'UNBOXED' }

it('is tried with every kind that two people issue something of', () => {
  const issuing = orderKindNames.filter((kind) =>
    Object.values(factsOfKind(kind).steps).some(({ notBy }) => notBy === 'draft'),
  )
  expect(issuing.toSorted()).toEqual(Object.keys(tellingPart).toSorted())
})

describe.each(orderKindNames)('%s', (kind: OrderKind) => {
  const { steps, parts, office: officeKind } = factsOfKind(kind)
  const part = tellingPart[kind]
  const [issue] = Object.entries(steps).find(([, s]) => s.notBy === 'draft' && s.from.includes('DRAFTED'))! as [
    OrderStep,
    unknown,
  ]
  let office: TestOffice
  let owner: Member
  let orders: OrdersAt
  beforeAll(async () => {
    office = offices.get(officeKind)!
    ;({ owner, orders } = await customerOf({ t, office }, 100_000_000))
  })

  /** An order in which the office writes. */
  async function begun() {
    const { id } = await orders.drafts[kind].begin()
    await orders.bringTo(id, writtenIn[kind])
    return id
  }
  async function write(id: string, text: string) {
    const { data } = await orders.add('office', id, part, { bytes: smallPdf(text), name: `${text}.pdf` })
    return data.id
  }
  const sideCalls = (as: Member) => (as === owner ? orderCalls : officeOrderCalls)
  const statusOf = async (id: string, fileId: string, as: Member) => {
    const url = pathOf(sideCalls(as).file, { id, fileId })
    return (await t.inject({ method: 'GET', url, headers: { 'x-auth-token': as.token } })).statusCode
  }
  /** Files of the part, as somebody sees them on the page, in custody, and by asking for each. */
  async function seenBy(as: Member, id: string, all: readonly string[]) {
    const { data: page } = await t.call(sideCalls(as).get, { params: { id } }, as)
    const { data: custody } = await t.call(sideCalls(as).custody, { params: { id } }, as)
    const codes = await Promise.all(all.map((fileId) => statusOf(id, fileId, as)))
    return {
      page: page.files.filter((f) => f.part === part).map((f) => f.id),
      custody: custody.list.filter((m) => m.part === part).map((m) => m.id),
      downloads: all.filter((_, i) => codes[i] === 200),
    }
  }
  const everywhere = (...ids: string[]) => ({ page: ids, custody: ids, downloads: ids })

  it('shows its applicant what was issued, from then on, and never what was sent back', async () => {
    const id = await begun()
    const wrong = await write(id, '写错的')
    expect(await orders.answer(id, 'draft')).toMatchObject({ success: true })
    expect(await seenBy(owner, id, [wrong])).toEqual(everywhere())
    expect(await seenBy(office.second, id, [wrong])).toEqual(everywhere(wrong))
    expect(await orders.answer(id, 'sendBack', { reason: '结论有误' }, office.second)).toMatchObject({ success: true })
    expect(await seenBy(owner, id, [wrong])).toEqual(everywhere())
    const right = await write(id, '改好的')
    await orders.answer(id, 'draft')
    expect(await seenBy(owner, id, [wrong, right])).toEqual(everywhere())
    expect(await orders.answer(id, issue, {}, office.second)).toMatchObject({ success: true })
    expect(await seenBy(owner, id, [wrong, right])).toEqual(everywhere(right))
    expect(await seenBy(office.decider, id, [wrong, right])).toEqual(everywhere(wrong, right))
    await papers.sealAll()
    const { data: record } = await t.call(orderCalls.makeRecord, { params: { id } }, owner)
    const written = await t.services.db.system
      .selectFrom('judicialPaper')
      .select('statement')
      .where('orderId', '=', id)
      .execute()
    expect(record.id).toBeTruthy()
    expect(written.map(({ statement }) => statement.toString()).join()).not.toContain('写错的')
    const copy = await copyOf(t, owner)
    const all = Object.values(copy).join()
    expect({ wrong: all.includes('写错的'), right: copy['data/judicialOrders.json']!.includes('改好的.pdf') }).toEqual({
      wrong: false,
      right: true,
    })
    const acts = await t.services.db.system
      .selectFrom('audit')
      .select('details')
      .where('accountId', '=', owner.accountId)
      .where('action', 'like', 'order.file%')
      .execute()
    expect(JSON.stringify(acts)).not.toContain('写错的')
  })

  const others = Object.entries(steps).filter(
    ([, s]) => s.by === 'office' && s.from.includes(writtenIn[kind]) && !s.newParts?.includes(part),
  )
  it.each(others.map(([name]) => name as OrderStep))('leaves what lies loose where it is: %s', async (step) => {
    const id = await begun()
    const loose = await write(id, '还没写完的')
    const body = { reason: '依法说明原因', kept: 0, spent: 0 }
    expect(await orders.answer(id, step, body)).toMatchObject({ success: true })
    expect(await seenBy(owner, id, [loose])).toEqual(everywhere())
    const remove = { params: { id, fileId: loose } }
    expect(await t.call(officeOrderCalls.removeFile, remove, office.decider)).toMatchObject({ success: true })
  })

  it('hands over each part with a step that can be taken where it is added', () => {
    for (const [name, { by, in: states }] of Object.entries(parts))
      for (const state of states)
        expect({
          name,
          state,
          handed: Object.values(steps).some(
            (s) => s.by === by && s.from.includes(state) && [...(s.newParts ?? []), ...(s.hands ?? [])].includes(name),
          ),
        }).toEqual({ name, state, handed: true })
  })
})
