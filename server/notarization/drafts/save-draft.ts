import {
  factsOfKind,
  listedFeeOf,
  type OrderContent,
  type OrderKind,
} from '../../../contract/notarization/order-kinds.ts'
import { OrderState } from '../../../contract/notarization/order-records.ts'
import { findOpenableOffice } from '../../accounts/offices/offices.read.ts'
import type { Caller } from '../../kit/calls/caller.ts'
import type { AccountTx } from '../../kit/db/db.ts'
import type { Json } from '../../kit/db/schema.ts'
import { AppError, badFields } from '../../kit/errors.ts'
import { newId, newOrderNumber } from '../../kit/ids.ts'
import type { Services } from '../../kit/services.ts'
import { findNamed } from '../orders/evidence-of-order.ts'
import { lockOwn } from '../orders/orders.repo.ts'
import { required } from '../orders/orders.service.ts'
import { requireService } from '../orders/require-service.ts'
import { tellAct } from '../orders/tell-step.ts'
import { keepDraft, nameEvidence } from './drafts.repo.ts'

export interface Draft<Kind extends OrderKind> {
  /** An order that can still be changed. */
  orderId?: string | undefined
  officeId: string
  title: string
  content: OrderContent<Kind>
  /** Of the evidence that it names, in this order. */
  anos?: readonly string[]
}

/** Keeps what is asked for as a draft, or changes an order that was not handed in, or was returned. */
export async function saveDraft<Kind extends OrderKind>(
  services: Services,
  caller: Caller,
  kind: Kind,
  { orderId, officeId, title, content, anos = [] }: Draft<Kind>,
) {
  if (!orderId) await requireService(services, caller.platform)
  const office = await findOpenableOffice(services.db.system, caller.platform.id, officeId)
  const listed = listedFeeOf(kind)
  if (office?.kind !== factsOfKind(kind).office || officeId === caller.accountId) throw officeGone()
  const takesOrders =
    office.isOpen && office.status === 'ACTIVE' && !office.isClosing && (!listed || office[listed] !== null)
  const row = { officeId, officeName: office.fullName, title, content: content as Json }
  return services.db.forAccount(caller, async (tx) => {
    const order = orderId
      ? await change(tx, caller, { id: orderId, kind, row, takesOrders, anos })
      : await begin(tx, caller, { kind, row, takesOrders, anos })
    return { id: order.id, orderNumber: order.number, orderState: OrderState.parse(order.state) }
  })
}

const asJson = (content: Json) => JSON.stringify(content) as unknown as Json

const officeGone = () => badFields({ path: 'officeId', key: 'officeGone' })

interface Saving {
  kind: OrderKind
  row: { officeId: string; officeName: string; title: string; content: Json }
  takesOrders: boolean
  anos: readonly string[]
}

const evidenceOf = async (tx: AccountTx, caller: Caller, { kind, anos }: Saving) =>
  factsOfKind(kind).hasEvidence ? findNamed(tx, caller, anos) : []

async function begin(tx: AccountTx, caller: Caller, saving: Saving) {
  const { kind, row, takesOrders } = saving
  if (!takesOrders) throw officeGone()
  const { first } = factsOfKind(kind)
  const order = { id: newId(), number: newOrderNumber(), state: first }
  const { accountId, personId, personName } = caller
  const whose = { platformId: caller.platform.id, accountId, personId, personName }
  await tx
    .insertInto('judicialOrder')
    .values({
      ...order,
      ...whose,
      ...row,
      content: asJson(row.content),
      kind,
      ownerName: caller.accountName,
      ownerKind: caller.accountKind,
    })
    .execute()
  await tx
    .insertInto('judicialStep')
    .values({ id: newId(), orderId: order.id, ...whose, state: first, side: 'applicant' })
    .execute()
  await tellAct(tx, caller, { ...order, accountId, officeId: row.officeId, submittedAt: null }, 'drafted', {
    title: row.title,
  })
  const of = { orderId: order.id, platformId: caller.platform.id, accountId }
  await nameEvidence(tx, of, await evidenceOf(tx, caller, saving))
  return order
}

/** An office that stopped taking orders finishes what it has. One that was returned stays as it was handed in: what is made of it is a draft beside it. */
async function change(tx: AccountTx, caller: Caller, saving: Saving & { id: string }) {
  const { id, kind, row, takesOrders } = saving
  const order = required(await lockOwn(tx, caller, id))
  if (order.kind !== kind || !factsOfKind(kind).states[order.state]!.isEditable) throw new AppError('wrong-state')
  if (order.submittedAt && order.officeId !== row.officeId) throw badFields({ path: 'officeId', key: 'officeFixed' })
  if (!order.submittedAt && !takesOrders) throw officeGone()
  const of = { orderId: id, platformId: order.platformId, accountId: caller.accountId }
  const evidence = await evidenceOf(tx, caller, saving)
  if (order.submittedAt) await keepDraft(tx, of, { title: row.title, content: row.content, evidence })
  else {
    await tx
      .updateTable('judicialOrder')
      .set({ ...row, content: asJson(row.content) })
      .where('id', '=', id)
      .where('accountId', '=', caller.accountId)
      .execute()
    await nameEvidence(tx, of, evidence)
  }
  await tellAct(tx, caller, { ...order, submittedAt: null }, 'changed', { title: row.title })
  return order
}
