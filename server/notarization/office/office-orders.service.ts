import type { OfficeOrder, OfficeOrderFind, OfficeOrderInfo } from '../../../contract/notarization/office-orders.ts'
import type { OrderStep } from '../../../contract/notarization/order-records.ts'
import type { StepBody } from '../../../contract/notarization/step-body.ts'
import { OfficeRole } from '../../../contract/accounts/offices.ts'
import { holdClosing } from '../../accounts/closing-guard.service.ts'
import { officePeople } from '../../accounts/offices/offices.read.ts'
import type { Caller } from '../../kit/calls/caller.ts'
import { badFields } from '../../kit/errors.ts'
import type { Services } from '../../kit/services.ts'
import type { Viewer } from '../rules/may-take.ts'
import { findOfOffice, listOfOffice, lockOfOffice } from '../orders/orders.repo.ts'
import { required } from '../orders/orders.service.ts'
import { allShown, infoOf } from '../orders/shown-order.ts'
import { takeStep } from '../orders/take-step.service.ts'
import { tellAct } from '../orders/tell-step.ts'

export const asOffice = ({ personId, rights }: Caller): Viewer => ({ side: 'office', personId, rights })

export const list = (services: Services, caller: Caller, find: OfficeOrderFind) =>
  services.db.forAccount(caller, async (tx) => {
    const { rows, ...rest } = await listOfOffice(tx, caller.accountId, find)
    return { list: (await allShown(services, tx, asOffice(caller), rows)) satisfies OfficeOrder[], ...rest }
  })

export const get = (services: Services, caller: Caller, id: string): Promise<OfficeOrderInfo> =>
  services.db.forAccount(caller, async (tx) =>
    infoOf(services, tx, asOffice(caller), required(await findOfOffice(tx, caller.accountId, id))),
  )

export async function people({ db }: Services, { accountId }: Caller) {
  const found = await officePeople(db.system, accountId)
  return {
    list: found.map(({ personId, name, role }) => ({ id: personId, name, officeRole: OfficeRole.parse(role) })),
  }
}

/** From then on this person is told what happens to it. */
export const assign = (services: Services, caller: Caller, id: string, assigneeId: string) =>
  services.db.asSystem(async (tx) => {
    const order = required(await lockOfOffice(tx, caller.accountId, id))
    const person = (await officePeople(tx, caller.accountId)).find(({ personId }) => personId === assigneeId)
    if (!person) throw badFields({ path: 'assigneeId', key: 'notAChoice' })
    if (order.assigneeId === assigneeId) return
    await tx
      .updateTable('judicialOrder')
      .set({ assigneeId, assigneeName: person.name })
      .where('id', '=', id)
      .where('officeId', '=', caller.accountId)
      .execute()
    await tellAct(tx, caller, order, 'assigned', { name: person.name })
  })

export const step = (services: Services, caller: Caller, id: string, name: OrderStep, body: StepBody) =>
  services.db.asSystem(async (tx) => {
    await holdClosing(tx, caller.personId)
    const order = required(await lockOfOffice(tx, caller.accountId, id))
    return takeStep(services, tx, caller, { side: 'office', order, name, body })
  })
