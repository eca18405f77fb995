import type { BaseRecord, DataProvider, GetListParams } from '@refinedev/core'
import { expect, it } from 'vitest'
import { headerCalls } from '../../contract/invoices/headers.ts'
import type { Call } from '../../contract/kit/call.ts'
import type { Client } from '../../dataProvider/client.ts'
import { registerEndpoints } from '../../dataProvider/endpoints.ts'
import { createDataProvider } from '../../dataProvider/index.ts'

registerEndpoints('things', {
  list: headerCalls.list,
  one: { call: headerCalls.get, request: (id) => ({ params: { id } }) },
})

function providerOf(reply: unknown) {
  const asked: { path: string; request: unknown }[] = []
  const client: Client = {
    call: async (call: Call, request) => (asked.push({ path: call.path, request }), reply as never),
  }
  return { provider: createDataProvider(client), asked }
}
const evil = { endpoint: '/evil', method: 'delete', headers: { 'x-account': 'other' }, path: 'evil' }

it('asks where the declaration says and for what the list is asked, whatever else is passed along', async () => {
  const { provider, asked } = providerOf({ list: [{ id: '1' }], total: 7, totalIsEstimate: false })
  const wanted: GetListParams = {
    resource: 'things',
    meta: evil,
    pagination: { currentPage: 2, pageSize: 20 },
    sorters: [{ field: 'title', order: 'desc' }],
    filters: [{ field: 'headType', operator: 'eq', value: 'PERSONAL' }],
  }
  expect(await provider.getList(wanted)).toEqual({ data: [{ id: '1' }], total: 7, totalIsEstimate: false })
  await provider.getOne({ resource: 'things', id: '1', meta: evil })
  expect(asked).toEqual([
    {
      path: headerCalls.list.path,
      request: { query: { headType: 'PERSONAL', pageNum: 2, pageSize: 20, sort: '-title' } },
    },
    { path: headerCalls.get.path, request: { params: { id: '1' } } },
  ])
})

it('knows no resource that was not declared', async () => {
  await expect(providerOf({}).provider.getList({ resource: 'evil' })).rejects.toThrow('no resource is declared')
})

it.each(['create', 'update', 'deleteOne'] as const)(
  'leaves %s to declared actions: nothing is written at once and undone, nothing logged by the browser',
  async (verb) => {
    const { provider, asked } = providerOf({})
    const write = provider[verb] as (params: object) => ReturnType<DataProvider['deleteOne']>
    await expect(write({ resource: 'things', id: '1', variables: {} satisfies BaseRecord })).rejects.toThrow(
      'declared action',
    )
    expect(asked).toEqual([])
  },
)
