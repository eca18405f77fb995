/**
 * Why a call brought nothing. `later`: busy, or called too often. `again`: the code or token is used, old or foreign. `unanswered`:
 * nobody knows whether it was done. `untrusted`: an answer that nobody can have signed who may. `ours`: the operator's to mend.
 * `business`: refused by what stands behind the gateway, by `subCode`.
 */
export type AlipayFailureKind = 'later' | 'again' | 'unanswered' | 'untrusted' | 'ours' | 'business'

/** Names method and codes and nothing that was sent: the vendor's own words repeat the signed request, names and numbers included. */
export class AlipayFailure extends Error {
  readonly kind: AlipayFailureKind
  /** The gateway's, or what became of the answer. */
  readonly code: string
  readonly subCode: string
  /** The gateway said that the same request may come again. */
  readonly mayRepeat: boolean
  /** The vendor itself refused: only then does a refusal say how things stand. */
  readonly isSigned: boolean

  constructor(method: string, kind: AlipayFailureKind, code: string, { subCode = '', isSigned = false } = {}) {
    super(`alipay ${method}: ${kind} ${code} ${subCode}`.trim())
    this.kind = kind
    this.code = code
    this.subCode = subCode
    this.isSigned = isSigned
    this.mayRepeat = kind === 'later' && code === '20000'
  }
}

const begunAnew = new Set([
  'isv.code-invalid',
  'isv.refresh-token-invalid',
  'isv.refresh-token-time-out',
  'isv.invalid-auth-token',
  'aop.invalid-auth-token',
  'aop.auth-token-time-out',
])

export function kindOfCode(code: string, subCode: string): AlipayFailureKind {
  if (begunAnew.has(subCode) || code === '20001') return 'again'
  if (code === '20000' || code === '40005' || subCode === 'isp.unknow-error' || subCode === 'aop.unknow-error')
    return 'later'
  return code === '40004' ? 'business' : 'ours'
}
