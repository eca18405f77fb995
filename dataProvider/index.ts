import type { BaseKey, BaseRecord, CrudFilter, DataProvider } from '@refinedev/core'
import { type BulkResult, type ImportResult, mostAtOnce } from '../contract/kit/bulk.ts'
import type { Client } from './client.ts'
import { askedOf } from './custom.ts'
import { endpointsOf, type Endpoints } from './endpoints.ts'
import { ApiError } from './errors.ts'
import { fetchPage } from './list.ts'

type Params<V extends keyof DataProvider> = Parameters<NonNullable<DataProvider[V]>>[0]
type Values = Record<string, unknown>

/** Filters reach us as plain equalities, one a field: lists of the service know no others. */
function filtersToWire(filters: CrudFilter[] = []): Values {
  return Object.fromEntries(
    filters.flatMap((f) => {
      if (!('field' in f)) throw new Error(`lists filter by fields, not by "${f.operator}"`)
      const plain = ['eq', 'contains', 'in'].includes(f.operator)
      if (!plain && f.value !== undefined) throw new Error(`lists do not filter ${f.field} by "${f.operator}"`)
      return f.value === undefined || f.value === '' || f.value === null ? [] : [[f.field, f.value] as const]
    }),
  )
}

/** The call for a verb, or an error that tells a developer what the declaration lacks. */
function needed<V extends keyof Endpoints>(resource: string, verb: V): NonNullable<Endpoints[V]> {
  const found = endpointsOf(resource)[verb]
  if (!found) throw new Error(`${resource} declares no call for ${verb}`)
  return found
}

/**
 * As many records a request as the service takes. Each is judged alone: those that were refused make the whole fail, after all others were
 * done.
 */
async function inParts(ids: BaseKey[], send: (some: string[]) => Promise<unknown>) {
  const list: BulkResult['list'] = []
  for (let at = 0; at < ids.length; at += mostAtOnce)
    list.push(...((await send(ids.slice(at, at + mostAtOnce).map(String))) as BulkResult).list)
  const refused = list.filter((row) => !row.ok)
  if (!refused.length) return
  throw new ApiError({
    message: refused[0]!.message ?? '',
    code: 'rows-refused',
    showType: 1,
    fields: refused.map((row) => ({ path: `ids.${row.id}`, key: 'refused', message: row.message ?? '' })),
    shown: { list },
  })
}

/**
 * Refine's verbs over the declared calls. Only the registry decides where a request goes. Refusals arrive as `ApiError`, which is Refine's
 * `HttpError`. A record that was read by `getOne` is changed on the condition that it is still the same (`version`).
 */
export function createDataProvider(client: Client): DataProvider {
  const call = async (...[to, request]: [Parameters<Client['call']>[0], unknown]) =>
    (await client.call(to, request as never)) as unknown
  const versions = new Map<string, number>()
  const read = <T>(resource: string, id: BaseKey, record: T) => {
    const { version } = (record ?? {}) as { version?: unknown }
    if (typeof version === 'number') versions.set(`${resource} ${id}`, version)
    return record
  }
  const one = async (resource: string, id: BaseKey) => {
    const { call: to, request } = needed(resource, 'one')
    return read(resource, id, await call(to, request(String(id))))
  }
  async function update(resource: string, id: BaseKey, variables: Values) {
    const to = needed(resource, 'update')
    const version = to.body && 'version' in to.body.shape ? versions.get(`${resource} ${id}`) : undefined
    const body = { ...(version === undefined ? {} : { version }), ...variables }
    return read(resource, id, await call(to, { params: { id: String(id) }, body }))
  }
  async function remove(resource: string, ids: BaseKey[]) {
    const { remove: single, removeMany } = endpointsOf(resource)
    if (removeMany) return inParts(ids, (some) => call(removeMany.call, removeMany.request(some)))
    const { call: to, request } = single ?? needed(resource, 'remove')
    for (const id of ids) await call(to, request(String(id)))
  }
  const provider = {
    async getList({ resource, pagination, filters, sorters }: Params<'getList'>) {
      const reply = await fetchPage<BaseRecord>(client, endpointsOf(resource).list, {
        ...filtersToWire(filters),
        ...(pagination?.mode === 'off'
          ? {}
          : { pageNum: pagination?.currentPage ?? 1, pageSize: pagination?.pageSize ?? 10 }),
        ...(sorters?.length ? { sort: sorters.map((s) => `${s.order === 'desc' ? '-' : ''}${s.field}`).join() } : {}),
      })
      return { data: reply.list, total: reply.total, totalIsEstimate: reply.totalIsEstimate }
    },
    getOne: async ({ resource, id }: Params<'getOne'>) => ({ data: await one(resource, id) }),
    getMany: async ({ resource, ids }: Params<'getMany'>) => ({
      data: await Promise.all([...new Set(ids)].map((id) => one(resource, id))),
    }),
    create: async ({ resource, variables }: Params<'create'>) => ({
      data: await call(needed(resource, 'create'), { body: variables }),
    }),
    update: async ({ resource, id, variables }: Params<'update'>) => ({
      data: await update(resource, id, variables as Values),
    }),
    async deleteOne({ resource, id }: Params<'deleteOne'>) {
      await remove(resource, [id])
      return { data: { id } }
    },
    async deleteMany({ resource, ids }: Params<'deleteMany'>) {
      await remove(resource, ids)
      return { data: ids.map((id) => ({ id })) }
    },
    async updateMany({ resource, ids, variables }: Params<'updateMany'>) {
      const { call: to, request } = needed(resource, 'updateMany')
      await inParts(ids, (some) => call(to, request(some, variables as Values)))
      return { data: ids.map((id) => ({ id })) }
    },
    async createMany({ resource, variables }: Params<'createMany'>) {
      const { list } = (await call(needed(resource, 'createMany'), { body: { rows: variables } })) as ImportResult
      const problems = list.flatMap(({ row, problems: of }) => of.map((p) => ({ ...p, path: `${row}.${p.path}` })))
      if (problems.length)
        throw new ApiError({ message: problems[0]!.message, code: 'rows-refused', fields: problems, shown: { list } })
      return { data: variables }
    },
    async custom({ meta }: Params<'custom'>) {
      const { call: to, request } = askedOf(meta)
      return { data: await call(to, request) }
    },
    getApiUrl: () => '/shimakaze',
  }
  // What a call answers is the contract's to say, and types of a caller cannot be seen here.
  return provider as DataProvider
}
