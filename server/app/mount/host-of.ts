import type { FastifyRequest } from 'fastify'
import { AppError } from '../../kit/errors.ts'

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
