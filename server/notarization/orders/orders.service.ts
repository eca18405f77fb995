import type { OfficeKind } from '../../../contract/accounts/offices.ts'
import type { AnyOrderFind, JudicialOrder, OrderInfo } from '../../../contract/notarization/orders.ts'
import type { OrderStep } from '../../../contract/notarization/order-records.ts'
import type { StepBody } from '../../../contract/notarization/step-body.ts'
import { factsOfKind } from '../../../contract/notarization/order-kinds.ts'
import { holdClosing } from '../../accounts/closing-guard.service.ts'
import { openOffices } from '../../accounts/offices/offices.read.ts'
import type { Caller } from '../../kit/calls/caller.ts'
import type { AccountTx } from '../../kit/db/db.ts'
import { AppError } from '../../kit/errors.ts'
import type { Services } from '../../kit/services.ts'
import type { Viewer } from '../rules/may-take.ts'
import { findOwn, listOwn, lockOwn, type OrderRecord } from './orders.repo.ts'
import { kindOf } from '../rules/orders.types.ts'
import { allShown, infoOf } from './shown-order.ts'
import { signedBy } from './sign-step.ts'
import { takeStep } from './take-step.service.ts'
import { tellAct } from './tell-step.ts'

export const asApplicant = ({ personId, rights }: Caller): Viewer => ({ side: 'applicant', personId, rights })

export const list = (services: Services, caller: Caller, find: AnyOrderFind) =>
  services.db.forAccount(caller, async (tx) => {
    const { rows, ...rest } = await listOwn(tx, caller, find)
    return { list: (await allShown(services, tx, asApplicant(caller), rows)) satisfies JudicialOrder[], ...rest }
  })

export const get = (services: Services, caller: Caller, id: string): Promise<OrderInfo> =>
  services.db.forAccount(caller, async (tx) =>
    infoOf(services, tx, asApplicant(caller), required(await findOwn(tx, caller, id))),
  )

export function required<T>(found: T | undefined): T {
  if (!found) throw new AppError('not-found')
  return found
}

export async function offices({ db }: Services, { platform }: Caller, kind: OfficeKind) {
  return { list: await openOffices(db.system, platform.id, kind) }
}

/** In the state that a kind begins with: nobody but its applicant saw it. */
const isDraft = (order: OrderRecord) => order.state === factsOfKind(kindOf(order)).first

export const remove = ({ db }: Services, caller: Caller, id: string) =>
  db.forAccount(caller, async (tx: AccountTx) => {
    const order = required(await lockOwn(tx, caller, id))
    if (!isDraft(order)) throw new AppError('wrong-state')
    for (const table of ['judicialFile', 'judicialOrderEvidence', 'judicialStep'] as const)
      await tx.deleteFrom(table).where('orderId', '=', id).execute()
    await tx.deleteFrom('judicialOrder').where('id', '=', id).where('accountId', '=', caller.accountId).execute()
    await tellAct(tx, caller, order, 'removed', { title: order.title })
  })

/** An order concerns two accounts: its row is found among the caller's own, and what a step does is the service's to write. */
export async function step(services: Services, caller: Caller, id: string, name: OrderStep, body: StepBody) {
  const seen = required(await services.db.asSystem((tx) => findOwn(tx, caller, id)))
  const signature = await signedBy(services, caller, { viewer: asApplicant(caller), order: seen, name }, body.signature)
  return services.db.asSystem(async (tx) => {
    await holdClosing(tx, caller.personId)
    const order = required(await lockOwn(tx, caller, id))
    return takeStep(services, tx, caller, { side: 'applicant', order, name, body, signature })
  })
}
