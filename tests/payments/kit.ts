import { sql } from 'kysely'
import type { Caller } from '../../server/kit/calls/caller.ts'
import type { AccountTx, Queryable } from '../../server/kit/db/db.ts'
import { newId, newPreservationNumber } from '../../server/kit/ids.ts'
import * as ledger from '../../server/payments/ledger/ledger.service.ts'
import type { Member, TestApp } from '../kit/build-test-app.ts'

export interface Books {
  prepaid: number
  promotional: number
  reservedPrepaid: number
  reservedPromotional: number
}

const known = new WeakMap<TestApp, Promise<string>>()

/** A price of the platform, whichever: the ledger takes the amount that it is told. */
function anyPrice(t: TestApp): Promise<string> {
  const price =
    known.get(t) ??
    t.services.db.system
      .selectFrom('price')
      .select('id')
      .where('platformId', '=', t.platformId)
      .executeTakeFirstOrThrow()
      .then((p) => p.id)
  known.set(t, price)
  return price
}

/** The ledger as one account uses it. */
export function purse(t: TestApp, who: Member) {
  const { db } = t.services
  const { accountId, personId } = who
  const rights: Caller['rights'] = new Set(['money.read'])
  const caller = { accountId, personId, personName: who.name, rights } as Caller
  const ask = async (tx: AccountTx, amount: number, subject = newId()) =>
    ledger.reserve(tx, caller, {
      priceId: await anyPrice(t),
      quantity: 1,
      amount,
      subject: { kind: 'evidence', id: subject, number: newPreservationNumber() },
    })
  return {
    accountId,
    adjust: (purpose: ledger.AdjustmentPurpose, amount: number, id = newId()) =>
      db.asSystem((tx) => ledger.adjust(tx, { id, accountId, purpose, amount, personId, reason: 'test' })),
    /** `before`: what happens in the transaction before it commits; `first` before anything else. `subject`: the id of what it is for. */
    reserve: (
      amount: number,
      {
        before = async () => {},
        first = async () => {},
        subject,
      }: Partial<Record<'before' | 'first', (tx: AccountTx) => Promise<unknown>>> & { subject?: string } = {},
    ) =>
      db.forAccount(caller, async (tx) => {
        await first(tx)
        const id = await ask(tx, amount, subject)
        await before(tx)
        return id
      }),
    post: (id: string, amount?: number) => db.asSystem((tx) => ledger.post(tx, id, amount)),
    release: (id: string) => db.forAccount(caller, (tx) => ledger.release(tx, id)),
    refund: (chargeId: string, amount: number, id = newId()) =>
      db.asSystem((tx) => ledger.refund(tx, { id, chargeId, amount, personId, reason: 'test' })),
    books: (): Promise<Books> =>
      db.system
        .selectFrom('wallet')
        .select(['prepaid', 'promotional', 'reservedPrepaid', 'reservedPromotional'])
        .where('accountId', '=', accountId)
        .executeTakeFirstOrThrow(),
    /** What the platform's own book has of this account's money. */
    async book(name: string): Promise<number> {
      const { rows } = await sql<{
        n: number
      }>`select coalesce(sum(amount * ((credit = ${name})::int - (debit = ${name})::int)), 0)::bigint as n from ledger_transfer where account_id = ${accountId}`.execute(
        db.system,
      )
      return rows[0]!.n
    },
  }
}

export type Purse = ReturnType<typeof purse>

/** How a refusal of the service is called; undefined where there was none. */
export const refusalOf = (work: Promise<unknown>): Promise<string | undefined> =>
  work.then(
    () => undefined,
    (error: { code?: string }) => error.code,
  )

export type EndedEvidence = [
  id: string,
  status: 'collected' | 'failed' | 'cancelled',
  completeness?: 'full' | 'partial',
]

/** Evidence as a worker leaves its row. */
export const endEvidence = ({ services: { db } }: TestApp, ...how: EndedEvidence) => endEvidenceIn(db.system, ...how)

export const endEvidenceIn = (db: Queryable, ...[id, status, completeness]: EndedEvidence) =>
  sql`update evidence set status = ${status}, completeness = ${completeness ?? null}, fail_reason = ${status === 'failed' ? 'timed-out' : null}, statement = ${status === 'collected' ? '{}' : null}::bytea,
      statement_sha256 = ${status === 'collected' ? sql`sha256(${id}::text::bytea)` : null}, token = ${status === 'collected' ? 'x' : null}::bytea, token_serial = ${status === 'collected' ? 'AB' : null},
      sealed_at = ${status === 'collected' ? sql`app_now()` : null}, finished_at = app_now() where id = ${id}`.execute(
    db,
  )
