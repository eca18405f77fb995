import { describe, expect, it } from 'vitest'
import type { StepFacts } from '../../../contract/notarization/order-kind.ts'
import { factsOfKind, orderKindNames } from '../../../contract/notarization/order-kinds.ts'
import { AppError } from '../../../server/kit/errors.ts'
import { decideStep } from '../../../server/notarization/rules/decide-step.ts'
import { judgeRequest, judgeSituation } from '../../../server/notarization/rules/judge-step.ts'
import type { Situation } from '../../../server/notarization/rules/situation.types.ts'
import { digestSubmission } from '../../../server/notarization/rules/submission.ts'
import { askerOf, orderIn, situationIn, takenStep } from './situations.ts'
import { allTries, expectedCode, type Who } from './step-expectations.ts'

// Every step of every kind of order is tried in every state by everybody, in memory; over HTTP order-machine.api.test.ts tries some of it.

const judge = (situation: Situation) => judgeRequest(situation) ?? judgeSituation(situation)
/** A code, with the fields that a refusal names. */
const refusalOf = (situation: Situation) => {
  const refusal = judge(situation)
  return refusal && [refusal.code, ...refusal.fields.map(({ path }) => path)].join(' ')
}

/** Steps with a state from which each is taken, by a person who may. */
const allowed = orderKindNames.flatMap((kind) =>
  Object.entries(factsOfKind(kind).steps).map(([step, facts]) => ({ kind, step, facts, state: facts.from[0]! })),
)
const takerOf = ({ by }: StepFacts): Who => (by === 'applicant' ? 'its owner' : 'another who decides')
/** Nothing is wrong of it but what the test makes of it. */
const fit = ({ kind, step, facts, state }: (typeof allowed)[number]) =>
  situationIn(kind, state, step, facts.by === 'system' ? undefined : askerOf(takerOf(facts)))
const those = (has: (step: StepFacts) => unknown) => allowed.filter(({ facts }) => has(facts))

describe.each(orderKindNames)('%s', (name) => {
  const kind = factsOfKind(name)

  it.each(Object.keys(kind.states))(
    'in %s takes the steps that are declared, by whoever may, and no other',
    (state) => {
      for (const { who, step } of allTries(kind)) {
        const code = expectedCode(kind, state, step, who)
        const situation = situationIn(name, state, step, askerOf(who))
        const told = { who, step, code: judge(situation)?.code, to: code ? undefined : decideStep(situation).row.state }
        expect(told).toEqual({ who, step, code, to: code ? undefined : kind.steps[step]!.to })
      }
    },
  )

  it.each(Object.keys(kind.states))('in %s goes on by itself as is declared, and in no other way', (state) => {
    for (const [step, { from, by }] of Object.entries(kind.steps)) {
      const code = by !== 'system' ? 'forbidden' : from.includes(state) ? undefined : 'wrong-state'
      expect({ step, code: judge(situationIn(name, state, step, undefined))?.code }).toEqual({ step, code })
    }
  })
})

it.each(allowed)('$kind: $step makes of its order what is declared', (one) => {
  const { kind, facts, step } = one
  const { row, tells, paper, caseOf, step: own, lapsesAfter, files, draft, isSubmitted } = decideStep(fit(one))
  const { lapses, clock, isPaused } = factsOfKind(kind).states[facts.to]!
  expect({ state: row.state, own: own.state, step: own.step, side: own.side, extra: own.extra }).toEqual({
    state: facts.to,
    own: facts.to,
    step,
    side: facts.by,
    extra: facts.extends ?? 0,
  })
  expect({ runs: row.dueOn !== null, lapsesAfter, paper }).toEqual({
    runs: clock !== undefined && !isPaused,
    lapsesAfter: lapses?.days,
    paper: facts.paper,
  })
  // What two of the office say to each other is told to nobody else.
  expect(tells).toEqual(['applicant', 'office'].filter((side) => side !== facts.by && !facts.isInner))
  expect(caseOf).toEqual(facts.numbers && { year: 2026, word: '沪风鉴' })
  const isFirst = one.state === factsOfKind(kind).first
  expect(draft).toBe(one.state !== 'RETURNED' && !isFirst ? undefined : facts.hands ? 'handedIn' : 'dropped')
  const handedOver = ({ newParts = [], hands = [] }: StepFacts) => [...newParts, ...hands]
  expect(files).toEqual(
    facts.by === 'system'
      ? undefined
      : {
          side: facts.by,
          keeps: handedOver(facts),
          isShown: step !== 'draft',
          issues: facts.notBy ? handedOver(factsOfKind(kind).steps[facts.notBy]!) : [],
        },
  )
  expect(isSubmitted).toBe(facts.handsIn === true)
})

