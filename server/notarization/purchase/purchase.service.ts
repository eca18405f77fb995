import { orderKinds } from '../../../contract/notarization/order-kinds.ts'
import type { JudicialOrder, OrderFind, PurchaseOrder } from '../../../contract/notarization/orders.ts'
import type { PurchaseBody } from '../../../contract/notarization/purchase.ts'
import type { Caller } from '../../kit/calls/caller.ts'
import type { Services } from '../../kit/services.ts'
import { ownContentsOf } from '../orders/orders.repo.ts'
import * as orders from '../orders/orders.service.ts'
import { saveDraft } from '../drafts/save-draft.ts'

const kind = 'purchase'

export const save = (services: Services, caller: Caller, { orderId, officeId, ...content }: PurchaseBody) =>
  saveDraft(services, caller, kind, { orderId, officeId, content, title: content.title })

/** The names by which former clients read a row. */
const formerNamesOf = (
  { id, title, createdAt, personName }: JudicialOrder,
  { rightsType, purchaseUse }: Pick<PurchaseOrder, 'rightsType' | 'purchaseUse'>,
) => ({ key: id, name: title, type: rightsType, used: purchaseUse, date: createdAt, operator: personName })

/** As every list of orders, with the right that each is about and what it is for. */
export async function list(services: Services, caller: Caller, find: OrderFind) {
  const { list: rows, ...page } = await orders.list(services, caller, { ...find, orderKind: kind })
  const contents = await services.db.forAccount(caller, (tx) =>
    ownContentsOf(
      tx,
      rows.map(({ id }) => id),
    ),
  )
  const of = new Map(contents.map(({ id, content }) => [id, orderKinds.purchase.content.parse(content)]))
  const all: PurchaseOrder[] = rows.map((row) => {
    const { rightsType, purchaseUse } = of.get(row.id)!
    return { ...row, rightsType, purchaseUse, ...formerNamesOf(row, { rightsType, purchaseUse }) }
  })
  return { list: all, ...page }
}
