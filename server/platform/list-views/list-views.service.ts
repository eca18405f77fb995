import { type ListLayout, type ListView, type ListViewBody, mostViews } from '../../../contract/platform/list-views.ts'
import { recordAct } from '../../kit/audit/audit.ts'
import type { Caller } from '../../kit/calls/caller.ts'
import { type AccountTx, isDuplicate } from '../../kit/db/db.ts'
import { AppError, badFields } from '../../kit/errors.ts'
import { newId } from '../../kit/ids.ts'
import type { Services } from '../../kit/services.ts'
import * as repo from './list-views.repo.ts'

export function list(services: Services, caller: Caller, resource: string) {
  return services.db.forAccount(caller, async (tx) => {
    const views = await repo.viewsOf(tx, caller, resource)
    const own = await repo.layoutOf(tx, caller, resource)
    return {
      list: views.map(({ membershipId, layout, ...v }): ListView => ({
        ...v,
        mine: membershipId === caller.membershipId,
        layout: layout as unknown as ListLayout | null,
      })),
      layout: (own?.layout ?? null) as unknown as ListLayout | null,
    }
  })
}

const tell = (tx: AccountTx, caller: Caller, id: string, act: 'created' | 'changed' | 'removed', view?: ListViewBody) =>
  recordAct(tx, caller, {
    action: `view.${act}`,
    subjectKind: 'list-view',
    subjectId: id,
    ...(view && { details: { name: view.name, shared: view.shared } }),
  })

/** A name counts once for a person and list: that is how people tell views apart. */
async function named<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (isDuplicate(error, 'list_view_membership_id_resource_name_key'))
      throw badFields({ path: 'name', key: 'duplicate' })
    throw error
  }
}

export function create(services: Services, caller: Caller, body: ListViewBody & { resource: string }) {
  return named(() =>
    services.db.forAccount(caller, async (tx) => {
      if ((await repo.countViews(tx, caller, body.resource)) >= mostViews)
        throw new AppError('limit-reached', { limit: mostViews })
      const id = newId()
      await repo.insertView(tx, caller, id, body)
      await tell(tx, caller, id, 'created', body)
      return { id }
    }),
  )
}

export function update(services: Services, caller: Caller, id: string, body: ListViewBody) {
  return named(() =>
    services.db.forAccount(caller, async (tx) => {
      if (!(await repo.updateView(tx, caller, id, body))) throw new AppError('not-found')
      await tell(tx, caller, id, 'changed', body)
    }),
  )
}

export function remove(services: Services, caller: Caller, id: string) {
  return services.db.forAccount(caller, async (tx) => {
    if (!(await repo.deleteView(tx, caller, id))) throw new AppError('not-found')
    await tell(tx, caller, id, 'removed')
  })
}
