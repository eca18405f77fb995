import type { BaseRecord, DataProvider, GetListParams } from '@refinedev/core'
import { describe, expect, it } from 'vitest'
import { addressCalls } from '../../contract/addresses/addresses.ts'
import { headerCalls } from '../../contract/invoices/headers.ts'
import type { Call } from '../../contract/kit/call.ts'
import { announcementCalls } from '../../contract/messages/announcements.ts'
import type { Client } from '../../dataProvider/client.ts'
import { customOf } from '../../dataProvider/custom.ts'
import { registerEndpoints } from '../../dataProvider/endpoints.ts'
import { ApiError } from '../../dataProvider/errors.ts'
import { createDataProvider } from '../../dataProvider/index.ts'

const byId = (id: string) => ({ params: { id } })
registerEndpoints('things', {
  list: headerCalls.list,
  one: { call: headerCalls.get, request: byId },
  create: headerCalls.create,
  update: headerCalls.update,
  removeMany: { call: headerCalls.removeMany, request: (ids) => ({ body: { ids } }) },
  createMany: headerCalls.import,
})
registerEndpoints('notes', {
  list: announcementCalls.staffList,
  remove: { call: announcementCalls.remove, request: byId },
  updateMany: { call: addressCalls.makeDefault, request: (ids, values) => ({ body: { ids, ...values } }) },
})

/** A client that answers every call the same, or each with what `reply` makes of it. */
function providerOf(reply: unknown) {
  const asked: { method: string; path: string; request: unknown }[] = []
  const client: Client = {
    call: async ({ method, path }: Call, request) => {
      asked.push({ method, path, request })
      const given: unknown =
        typeof reply === 'function' ? (reply as (path: string, request: unknown) => unknown)(path, request) : reply
      if (given instanceof Error) throw given
      return given as never
    },
  }
  return { provider: createDataProvider(client) as Required<DataProvider>, asked }
}
const evil = { endpoint: '/evil', method: 'delete', headers: { 'x-account': 'other' }, path: 'evil' }

describe('reading', () => {
  it('asks where the declaration says and for what the list is asked, whatever else is passed along', async () => {
    const { provider, asked } = providerOf({ list: [{ id: '1' }], total: 7, totalIsEstimate: false })
    const wanted: GetListParams = {
      resource: 'things',
      meta: evil,
      pagination: { currentPage: 2, pageSize: 20 },
      sorters: [{ field: 'title', order: 'desc' }],
      filters: [
        { field: 'headType', operator: 'eq', value: 'PERSONAL' },
        { field: 'keyWord', operator: 'contains', value: undefined },
      ],
    }
    expect(await provider.getList(wanted)).toEqual({ data: [{ id: '1' }], total: 7, totalIsEstimate: false })
    await provider.getOne({ resource: 'things', id: '1', meta: evil })
    expect(asked.map(({ path, request }) => ({ path, request }))).toEqual([
      {
        path: headerCalls.list.path,
        request: { query: { headType: 'PERSONAL', pageNum: 2, pageSize: 20, sort: '-title' } },
      },
      { path: headerCalls.get.path, request: { params: { id: '1' } } },
    ])
  })

  it('refuses a filter that the list would answer as if it were not there', async () => {
    const { provider } = providerOf({ list: [], total: 0 })
    const gone = provider.getList({ resource: 'things', filters: [{ field: 'title', operator: 'gt', value: 1 }] })
    await expect(gone).rejects.toThrow('do not filter title by "gt"')
  })

  it('reads each of several records once', async () => {
    const { provider, asked } = providerOf({ id: 'x' })
    const { data } = await provider.getMany({ resource: 'things', ids: ['a', 'b', 'a'] })
    expect(data).toHaveLength(2)
    expect(asked.map((a) => a.request)).toEqual([byId('a'), byId('b')])
  })

  it('knows no resource that was not declared', async () => {
    await expect(providerOf({}).provider.getList({ resource: 'evil' })).rejects.toThrow('no resource is declared')
  })
})

