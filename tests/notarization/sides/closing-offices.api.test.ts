import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { OfficeKind } from '../../../contract/accounts/offices.ts'
import {
  factsOfKind,
  type OrderKind,
  orderKindNames,
  type OrderStep,
} from '../../../contract/notarization/order-kinds.ts'
import { orderCalls } from '../../../contract/notarization/orders.ts'
import { newId } from '../../../server/kit/ids.ts'
import { erasures } from '../../../server/app/domains.ts'
import { dueOf } from '../../../server/data-rights/closing.repo.ts'
import { closeByJob } from '../../../server/data-rights/closing.jobs.ts'
import type { Member, TestApp } from '../../kit/build-test-app.ts'
import { openOffice, type TestOffice } from '../../kit/people/offices.ts'
import { waitForLock } from '../../kit/test-database.ts'
import { moneyOf, type OrdersAt, purchase } from '../order-kit.ts'
import { customerOf, type OpenOrders, openOrders } from '../open-orders.ts'

// Whoever closes an account leaves no order behind: nobody begins one with them from the day they ask, and what is open is waited for.

let t: TestApp
let database: pg.Client
let close: OpenOrders['close'] | undefined
beforeAll(async () => {
  ;({ t, database, close } = await openOrders())
})
afterAll(() => close?.())

/** As if they had asked to be closed. */
const asks = ({ personId }: Member, days = 15) =>
  database.query(`update person set closing_at = now() + make_interval(days => $2) where id = $1`, [personId, days])
const takesBack = ({ personId }: Member) =>
  database.query(`update person set closing_at = null where id = $1`, [personId])
const statusOf = async ({ accountId }: Member) =>
  (
    await t.services.db.system
      .selectFrom('account')
      .select('status')
      .where('id', '=', accountId)
      .executeTakeFirstOrThrow()
  ).status
async function passTime(who: Member) {
  await asks(who, -1)
  await closeByJob(t.services, erasures, { jobId: newId(), id: who.personId })
}
/** Nobody closes an account with sub-accounts. */
const dismiss = ({ id }: TestOffice) =>
  database.query(`update membership set status = 'DELETED' where account_id = $1 and role = 'sub'`, [id])

describe.each(OfficeKind.options)('an office that is about to be closed: %s', (officeKind) => {
  const kinds = orderKindNames.filter((kind) => factsOfKind(kind).office === officeKind)
  let office: TestOffice
  let owner: Member
  let orders: OrdersAt
  beforeAll(async () => {
    office = await openOffice(t, { kind: officeKind, name: `将注销的${officeKind}` })
    ;({ owner, orders } = await customerOf({ t, office }, 100_000_000))
  })
  const handIn = (kind: OrderKind) =>
    Object.keys(factsOfKind(kind).steps).find((step) => factsOfKind(kind).steps[step]!.handsIn) as OrderStep

  it('is offered to nobody, and no order is handed in to it', async () => {
    const begun = await Promise.all(kinds.map((kind) => orders.drafts[kind].begin()))
    await asks(office.head)
    const { data } = await t.call(orderCalls.offices, { query: { officeKind } }, owner)
    expect(data.list.map(({ id }) => id)).not.toContain(office.id)
    for (const [i, kind] of kinds.entries())
      expect(await orders.applicant(begun[i]!.id, handIn(kind))).toMatchObject({ errorCode: 'office-closed' })
    if (officeKind === 'notary-office')
      expect(
        await t.call(orderCalls.savePurchase, { body: { officeId: office.id, ...purchase } }, owner),
      ).toMatchObject({
        data: { fields: [{ path: 'officeId', key: 'officeGone' }] },
      })
    expect((await moneyOf(t, owner)).reservedPrepaid).toBe(0)
    await takesBack(office.head)
    for (const [i, kind] of kinds.entries())
      expect(await orders.applicant(begun[i]!.id, handIn(kind))).toMatchObject({ success: true })
  })

  it('is not closed while an order of it is open', async () => {
    const { id } = await orders.drafts[kinds[0]!].begin()
    await orders.bringTo(id, 'SUBMITTED')
    await dismiss(office)
    await passTime(office.head)
    expect(await statusOf(office.head)).toBe('ACTIVE')
    // No job is made of it again and again.
    expect(await dueOf(t.services.db)).not.toContain(office.head.personId)
    await database.query(`set session_replication_role = replica`)
    await database.query(`update judicial_order set state = 'ABANDONED' where office_id = $1`, [office.id])
    await database.query(`set session_replication_role = origin`)
    expect(await dueOf(t.services.db)).toContain(office.head.personId)
    await passTime(office.head)
    expect(await statusOf(office.head)).toBe('CLOSED')
  })
})

it('a settled order is not opened again by an account that is about to be closed, nor at such an office', async () => {
  const office = await openOffice(t, { kind: 'notary-office', name: '另一家公证处' })
  const { owner, orders } = await customerOf({ t, office }, 100_000_000)
  const { id } = await orders.draftPurchase()
  await orders.bringTo(id, 'DELIVERED')
  const review = () => orders.applicant(id, 'requestReview', { reason: '公证书中的网址写错' })
  await asks(owner)
  expect(await review()).toMatchObject({ errorCode: 'account-closing' })
  await takesBack(owner)
  await asks(office.head)
  expect(await review()).toMatchObject({ errorCode: 'office-closed' })
  await asks(office.decider)
  expect(await orders.answer(id, 'openReview', { reason: '发现错误' })).toMatchObject({ errorCode: 'account-closing' })
  await takesBack(office.head)
  expect(await review()).toMatchObject({ success: true })
})

it('whoever takes a step waits for their own closing before they hold the order', async () => {
  const office = await openOffice(t, { kind: 'notary-office', name: '第三家公证处' })
  const { owner, orders } = await customerOf({ t, office }, 100_000_000)
  const { id } = await orders.draftPurchase()
  await orders.bringTo(id, 'DELIVERED')
  const steps = [
    [owner, () => orders.applicant(id, 'requestReview', { reason: '公证书中的网址写错' })],
    [office.decider, () => orders.answer(id, 'openReview', { reason: '发现错误' })],
  ] as const
  const closing = new pg.Client({ connectionString: t.databaseUrl })
  await closing.connect()
  for (const [{ personId }, take] of steps) {
    await closing.query('begin')
    await closing.query(`select pg_advisory_xact_lock(hashtextextended('closing:' || $1, 0))`, [personId])
    const taken = take()
    await waitForLock(t)
    await closing.query('select from judicial_order where id = $1 for update', [id])
    await closing.query('update person set closing_at = now() where id = $1', [personId])
    await closing.query('commit')
    expect(await taken).toMatchObject({ errorCode: 'account-closing' })
  }
  await closing.end()
})
