import type { ExpertiseBody } from '../../../contract/notarization/expertise.ts'
import { factsOfKind } from '../../../contract/notarization/order-kinds.ts'
import { OrderState } from '../../../contract/notarization/orders.ts'
import { findOpenableOffice } from '../../accounts/offices/offices.read.ts'
import type { Caller } from '../../kit/calls/caller.ts'
import type { AccountTx } from '../../kit/db/db.ts'
import type { Json } from '../../kit/db/schema.ts'
import { AppError, badFields } from '../../kit/errors.ts'
import { newId, newOrderNumber } from '../../kit/ids.ts'
import type { Services } from '../../kit/services.ts'
import { nameEvidence } from '../orders/evidence-of-order.ts'
import { lockOwn, type OrderRecord } from '../orders/orders.repo.ts'
import { required } from '../orders/orders.service.ts'
import { tellAct } from '../orders/tell-step.ts'

const kind = 'expertise'
const facts = factsOfKind(kind)

/** Where it can be handed in, it can be changed before. */
const isEditable = ({ state, kind: itsKind }: OrderRecord) =>
  itsKind === kind && facts.steps['submit']!.from.includes(state)

/** Keeps what is asked for as a draft, or changes one that was not handed in, or was returned. */
export async function save(services: Services, caller: Caller, body: ExpertiseBody) {
  const { orderId, officeId, anos, ...content } = body
  const office = await findOpenableOffice(services.db.system, caller.platform.id, officeId)
  if (office?.kind !== facts.office || !office.isOpen || office.status !== 'ACTIVE' || officeId === caller.accountId)
    throw badFields({ path: 'officeId', key: 'officeGone' })
  return services.db.forAccount(caller, async (tx) => {
    const row = {
      officeId,
      officeName: office.fullName,
      title: content.title,
      content: JSON.stringify(content) as unknown as Json,
    }
    const order = orderId ? await change(tx, caller, orderId, row) : await begin(tx, caller, row)
    await nameEvidence(tx, caller, order, anos)
    return { id: order.id, orderNumber: order.number, orderState: OrderState.parse(order.state) }
  })
}

type Row = { officeId: string; officeName: string; title: string; content: Json }

async function begin(tx: AccountTx, caller: Caller, row: Row) {
  const order = { id: newId(), number: newOrderNumber(), state: facts.first }
  const { accountId, personId, personName } = caller
  const whose = { platformId: caller.platform.id, accountId, personId, personName }
  await tx
    .insertInto('judicialOrder')
    .values({ ...order, ...whose, ...row, kind, ownerName: caller.accountName, ownerKind: caller.accountKind })
    .execute()
  await tx
    .insertInto('judicialStep')
    .values({ id: newId(), orderId: order.id, ...whose, state: facts.first, side: 'applicant' })
    .execute()
  await tellAct(tx, caller, { ...order, accountId, officeId: row.officeId, submittedAt: null }, 'drafted', {
    title: row.title,
  })
  return order
}

async function change(tx: AccountTx, caller: Caller, id: string, row: Row) {
  const order = required(await lockOwn(tx, caller, id))
  if (!isEditable(order)) throw new AppError('wrong-state')
  if (order.submittedAt && order.officeId !== row.officeId) throw badFields({ path: 'officeId', key: 'officeFixed' })
  await tx
    .updateTable('judicialOrder')
    .set(row)
    .where('id', '=', id)
    .where('accountId', '=', caller.accountId)
    .execute()
  await tellAct(tx, caller, { ...order, submittedAt: null }, 'changed', { title: row.title })
  return order
}