describe('writing', () => {
  const variables = { title: 'Dawn' } satisfies BaseRecord

  it('makes a record with the call that the declaration names', async () => {
    const { provider, asked } = providerOf({ id: 'new' })
    expect(await provider.create({ resource: 'things', variables, meta: evil })).toEqual({ data: { id: 'new' } })
    expect(asked).toEqual([{ method: 'POST', path: headerCalls.create.path, request: { body: variables } }])
  })

  it('changes a record on the condition that it is as it was read, and then as it was saved', async () => {
    const { provider, asked } = providerOf((path: string) => ({
      id: '7',
      version: path === headerCalls.get.path ? 3 : 4,
    }))
    const save = (more = {}) => provider.update({ resource: 'things', id: '7', variables: { ...variables, ...more } })
    await save()
    await provider.getOne({ resource: 'things', id: '7' })
    await save()
    await save()
    await save({ version: 9 })
    const sent = asked.filter((a) => a.method === 'PUT').map((a) => a.request)
    expect(sent).toEqual(
      [{}, { version: 3 }, { version: 4 }, { version: 9 }].map((v) => ({
        params: { id: '7' },
        body: { ...variables, ...v },
      })),
    )
  })

  it('hands a conflict on with the version that somebody else saved', async () => {
    const current = { id: '7', title: 'Dusk', version: 5 }
    const conflict = new ApiError({ message: 'saved meanwhile', code: 'conflict', shown: { current } })
    const { provider } = providerOf(conflict)
    await expect(provider.update({ resource: 'things', id: '7', variables })).rejects.toMatchObject({
      statusCode: 409,
      shown: { current },
    })
  })

  it('removes one or many with one request where a call takes many, else one by one', async () => {
    const good = { list: [{ id: '1', ok: true, message: null }] }
    const { provider, asked } = providerOf(good)
    await provider.deleteOne({ resource: 'things', id: '1' })
    await provider.deleteMany({ resource: 'things', ids: ['1', '2'] })
    await provider.deleteMany({ resource: 'notes', ids: ['3', '4'] })
    expect(asked.map((a) => a.request)).toEqual([
      { body: { ids: ['1'] } },
      { body: { ids: ['1', '2'] } },
      byId('3'),
      byId('4'),
    ])
  })

  it('removes more than a request takes in several, and tells of all that were refused', async () => {
    const ids = Array.from({ length: 250 }, (_, i) => String(i))
    const { provider, asked } = providerOf((_: string, { body }: { body: { ids: string[] } }) => ({
      list: body.ids.map((id) => ({ id, ok: id !== '0' && id !== '249', message: 'in use' })),
    }))
    await expect(provider.deleteMany({ resource: 'things', ids })).rejects.toMatchObject({
      errors: { 'ids.0': 'in use', 'ids.249': 'in use' },
    })
    expect(asked.map((a) => (a.request as { body: { ids: string[] } }).body.ids.length)).toEqual([100, 100, 50])
  })

  it('fails where one of many was refused, and says which and why', async () => {
    const list = [
      { id: '1', ok: true, message: null },
      { id: '2', ok: false, message: 'in use' },
    ]
    const { provider } = providerOf({ list })
    await expect(provider.deleteMany({ resource: 'things', ids: ['1', '2'] })).rejects.toMatchObject({
      message: 'in use',
      errors: { 'ids.2': 'in use' },
    })
  })

  it('changes many with what all of them get', async () => {
    const { provider, asked } = providerOf({ list: [] })
    await provider.updateMany({ resource: 'notes', ids: ['1', '2'], variables: { top: true } })
    expect(asked[0]!.request).toEqual({ body: { ids: ['1', '2'], top: true } })
  })

  it('makes many, and names the fields of rows that were refused', async () => {
    const problem = { path: 'taxNo', key: 'format', message: 'is no tax number' }
    const { provider, asked } = providerOf({ list: [{ row: 1, outcome: 'refused', problems: [problem] }] })
    const rows = [variables, variables]
    await expect(provider.createMany({ resource: 'things', variables: rows })).rejects.toMatchObject({
      errors: { '1.taxNo': 'is no tax number' },
    })
    expect(asked[0]!.request).toEqual({ body: { rows } })
  })

  it('tells what a declaration lacks', async () => {
    const { provider, asked } = providerOf({})
    await expect(provider.create({ resource: 'notes', variables })).rejects.toThrow('notes declares no call for create')
    expect(asked).toEqual([])
  })
})

describe('calls beside the verbs', () => {
  it('asks a declared call', async () => {
    const { provider, asked } = providerOf({ done: true })
    const request = { params: { id: '018f0000-0000-7000-8000-000000000001' } }
    expect(await provider.custom(customOf(headerCalls.makeDefault, request) as never)).toEqual({ data: { done: true } })
    expect(asked).toEqual([{ method: headerCalls.makeDefault.method, path: headerCalls.makeDefault.path, request }])
  })

  it('asks nothing that somebody writes into an address', async () => {
    const { provider, asked } = providerOf({})
    for (const meta of [
      evil,
      { call: headerCalls.remove, request: byId('1') },
      { 'declared call': { call: evil } },
      undefined,
    ])
      await expect(provider.custom({ url: '/evil', method: 'delete', ...(meta && { meta }) })).rejects.toThrow(
        'declared calls',
      )
    expect(asked).toEqual([])
  })
})
