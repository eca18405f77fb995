import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { officeCalls } from '../../contract/accounts/offices.ts'
import { notarizationCalls } from '../../contract/notarization/notarization-calls.ts'
import { orderCalls } from '../../contract/notarization/orders.ts'
import { payOrderCalls } from '../../contract/payments/pay-orders.ts'
import { dictionaryCalls } from '../../contract/platform/dictionary.ts'
import { fileCalls } from '../../contract/platform/files.ts'
import { settingsOfPlatformCalls } from '../../contract/platform/settings.ts'
import { newId } from '../../server/kit/ids.ts'
import { forgetRecent } from '../../server/platform/recent-settings.read.ts'
import { nameChain } from '../../server/trust/anchors/anchors.repo.ts'
import { anchorSettings } from '../../server/trust/anchors/anchors.settings.ts'
import { buildTestApp, type Member, type TestApp } from '../kit/build-test-app.ts'
import { anchorsEnv } from '../kit/outside/anchors-env.ts'
import { openOffice, type TestOffice } from '../kit/people/offices.ts'
import { dataUrl, png } from '../kit/pictures.ts'
import { openPaySandbox } from '../kit/vendors/pay-sandbox.ts'
import { matter, ordersAt } from '../notarization/order-kit.ts'
import { purse } from '../payments/kit.ts'
import { keepAnchor } from '../trust/anchors/anchor-kit.ts'

const anchors = anchorsEnv()
let t: TestApp
let vendors: Awaited<ReturnType<typeof openPaySandbox>>
let administrator: Member
beforeAll(async () => {
  t = await buildTestApp(anchors.env)
  vendors = await openPaySandbox(t)
  await t.app.listen({ port: 0, host: '127.0.0.1' })
  administrator = await t.member({ role: 'administrator', kind: 'enterprise' })
})
beforeEach(() => void forgetRecent(t.services.db))
afterAll(async () => {
  await t?.close()
  await vendors?.close()
  anchors.remove()
})

const dict = async () => (await t.call(dictionaryCalls.dictionary, {})).data
const set = async (body: Record<string, unknown>) => {
  const reply = await t.call(settingsOfPlatformCalls.save, { body: { nameZh: '岛风', ...body } }, administrator)
  expect(reply.success).toBe(true)
}

describe('ways to pay', () => {
  it('are open where the installation has them, and closed one by one', async () => {
    await set({})
    expect(await dict()).toMatchObject({
      pay: { alipay: { open: true }, wechat: { open: true } },
      'notary-pay': { alipay: { open: true }, wechat: { open: true } },
    })
    await set({ payAlipay: false, notaryWechat: false })
    expect(await dict()).toMatchObject({
      pay: { alipay: { open: false }, wechat: { open: true } },
      'notary-pay': { alipay: { open: true }, wechat: { open: false } },
    })
    const who = await t.member()
    const { list } = (await t.call(payOrderCalls.ways, {}, who)).data
    expect(list.map(({ channel, purposes }) => [channel, purposes])).toEqual([
      ['wechat', ['recharge']],
      ['alipay', ['fee']],
    ])
    const recharge = (channel: 'alipay' | 'wechat') =>
      t.call(payOrderCalls.recharge, { body: { amount: 10_000, channel, scene: 'qr', unique_id: newId() } }, who)
    expect((await recharge('alipay')).errorCode).toBe('channel-closed')
    expect((await recharge('wechat')).success).toBe(true)
  })

  it('of an office’s fee are refused where they are closed, and not where only recharging is', async () => {
    await set({ payAlipay: false, notaryWechat: false })
    const office = await openOffice(t, { kind: 'notary-office', name: '上海市明理公证处' })
    const owner = await t.member({ name: '风岛公司', kind: 'enterprise' })
    await purse(t, owner).adjust('credit', 500)
    const orders = ordersAt(t, owner, office)
    const { id: orderId } = await orders.draftNotarization()
    await orders.bringTo(orderId, 'TO_PAY', 120_000)
    const pay = (channel: 'alipay' | 'wechat') =>
      t.call(notarizationCalls.payOnline, { params: { channel }, body: { orderId } }, owner)
    expect((await pay('wechat')).errorCode).toBe('channel-closed')
    expect((await pay('alipay')).success).toBe(true)
  })
})

