import { sql } from 'kysely'
import type { OrderKindFacts } from '../../../contract/notarization/order-kind.ts'
import {
  factsOfKind,
  isSettled,
  type OrderPaperName,
  type OrderStep,
  partsNeeded,
} from '../../../contract/notarization/order-kinds.ts'
import { OrderState } from '../../../contract/notarization/order-records.ts'
import type { StepBody } from '../../../contract/notarization/step-body.ts'
import { heldFor, type Terms } from '../../../contract/notarization/terms.ts'
import { formatMoney } from '../../../contract/kit/money.ts'
import type { PaperSignature } from '../../../proof/paper/statement.ts'
import type { Caller } from '../../kit/calls/caller.ts'
import type { Tx } from '../../kit/db/db.ts'
import type { Json } from '../../kit/db/schema.ts'
import { now } from '../../kit/db/now.ts'
import { AppError, badFields } from '../../kit/errors.ts'
import { newId } from '../../kit/ids.ts'
import type { Services } from '../../kit/services.ts'
import { shanghaiDay } from '../../../contract/kit/shanghai-time.ts'
import { say } from '../../kit/words.ts'
import { ownerOf } from '../../kit/notify/news.ts'
import { findOpenableOffice } from '../../accounts/offices/offices.read.ts'
import { collectedFee, giveBackFee, holdFee } from '../../payments/ledger/fees.service.ts'
import { writeStepPaper } from '../papers/write-paper.ts'
import { mayTake, type Viewer } from './allowed-steps.ts'
import { clockNow } from './deadlines.ts'
import { handIn } from './evidence-of-order.ts'
import { handedInDigest, whatIsAsked } from './handed-in.ts'
import { filesOf, keepFiles } from './files.repo.ts'
import { contentOf, kindOf, lockAny, nextCase, type OrderRecord, type StepRecord, stepsOf } from './orders.repo.ts'
import { askedBody, inquiryOf, requireInputs, termsAfter, toldOf } from './step-inputs.ts'
import { type StepActor, tellStep } from './tell-step.ts'

type Step = OrderKindFacts['steps'][string]

/** A step under way, in the transaction that holds the order's row. */
interface Taking {
  services: Services
  tx: Tx
  /** Undefined where a time has passed. */
  caller: Caller | undefined
  order: OrderRecord
  name: OrderStep
  step: Step
  body: StepBody
  signature: PaperSignature | undefined
}

export interface StepAsked {
  side: Viewer['side']
  order: OrderRecord
  name: OrderStep
  body: StepBody
  /** Where the step is signed: made sure of before, for that is nothing to be undone with it. */
  signature?: PaperSignature | undefined
}

/** A step by a person of either side. Whatever the declaration of the order's kind does not allow is refused, and changes nothing. */
export async function takeStep(
  services: Services,
  tx: Tx,
  caller: Caller,
  { side, order, name, body, signature }: StepAsked,
) {
  const step = factsOfKind(kindOf(order)).steps[name]
  if (!step || !mayTake({ side, personId: caller.personId, rights: caller.rights }, step))
    throw new AppError('forbidden')
  return take({ services, tx, caller, order, name, step, body: askedBody(step, body), signature })
}

/** A step that follows from a time that has passed. */
export const lapseStep = (services: Services, tx: Tx, order: OrderRecord, name: OrderStep) =>
  take({
    services,
    tx,
    caller: undefined,
    order,
    name,
    step: factsOfKind(kindOf(order)).steps[name]!,
    body: {},
    signature: undefined,
  })

