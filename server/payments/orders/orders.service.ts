import type { PayOrder, PayOrderFind, RechargeBody } from '../../../contract/payments/pay-orders.ts'
import { PayChannelName, PayOffer, PayPurpose, PayScene } from '../../../contract/payments/pay-orders.ts'
import { requireNotClosing } from '../../accounts/closing-guard.service.ts'
import { recordAct } from '../../kit/audit/audit.ts'
import type { Caller } from '../../kit/calls/caller.ts'
import type { AccountTx, Tx } from '../../kit/db/db.ts'
import { now } from '../../kit/db/now.ts'
import { AppError, badFields } from '../../kit/errors.ts'
import { newId, newOrderNumber } from '../../kit/ids.ts'
import type { Services } from '../../kit/services.ts'
import { bankOf } from '../transfers/bank.service.ts'
import { platformById, platformName, publicUrlOf } from '../../platform/platform.service.ts'
import { settingsFor } from '../../platform/settings.service.ts'
import type { PayChannel } from '../channels/channel.types.ts'
import { channelOf, channelsOf, noticeUrlOf, sandboxesOf } from '../channels/channels.service.ts'
import { refuseChannel } from '../channels/refuse-channel.ts'
import * as repo from './orders.repo.ts'
import { shownOrder } from './shown-order.ts'
import { take } from './settle.service.ts'

/** Where the payer's browser comes back to; it changes nothing. */
const pagePath = '/accountSetting/costCenter/wePay'
const minutesToPay = 30
/** Of one account at once: codes that nobody scans hold places at the vendor. */
const mostWaiting = 10

const shown = (order: repo.OrderRecord, sandboxes: ReadonlySet<string>): PayOrder => ({
  ...shownOrder(order, sandboxes),
  offer: order.offer === null ? null : PayOffer.parse(order.offer),
})

const sandboxes = ({ config }: Services, { platform }: Caller) => sandboxesOf(config, platform.notaryId)

export async function ways(services: Services, caller: Caller) {
  const { config } = services
  const { platform } = caller
  const open = channelsOf(config, platform.notaryId)
  const settings = await settingsFor(services, platform)
  const list = PayChannelName.options.flatMap((name) => {
    const channel = open[name]
    const purposes = PayPurpose.options.filter((purpose) => settings[isOpenBy[name][purpose]])
    if (!channel || !purposes.length) return []
    return [{ channel: name, scenes: scenesOf(channel), purposes, isSandbox: channel.isSandbox }]
  })
  return { list, takesTransfers: (await bankOf(services, caller)) !== null }
}

/** By which settings the platform closes a channel that stands behind it. */
const isOpenBy = {
  alipay: { recharge: 'payAlipay', fee: 'notaryAlipay' },
  wechat: { recharge: 'payWechat', fee: 'notaryWechat' },
} as const satisfies Record<PayChannelName, object>

/** Inside a vendor's app people pay once they sign in through it: the vendor asks for who they are there. */
const scenesOf = ({ scenes }: PayChannel) => PayScene.options.filter((scene) => scenes.includes(scene))

/**
 * The order stands before its vendor hears of it; asked again with the same id it is the same order, and the vendor's same offer. `paysFor`: the order of a
 * judicial service whose fee it pays once it is there.
 */
export async function recharge(
  services: Services,
  caller: Caller,
  body: RechargeBody,
  paysFor: string | null = null,
): Promise<PayOrder> {
  const channel = channelOf(services.config, caller.platform.notaryId, body.channel)
  const settings = await settingsFor(services, caller.platform)
  if (!settings[isOpenBy[body.channel][paysFor ? 'fee' : 'recharge']]) throw new AppError('channel-closed')
  if (!channel.scenes.includes(body.scene)) throw badFields({ path: 'scene', key: 'scene' })
  const order = await services.db.forAccount(caller, async (tx) => {
    await repo.queueForAccount(tx, caller.accountId)
    const earlier = await repo.findByUniqueId(tx, caller.accountId, body.unique_id)
    if (earlier) return isSame(earlier, { ...body, paysFor }) ? earlier : refuseRepeated()
    await requireNotClosing(tx, caller)
    if ((await repo.countWaiting(tx, caller.accountId)) >= mostWaiting)
      throw new AppError('orders-waiting', { limit: mostWaiting })
    const id = newId()
    await tx
      .insertInto('payOrder')
      .values({
        id,
        number: newOrderNumber(),
        platformId: caller.platform.id,
        accountId: caller.accountId,
        personId: caller.personId,
        personName: caller.personName,
        purpose: 'recharge',
        amount: body.amount,
        channel: body.channel,
        scene: body.scene,
        paysFor,
        uniqueId: body.unique_id,
        expiresAt: new Date(Date.now() + minutesToPay * 60_000),
        askAt: now,
      })
      .execute()
    const begun = (await repo.findOwn(tx, caller.accountId, id))!
    await recordRecharge(tx, caller, 'recharge.begun', begun)
    return begun
  })
  return offered(services, caller, order)
}

