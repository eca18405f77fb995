import { afterAll, beforeAll, beforeEach } from 'vitest'
import { addressCalls } from '../../contract/addresses/addresses.ts'
import { buildTestApp, type Member, type TestApp } from '../kit/build-test-app.ts'

export let t: TestApp
export let me: Member
export let other: Member

/** A service, and two accounts that are new for every test of a file. */
export function withAccounts() {
  beforeAll(async () => {
    t = await buildTestApp()
  })
  beforeEach(async () => {
    me = await t.member({ name: '代理所' })
    other = await t.member({ name: '别人' })
  })
  afterAll(() => t.close())
}

export const gulou = { provinceCode: '350000', cityCode: '350100', regionCode: '350102' }
export const zhang = { name: '张三丰', phone: '13800138000', ...gulou, detail: '某路 100 号某大厦 18 层' }
export const li = { ...zhang, name: '李四', phone: '0591-88887777' }
export type Body = typeof zhang & { postcode?: string; tag?: string; isDefault?: boolean }

export const create = (body: Body, as = me) => t.call(addressCalls.create, { body }, as)
export const created = async (body: Body) => (await create(body)).data.id

export const list = async (query: Record<string, string> = {}, as = me) =>
  (await t.call(addressCalls.list, { query }, as)).data
export const fields = (reply: { data: unknown }) =>
  Object.fromEntries((reply.data as { fields: { path: string; key: string }[] }).fields.map((f) => [f.path, f.key]))