async function take(asked: Taking) {
  const { tx, step } = asked
  if (!step.from.includes(asked.order.state)) throw new AppError('wrong-state')
  const before = await stepsOf(tx, asked.order.id)
  requirePeople(asked, before)
  // It could not be signed when it was asked for, and can be now.
  if (step.inputs?.includes('signature') && !asked.signature) throw new AppError('wrong-state')
  requireInputs(asked.order, step, asked.body, before)
  await requireAsShown(asked, before)
  await requireFiles(asked)
  await requireOffice(asked)
  if (step.handsIn) await handIn(asked.services, tx, asked.caller!, asked.order)
  const t = await withListedFee(asked)
  const { order } = t
  const terms = termsAfter(step, order, t.body)
  const money = await moveMoney(t, terms)
  await tx
    .updateTable('judicialOrder')
    .set({
      state: step.to,
      ...(step.inputs?.includes('fee') && { fee: t.body.fee! }),
      ...(step.inputs?.includes('terms') && { fee: heldFor(t.body.terms!) }),
      ...(terms && { terms: JSON.stringify(terms) as unknown as Json }),
      ...(step.numbers && (await caseOf(t))),
      ...(step.handsIn && !order.submittedAt && { submittedAt: now }),
      ...money,
    })
    .where('id', '=', order.id)
    .execute()
  if (step.by !== 'system') await keepFiles(tx, order.id, step.by, now)
  await insertStep(t, before)
  const steps = await stepsOf(tx, order.id)
  await bindToTime(t, steps)
  await tellOnPaper(t, steps.at(-1)!)
  await tellStep(t.services, tx, actorOf(t), order, {
    name: t.name,
    state: step.to,
    ...(t.body.reason && { reason: t.body.reason }),
  })
  return { id: order.id, orderState: OrderState.parse(step.to) }
}

/** The paper of a step says what the order is after it. */
async function tellOnPaper({ services, tx, order, name, step, signature }: Taking, taken: StepRecord) {
  if (!step.paper) return
  const now = await lockAny(tx, order.id)
  await writeStepPaper(services, tx, { order: now!, name, paper: step.paper as OrderPaperName, taken, signature })
}

const actorOf = ({ caller, order }: Taking): StepActor =>
  caller ?? { system: true, platform: { id: order.platformId }, accountId: order.accountId }

/** A period is extended once, what comes first was done, and two people stand for a paper. */
function requirePeople({ caller, name, step }: Taking, before: readonly StepRecord[]) {
  const last = (wanted: string) => before.findLast((taken) => taken.step === wanted)
  if (step.extends && last(name)) throw new AppError('wrong-state')
  if (step.after && !last(step.after)) throw new AppError('wrong-state')
  if (step.notBy && last(step.notBy)?.personId === caller?.personId) throw new AppError('other-person-needed')
}

/** Where nothing had to follow any more, the office may have gone since: nobody would answer. */
async function requireOffice({ tx, order, step }: Taking) {
  if (step.by !== 'applicant' || !isSettled(kindOf(order), order.state)) return
  const office = await findOpenableOffice(tx, order.platformId, order.officeId)
  if (office?.status !== 'ACTIVE') throw new AppError('office-closed')
}

/** What is signed is what was shown, and not what somebody made of it since. */
async function requireAsShown({ tx, order, step, body }: Taking, before: readonly StepRecord[]) {
  if (!step.inputs?.includes('signature')) return
  const shown = handedInDigest(order, await whatIsAsked(tx, order), before.at(-1))
  if (body.signature?.of !== shown) throw new AppError('conflict')
}

async function requireFiles({ tx, caller, order, name, step }: Taking) {
  if (!step.parts && !step.newParts && !step.handsIn) return
  const files = await filesOf(tx, order.id)
  const { content } = await contentOf(tx, order.id)
  const lacking: string[] = partsNeeded(kindOf(order), name, content).filter(
    (part) => !files.some((f) => f.part === part),
  )
  const { newParts = [] } = step
  if (newParts.length && !files.some((f) => newParts.includes(f.part) && !f.keptAt)) lacking.push(newParts[0]!)
  const named = (part: string) => say(caller?.lang ?? 'zh-CN', 'notarization', `choice.part.${part}`)
  if (lacking.length)
    throw badFields(...lacking.map((part) => ({ path: part, key: 'orderFile', params: { part: named(part) } })))
}

/** The order at the fee that its office lists now. */
async function withListedFee(t: Taking): Promise<Taking> {
  const { tx, order, step } = t
  if (!step.charges) return t
  const fee = (await findOpenableOffice(tx, order.platformId, order.officeId))?.[step.charges]
  if (fee === null || fee === undefined) throw new AppError('office-closed')
  await tx.updateTable('judicialOrder').set({ fee }).where('id', '=', order.id).execute()
  return { ...t, order: { ...order, fee } }
}

