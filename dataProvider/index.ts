import type { BaseRecord, CrudFilter, DataProvider } from '@refinedev/core'
import type { Client } from './client.ts'
import { endpointsOf } from './endpoints.ts'
import { fetchPage } from './list.ts'

/** Filters reach us as plain equalities, one a field: the URL codec makes no others. */
function filtersToWire(filters: CrudFilter[] = []): Record<string, unknown> {
  return Object.fromEntries(
    filters.flatMap((f) => ('field' in f && f.value !== undefined ? [[f.field, f.value] as const] : [])),
  )
}

const unsupported = (verb: string) => () => Promise.reject(new Error(`${verb} goes through a declared action`))

/** Refine's verbs over the declared calls. Only the registry decides where a request goes. */
export function createDataProvider(client: Client): DataProvider {
  return {
    async getList<T extends BaseRecord>({
      resource,
      pagination,
      filters,
      sorters,
    }: Parameters<DataProvider['getList']>[0]) {
      const reply = await fetchPage<T>(client, endpointsOf(resource).list, {
        ...filtersToWire(filters),
        pageNum: pagination?.currentPage ?? 1,
        pageSize: pagination?.pageSize ?? 10,
        ...(sorters?.length ? { sort: sorters.map((s) => `${s.order === 'desc' ? '-' : ''}${s.field}`).join() } : {}),
      })
      return { data: reply.list, total: reply.total, totalIsEstimate: reply.totalIsEstimate }
    },
    async getOne<T extends BaseRecord>({ resource, id }: Parameters<DataProvider['getOne']>[0]) {
      const one = endpointsOf(resource).one
      if (!one) throw new Error(`${resource} has no detail`)
      return { data: (await client.call(one.call, one.request(String(id)) as never)) as unknown as T }
    },
    create: unsupported('create'),
    update: unsupported('update'),
    deleteOne: unsupported('deleteOne'),
    getApiUrl: () => '/shimakaze',
  }
}
