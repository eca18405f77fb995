import { generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto'
import type { AlipaySettings } from '../../../server/kit/alipay/alipay.settings.ts'
import { isResidentId } from '../../../contract/kit/identity.ts'
import { Refusal } from '../../../server/sandbox/alipay-answers.ts'
import { type AlipayVendor, startAlipay } from '../../../server/sandbox/alipay-gateway.ts'

interface Check {
  id: string
  orderNo: string
  name: string
  number: string
  returnUrl: string
  at: number
  passed: boolean
}

export interface CertifyVendor extends AlipayVendor {
  settings: AlipaySettings
  /** The same as a service reads it from its settings file. */
  file: object
  checks: Check[]
  /** Who holds the phone: what they are called decides whether they pass. */
  holder: { name: string; number: string }
  /** The person opens the check's page and does what it asks. */
  act(id: string): void
}

const pair = () => generateKeyPairSync('rsa', { modulusLength: 2048 })
let keys:
  | {
      app: { publicKey: KeyObject; privateKey: KeyObject }
      alipay: { publicKey: KeyObject; privateKey: KeyObject }
      stranger: { privateKey: KeyObject }
    }
  | undefined
const hours = 3_600_000

/** Alipay's checks of identity (docs/third-party.md §3): strict about every field, and F until the person has passed. */
export async function startCertify(patience = 0.5): Promise<CertifyVendor> {
  keys ??= { app: pair(), alipay: pair(), stranger: pair() }
  const vendor = (await startAlipay({
    apps: { '2021000000000001': keys.app.publicKey },
    alipay: keys.alipay.privateKey,
    stranger: keys.stranger.privateKey,
  })) as CertifyVendor
  const checks: Check[] = []
  const find = (id: unknown) => {
    const check = checks.find((c) => c.id === id)
    if (!check) throw new Refusal('40004', 'OPEN_CERTIFY_BILL_NOT_EXIST')
    return check
  }
  const isOver = (check: Check) => Date.now() + vendor.skew - check.at > 23 * hours
  Object.assign(vendor, {
    checks,
    holder: { name: '', number: '' },
    settings: {
      appId: '2021000000000001',
      signIn: false,
      certify: 'SMART_FACE',
      payments: false,
      sellerId: undefined,
      privateKey: keys.app.privateKey,
      vendor: keys.alipay.publicKey,
      endpoint: vendor.endpoint,
      patience,
      platforms: {},
    } satisfies AlipaySettings,
    file: {
      appId: '2021000000000001',
      signIn: false,
      privateKey: keys.app.privateKey.export({ type: 'pkcs8', format: 'pem' }),
      alipayPublicKey: keys.alipay.publicKey.export({ type: 'spki', format: 'pem' }),
      endpoint: vendor.endpoint,
      patience,
    },
    act(id: string) {
      const check = find(id)
      if (!isOver(check) && check.name === vendor.holder.name && check.number === vendor.holder.number)
        check.passed = true
    },
  })
  vendor.methods['alipay.user.certify.open.initialize'] = ({ biz }) => {
    const person = biz['identity_param'] as Record<string, unknown> | undefined
    const config = biz['merchant_config'] as Record<string, unknown> | undefined
    const wrong =
      !/^[0-9A-Za-z]{1,32}$/.test(String(biz['outer_order_no'])) ||
      biz['biz_code'] !== 'SMART_FACE' ||
      person?.['identity_type'] !== 'CERT_INFO' ||
      person['cert_type'] !== 'IDENTITY_CARD' ||
      !person['cert_name'] ||
      !isResidentId(String(person['cert_no'])) ||
      !URL.canParse(String(config?.['return_url']))
    if (wrong) throw new Refusal('40004', 'ILLEGAL_ARGUMENT_FORMAT')
    const orderNo = String(biz['outer_order_no'])
    const known = checks.find((c) => c.orderNo === orderNo)
    if (known) return { code: '10000', msg: 'Success', certify_id: known.id }
    const check = {
      id: randomBytes(16).toString('hex'),
      orderNo,
      name: String(person['cert_name']),
      number: String(person['cert_no']),
      returnUrl: String(config!['return_url']),
      at: Date.now() + vendor.skew,
      passed: false,
    }
    checks.push(check)
    return { code: '10000', msg: 'Success', certify_id: check.id }
  }
  vendor.methods['alipay.user.certify.open.query'] = ({ biz }) => {
    const check = find(biz['certify_id'])
    if (isOver(check) && !check.passed) throw new Refusal('40004', 'CERTIFY_ID_EXPIRED')
    return { code: '10000', msg: 'Success', passed: check.passed ? 'T' : 'F', identity_info: '{}', material_info: '{}' }
  }
  vendor.pages['alipay.user.certify.open.certify'] = ({ biz }) => {
    const check = find(biz['certify_id'])
    vendor.act(check.id)
    return { location: check.returnUrl }
  }
  return vendor
}
