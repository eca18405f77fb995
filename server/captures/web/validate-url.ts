import { addressOf, doubtOf } from '../../../contract/kit/typed/clean.ts'
import { isAddress, judgeAddress, judgePort, normaliseHost, parseAllowList } from '../../kit/egress/address-policy.ts'
import type { FailureCode, FailureParams } from '../engine/engine-error.ts'

const MAX_LENGTH = 2_048

/** The address as it will be opened: host in punycode, fragment kept, nothing private in it. */
export interface ValidUrl {
  readonly ok: true
  readonly url: string
  readonly host: string
  readonly port: number
}

export interface InvalidUrl {
  readonly ok: false
  readonly code: FailureCode
  readonly params: FailureParams
}

const no = (code: FailureCode, params: FailureParams = {}): InvalidUrl => ({ ok: false, code, params })

/**
 * Judges what a person typed before anything starts. A name is only looked up later, by the guard;
 * a literal address is refused at once.
 */
export function validateUrl(
  text: string,
  { allowPrivate = [] }: { readonly allowPrivate?: readonly string[] } = {},
): ValidUrl | InvalidUrl {
  const trimmed = addressOf(text)
  if (trimmed.length > MAX_LENGTH) return no('url-too-long', { max: MAX_LENGTH })
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(trimmed)?.[1]?.toLowerCase()
  // "example.com:8080" is a host without its scheme, not a scheme.
  const isScheme = scheme !== undefined && !scheme.includes('.') && !/^[^:]*:\d/.test(trimmed)
  if (isScheme && scheme !== 'http' && scheme !== 'https') return no('scheme-refused', { scheme })
  // Browsers forgive missing or turned slashes; what is filed as the address must not need forgiving.
  if (!/^https?:\/\/[^/\\]/i.test(trimmed) || /[\s\\]/.test(trimmed) || !URL.canParse(trimmed))
    return no('url-malformed')
  const doubt = doubtOf(trimmed)
  if (doubt) return no(doubt.key, { sign: doubt.sign })
  const url = new URL(trimmed)
  if (url.username !== '' || url.password !== '') return no('credentials-refused')
  const host = normaliseHost(url.hostname)
  if (host === null) return no('url-malformed')
  const allow = parseAllowList(allowPrivate)
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80))
  const reason = isAddress(host) ? judgeAddress(host, allow) : null
  if (reason) return no('address-refused', { host, reason })
  // A name may still resolve to an address the operator named; the guard judges its port then.
  const settled = isAddress(host) || allow.ranges.length === 0
  if (settled && judgePort(host, port, allow)) return no('port-refused', { port })
  return { ok: true, url: url.href, host, port }
}

/** As a browser shows it: a name before the host is the site's own words, and may be those of another one. */
export function withoutCredentials(address: string): string {
  if (!URL.canParse(address)) return address
  const url = new URL(address)
  return url.username || url.password ? Object.assign(url, { username: '', password: '' }).href : address
}
