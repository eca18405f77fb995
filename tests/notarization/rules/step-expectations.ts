import type { ErrorCode } from '../../../contract/kit/errors.ts'
import type { OrderKindFacts, Side } from '../../../contract/notarization/order-kind.ts'

/** Everybody who tries steps of orders, as far as it matters for what they may. */
export const everybody = {
  'its owner': { side: 'applicant', decides: true },
  'a sub-account with the grant': { side: 'applicant', decides: true },
  'a sub-account that sees its own alone': { side: 'applicant', refused: 'not-found' },
  'a sub-account without the grant': { side: 'applicant', refused: 'forbidden' },
  'another account': { side: 'applicant', refused: 'not-found' },
  'its owner as if they were the office': { side: 'office', refused: 'forbidden' },
  'an operator': { side: 'office', refused: 'forbidden' },
  'who decides': { side: 'office', decides: true, drafts: true },
  'another who decides': { side: 'office', decides: true },
  'an assistant': { side: 'office', decides: false },
  'the head of the office': { side: 'office', refused: 'forbidden' },
  'who decides as if they applied': { side: 'applicant', refused: 'forbidden' },
  'another office': { side: 'office', refused: 'not-found' },
} as const satisfies Record<string, Expected>
export type Who = keyof typeof everybody
export const allPeople = Object.keys(everybody) as Who[]

interface Expected {
  side: Exclude<Side, 'system'>
  /** With which code, whatever they try. */
  refused?: ErrorCode
  decides?: boolean
  /** Drafts what another has to issue. */
  drafts?: true
}

/** The code with which a step is refused, from the declaration alone; undefined where it is taken. */
export function expectedCode(kind: OrderKindFacts, state: string, step: string, who: Who): ErrorCode | undefined {
  const { side, refused, decides, drafts }: Expected = everybody[who]
  if (state === kind.first && side === 'office' && refused !== 'forbidden') return 'not-found'
  if (refused) return refused
  const { by, isDecision, from, notBy } = kind.steps[step]!
  if (by !== side || (isDecision && !decides)) return 'forbidden'
  if (!from.includes(state)) return 'wrong-state'
  return notBy && drafts ? 'other-person-needed' : undefined
}

interface Try {
  who: Who
  step: string
}

/** Every step by everybody. */
export const allTries = (kind: OrderKindFacts): Try[] =>
  Object.keys(kind.steps).flatMap((step) => allPeople.map((who) => ({ who, step })))

/**
 * Some of these in a state: each step by one person of its side, in turns, and by each of them where the state allows it; everybody else with one step,
 * which is another in each state; what is allowed once.
 */
export function someTries(kind: OrderKindFacts, state: string): Try[] {
  const [steps, at] = [Object.keys(kind.steps), Object.keys(kind.states).indexOf(state)]
  const isTaken = (step: string, who: Who) => expectedCode(kind, state, step, who) === undefined
  const ofSides = steps.flatMap((step, i) => {
    const { by, from } = kind.steps[step]!
    const right = allPeople.filter(
      (who) => !('refused' in everybody[who]) && (by === 'system' || everybody[who].side === by),
    )
    if (!from.includes(state)) return [{ step, who: right[(at + i) % right.length]! }]
    const takers = right.filter((who) => isTaken(step, who))
    const taker = isDrafted(kind, step) ? 'who decides' : takers[(at + i) % takers.length]
    return right.filter((who) => who === taker || !isTaken(step, who)).map((who) => ({ step, who }))
  })
  const others = allPeople
    .map((who, i) => ({ who, step: steps[(at + i * 5) % steps.length]! }))
    .filter(({ who, step }) => !isTaken(step, who) && !ofSides.some((one) => one.who === who && one.step === step))
  return [...ofSides, ...others]
}

/** Another has to follow it, and whoever is expected to have taken it then takes it here. */
const isDrafted = ({ steps }: OrderKindFacts, step: string) => Object.values(steps).some(({ notBy }) => notBy === step)