/** What a step does to the order's money, in the columns from which the database moves it. */
async function moveMoney(
  { tx, caller, order, step, body }: Taking,
  terms: Terms | null,
): Promise<{ collected?: number }> {
  switch (step.money) {
    case 'hold':
      if (body.quoted !== undefined && body.quoted !== order.fee)
        throw new AppError('price-changed', { wanted: formatMoney(order.fee!), shown: formatMoney(body.quoted) })
      await holdFee(tx, caller!, order.id, order.fee!)
      return {}
    case 'collect':
      return { collected: order.fee! }
    case 'outcome':
      return { collected: (terms!.spent ?? 0) + terms![step.outcome!] }
    case 'split':
      requireKept(body, (await isPaid(tx, order.id)) ? order.fee! : 0)
      return { collected: body.kept! }
    case 'giveBack': {
      const charge = await collectedFee(tx, order.id)
      const collected = charge?.left ?? 0
      requireKept(body, collected)
      if (charge && body.kept! < collected) {
        if (!(await ownerOf(tx, order.accountId))) throw badFields({ path: 'kept', key: 'nobodyToGiveBack' })
        await giveBackFee(tx, caller!, charge, { amount: collected - body.kept!, reason: body.reason! })
      }
      return { collected: body.kept! }
    }
    case 'refund':
      return (await isPaid(tx, order.id)) ? { collected: 0 } : {}
    default:
      return {}
  }
}

function requireKept({ kept }: StepBody, paid: number) {
  if (kept! > paid) throw badFields({ path: 'kept', key: 'keptTooMuch', params: { paid: formatMoney(paid) } })
}

const isPaid = async (tx: Tx, orderId: string) =>
  (await tx
    .selectFrom('charge')
    .select('id')
    .where('subjectId', '=', orderId)
    .where('subjectKind', '=', 'judicial-order')
    .where('state', '=', 'reserved')
    .executeTakeFirst()) !== undefined

/** `（2026）沪风鉴字第 12 号` */
async function caseOf({ tx, order }: Taking) {
  const { rows } = await sql<{ year: number; word: string }>`
    select extract(year from app_now() at time zone 'Asia/Shanghai')::int as year, case_word as word from office where account_id = ${order.officeId}`.execute(
    tx,
  )
  const { year, word } = rows[0]!
  const count = await nextCase(tx, order, year)
  return { caseYear: year, caseCount: count, caseNumber: `（${year}）${word}字第 ${count} 号` }
}

async function insertStep({ tx, caller, order, name, step, body }: Taking, before: readonly StepRecord[]) {
  const inquiry = inquiryOf(step, body, before)
  await tx
    .insertInto('judicialStep')
    .values({
      id: newId(),
      orderId: order.id,
      platformId: order.platformId,
      accountId: order.accountId,
      step: name,
      state: step.to,
      side: step.by,
      reason: body.reason ?? '',
      code: body.code ?? null,
      told: toldOf(step, body),
      extra: step.extends ?? 0,
      inquiry: inquiry && (JSON.stringify(inquiry) as unknown as Json),
      personId: caller?.personId ?? null,
      personName: caller?.personName ?? '',
    })
    .execute()
}

/** The last day of the period that runs now, and when the system goes on by itself. */
async function bindToTime({ tx, order, step }: Taking, steps: readonly StepRecord[]) {
  const today = shanghaiDay(steps.at(-1)!.createdAt)
  const clock = await clockNow(tx, order, steps, today)
  const { lapses } = factsOfKind(kindOf(order)).states[step.to]!
  await tx
    .updateTable('judicialOrder')
    .set({
      dueOn: clock?.dueOn ? sql<Date>`${clock.dueOn}::date` : null,
      lapsesAt: lapses ? sql<Date>`app_now() + make_interval(days => ${lapses.days})` : null,
      toldSoon: null,
      toldLate: null,
    })
    .where('id', '=', order.id)
    .execute()
}
