import { isIP } from 'node:net'
import { WechatRefusal } from './wechat-signatures.ts'

type Fields = Record<string, unknown>
type Form = (value: unknown) => boolean
type Shape = { [name: string]: Form | Shape }

const text =
  (bytes: number, form = /^[^]+$/): Form =>
  (value) =>
    typeof value === 'string' && form.test(value) && Buffer.byteLength(value) <= bytes
const fen: Form = (value) => Number.isSafeInteger(value) && Number(value) > 0 && Number(value) <= 10_000_000_000
const isOf =
  (...values: string[]): Form =>
  (value) =>
    values.includes(String(value))

/** Https and without a query; plain on this machine alone. */
const noticeUrl: Form = (value) => {
  const url = typeof value === 'string' && value.length <= 255 ? URL.parse(value) : null
  return Boolean(
    url && !url.search && !url.hash && (url.protocol === 'https:' || ['127.0.0.1', 'localhost'].includes(url.hostname)),
  )
}
const outNumber = text(32, /^[0-9A-Za-z_\-|*]{6,32}$/)
const instant: Form = (value) =>
  text(32, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+08:00$/)(value) && Date.parse(String(value)) > 0

const order: Shape = {
  appid: text(32),
  mchid: text(32),
  description: text(127),
  out_trade_no: outNumber,
  time_expire: instant,
  notify_url: noticeUrl,
  amount: { total: fen, currency: isOf('CNY') },
}
const payer_client_ip: Form = (value) => isIP(String(value)) > 0

export const wechatShapes = {
  native: { ...order, 'scene_info?': { payer_client_ip } },
  h5: { ...order, scene_info: { payer_client_ip, h5_info: { type: isOf('iOS', 'Android', 'Wap') } } },
  jsapi: { ...order, 'scene_info?': { payer_client_ip }, payer: { openid: text(128) } },
  close: { mchid: text(32) },
  refund: {
    out_trade_no: outNumber,
    out_refund_no: text(64, /^[0-9A-Za-z_\-|*@]{1,64}$/),
    'reason?': text(80),
    'notify_url?': noticeUrl,
    amount: { refund: fen, total: fen, currency: isOf('CNY') },
  },
} satisfies Record<string, Shape>

/** Every field present that must be, of its form, and none beside. */
export function requireShape(shape: Shape, given: unknown, at = ''): Fields {
  const wrong = (name: string) => new WechatRefusal(400, 'PARAM_ERROR', `${at}${name}`)
  if (typeof given !== 'object' || given === null || Array.isArray(given)) throw wrong('')
  const fields = given as Fields
  for (const [key, form] of Object.entries(shape)) {
    const name = key.replace('?', '')
    if (fields[name] === undefined && key.endsWith('?')) continue
    if (typeof form === 'object') requireShape(form, fields[name], `${at}${name}.`)
    else if (!form(fields[name])) throw wrong(name)
  }
  const extra = Object.keys(fields).find((name) => !(name in shape) && !(`${name}?` in shape))
  if (extra) throw wrong(extra)
  return fields
}
