import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { adjustmentCalls } from '../../contract/payments/adjustments.ts'
import { lockClosing } from '../../server/accounts/closing-guard.service.ts'
import { ask, me, operator, passTime, person, t, withSomebody } from './closing-kit.ts'

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