const collected: Record<NonNullable<StepFacts['money']>, number | undefined> = {
  hold: undefined,
  collect: 220_000,
  outcome: 0,
  split: 0,
  refund: 0,
  giveBack: 0,
}

it.each(those(({ money }) => money))('$kind: $step moves its money as is declared', (one) => {
  const { facts } = one
  const situation = fit(one)
  const { row, money } = decideStep(situation)
  const outcome = facts.outcome && { genuine: 10_000 + 30_000, infringing: 150_000 }[facts.outcome]
  expect(row.collected).toBe(outcome ?? collected[facts.money!])
  expect(money?.move).toBe(facts.money === 'hold' || facts.money === 'giveBack' ? facts.money : undefined)
  if (facts.money === 'giveBack') expect(money).toMatchObject({ amount: 220_000, reason: situation.body.reason })
  if (facts.money === 'hold') expect(money).toMatchObject({ amount: facts.charges ? 80_000 : 220_000 })
  const unpaid = decideStep({ ...situation, charge: undefined })
  if (facts.money === 'refund') expect(unpaid.row.collected).toBeUndefined()
  if (facts.money === 'giveBack') expect(unpaid.money).toBeUndefined()
})

describe('is refused', () => {
  it.each(those(({ parts, newParts }) => parts ?? newParts))('$kind: $step without its files', (one) => {
    const situation = fit(one)
    const { parts = [], newParts } = one.facts
    expect(refusalOf({ ...situation, submission: { ...situation.submission!, files: [] } })).toMatch(/^(conflict|bad-)/)
    const files = situation.submission!.files.map((file) => ({ ...file, keptAt: new Date() }))
    const [first] = newParts ?? []
    if (first) expect(refusalOf(withFiles(situation, files))).toBe(`bad-parameter ${first}`)
    for (const part of parts)
      expect(
        refusalOf(
          withFiles(
            situation,
            files.filter((file) => file.part !== part),
          ),
        ),
      ).toBe(`bad-parameter ${part}`)
  })

  it.each(those(({ inputs }) => inputs?.length))('$kind: $step without what it asks for', (one) => {
    const situation = fit(one)
    for (const input of one.facts.inputs!)
      if (input === 'signature') {
        expect(refusalOf({ ...situation, signature: undefined })).toBe('wrong-state')
        expect(refusalOf({ ...situation, body: { ...situation.body, signature: undefined } })).toBe('conflict')
      } else
        for (const [member, paths] of Object.entries(membersOf[input]))
          expect(refusalOf({ ...situation, body: { ...situation.body, [member]: undefined } })).toBe(
            `bad-parameter ${paths}`,
          )
  })

  it.each(those(({ after, extends: more }) => after ?? more))('$kind: $step before or after its turn', (one) => {
    const situation = fit(one)
    const { after } = one.facts
    const before = after
      ? situation.before.filter(({ step }) => step !== after)
      : [...situation.before, takenStep(one.step, 'owner', one.state)]
    expect(refusalOf({ ...situation, before })).toBe('wrong-state')
  })

  it.each(those(({ handsIn }) => handsIn))('$kind: $step where its office takes none, or its owner may not', (one) => {
    const situation = fit(one)
    const { office, handingIn } = situation
    const closing = { ...handingIn!, owner: new AppError('account-closing') }
    expect(refusalOf({ ...situation, office: { ...office!, isOpen: false } })).toBe('office-closed')
    expect(refusalOf({ ...situation, office: { ...office!, status: 'DISABLED' } })).toBe('office-closed')
    expect(refusalOf({ ...situation, handingIn: { ...handingIn!, isServiceOpen: false } })).toBe('notarization-closed')
    expect(refusalOf({ ...situation, handingIn: closing })).toBe('account-closing')
    expect(refusalOf({ ...situation, handingIn: { ...handingIn!, found: [] } })).toBe('bad-parameter anos.0')
    const returned = Object.keys(factsOfKind(one.kind).states).find(
      (s) => s !== one.state && one.facts.from.includes(s),
    )
    if (!returned) return
    const again = situationIn(one.kind, returned, one.step, situation.asker)
    expect(refusalOf({ ...again, office: { ...office!, isOpen: false } })).toBeUndefined()
  })

  it.each(those(({ money }) => money === 'hold'))('$kind: $step at another price than was shown', (one) => {
    const situation = fit(one)
    const { fee } = decideStep(situation).row
    const at = (quoted: number) => refusalOf({ ...situation, body: { ...situation.body, quoted } })
    expect([at(fee! + 1), at(fee!)]).toEqual(['price-changed', undefined])
    if (one.facts.charges)
      expect(refusalOf({ ...situation, office: { ...situation.office!, sealFee: null } })).toBe('office-closed')
  })

  it.each(those(({ money }) => money === 'split' || money === 'giveBack'))(
    '$kind: $step that keeps too much',
    (one) => {
      const situation = fit(one)
      const keeping = (kept: number, more: Partial<Situation> = {}) =>
        refusalOf({ ...situation, ...more, body: { ...situation.body, kept } })
      expect([keeping(220_001), keeping(220_000)]).toEqual(['bad-parameter kept', undefined])
      expect([keeping(1, { charge: undefined }), keeping(0, { charge: undefined })]).toEqual([
        'bad-parameter kept',
        undefined,
      ])
      if (one.facts.money === 'giveBack') expect(keeping(1, { hasOwner: false })).toBe('bad-parameter kept')
    },
  )

  it.each(['notarization', 'purchase'] as const)('%s: a review of an office whose account is closed', (kind) => {
    const situation = situationIn(kind, 'DELIVERED', 'requestReview', askerOf('its owner'))
    expect(refusalOf({ ...situation, office: { ...situation.office!, status: 'DISABLED' } })).toBe('office-closed')
  })
})

