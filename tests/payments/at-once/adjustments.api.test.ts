import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { adjustmentCalls, AdjustmentPurpose, type AdjustmentState } from '../../../contract/payments/adjustments.ts'
import { staffTransferCalls, transferCalls, type TransferState } from '../../../contract/payments/transfers.ts'
import type { Caller } from '../../../server/kit/calls/caller.ts'
import { newId, newPreservationNumber } from '../../../server/kit/ids.ts'
import { askRefund } from '../../../server/payments/adjustments/refunds.service.ts'
import { buildTestApp, type Member, type TestApp } from '../../kit/build-test-app.ts'
import { liftLimits } from '../../kit/people/lift-limits.ts'
import { randomness, sized } from '../../kit/randomness.ts'
import { openAccounts } from '../../kit/sweep/account-stands.ts'
import { type ActIn, expectInTurn, pairsIn, someOf, withoutAct } from '../../kit/sweep/meet.ts'
import { purse, refusalOf } from '../kit.ts'
import { openBank, told } from '../transfer-kit.ts'

// Any two things that an owner and staff do to a bank transfer, or to a change of a balance, at once and from any of its states, end as if one had been
// done after the other.

let t: TestApp
let database: pg.Client
let stands: Awaited<ReturnType<typeof openAccounts>>
let [asker, decider, third]: Member[] = []
beforeAll(async () => {
  t = await buildTestApp()
  database = new pg.Client({ connectionString: t.databaseUrl })
  await database.connect()
  await liftLimits(database)
  stands = await openAccounts(database)
  asker = await t.member({ name: '出纳', role: 'operator' })
  decider = await t.member({ name: '会计', role: 'operator' })
  third = await t.member({ name: '主管', role: 'administrator' })
  await openBank(t, third)
})
afterAll(async () => {
  await database?.end()
  await t?.close()
})

/** What begins is somebody's, and staff proved a moment ago who they are. */
async function newOwner() {
  await database.query('update session set proved_at = app_now()')
  return t.member({ name: '客户' })
}

interface Of {
  who: Member
}
const people = () => Object.fromEntries([asker!, decider!, third!].map(({ personId, name }) => [personId, name]))
const look = ({ who }: Of) => stands(who.accountId, people())

interface Reply {
  errorCode?: string | undefined
  data: unknown
}
/** A refusal by its name and fields. */
const saidBy = ({ errorCode, data }: Reply) => {
  const fields = (data as { fields?: { path: string; key: string }[] } | null)?.fields ?? []
  return errorCode ? [errorCode, ...fields.map(({ path, key }) => `${path} ${key}`)].join(', ') : 'done'
}
const act = <Subject, State extends string>(
  name: string,
  states: readonly State[],
  take: (of: Subject) => Promise<Reply>,
): ActIn<Subject, State> => ({ name, in: states, ready: async (of) => async () => saidBy(await take(of)) })

const reason = '依法说明'
const decision = {
  apply: (id: string, as = decider) => t.call(adjustmentCalls.apply, { params: { id } }, as),
  refuse: (id: string, as = decider) => t.call(adjustmentCalls.refuse, { params: { id }, body: { reason } }, as),
  withdraw: (id: string, as = asker) => t.call(adjustmentCalls.withdraw, { params: { id } }, as),
}
const spend = async ({ who }: Of, amount: number): Promise<Reply> => ({
  errorCode: await refusalOf(purse(t, who).reserve(amount)),
  data: null,
})
let slips = 0
const newSlip = () => `ICBC${String(++slips).padStart(8, '0')}`

describe('two things that are done to a bank transfer at once', () => {
  interface Sent extends Of {
    id: string
    body: ReturnType<typeof told>
    slip: string
    /** What one of staff entered as arrived. */
    entered: string
  }
  const send = (who: Member, body: Sent['body']) => t.call(transferCalls.send, { body }, who)
  const arrive = ({ id }: Sent, reference: string, as = asker) =>
    t.call(staffTransferCalls.arrive, { params: { id }, body: { amount: 123_400, reference } }, as)
  const by = ({ id }: Sent) => ({ params: { id } })
  const refuse = (of: Sent) => t.call(staffTransferCalls.refuse, { ...by(of), body: { reason } }, decider)

  const acts: ActIn<Sent, TransferState>[] = [
    act('send', ['credited', 'refused', 'withdrawn'], ({ who, body }) => send(who, body)),
    act('send, another', ['waiting'], ({ who }) => send(who, told())),
    act('withdraw', ['waiting'], (of) => t.call(transferCalls.withdraw, by(of), of.who)),
    act('staff arrive', ['waiting'], (of) => arrive(of, of.slip)),
    act('staff arrive, by another', ['waiting'], (of) => arrive(of, of.slip, third)),
    act('staff arrive, another slip', ['waiting'], (of) => arrive(of, newSlip(), third)),
    act('staff refuse', ['waiting'], refuse),
    act('decision apply', ['checking'], ({ entered }) => decision.apply(entered)),
    act('decision apply, by another', ['checking'], ({ entered }) => decision.apply(entered, third)),
    act('decision refuse', ['checking'], ({ entered }) => decision.refuse(entered, third)),
    act('decision withdraw', ['checking'], ({ entered }) => decision.withdraw(entered)),
    act('all of it is spent', ['credited'], (of) => spend(of, 123_400)),
  ]

  const check = async (of: Sent) => {
    of.entered = (await arrive(of, of.slip)).data.id
  }
  const leadsTo: Record<TransferState, (of: Sent) => Promise<unknown>> = {
    waiting: async () => {},
    checking: check,
    async credited(of) {
      await check(of)
      await decision.apply(of.entered)
    },
    refused: refuse,
    withdrawn: (of) => t.call(transferCalls.withdraw, by(of), of.who),
  }
  async function begin(state: TransferState): Promise<Sent> {
    const who = await newOwner()
    const body = told()
    const { id } = (await send(who, body)).data
    const sent = { who, id, body, slip: newSlip(), entered: newId() }
    await leadsTo[state](sent)
    return sent
  }

  it('are all that its calls can do', () => {
    expect([...withoutAct(transferCalls, acts), ...withoutAct(staffTransferCalls, acts, 'staff ')]).toEqual([])
  })

  it('end as one after the other', { timeout: sized(120_000, 7_200_000) }, async () => {
    const all = (Object.keys(leadsTo) as TransferState[]).flatMap((state) =>
      pairsIn(acts, state).map((pair) => ({ state, pair })),
    )
    for (const { state, pair } of someOf(all, sized(5, 400), randomness('meetings of transfers')))
      await expectInTurn({ from: `${state}: `, begin: () => begin(state), look }, pair)
  })
})

