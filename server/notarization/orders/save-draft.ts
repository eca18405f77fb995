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
import { nameEvidence } from './evidence-of-order.ts'
import { lockOwn } from './orders.repo.ts'
import { required } from './orders.service.ts'
import { requireService } from './require-service.ts'
import { tellAct } from './tell-step.ts'

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
  const takesOrders = office.isOpen && office.status === 'ACTIVE' && (!listed || office[listed] !== null)
  const row = {
    officeId,
    officeName: office.fullName,
    title,
    content: JSON.stringify(content) as unknown as Json,
  }
  return services.db.forAccount(caller, async (tx) => {
    const order = orderId
      ? await change(tx, caller, { id: orderId, kind, row, takesOrders })
      : await begin(tx, caller, { kind, row, takesOrders })
    if (factsOfKind(kind).hasEvidence) await nameEvidence(tx, caller, order, anos)
    return { id: order.id, orderNumber: order.number, orderState: OrderState.parse(order.state) }
  })
}

const officeGone = () => badFields({ path: 'officeId', key: 'officeGone' })

interface Saving {
  kind: OrderKind
  row: { officeId: string; officeName: string; title: string; content: Json }
  takesOrders: boolean
}

async function begin(tx: AccountTx, caller: Caller, { kind, row, takesOrders }: Saving) {
  if (!takesOrders) throw officeGone()
  const { first } = factsOfKind(kind)
  const order = { id: newId(), number: newOrderNumber(), state: first }
  const { accountId, personId, personName } = caller
  const whose = { platformId: caller.platform.id, accountId, personId, personName }
  await tx
    .insertInto('judicialOrder')
    .values({ ...order, ...whose, ...row, kind, ownerName: caller.accountName, ownerKind: caller.accountKind })
    .execute()
  await tx
    .insertInto('judicialStep')
    .values({ id: newId(), orderId: order.id, ...whose, state: first, side: 'applicant' })
    .execute()
  await tellAct(tx, caller, { ...order, accountId, officeId: row.officeId, submittedAt: null }, 'drafted', {
    title: row.title,
  })
  return order
}

/** An office that stopped taking orders finishes what it has. */
async function change(tx: AccountTx, caller: Caller, { id, kind, row, takesOrders }: Saving & { id: string }) {
  const order = required(await lockOwn(tx, caller, id))
  if (order.kind !== kind || !factsOfKind(kind).states[order.state]!.isEditable) throw new AppError('wrong-state')
  if (order.submittedAt && order.officeId !== row.officeId) throw badFields({ path: 'officeId', key: 'officeFixed' })
  if (!order.submittedAt && !takesOrders) throw officeGone()
  await tx
    .updateTable('judicialOrder')
    .set(row)
    .where('id', '=', id)
    .where('accountId', '=', caller.accountId)
    .execute()
  await tellAct(tx, caller, { ...order, submittedAt: null }, 'changed', { title: row.title })
  return order
}
