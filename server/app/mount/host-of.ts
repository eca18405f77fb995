import type { FastifyRequest } from 'fastify'
import { isAddress } from '../../kit/egress/address-policy.ts'
import { AppError } from '../../kit/errors.ts'
import type { Services } from '../../kit/services.ts'
import { isClaimed } from '../../platform/platform.service.ts'

/**
 * The host that a request came to, which decides the platform. What a trusted proxy says it was counts first, then the
 * address in the request line where it is whole (RFC 9112 §3.2.2), then `Host`. Written one way: no port, no capital
 * letters, no dot of the root at its end.
 */
export function hostOf(request: FastifyRequest): string {
  const whole = /^https?:\/\/([^/?#]*)/i.exec(request.raw.url ?? '')?.[1]
  const authority =
    whole !== undefined && request.host === (request.headers.host ?? '') ? whole.replace(/^.*@/, '') : request.host
  const host = /^\s*(\[[^\]]*\]|[^:]*)/.exec(authority)![1]!.trim().toLowerCase()
  if (!host.startsWith('[')) return host.replace(/\.$/, '')
  // An IPv6 address can be written in many ways.
  return URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : host
}

/** Of two the proxy may have judged one and we another (RFC 9112 §3.2: such a request is refused). */
export function requireOneHost({ raw: { rawHeaders } }: FastifyRequest) {
  if (rawHeaders.filter((text, i) => i % 2 === 0 && text.toLowerCase() === 'host').length > 1)
    throw new AppError('two-hosts')
}

/**
 * A local installation trusts whoever sits at its machine, and so does any page in that machine's browser: by a name of its own that leads to
 * the loopback address (DNS rebinding) it would be answered like us. An address that somebody wrote down cannot be led elsewhere.
 */
export async function requireKnownHost({ db, config }: Pick<Services, 'db' | 'config'>, request: FastifyRequest) {
  if (config.mode !== 'local') return
  const host = hostOf(request)
  if (host === 'localhost' || host.endsWith('.localhost') || isAddress(host.replace(/^\[|\]$/g, ''))) return
  const ours = [config.publicUrl, config.previewOrigin].flatMap((url) => (url ? [new URL(url).hostname] : []))
  if (ours.includes(host) || (await isClaimed(db, host))) return
  throw new AppError('unknown-host', { url: config.publicUrl })
}
