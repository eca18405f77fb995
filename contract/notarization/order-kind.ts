import type { z } from 'zod'
import type { ListedFee, OfficeKind } from '../accounts/offices.ts'
import type { Outcome } from './terms.ts'

/** Who takes a step: whoever applies, the office that answers, or a time that has passed. */
export const sides = ['applicant', 'office', 'system'] as const
export type Side = (typeof sides)[number]

/** What a step asks of whoever takes it. Forms, checks and the document of the interface derive from it. */
export const stepInputs = [
  'reason',
  'code',
  'fee',
  'terms',
  'spent',
  'kept',
  'delivery',
  'questions',
  'answers',
  'signature',
] as const
export type StepInput = (typeof stepInputs)[number]

/** Inputs of which the course of an order tells in one line. */
const toldInputs = ['fee', 'terms', 'spent', 'kept', 'delivery'] as const
export const toldInput = (inputs: readonly StepInput[]) => toldInputs.find((input) => inputs.includes(input))

/**
 * What becomes of an order's money: held when it is paid, collected for what was issued, or by what goods turned out to be, split where it ends before, given
 * back whole, or of what was collected given back all but what is kept.
 */
export type MoneyMove = 'hold' | 'collect' | 'outcome' | 'split' | 'refund' | 'giveBack'

/**
 * What a paper shows of its order: the notice that its applicant accepted, what is asked for, the evidence with its digests, the files that came with it,
 * what its applicant declares, what the office adds, the rights and consequences of which its applicant is told, the fee, or what a purchase costs, an inquiry word by word, what the step decided, the periods that ran, every step.
 */
export type PaperPart =
  | 'notice'
  | 'matter'
  | 'evidence'
  | 'files'
  | 'declarations'
  | 'notes'
  | 'rights'
  | 'fee'
  | 'terms'
  | 'inquiry'
  | 'decision'
  | 'periods'
  | 'course'

interface StateFacts {
  tone: 'neutral' | 'active' | 'good' | 'warning' | 'bad'
  /** Runs in this state, by its name in `clocks`; with `isPaused` it stands still. */
  clock?: string
  isPaused?: true
  /** Its applicant can change what is asked for. */
  isEditable?: true
  /** Nothing follows. */
  isEnd?: true
  /** Nothing has to follow: accounts of both sides can be closed. */
  isDone?: true
  /** Calendar days after which the system takes a step by itself. */
  lapses?: { days: number; step: string }
  /** Whose turn it is: orders wait in that side's list. */
  turn?: Exclude<Side, 'system'>
}

export interface StepFacts {
  from: readonly string[]
  to: string
  by: Side
  /** Of the office: only who decides, not who assists. */
  isDecision?: true
  /** Two people of the office among themselves: the applicant is not told why, and gets no message. */
  isInner?: true
  inputs?: readonly StepInput[]
  /** Files that must be there, by their part. */
  parts?: readonly string[]
  /** Parts of one of which at least a file must have come since the last step of that side. */
  newParts?: readonly string[]
  /** Parts whose files it hands in beside those of `newParts`: what lies loose of any other part stays as it is. */
  hands?: readonly string[]
  /** Another person than whoever took this step last: two people stand for the paper. */
  notBy?: string
  /** Only once this step was taken. */
  after?: string
  /** The order gets the number of its case in the office's year. */
  numbers?: true
  money?: MoneyMove
  /** Of the terms of a purchase: which fee is collected, beside what was laid out. */
  outcome?: Outcome
  /** Sets the fee: what the office lists under this name. */
  charges?: ListedFee
  /** Hands the order in: the office takes orders, and each piece of evidence has its original and a finished package, and is the applicant's. */
  handsIn?: true
  /** What its paper makes of those that its office issued before. */
  ends?: 'replaces' | 'voids'
  /** Adds so many working days to the running clock, once. */
  extends?: number
  /** The paper that tells of it: sealed, stamped and logged. */
  paper?: string
}

interface PartFacts {
  by: Exclude<Side, 'system'>
  /** While the order is in one of these, files of the part can be added, and those that were not handed in taken away. */
  in: readonly string[]
  /** Before they are handed in. */
  most: number
  /** Only a PDF, else pictures too. */
  isPdf?: true
  /** A file of it is handed in wherever the content has this. */
  neededWith?: string
}

interface PaperFacts {
  shows: readonly PaperPart[]
  /** The document of this part is the paper: it is sealed as it is, and nothing is drawn. */
  original?: string
}

interface ClockFacts {
  /** Working days by the platform's calendar. */
  days: number
  /** Days, every one of which counts; the last is moved to a working day (Civil Code, article 203). */
  isCalendar?: true
  /** The rule that sets them. */
  rule: string
}

/**
 * A kind of order as data. What may be done in which state by whom, what that asks for, costs and tells, and which clock runs derive from it:
 * the service's guards, buttons and forms of both sides, the time line, and the tests.
 */
export interface OrderKindFacts {
  office: OfficeKind
  /** Whether it names evidence of its applicant's. */
  hasEvidence: boolean
  /** Points that its applicant reads and accepts before all else: words of each stand under `notice`. */
  notice?: readonly string[]
  /** Its content has a template of the office (`KeptTemplate`) and answers to its questions. */
  hasTemplate?: boolean
  /** What is asked for, as it is kept. */
  content: z.ZodType
  /** Every order begins in it; its applicant alone sees it. */
  first: string
  states: Readonly<Record<string, StateFacts>>
  steps: Readonly<Record<string, StepFacts>>
  parts: Readonly<Record<string, PartFacts>>
  /** Of its steps, and `record`: the cover of an archive of all that there is of an order. */
  papers: Readonly<Record<string, PaperFacts>>
  /** What papers say of the matter: names of its content, and the word of each under `field`. */
  matter: Readonly<Record<string, string>>
  /** How something of the content reads that is neither text nor a choice. */
  reads?: Readonly<Record<string, (value: unknown) => string>>
  clocks: Readonly<Record<string, ClockFacts>>
  /** Reasons of the law for which the office refuses. */
  codes: readonly string[]
}

/** Keeps the literal types, and holds a declaration to itself: names that it uses are names that it declares. */
export function defineOrderKind<
  const State extends string,
  const Step extends string,
  const Part extends string,
  const Paper extends string,
  const Clock extends string,
  const Code extends string,
  Content extends z.ZodType,
>(kind: {
  office: OfficeKind
  hasEvidence: boolean
  notice?: readonly string[]
  hasTemplate?: boolean
  content: Content
  first: NoInfer<State>
  states: Record<
    State,
    Omit<StateFacts, 'clock' | 'lapses'> & {
      clock?: NoInfer<Clock>
      lapses?: { days: number; step: NoInfer<Step> }
    }
  >
  steps: Record<
    Step,
    Omit<StepFacts, 'from' | 'to' | 'parts' | 'newParts' | 'notBy' | 'after' | 'paper'> & {
      from: readonly NoInfer<State>[]
      to: NoInfer<State>
      parts?: readonly NoInfer<Part>[]
      newParts?: readonly NoInfer<Part>[]
      notBy?: NoInfer<Step>
      after?: NoInfer<Step>
      paper?: NoInfer<Paper>
    }
  >
  parts: Record<Part, Omit<PartFacts, 'in'> & { in: readonly NoInfer<State>[] }>
  papers: Record<Paper, Omit<PaperFacts, 'original'> & { original?: NoInfer<Part> }> & { record: PaperFacts }
  matter: Record<string, string>
  reads?: Record<string, (value: unknown) => string>
  clocks: Record<Clock, ClockFacts>
  codes: readonly Code[]
}) {
  return kind
}