describe('two things that are done to a change of a balance at once', () => {
  interface Asked extends Of {
    id: string
    ask: () => ReturnType<typeof askFor>
    /** Of which a refund gives back. */
    charge: string
  }
  const amounts = { credit: 5_000, gift: 5_000, correction: -8_000 } satisfies Record<AdjustmentPurpose, number>
  const askFor = (who: Member, purpose: AdjustmentPurpose, reference: string) => {
    const body = { accountId: who.accountId, purpose, amount: amounts[purpose], reference, reason }
    return t.call(adjustmentCalls.ask, { body }, asker)
  }

  const acts: ActIn<Asked, AdjustmentState>[] = [
    act('ask', ['waiting', 'applied', 'refused', 'withdrawn'], ({ ask }) => ask()),
    act('apply', ['waiting'], ({ id }) => decision.apply(id)),
    act('apply, by another', ['waiting'], ({ id }) => decision.apply(id, third)),
    act('apply, by whoever asked', ['waiting'], ({ id }) => decision.apply(id, asker)),
    act('refuse', ['waiting'], ({ id }) => decision.refuse(id)),
    act('refuse, by another', ['waiting'], ({ id }) => decision.refuse(id, third)),
    act('withdraw', ['waiting'], ({ id }) => decision.withdraw(id)),
    act('all of it is spent', ['waiting', 'applied'], (of) => spend(of, 7_000)),
    act('some of it is given back', ['waiting', 'applied'], async ({ who, charge }) => ({
      errorCode: await refusalOf(purse(t, who).refund(charge, 2_000)),
      data: null,
    })),
  ]

  const leadsTo: Record<AdjustmentState, (id: string) => Promise<unknown>> = {
    waiting: async () => {},
    applied: decision.apply,
    refused: decision.refuse,
    withdrawn: decision.withdraw,
  }
  const platform = () => ({ id: t.platformId, notaryId: 'local', name: { zh: '' } })

  /** All that something cost is to be given back. */
  async function refundOf(who: Member, subjectId: string) {
    const request = { ip: '127.0.0.1', userAgent: 'test', requestId: 'test', role: 'operator' }
    const caller = { ...asker!, ...request, personName: asker!.name, platform: platform() } as unknown as Caller
    const wanted = { askedFor: newId(), accountId: who.accountId, subjectId, number: newPreservationNumber(), reason }
    await t.services.db.asSystem((tx) => askRefund(tx, caller, wanted))
    const asked = t.services.db.system.selectFrom('adjustment').select('id').where('askedFor', '=', wanted.askedFor)
    return (await asked.executeTakeFirstOrThrow()).id
  }

  async function begin(purpose: AdjustmentPurpose | 'refund', state: AdjustmentState): Promise<Asked> {
    const who = await newOwner()
    const [mine, subject, slip] = [purse(t, who), newId(), newSlip()]
    await mine.adjust('credit', 13_000)
    const charge = await mine.reserve(3_000, { subject })
    await mine.post(charge)
    const ask = () => askFor(who, purpose === 'refund' ? 'credit' : purpose, slip)
    const id = purpose === 'refund' ? await refundOf(who, subject) : (await ask()).data.id
    await leadsTo[state](id)
    return { who, id, ask, charge }
  }

  it('are all that its calls can do', () => {
    expect(withoutAct(adjustmentCalls, acts)).toEqual([])
  })

  it('end as one after the other', { timeout: sized(120_000, 7_200_000) }, async () => {
    const all = ([...AdjustmentPurpose.options, 'refund'] as const).flatMap((purpose) =>
      (Object.keys(leadsTo) as AdjustmentState[]).flatMap((state) =>
        pairsIn(acts, state).map((pair) => ({ purpose, state, pair })),
      ),
    )
    const some = someOf(all, sized(5, 400), randomness('meetings of balance changes'))
    for (const { purpose, state, pair } of some)
      await expectInTurn({ from: `${purpose}, ${state}: `, begin: () => begin(purpose, state), look }, pair)
  })
})
