import { KeyObject } from 'node:crypto'
import { isValidAt } from './certificates.ts'
import type { AlipayApp } from './alipay.settings.ts'
import { isSigned, type Params, signedText } from './signing.ts'

/**
 * The fields of a notice that the vendor signed; undefined for everything else. The form is decoded once: values may hold `%` and `+`
 * that a second time would break.
 */
export function readAlipayNotice({ vendor }: AlipayApp, body: Buffer, now: Date): Params | undefined {
  const given = formIn(body)
  const { sign, sign_type: type, ...signed } = given ?? {}
  if (!sign || type !== 'RSA2') return undefined
  const keys =
    vendor instanceof KeyObject
      ? [vendor]
      : [...vendor.vendor.values()].filter((one) => isValidAt(one, now)).map((one) => one.publicKey)
  // Whether values that are empty were signed along, the vendor's own libraries do not agree on; each way needs the vendor's key.
  const texts = [signedText(signed), withEmpties(signed)]
  return keys.some((key) => texts.some((text) => isSigned(text, sign, key))) ? signed : undefined
}

const withEmpties = (params: Params) =>
  Object.keys(params)
    .toSorted()
    .map((name) => `${name}=${params[name]}`)
    .join('&')

/** A name that stands twice would be read by each side as it likes. */
function formIn(body: Buffer): Params | undefined {
  const all = [...new URLSearchParams(body.toString('latin1'))]
  const params = Object.fromEntries(all)
  return all.length === Object.keys(params).length ? params : undefined
}
