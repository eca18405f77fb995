import type { PaperFile, PaperRow, PaperSection, PaperStatement } from '../../../proof/paper/statement.ts'
import type { Period } from '../../../contract/notarization/clock.ts'
import { type PaperPart, toldInput } from '../../../contract/notarization/order-kind.ts'
import {
  answersOf,
  factsOfKind,
  matterOf,
  type OrderPaperName,
  templateOf,
} from '../../../contract/notarization/order-kinds.ts'
import { formatMoney } from '../../../contract/kit/money.ts'
import { shanghaiTime } from '../../../contract/kit/shanghai-time.ts'
import { say, sayIfKnown } from '../../kit/words.ts'
import type { FileRecord } from '../orders/files.repo.ts'
import type { HandedInEvidence, OrderRecord } from '../orders/orders.repo.ts'
import { kindOf, stepOf } from '../rules/orders.types.ts'
import type { StepRecord } from '../orders/steps.repo.ts'
import { both, ownerText, row } from './paper-rows.ts'
import { lastInquiry, termsOf } from '../rules/step-inputs.ts'

export interface PaperPerson {
  name: string
  role: string
  practiceNumber: string | null
}

export interface PaperSource {
  order: OrderRecord
  paper: OrderPaperName
  at: Date
  /** The step that it tells of. */
  taken?: StepRecord
  steps: readonly StepRecord[]
  /** That ran so far. */
  periods: readonly Period[]
  side: 'applicant' | 'office'
  content: unknown
  evidence: readonly HandedInEvidence[]
  /** That both sides see. */
  files: readonly FileRecord[]
  people: readonly PaperPerson[]
  office: { fullName: string; licence: string }
  /** Of a record: what comes with it. */
  contents?: readonly PaperFile[]
}

/** What a paper says of its order, in both languages: what people wrote stands as they wrote it. */
export function composePaper(
  source: PaperSource,
): Pick<PaperStatement, 'issuer' | 'title' | 'lead' | 'sections' | 'files' | 'original'> {
  const { order, paper, side, office, files, contents } = source
  const { shows, original } = factsOfKind(kindOf(order)).papers[paper]!
  const words = `paper.${order.kind}.${paper}`
  const sections = [
    orderSection(source),
    ...shows.map((part) => sectionOf[part](source)),
    contentsSection(source),
    peopleSection(source),
  ]
  return {
    issuer: side === 'office' ? office.fullName : order.ownerName,
    title: both(`${words}.title`),
    lead: both(`${words}.lead`, { office: office.fullName, applicant: order.ownerName, title: order.title }),
    sections: sections.filter(({ rows }) => rows.length),
    files: contents ? [...contents] : shows.includes('files') ? files.map(named) : [],
    original: original ? named(files.findLast(({ part }) => part === original)!) : null,
  }
}

const named = ({ fileName, size, sha256 }: FileRecord): PaperFile => ({
  name: fileName,
  size,
  sha256: sha256.toString('hex'),
})

const section = (name: string, rows: PaperRow[]): PaperSection => ({ heading: both(`paper.section.${name}`), rows })

const orderSection = ({ order, office, at }: PaperSource) =>
  section('order', [
    row('field.orderNumber', order.number),
    ...(order.caseNumber ? [row('field.caseNumber', order.caseNumber)] : []),
    row('paper.applicant', ownerText(order.ownerName, order.ownerIdentityId !== null)),
    row('paper.office', office.fullName),
    row('field.licence', office.licence),
    row('paper.at', shanghaiTime(at.toISOString())),
  ])

