import { offerPackage } from '../kit/people/second-word.ts'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { closingCalls } from '../../contract/data-rights/closing.ts'
import { adjustmentCalls } from '../../contract/payments/adjustments.ts'
import { packageCalls } from '../../contract/payments/packages.ts'
import { transferCalls } from '../../contract/payments/transfers.ts'
import { newId } from '../../server/kit/ids.ts'
import { openBank, told } from '../payments/transfer-kit.ts'
import { lockClosing } from '../../server/accounts/closing-guard.service.ts'
import { paidOrder } from '../invoices/invoice-kit.ts'
import { ask, me, operator, owner, passTime, person, t, withSomebody } from './closing-kit.ts'

withSomebody()

let slips = 0
/** Somebody asks for a change of the account's balance; gives how another person applies it. */
async function asked(amount = 1_000) {
  const body = {
    accountId: me.accountId,
    purpose: 'credit' as const,
    amount,
    reference: `CLOSING-${++slips}`,
    reason: '银行到账',
  }
  const { data } = await t.call(adjustmentCalls.ask, { body }, operator)
  const decider = await t.member({ role: 'administrator' })
  const params = { id: data.id }
  return {
    apply: () => t.call(adjustmentCalls.apply, { params }, decider),
    refuse: () => t.call(adjustmentCalls.refuse, { params, body: { reason: '账户注销' } }, decider),
  }
}
const prepaid = async () =>
  (
    await t.services.db.system
      .selectFrom('wallet')
      .select('prepaid')
      .where('accountId', '=', me.accountId)
      .executeTakeFirstOrThrow()
  ).prepaid

describe('money and an account that is being closed', () => {
  it('is not put into it, neither before nor after; what was asked for can be refused', async () => {
    const [before, after] = [await asked(), await asked()]
    expect((await ask()).success).toBe(true)
    expect((await before.apply()).errorCode).toBe('account-leaving')
    await passTime()
    expect((await person(me.personId)).status).toBe('CLOSED')
    expect((await after.apply()).errorCode).toBe('account-leaving')
    expect([(await before.refuse()).success, await prepaid()]).toEqual([true, 0])
  })

  it('keeps it open where it came in all the same', async () => {
    expect((await ask()).success).toBe(true)
    const { personId, accountId } = me
    await t.services.db.asSystem((tx) =>
      sql`select adjust_wallet(gen_random_uuid(), ${accountId}, 'credit', 'bank', 'prepaid', 500, ${personId}, '')`.execute(
        tx,
      ),
    )
    await passTime()
    expect((await person(me.personId)).status).toBe('ACTIVE')
  })

  it('that was sent and is not credited yet is settled first, and none is sent any more afterwards', async () => {
    await openBank(t, await t.member({ role: 'administrator' }))
    const send = () => t.call(transferCalls.send, { body: told() }, me)
    const { id } = (await send()).data
    expect(await ask()).toMatchObject({
      errorCode: 'closing-obstructed',
      data: { obstacles: [{ kind: 'transfers', count: 1 }] },
    })
    await t.call(transferCalls.withdraw, { params: { id } }, me)
    expect((await ask()).success).toBe(true)
    expect((await send()).errorCode).toBe('account-closing')
  })

  it('that bought packages ends with what is left of them, which is told before', async () => {
    const units = async () => (await t.call(closingCalls.state, {}, me)).data.units
    expect(await units()).toBe(0)
    const administrator = await t.member({ role: 'administrator' })
    const terms = { product: 'capture.web', units: 10, price: 100, validDays: 30 } as const
    const offer = (await offerPackage(t, terms, administrator)).data
    const { apply } = await asked(terms.price)
    await apply()
    await t.call(packageCalls.buy, { body: { offerId: offer.id, quoted: terms.price, unique_id: newId() } }, me)
    expect(await units()).toBe(10)
    expect((await ask()).success).toBe(true)
  })

  it('leaves nothing of what vendors told of its payers', async () => {
    const order = await paidOrder(t, me, 100)
    await owner.query(
      `insert into pay_notice (id, platform_id, channel, event_id, order_number, body, outcome) select gen_random_uuid(), platform_id, channel, id::text, number, 'openid', 'paid' from pay_order where id = $1`,
      [order],
    )
    const bodies = async () =>
      (
        await owner.query<{ body: string }>(
          `select convert_from(body, 'UTF8') as body from pay_notice where event_id = $1`,
          [order],
        )
      ).rows.map((n) => n.body)
    expect(await bodies()).toEqual(['openid'])
    // Paid back, so that the account can be closed.
    await owner.query('update wallet set prepaid = 0 where account_id = $1', [me.accountId])
    expect((await ask()).success).toBe(true)
    await passTime()
    expect([(await person(me.personId)).status, await bodies()]).toEqual(['CLOSED', ['']])
  })

  it('makes neither wait for the other', async () => {
    const { apply } = await asked()
    let applying: ReturnType<typeof apply> | undefined
    await t.services.db.asSystem(async (tx) => {
      await lockClosing(tx, me.personId)
      await sql`select 1 from person where id = ${me.personId} for update`.execute(tx)
      applying = apply()
      await new Promise((done) => setTimeout(done, 500))
      // As erasing does at last; who held it would wait for us, and we for them.
      await sql`select 1 from adjustment where account_id = ${me.accountId} for update nowait`.execute(tx)
    })
    expect(await applying).toMatchObject({ success: true })
  })
})
