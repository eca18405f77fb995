import { sql } from 'kysely'
import type { Tx } from '../../kit/db/db.ts'
import { now } from '../../kit/db/now.ts'
import type { Json } from '../../kit/db/schema.ts'
import { newId } from '../../kit/ids.ts'
import type { Change } from '../rules/decide-step.ts'
import { nameEvidence, type ReturnedDraft, takeDraft } from '../drafts/drafts.repo.ts'
import { moveFiles } from './files.repo.ts'
import { orderColumns, type OrderRecord } from './orders.repo.ts'
import { stepColumns, type StepRecord } from './steps.repo.ts'

/** Writes what a step makes of an order whose row is held; the order and the step as they stand then. */
export async function writeChange(
  tx: Tx,
  order: OrderRecord,
  change: Change,
): Promise<{ order: OrderRecord; step: StepRecord }> {
  const draft = change.draft && (await takeDraft(tx, order.id))
  const handedIn = change.draft === 'handedIn' ? draft : undefined
  if (handedIn) await nameEvidence(tx, ofOrder(order), handedIn.evidence)
  await holdToStatements(tx, order, change)
  const changed = await updateOrder(tx, order, change, handedIn)
  if (change.files) await moveFiles(tx, order.id, change.files)
  return { order: changed, step: await insertStep(tx, order, change) }
}

const ofOrder = ({ id, platformId, accountId }: OrderRecord) => ({ orderId: id, platformId, accountId })

const asJson = (value: unknown) => JSON.stringify(value) as unknown as Json

async function updateOrder(
  tx: Tx,
  order: OrderRecord,
  { row, lapsesAfter, isSubmitted, caseOf }: Change,
  handedIn: ReturnedDraft | undefined,
) {
  const { owner, terms, dueOn, ...columns } = row
  return tx
    .updateTable('judicialOrder')
    .set({
      ...columns,
      ...owner,
      ...(handedIn && { title: handedIn.title, content: asJson(handedIn.content) }),
      ...(terms && { terms: asJson(terms) }),
      ...(caseOf && (await nextCase(tx, order, caseOf))),
      ...(isSubmitted && { submittedAt: now }),
      dueOn: dueOn === null ? null : sql<Date>`${dueOn}::date`,
      lapsesAt: lapsesAfter === undefined ? null : sql<Date>`app_now() + make_interval(days => ${lapsesAfter})`,
      calendarSeen: null,
      toldSoon: null,
      toldLate: null,
    })
    .where('id', '=', order.id)
    .returning(orderColumns)
    .executeTakeFirstOrThrow()
}

/** The next number of an office's year, as `（2026）沪风鉴字第 12 号`; whoever takes one holds it until the transaction ends, so that none is left out. */
async function nextCase(tx: Tx, { officeId, kind }: OrderRecord, { year, word }: NonNullable<Change['caseOf']>) {
  const { last } = await tx
    .insertInto('judicialCaseCount')
    .values({ officeId, kind, year, last: 1 })
    .onConflict((c) => c.columns(['officeId', 'kind', 'year']).doUpdateSet({ last: sql`judicial_case_count.last + 1` }))
    .returning('last')
    .executeTakeFirstOrThrow()
  return { caseYear: year, caseCount: last, caseNumber: `（${year}）${word}字第 ${last} 号` }
}

async function holdToStatements(tx: Tx, { id: orderId }: OrderRecord, { evidence }: Change) {
  if (!evidence.length) return
  const [ids, names] = [evidence.map(({ id }) => id), evidence.map(({ name }) => name)]
  const digests = evidence.map(({ statementSha256 }) => statementSha256)
  await sql`
    update judicial_order_evidence e set name = held.name, statement_sha256 = held.digest
    from unnest(${ids}::uuid[], ${names}::text[], ${digests}::bytea[]) as held (id, name, digest)
    where e.order_id = ${orderId} and e.evidence_id = held.id`.execute(tx)
}

const insertStep = (tx: Tx, order: OrderRecord, { step: { inquiry, ...step } }: Change) =>
  tx
    .insertInto('judicialStep')
    .values({ id: newId(), ...ofOrder(order), ...step, inquiry: inquiry && asJson(inquiry) })
    .returning(stepColumns)
    .executeTakeFirstOrThrow()
