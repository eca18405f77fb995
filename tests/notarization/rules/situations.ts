import type { OfficeRole } from '../../../contract/kit/rights.ts'
import { type MembershipFacts, rightsOf } from '../../../contract/kit/rights.ts'
import {
  factsOfKind,
  type OrderKind,
  type OrderStep,
  type RefusalCode,
} from '../../../contract/notarization/order-kinds.ts'
import type { StepBody } from '../../../contract/notarization/step-body.ts'
import { onlyPerson } from '../../../server/kit/calls/caller.ts'
import type { FileRecord } from '../../../server/notarization/orders/files.repo.ts'
import type { OrderRecord } from '../../../server/notarization/orders/orders.repo.ts'
import type { Asker, Situation } from '../../../server/notarization/rules/situation.types.ts'
import type { StepRecord } from '../../../server/notarization/orders/steps.repo.ts'
import { trimBody } from '../../../server/notarization/rules/step-inputs.ts'
import { digestSubmission } from '../../../server/notarization/rules/submission.ts'
import { everybody, type Who } from './step-expectations.ts'

const [ownAccount, otherAccount, officeAccount, otherOffice, platformAccount] = ['own', 'other', 'office', 'off', 'us']
const enterprise = (more: Partial<MembershipFacts> = {}): MembershipFacts => ({
  role: 'owner',
  accountKind: 'enterprise',
  grants: [],
  ...more,
})
const officer = (role: OfficeRole) => enterprise({ role: 'sub', office: { role } })

/** The account for which each acts who tries, themselves, and what they are there. */
const members: Record<Who, [accountId: string, personId: string, MembershipFacts]> = {
  'its owner': [ownAccount, 'owner', enterprise()],
  'a sub-account with the grant': [
    ownAccount,
    'sub',
    enterprise({ role: 'sub', grants: ['judicial.write', 'evidence.all'] }),
  ],
  'a sub-account that sees its own alone': [
    ownAccount,
    'sub 2',
    enterprise({ role: 'sub', grants: ['judicial.write'] }),
  ],
  'a sub-account without the grant': [ownAccount, 'sub 3', enterprise({ role: 'sub', grants: ['evidence.all'] })],
  'another account': [otherAccount, 'other', enterprise({ accountKind: 'personal' })],
  'its owner as if they were the office': [ownAccount, 'owner', enterprise()],
  'an operator': [platformAccount, 'operator', enterprise({ role: 'operator' })],
  'who decides': [officeAccount, 'decider', officer('notary')],
  'another who decides': [officeAccount, 'second', officer('examiner')],
  'an assistant': [officeAccount, 'assistant', officer('assistant')],
  'the head of the office': [officeAccount, 'head', enterprise({ office: { role: null } })],
  'who decides as if they applied': [officeAccount, 'decider', officer('notary')],
  'another office': [otherOffice, 'stranger', officer('notary')],
}

export function askerOf(who: Who): Asker {
  const [accountId, personId, membership] = members[who]
  const rights = rightsOf(membership)
  const { side } = everybody[who]
  return {
    side,
    accountId,
    personId,
    personName: who,
    rights,
    lang: 'zh-CN',
    onlyPersonId: onlyPerson(rights, personId),
  }
}

const at = new Date('2026-11-20T02:00:00Z')
const terms = { advance: 70_000, genuine: 30_000, infringing: 150_000 }
const inquiry = [{ question: '证据由谁取得？', answer: null }]

/** Whatever steps ask for, filled in as it should be. */
const whole = {
  reason: '依法说明原因',
  fee: 12_345,
  kept: 0,
  carrier: '顺丰速运',
  trackingNumber: 'SF1234567890',
  questions: ['证据由谁取得？'],
  answers: ['由申请人的员工取得。'],
  terms,
  spent: 10_000,
} satisfies StepBody

const fileOf = (part: string, side: string): FileRecord => ({
  id: part,
  part,
  side,
  fileName: `${part}.pdf`,
  mediaType: 'application/pdf',
  size: 1,
  sha256: Buffer.alloc(32),
  personName: '',
  createdAt: at,
  keptAt: null,
  shownAt: null,
})

export const takenStep = (step: string | null, personId: string, state: string): StepRecord => ({
  id: `${step} by ${personId}`,
  step,
  state,
  side: 'applicant',
  reason: '',
  code: null,
  told: '',
  extra: 0,
  inquiry: null,
  personId,
  personName: personId,
  createdAt: at,
})

export const orderIn = (kind: OrderKind, state: string): OrderRecord => ({
  id: 'order',
  number: '202611200001',
  platformId: 'platform',
  accountId: ownAccount,
  officeId: officeAccount,
  officeName: '衡正司法鉴定所',
  kind,
  state,
  title: '鉴定',
  personId: 'owner',
  personName: '林晓',
  ownerName: '风岛公司',
  ownerKind: 'enterprise',
  ownerIdentityId: null,
  fee: 220_000,
  collected: null,
  terms: kind === 'purchase' ? { ...terms, spent: null } : null,
  caseNumber: null,
  dueOn: null,
  today: '2026-11-20',
  assigneeId: null,
  assigneeName: null,
  submittedAt: state === factsOfKind(kind).first ? null : at,
  createdAt: at,
  evidenceCount: 1,
})

/** An order in a state to which every step has come that another there follows, and of which a step asks for nothing that is not there. */
export function situationIn(kind: OrderKind, state: string, step: string, asker: Asker | undefined): Situation {
  const { first, steps, parts, codes } = factsOfKind(kind)
  const order = orderIn(kind, state)
  const followed = Object.values(steps).flatMap(({ after, notBy }) => [
    ...(after ? [takenStep(after, 'owner', state)] : []),
    ...(notBy ? [takenStep(notBy, 'decider', state)] : []),
  ])
  const before = [takenStep(null, 'owner', first), ...followed, { ...takenStep(null, 'owner', state), inquiry }]
  const submission = {
    content: { title: '鉴定' },
    evidence: [{ id: 'e', number: '1', name: '网页', category: 'web', statementSha256: Buffer.alloc(32) }],
    files: Object.entries(parts).map(([part, { by }]) => fileOf(part, by)),
  }
  const signature = { strokes: [], agreed: true, of: digestSubmission(order, submission, before.at(-1)) }
  const { inputs, money, handsIn } = steps[step]!
  const isSigned = inputs?.includes('signature') === true
  return {
    order,
    name: step as OrderStep,
    body: trimBody(steps[step]!, { ...whole, code: codes[0] as RefusalCode, ...(isSigned && { signature }) }),
    asker,
    signature: isSigned ? { name: '林晓', proof: 'password', at: at.toISOString(), strokes: [] } : undefined,
    before,
    submission,
    office: {
      id: officeAccount,
      kind: factsOfKind(kind).office,
      fullName: '衡正司法鉴定所',
      licence: '310000001',
      caseWord: '沪风鉴',
      isOpen: true,
      sealFee: 80_000,
      status: 'ACTIVE',
      isClosing: false,
    },
    leaving: undefined,
    handingIn: handsIn && {
      isServiceOpen: true,
      owner: { ownerName: '风岛公司', ownerKind: 'enterprise', ownerIdentityId: null },
      found: [{ id: 'e', number: '1', name: '网页', statementSha256: Buffer.alloc(32), why: null }],
    },
    charge: {
      id: 'charge',
      accountId: ownAccount,
      state: money === 'giveBack' ? 'posted' : 'reserved',
      left: money === 'giveBack' ? 220_000 : 0,
    },
    hasOwner: true,
    exceptions: new Map(),
  }
}
