import { sql } from 'kysely'
import { newId, newPreservationNumber } from '../../../server/kit/ids.ts'
import * as ledger from '../../../server/payments/ledger/ledger.service.ts'
import type { Member, TestApp } from '../../kit/build-test-app.ts'

/** The month so many before this one, in Asia/Shanghai. */
export function monthBack(back: number): string {
  const here = new Date(Date.now() + 8 * 3_600_000)
  return new Date(Date.UTC(here.getUTCFullYear(), here.getUTCMonth() - back, 1)).toISOString().slice(0, 7)
}
/** An instant of Asia/Shanghai. */
export const at = (text: string) => new Date(`${text}+08:00`).toISOString()

export const clock = (instant: string) => sql`select set_config('app.clock', ${instant}, true)`

/** Moves an account's money at an instant of one's choosing. */
export async function bookkeeper({ services: { db } }: TestApp) {
  const { id: priceId } = await db.system.selectFrom('price').select('id').limit(1).executeTakeFirstOrThrow()
  return {
    credit: (
      who: Member,
      instant: string,
      amount: number,
      purpose: ledger.AdjustmentPurpose = 'credit',
      reason = 'test',
    ) =>
      db.asSystem(async (tx) => {
        await clock(instant).execute(tx)
        await ledger.adjust(tx, { ...who, id: newId(), purpose, amount, reason })
      }),
    /** Something that cost so much, and what became of it. */
    spend: (
      who: Member,
      instant: string,
      amount: number,
      end: 'post' | 'release' | 'hold' = 'post',
      by: Member = who,
    ) =>
      db.asSystem(async (tx) => {
        await clock(instant).execute(tx)
        const payer = { accountId: who.accountId, personId: by.personId, personName: by.name, rights: new Set<never>() }
        const subject = { kind: 'evidence' as const, id: newId(), number: newPreservationNumber() }
        const id = await ledger.reserve(tx, payer, { priceId, quantity: 1, amount, subject })
        if (end === 'post') await ledger.post(tx, id)
        if (end === 'release') await ledger.release(tx, id)
        return id
      }),
  }
}
export type Bookkeeper = Awaited<ReturnType<typeof bookkeeper>>
