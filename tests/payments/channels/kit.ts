import { generateKeyPairSync } from 'node:crypto'
import { expect } from 'vitest'
import type { PayChannel, PayRequest } from '../../../server/payments/channels/channel.types.ts'
import { channelsOf } from '../../../server/payments/channels/channels.service.ts'
import type { ChannelFailure } from '../../../server/payments/channels/failure.types.ts'
import { type Sandbox, startSandbox } from '../../../server/sandbox/sandbox.ts'
import { configOf } from '../../kit/vendors/pay-settings.ts'
import { settingsFolder, type SettingsFolder } from '../../kit/vendors/settings.ts'

export interface Stage {
  sandbox: Sandbox
  folder: SettingsFolder
  wechat: PayChannel
  alipay: PayChannel
  /** Milliseconds that the service's clock is ahead. */
  ahead: number
  /** As a service has them whose settings are these, changed. */
  channels(more?: { wechatPay?: object; alipay?: object }, notaryId?: string): Promise<ReturnType<typeof channelsOf>>
  close(): Promise<unknown>
}

/** Both vendors, and a service that has them as its settings files say. */
export async function startStage(): Promise<Stage> {
  const sandbox = await startSandbox()
  const folder = await settingsFolder()
  let files = 0
  const channels: Stage['channels'] = async (more = {}, notaryId = 'local') => {
    files++
    const { wechatPay, alipay } = sandbox.settings
    const wechatPath = await folder.write(`wechat-${files}.json`, { ...wechatPay, ...more.wechatPay })
    const alipayPath = await folder.write(`alipay-${files}.json`, { ...alipay, ...more.alipay })
    return channelsOf(configOf({ wechatPath, alipayPath }), notaryId, () => new Date(Date.now() + stage.ahead))
  }
  const close = () => Promise.all([sandbox.close(), folder.remove()])
  const stage = { sandbox, folder, channels, close, ahead: 0 } as Stage
  return Object.assign(stage, await channels())
}

let last = 0
export const newNumber = () => `T${Date.now()}${String(++last).padStart(6, '0')}`

export const requestOf = (more: Partial<PayRequest> = {}): PayRequest => ({
  number: newNumber(),
  subject: '账户充值',
  fen: 12_345,
  // Whole seconds, as they travel.
  expiresAt: new Date(Math.ceil(Date.now() / 1_000) * 1_000 + 1_800_000),
  noticeUrl: 'http://127.0.0.1:9/notices',
  returnUrl: 'http://127.0.0.1:9/back?from=pay&x=1',
  payerIp: '203.0.113.7',
  ...more,
})

export const failureOf = (call: Promise<unknown>): Promise<ChannelFailure> =>
  call.then(
    () => expect.fail('was taken'),
    (error: unknown) => error as ChannelFailure,
  )

/** Why a notice is not believed; `taken` where it is. */
export function verdictOf(channel: PayChannel, { headers, body }: { headers: object; body: string | Buffer }): string {
  try {
    channel.readNotice(headers as Record<string, string>, Buffer.from(body))
    return 'taken'
  } catch (error) {
    return (error as { why?: string }).why ?? `unexpected: ${String(error)}`
  }
}

/** Words that no failure may repeat. */
export const secrets = /孙尚香|1101011990|203\.0\.113|PRIVATE KEY|signature="/

export const newKey = () => generateKeyPairSync('rsa', { modulusLength: 2048 })
