import type { Channel } from '../../kit/notify/messages.ts'
import { aliyunCarrier } from './aliyun.ts'
import type { Carrier } from './carrier.ts'
import type { MessageSettings } from './messages.settings.ts'
import { smtpCarrier } from './smtp.ts'
import { tencentCarrier } from './tencent.ts'

export type Carriers = Partial<Record<Channel, Carrier>>

/** Milliseconds that a vendor may take to answer. */
const vendorTimeout = 10_000

/** The vendors that the settings name. */
export async function openCarriers({ mail, sms }: MessageSettings, timeout = vendorTimeout): Promise<Carriers> {
  return {
    ...(mail && { mail: smtpCarrier(mail, timeout) }),
    ...(sms && { sms: sms.vendor === 'aliyun' ? aliyunCarrier(sms, timeout) : await tencentCarrier(sms, timeout) }),
  }
}

export const closeCarriers = (carriers: Carriers): void => Object.values(carriers).forEach((c) => c.close())