describe('judicial services', () => {
  let office: TestOffice
  beforeAll(async () => {
    await t.services.db.system.updateTable('office').set({ isOpen: false }).execute()
    office = await openOffice(t, { name: '衡正司法鉴定所' })
  })
  const setOpen = (open: boolean) =>
    t.call(officeCalls.setOpen, { params: { id: office.id }, body: { open } }, administrator)

  it('are open while an office takes orders, unless the platform closed them', async () => {
    await set({})
    expect((await dict()).service.NotarizationService).toBe(true)
    await set({ notarizationService: false })
    expect((await dict()).service.NotarizationService).toBe(false)
    await setOpen(false)
    await set({ notarizationService: true })
    expect((await dict()).service.NotarizationService).toBe(false)
    await setOpen(true)
  })

  it('take no new order where they are closed, and finish what was handed in', async () => {
    await set({})
    const owner = await t.member({ name: '风岛公司', kind: 'enterprise' })
    await purse(t, owner).adjust('credit', 500_000)
    const orders = ordersAt(t, owner, office)
    const handedIn = await orders.draft()
    expect((await orders.applicant(handedIn.id, 'submit')).success).toBe(true)
    const draft = await orders.draft()
    await set({ notarizationService: false })
    const body = { officeId: office.id, anos: [draft.ano], ...matter }
    const refused = await t.call(orderCalls.saveExpertise, { body }, owner)
    expect(refused).toMatchObject({ errorCode: 'notarization-closed', errorMessage: expect.stringContaining('客服') })
    expect((await orders.applicant(draft.id, 'submit')).errorCode).toBe('notarization-closed')
    // A draft stays its owner's to change, and what is at the office goes on.
    expect((await t.call(orderCalls.saveExpertise, { body: { ...body, orderId: draft.id } }, owner)).success).toBe(true)
    expect((await orders.answer(handedIn.id, 'accept', { fee: 30_000 })).success).toBe(true)
    await set({})
    expect((await orders.applicant(draft.id, 'submit')).success).toBe(true)
  })
})

describe('what pages tell of the platform', () => {
  it('has its pictures by name', async () => {
    const body = { imgBase: dataUrl(png()), scene: 'platform' } as const
    const { data } = await t.call(fileCalls.uploadPicture, { body }, administrator)
    await set({ whiteBottomLogo: data.fileId })
    expect((await dict()).frontPlatformInfo.imgList).toEqual([{ name: 'whiteBottomLogo', url: data.url }])
  })

  it('has the time of the newest block that holds a checkpoint for good, and none before', async () => {
    expect((await dict()).frontPlatformInfo).toMatchObject({ chainMode: 'EVM', chainTime: '' })
    const { db } = t.services
    await nameChain(db, anchorSettings.of(t.services.config)!.chains[0]!)
    const at = (size: number, height: number, time: string) =>
      keepAnchor(db, {
        chainId: 31_337,
        size,
        state: 'CONFIRMED',
        note: Buffer.from(`note ${size}`),
        digest: Buffer.alloc(32, size),
        txHash: Buffer.alloc(32, size),
        blockHash: Buffer.alloc(32, size),
        height,
        blockTime: new Date(time),
        confirmedAt: new Date(time),
        record: Buffer.from('proof'),
      })
    await at(1, 100, '2026-11-20T08:00:00.000Z')
    await at(2, 200, '2026-11-21T08:00:00.000Z')
    forgetRecent(db)
    expect((await dict()).frontPlatformInfo.chainTime).toBe('2026-11-21T08:00:00.000Z')
  })
})
