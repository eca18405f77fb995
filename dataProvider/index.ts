import type { BaseRecord, CrudFilter, DataProvider } from '@refinedev/core'
import type { Client } from './client.ts'
import { endpointsOf } from './endpoints.ts'

/** Filters reach us as plain equalities, one a field: the URL codec makes no others. */
function filtersToBody(filters: CrudFilter[] = []): Record<string, unknown> {
  return Object.fromEntries(filters.flatMap((f) => ('field' in f && f.value !== undefined ? [[f.field, f.value] as const] : [])))
}

const unsupported = (verb: string) => () => Promise.reject(new Error(`${verb} goes through a declared action`))

/** Refine's verbs over the declared calls. Only the registry decides where a request goes. */
export function createDataProvider(client: Client): DataProvider {
  return {
    async getList<T extends BaseRecord>({ resource, pagination, filters, sorters }: Parameters<DataProvider['getList']>[0]) {
      const sorter = sorters?.[0]
      const reply = (await client.call(endpointsOf(resource).list, {
        body: {
          ...filtersToBody(filters),
          pageNum: pagination?.currentPage ?? 1,
          pageSize: pagination?.pageSize ?? 10,
          ...(sorter ? { sort: `${sorter.order === 'desc' ? '-' : ''}${sorter.field}` } : {}),
        },
      } as never)) as unknown as { list: T[]; total: number; totalIsEstimate: boolean }
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