function refuseRepeated(): never {
  throw new AppError('unique-id-repeated')
}

const isSame = (
  order: repo.OrderRecord,
  { amount, channel, scene, paysFor }: RechargeBody & { paysFor: string | null },
) => order.amount === amount && order.channel === channel && order.scene === scene && order.paysFor === paysFor

async function offered(services: Services, caller: Caller, order: repo.OrderRecord): Promise<PayOrder> {
  const name = PayChannelName.parse(order.channel)
  const channel = channelOf(services.config, caller.platform.notaryId, name)
  if (order.state !== 'waiting' || order.offer) return shown(order, sandboxes(services, caller))
  const base = publicUrlOf(services.config, caller.platform)
  const given = await channel
    .begin(
      {
        number: order.number,
        subject: platformName(caller.platform, caller.lang),
        fen: order.amount,
        expiresAt: order.expiresAt,
        noticeUrl: noticeUrlOf(services.config, caller.platform, name),
        returnUrl: `${base}${pagePath}?id=${order.id}`,
        payerIp: caller.ip,
      },
      PayScene.parse(order.scene),
    )
    .catch(refuseChannel)
  const offer = PayOffer.parse(given)
  await repo.keepOffer(services.db, order.id, offer)
  return shown({ ...order, offer }, sandboxes(services, caller))
}

export async function list(services: Services, caller: Caller, find: PayOrderFind) {
  const { rows, ...rest } = await services.db.forAccount(caller, (tx) => repo.listOrders(tx, caller.accountId, find))
  const noMoneyMoves = sandboxes(services, caller)
  return { list: rows.map((row) => shown(row, noMoneyMoves)), ...rest }
}

const requireOwn = ({ db }: Services, caller: Caller, id: string) =>
  db.forAccount(caller, async (tx) => {
    const order = await repo.findOwn(tx, caller.accountId, id)
    if (!order) throw new AppError('not-found')
    return order
  })

export const get = async (services: Services, caller: Caller, id: string): Promise<PayOrder> =>
  shown(await requireOwn(services, caller, id), sandboxes(services, caller))

/** Asks the vendor, and takes what it says; for how to pay, where it did not say when the order began. */
export async function ask(services: Services, caller: Caller, id: string): Promise<PayOrder> {
  const order = await requireOwn(services, caller, id)
  if (order.state === 'waiting' && !order.offer) return offered(services, caller, order)
  if (order.state !== 'paid') await askVendor(services, order, 'ask').catch(refuseChannel)
  return get(services, caller, id)
}

/** Where it was paid a moment before it stays paid. */
export async function close(services: Services, caller: Caller, id: string): Promise<PayOrder> {
  const order = await requireOwn(services, caller, id)
  if (order.state === 'waiting') await askVendor(services, order, 'close', caller).catch(refuseChannel)
  return get(services, caller, id)
}

/** Nothing of ours is locked while a vendor answers. `by`: who gives the order up; nobody where its time has passed. */
export async function askVendor(services: Services, order: repo.OrderRecord, how: 'ask' | 'close', by?: Caller) {
  const { notaryId } = await platformById(services.db.system, order.platformId)
  const channel = channelOf(services.config, notaryId, PayChannelName.parse(order.channel))
  const state = await channel[how](order.number)
  return services.db.asSystem(async (tx) => {
    const outcome = await take(services, tx, order, state, how === 'close')
    if (by && outcome === 'closed') await recordRecharge(tx, by, 'recharge.closed', order)
    return outcome
  })
}

type Recharged = Pick<repo.OrderRecord, 'id' | 'number' | 'amount' | 'channel' | 'scene'>

const recordRecharge = (
  tx: AccountTx | Tx,
  by: Caller,
  action: 'recharge.begun' | 'recharge.closed',
  { id, number, amount, channel, scene }: Recharged,
) =>
  recordAct(tx, by, {
    action,
    subjectKind: 'wallet',
    subjectId: by.accountId,
    details: { id, number, amount, channel, scene },
  })
