import { listedFeeOf, type OrderStep } from '../../../contract/notarization/order-kinds.ts'
import { OrderInfo } from '../../../contract/notarization/orders.ts'
import {
  Inquired,
  OrderKindName,
  type OrderMessage,
  type OrderCourse,
  type OrderEvidence,
  type OrderFile,
  type OrderPaper,
  OrderPaperName,
  OrderPart,
  OrderState,
  OrderStep as OrderStepName,
} from '../../../contract/notarization/order-records.ts'
import { RefusalCode } from '../../../contract/notarization/step-body.ts'
import { sides } from '../../../contract/notarization/order-kind.ts'
import type { Queryable } from '../../kit/db/db.ts'
import { AppError } from '../../kit/errors.ts'
import type { Services } from '../../kit/services.ts'
import { allowedSteps } from './allowed-steps.ts'
import { clockNow } from './deadlines.ts'
import { papersOf, type PaperRecord } from '../papers/papers.repo.ts'
import { type FileRecord, isVisible } from './files.repo.ts'
import { openParts, rightsOfSide, type Viewer } from '../rules/may-take.ts'
import { termsOf } from '../rules/step-inputs.ts'
import { messagesOf } from './messages.service.ts'
import { type EvidenceOfOrder, type OrderRecord, readSubmission } from './orders.repo.ts'
import { draftsOf, type ReturnedDraft } from '../drafts/drafts.repo.ts'
import { kindOf, stepOf } from '../rules/orders.types.ts'
import { type StepRecord, stepsOf } from './steps.repo.ts'
import { digestSubmission } from '../rules/submission.ts'

/** Of both sides' lists. */
const rowOf = (order: OrderRecord, steps: OrderStep[]) => ({
  id: order.id,
  orderNumber: order.number,
  orderKind: OrderKindName.parse(order.kind),
  orderState: OrderState.parse(order.state),
  title: order.title,
  officeId: order.officeId,
  officeName: order.officeName,
  applicantName: order.ownerName,
  assigneeId: order.assigneeId,
  assigneeName: order.assigneeName,
  evidenceCount: order.evidenceCount,
  fee: order.fee,
  collected: order.collected,
  caseNumber: order.caseNumber,
  dueOn: order.dueOn,
  isLate: order.dueOn !== null && order.dueOn < order.today,
  personName: order.personName,
  createdAt: order.createdAt.toISOString(),
  submittedAt: order.submittedAt?.toISOString() ?? null,
  steps,
})

const asDrafted = (order: OrderRecord, draft: ReturnedDraft | undefined): OrderRecord =>
  draft ? { ...order, title: draft.title, evidenceCount: draft.evidence.length } : order

/** Rows as one side sees them; `db` sees what it may see. */
export async function allShown(services: Services, db: Queryable, viewer: Viewer, orders: readonly OrderRecord[]) {
  const allowed = await allowedSteps(services, db, viewer, orders)
  const drafts =
    viewer.side === 'applicant'
      ? await draftsOf(
          db,
          orders.map(({ id }) => id),
        )
      : undefined
  return orders.map((order) => rowOf(asDrafted(order, drafts?.get(order.id)), allowed.get(order.id)!))
}

/** Everything of one order, as one side sees it. */
export async function infoOf(services: Services, db: Queryable, viewer: Viewer, order: OrderRecord) {
  const [row] = await allShown(services, db, viewer, [order])
  const steps = await stepsOf(db, order.id)
  const clock = await clockNow(services.db.system, order, steps, order.today)
  const asked = await readSubmission(db, { id: order.id, side: viewer.side })
  const office = await officeNow(services, order)
  return {
    ...row!,
    content: OrderInfo.shape.content.parse(asked.content),
    applicant: {
      name: order.ownerName,
      kind: order.ownerKind as 'personal' | 'enterprise',
      isVerified: order.ownerIdentityId !== null,
    },
    terms: termsOf(order),
    office,
    evidence: asked.evidence.map(shownEvidence),
    files: asked.files.filter((file) => isVisible(viewer, file)).map(shownFile),
    papers: (await papersOf(db, order.id)).map((paper) => shownPaper(order, paper)),
    handsIn: digestSubmission(order, asked, steps.at(-1)),
    course: steps.map((step) => shownStep(viewer, order, step)),
    messages: (await messagesOf(db, order.id)).map(shownMessage),
    maySay: order.submittedAt !== null && viewer.rights.has(rightsOfSide[viewer.side].takes),
    clock: clock && { ...clock, isLate: clock.dueOn !== null && clock.dueOn < order.today },
    parts: openParts(viewer, order),
  }
}

const shownEvidence = ({ number, statementSha256, ...e }: EvidenceOfOrder): OrderEvidence => ({
  ...e,
  ano: number,
  statementSha256: statementSha256?.toString('hex') ?? null,
})

const sideName = (side: string) => side as (typeof sides)[number]

const shownFile = (f: FileRecord): OrderFile => ({
  id: f.id,
  part: OrderPart.parse(f.part),
  fileName: f.fileName,
  fileSize: f.size,
  sha256: f.sha256.toString('hex'),
  side: sideName(f.side),
  personName: f.personName,
  at: f.createdAt.toISOString(),
  isKept: f.keptAt !== null,
  isShown: f.shownAt !== null,
})

const shownPaper = ({ number }: OrderRecord, p: PaperRecord): OrderPaper => ({
  id: p.id,
  paper: OrderPaperName.parse(p.paper),
  paperNumber: `${number}-${p.ordinal}`,
  side: sideName(p.side),
  at: p.createdAt.toISOString(),
  statementSha256: p.statementSha256.toString('hex'),
  sha256: p.sha256?.toString('hex') ?? null,
  fileSize: p.size,
})

/** What two people of the office write to each other is nothing for the applicant. */
const isWithheld = ({ side }: Viewer, order: OrderRecord, step: string | null) =>
  side === 'applicant' && step !== null && stepOf(order, step)?.isInner === true

const shownStep = (viewer: Viewer, order: OrderRecord, s: StepRecord): OrderCourse => ({
  id: s.id,
  step: OrderStepName.nullable().parse(s.step),
  orderState: OrderState.parse(s.state),
  side: sideName(s.side),
  personName: s.personId ? s.personName : null,
  at: s.createdAt.toISOString(),
  reason: isWithheld(viewer, order, s.step) ? '' : s.reason,
  code: RefusalCode.nullable().parse(s.code),
  told: s.told,
  inquiry: Inquired.array().nullable().parse(s.inquiry),
})

const shownMessage = ({
  createdAt,
  side,
  file,
  ...m
}: Awaited<ReturnType<typeof messagesOf>>[number]): OrderMessage => ({
  ...m,
  side: sideName(side),
  at: createdAt.toISOString(),
  file: file && {
    id: file.id,
    fileName: file.fileName,
    fileSize: file.size,
    sha256: file.sha256.toString('hex'),
  },
})

async function officeNow({ db }: Services, order: OrderRecord) {
  const office = await db.system
    .selectFrom('office')
    .select(['fullName', 'phone', 'address', 'hours', 'sealFee'])
    .where('accountId', '=', order.officeId)
    .executeTakeFirst()
  if (!office) throw new AppError('internal')
  const { sealFee, ...shown } = office
  const listed = listedFeeOf(kindOf(order))
  return { id: order.officeId, ...shown, listedFee: listed ? { sealFee }[listed] : null }
}
