import { AlipayCircleFilled, BankOutlined, WechatFilled } from '@ant-design/icons'
import type { PayChannelName, PayPurpose, PayScene, PayWay } from '../../../contract/payments/pay-orders.ts'

export const payIcons = {
  wechat: <WechatFilled aria-hidden />,
  alipay: <AlipayCircleFilled aria-hidden />,
  bank: <BankOutlined aria-hidden />,
}

/** Through a vendor, in one of its ways. */
export interface VendorWay {
  channel: PayChannelName
  scene: PayScene
}

/** How one pays here: on a phone its own applications open, elsewhere a phone scans a code or the vendor's page opens. */
export function vendorWaysHere(list: readonly PayWay[], purpose: PayPurpose): VendorWay[] {
  const here: readonly PayScene[] = window.matchMedia('(max-width: 767px)').matches ? ['phone'] : ['qr', 'page']
  const open = list.filter(({ purposes }) => purposes.includes(purpose))
  const all = open.flatMap(({ channel, scenes }) => scenes.map((scene) => ({ channel, scene })))
  const fitting = all.filter(({ scene }) => here.includes(scene))
  return fitting.length ? fitting : all
}