it('refuses by what comes first, whatever else is wrong', () => {
  const good = situationIn('notarization', 'DRAFT', 'submit', askerOf('its owner'))
  const { submission, handingIn, office, body } = good
  const cures: [string, Partial<Situation>][] = [
    ['forbidden', { asker: askerOf('a sub-account that sees its own alone') }],
    ['not-found', { asker: good.asker }],
    ['wrong-state', { order: orderIn('notarization', 'DRAFT') }],
    ['wrong-state', { signature: good.signature }],
    ['bad-parameter code', { body: { ...body, signature: { ...body.signature!, of: 'another' } } }],
    ['conflict', { body }],
  ]
  let bad: Situation = {
    ...good,
    asker: askerOf('a sub-account without the grant'),
    order: orderIn('notarization', 'SUBMITTED'),
    signature: undefined,
    body: { code: 'beyond-scope', signature: { ...body.signature!, of: 'another' } },
    office: { ...office!, isOpen: false },
    handingIn: { isServiceOpen: false, owner: new AppError('real-name-required'), found: [] },
  }
  for (const [wanted, cure] of cures) {
    expect(refusalOf(bad)).toBe(wanted)
    bad = { ...bad, ...cure }
  }
  const rest: [string, Partial<Situation>][] = [
    ['notarization-closed', { handingIn: { ...bad.handingIn!, isServiceOpen: true } }],
    ['office-closed', { office }],
    ['real-name-required', { handingIn: { ...handingIn!, found: [] } }],
    ['bad-parameter anos.0', { handingIn }],
  ]
  for (const [wanted, cure] of rest) {
    expect(refusalOf(bad)).toBe(wanted)
    bad = { ...bad, ...cure }
  }
  expect(refusalOf(bad)).toBeUndefined()
  expect(refusalOf({ ...bad, submission: { ...submission!, files: [] } })).toBe('conflict')
})

/** The members of a body that an input fills, each with the path that is named where it lacks. */
const membersOf: Record<Exclude<NonNullable<StepFacts['inputs']>[number], 'signature'>, Record<string, string>> = {
  reason: { reason: 'reason' },
  code: { code: 'code' },
  fee: { fee: 'fee' },
  terms: { terms: 'terms.advance terms.genuine terms.infringing' },
  spent: { spent: 'spent' },
  kept: { kept: 'kept' },
  delivery: { carrier: 'carrier', trackingNumber: 'trackingNumber' },
  questions: { questions: 'questions' },
  answers: { answers: 'answers.0' },
}

/** With these files, signed as they are. */
function withFiles(situation: Situation, files: NonNullable<Situation['submission']>['files']): Situation {
  const submission = { ...situation.submission!, files }
  const { signature } = situation.body
  if (!signature) return { ...situation, submission }
  const of = digestSubmission(situation.order, submission, situation.before.at(-1))
  return { ...situation, submission, body: { ...situation.body, signature: { ...signature, of } } }
}