const sectionOf: Record<PaperPart, (source: PaperSource) => PaperSection> = {
  notice: ({ order: { kind } }) =>
    section(
      'notice',
      (factsOfKind(kindOf({ kind })).notice ?? []).map((point, i) =>
        row('paper.notice', both(`notice.${kind}.${point}`).join('\n'), { nth: i + 1 }),
      ),
    ),
  matter: ({ order, content }) =>
    section('matter', [
      ...matterOf(kindOf(order), content).map(({ name, word, value }) => row(`field.${word}`, inWords(name, value))),
      ...answersOf(kindOf(order), content).flatMap(({ label, text }, i) => asked(i, label, text)),
    ]),
  declarations: (source) => pointsOf(source, 'declarations'),
  notes: (source) => pointsOf(source, 'notes'),
  rights: (source) => pointsOf(source, 'rights'),
  fee: ({ order }) => section('fee', order.fee === null ? [] : [row('field.fee', formatMoney(order.fee))]),
  terms: ({ order }) => {
    const terms = termsOf(order)
    if (!terms) return section('terms', [])
    const { spent, ...asked } = terms
    return section('terms', [
      ...Object.entries(asked).map(([name, fen]) => row(`field.${name}`, formatMoney(fen))),
      ...(spent === null ? [] : [row('field.spent', formatMoney(spent))]),
      ...(order.collected === null ? [] : [row('field.collected', formatMoney(order.collected))]),
    ])
  },
  inquiry: ({ order, steps }) => {
    const inquired = steps.findLast(
      ({ step }) => step && factsOfKind(kindOf(order)).steps[step]!.inputs?.includes('questions'),
    )
    return section('inquiry', [
      ...(inquired
        ? [
            row('paper.askedBy', inquired.personName),
            row('paper.askedAt', shanghaiTime(inquired.createdAt.toISOString())),
          ]
        : []),
      ...lastInquiry(steps).flatMap(({ question, answer }, i) => asked(i, question, answer ?? '')),
    ])
  },
  evidence: ({ evidence }) =>
    section(
      'evidence',
      evidence.map(({ number, name, statementSha256 }, i) =>
        row('paper.evidence', `${number}  ${name}\nSHA-256 ${statementSha256.toString('hex')}`, { nth: i + 1 }),
      ),
    ),
  files: ({ files }) =>
    section(
      'files',
      files.map(({ part, fileName, sha256 }) =>
        row(`choice.part.${part}`, `${fileName}\nSHA-256 ${sha256.toString('hex')}`),
      ),
    ),
  periods: ({ periods }) => section('periods', periods.map(periodRow)),
  course: ({ order, steps }) =>
    section('course', [
      ...(order.fee === null ? [] : [row('field.fee', formatMoney(order.fee))]),
      ...(order.collected === null ? [] : [row('field.collected', formatMoney(order.collected))]),
      ...steps.flatMap((step) => (step.step ? [courseRow(order, step)] : [])),
    ]),
  decision: ({ taken, order }) => {
    if (!taken) return section('decision', [])
    const { inputs = [] } = factsOfKind(kindOf(order)).steps[taken.step!]!
    const told = toldInput(inputs)
    return section('decision', [
      ...(taken.code ? [row('field.code', say('zh-CN', 'notarization', `choice.code.${taken.code}`))] : []),
      ...(taken.reason ? [row('field.reason', taken.reason)] : []),
      ...(told && taken.told ? [row(`paper.${told}`, taken.told)] : []),
      ...(taken.extra ? [row('paper.extension', `${taken.extra}`)] : []),
    ])
  },
}

/** Points that the office wrote in the template of its order, which began before some of them could be written. */
const pointsOf = ({ order, content }: PaperSource, name: 'declarations' | 'notes' | 'rights') =>
  section(
    name,
    (templateOf(kindOf(order), content)?.template[name] ?? []).map((point, i) =>
      row(`paper.${name}`, point, { nth: i + 1 }),
    ),
  )

/** A question as the office wrote it, and its answer. */
const asked = (at: number, question: string, answer: string): PaperRow[] => [
  row('paper.question', question, { nth: at + 1 }),
  row('paper.answer', answer, { nth: at + 1 }),
]

/** How long a period was, when it ran, and how much of it was used. */
const periodRow = ({ name, days, used, isCalendar, isPaused, from, to, dueOn }: Period): PaperRow => {
  const inDays = (n: number) => say('zh-CN', 'notarization', `clock.${isCalendar ? 'days' : 'workingDays'}`, { n })
  const word = (key: string, params: Record<string, unknown>) => say('zh-CN', 'notarization', `clock.${key}`, params)
  const now = isPaused ? word('paused', { left: inDays(Math.max(0, days - used)) }) : word('until', { day: dueOn })
  return row(
    `choice.clock.${name}`,
    [inDays(days), `${from} – ${to ?? ''}\n${now} · ${word('used', { used: inDays(used) })}`].join('  '),
  )
}

/** Both sides read it: what two people of the office write to each other is left out. */
const courseRow = (order: OrderRecord, { step, createdAt, side, personName, reason, told }: StepRecord): PaperRow => ({
  label: [say('zh-CN', 'audit', `event.order-${step}`), say('en', 'audit', `event.order-${step}`)],
  text: [
    `${shanghaiTime(createdAt.toISOString())}  ${say('zh-CN', 'notarization', `choice.side.${side}`)} ${personName}`,
    ...[told, stepOf(order, step!)?.isInner ? '' : reason].filter(Boolean),
  ].join('\n'),
})

const contentsSection = ({ contents = [] }: PaperSource) =>
  section(
    'files',
    contents.map(({ name, sha256 }, i) => row('paper.file', `${name}\nSHA-256 ${sha256}`, { nth: i + 1 })),
  )

/** A choice by its word, a yes or no, or what was written. */
function inWords(name: string, value: unknown): string {
  if (typeof value === 'boolean') return say('zh-CN', 'notarization', `paper.${value ? 'yes' : 'no'}`)
  const text = String(value)
  return sayIfKnown('zh-CN', 'notarization', `choice.${name}.${text}`) ?? text
}

const peopleSection = ({ people }: PaperSource) =>
  section(
    'people',
    people.map(({ name, role, practiceNumber }) =>
      row(`choice.officeRole.${role}`, practiceNumber ? `${name}    ${practiceNumber}` : name),
    ),
  )
