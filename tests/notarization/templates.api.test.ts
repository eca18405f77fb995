import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { notarizationCalls } from '../../contract/notarization/notarization-calls.ts'
import { orderCalls } from '../../contract/notarization/orders.ts'
import { templateCalls } from '../../contract/notarization/templates.ts'
import type { Member } from '../kit/build-test-app.ts'
import { buildEvidence } from '../kit/people/factories.ts'
import { openOffice, type TestOffice } from '../kit/people/offices.ts'
import { customerOf, type OpenOrders, openOrders } from './open-orders.ts'
import { notarial, template } from './order-kit.ts'

let o: OpenOrders
let office: TestOffice
let owner: Member
beforeAll(async () => {
  o = await openOrders()
  office = await openOffice(o.t, { kind: 'notary-office', name: '上海市明理公证处' })
  ;({ owner } = await customerOf({ t: o.t, office }))
})
afterAll(() => o?.close())

let names = 0
const called = () => `公证事项${++names}`
const add = (more: object = {}, as = office.decider) =>
  o.t.call(templateCalls.add, { body: { ...template, matterName: called(), ...more } }, as)
const change = (id: string, version: number, more: object = {}) =>
  o.t.call(
    templateCalls.change,
    { params: { id }, body: { ...template, matterName: called(), version, ...more } },
    office.decider,
  )
const offered = async () =>
  (await o.t.call(notarizationCalls.template, { query: { officeId: office.id } }, owner)).data.list
const fields = ({ data }: { data: unknown }) =>
  (data as { fields?: { path: string }[] }).fields?.map(({ path }) => path)

describe('a matter of a notary office', () => {
  it('is offered with its questions once a notary wrote it', async () => {
    const { data } = await add({ matterName: '保全网页证据公证' })
    expect(await offered()).toEqual([
      {
        id: data.id,
        version: 1,
        ...template,
        questions: [
          { label: '取证时间', kind: 'date', isRequired: true, options: [] },
          { label: '取证人员', kind: 'single', isRequired: true, options: ['申请人', '代理人'] },
          { label: '其他说明', kind: 'area', isRequired: false, options: [] },
        ],
      },
    ])
    await o.t.call(templateCalls.setOffered, { params: { id: data.id }, body: { offered: false } }, office.decider)
    expect(await offered()).toEqual([])
  })

  it('is written by its notaries alone, and each sees those of its own office', async () => {
    for (const [who, code] of [
      [office.assistant, 'forbidden'],
      [office.head, 'forbidden'],
      [o.office.decider, 'forbidden'],
      [owner, 'forbidden'],
    ] as const)
      expect(await add({}, who)).toMatchObject({ errorCode: code })
    const { id } = (await add()).data
    const other = await openOffice(o.t, { kind: 'notary-office', name: '外地公证处' })
    for (const asked of [
      o.t.call(templateCalls.get, { params: { id } }, other.decider),
      o.t.call(templateCalls.version, { params: { id, version: 1 } }, other.decider),
      o.t.call(templateCalls.change, { params: { id }, body: { ...template, version: 1 } }, other.decider),
      o.t.call(templateCalls.setOffered, { params: { id }, body: { offered: false } }, other.decider),
    ])
      expect(await asked).toMatchObject({ errorCode: 'not-found' })
    expect((await o.t.call(templateCalls.list, { query: {} }, other.decider)).data.total).toBe(0)
  })

  it('says what is wrong with it at its place', async () => {
    expect(fields(await add({ matterName: ' ' }))).toEqual(['matterName'])
    expect(fields(await add({ rights: [] }))).toEqual(['rights'])
    expect(fields(await add({ rights: [' '] }))).toEqual(['rights.0'])
    const choice = { label: '人员', kind: 'single', options: ['甲', '甲'] }
    expect(fields(await add({ questions: [choice] }))).toEqual(['questions.0.options'])
    expect(fields(await add({ questions: [{ label: '', kind: 'picture' }] }))).toEqual([
      'questions.0.label',
      'questions.0.kind',
    ])
    expect(fields(await add({ questions: Array.from({ length: 31 }, () => ({ label: '问' })) }))).toEqual(['questions'])
    const { data } = await add({ matterName: '同名事项' })
    expect(fields(await add({ matterName: '同名事项' }))).toEqual(['matterName'])
    const { data: second } = await add()
    expect(fields(await change(second.id, 1, { matterName: '同名事项' }))).toEqual(['matterName'])
    expect((await change(data.id, 1, { matterName: '同名事项' })).success).toBe(true)
  })

  it('has versions: what somebody else wrote since is not lost, and an order keeps the one that it began with', async () => {
    const { id } = (await add()).data
    const { number } = await buildEvidence(o.t, owner)
    const body = { officeId: office.id, anos: [number], templateId: id, ...notarial }
    const { data: order } = await o.t.call(notarizationCalls.save, { body }, owner)
    const changed = { questions: [{ label: '新问题', isRequired: true }], rights: ['新的告知。'] }
    expect((await change(id, 1, changed)).data).toEqual({ id, version: 2 })
    expect(await change(id, 1, { rights: ['同时写的。'] })).toMatchObject({ errorCode: 'conflict' })
    const { data: shown } = await o.t.call(templateCalls.get, { params: { id } }, office.decider)
    expect(shown).toMatchObject({ version: 2, content: { rights: ['新的告知。'] } })
    expect(shown.versions.map(({ version }) => version)).toEqual([2, 1])
    const { data: first } = await o.t.call(templateCalls.version, { params: { id, version: 1 } }, office.decider)
    expect(first.rights).toEqual(template.rights)

    await o.t.call(templateCalls.setOffered, { params: { id }, body: { offered: false } }, office.decider)
    const again = await o.t.call(
      notarizationCalls.save,
      { body: { ...body, orderId: order.id, title: '改过的名称' } },
      owner,
    )
    expect(again.success).toBe(true)
    const { data: kept } = await o.t.call(orderCalls.get, { params: { id: order.id } }, owner)
    expect(kept).toMatchObject({ title: '改过的名称', content: { template: { version: 1, rights: template.rights } } })
    expect(fields(await o.t.call(notarizationCalls.save, { body }, owner))).toEqual(['templateId'])
  })
})
