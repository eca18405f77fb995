import type { OrderStep } from '../../../contract/notarization/order-kinds.ts'
import {
  OrderKindName,
  type OrderMessage,
  type OrderCourse,
  type OrderEvidence,
  type OrderFile,
  OrderInfo,
  OrderPart,
  OrderState,
  OrderStep as OrderStepName,
  RefusalCode,
} from '../../../contract/notarization/orders.ts'
import { sides } from '../../../contract/notarization/order-kind.ts'
import type { Queryable } from '../../kit/db/db.ts'
import { AppError } from '../../kit/errors.ts'
import type { Services } from '../../kit/services.ts'
import { allowedSteps, openParts, rightsOfSide, type Viewer } from './allowed-steps.ts'
import { clockNow } from './deadlines.ts'
import { filesOf } from './files.repo.ts'
import { messagesOf } from './messages.service.ts'
import { contentOf, evidenceOf, type OrderRecord, stepsOf } from './orders.repo.ts'

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

/** Rows as one side sees them; `db` sees what it may see. */
export async function allShown(db: Queryable, viewer: Viewer, orders: readonly OrderRecord[]) {
  const allowed = await allowedSteps(db, viewer, orders)
  return orders.map((order) => rowOf(order, allowed.get(order.id)!))
}

/** Everything of one order, as one side sees it. */
export async function infoOf(services: Services, db: Queryable, viewer: Viewer, order: OrderRecord) {
  const [row] = await allShown(db, viewer, [order])
  const steps = await stepsOf(db, order.id)
  const clock = await clockNow(services.db.system, order, steps, order.today)
  const { content } = await contentOf(db, order.id)
  const office = await officeNow(services, order)
  return {
    ...row!,
    content: OrderInfo.shape.content.parse(content),
    applicant: {
      name: order.ownerName,
      kind: order.ownerKind as 'personal' | 'enterprise',
      isVerified: order.ownerIdentityId !== null,
    },
    office,
    evidence: (await evidenceOf(db, order.id)).map(({ number, statementSha256, ...e }): OrderEvidence => ({
      ...e,
      ano: number,
      statementSha256: statementSha256?.toString('hex') ?? null,
    })),
    files: (await filesOf(db, order.id))
      .filter(({ side, keptAt }) => keptAt !== null || side === viewer.side)
      .map((f): OrderFile => ({
        id: f.id,
        part: OrderPart.parse(f.part),
        fileName: f.fileName,
        fileSize: f.size,
        sha256: f.sha256.toString('hex'),
        side: f.side as (typeof sides)[number],
        personName: f.personName,
        at: f.createdAt.toISOString(),
        isKept: f.keptAt !== null,
      })),
    course: steps.map((s): OrderCourse => ({
      id: s.id,
      step: OrderStepName.nullable().parse(s.step),
      orderState: OrderState.parse(s.state),
      side: s.side as (typeof sides)[number],
      personName: s.personId ? s.personName : null,
      at: s.createdAt.toISOString(),
      reason: s.reason,
      code: RefusalCode.nullable().parse(s.code),
      told: s.told,
    })),
    messages: (await messagesOf(db, order.id)).map(({ createdAt, side, ...m }): OrderMessage => ({
      ...m,
      side: side as (typeof sides)[number],
      at: createdAt.toISOString(),
    })),
    maySay: order.submittedAt !== null && viewer.rights.has(rightsOfSide[viewer.side].takes),
    clock: clock && { ...clock, isLate: clock.dueOn !== null && clock.dueOn < order.today },
    parts: openParts(viewer, order),
  }
}

async function officeNow({ db }: Services, { officeId }: OrderRecord) {
  const office = await db.system
    .selectFrom('office')
    .select(['fullName', 'phone', 'address', 'hours'])
    .where('accountId', '=', officeId)
    .executeTakeFirst()
  if (!office) throw new AppError('internal')
  return office
}
