import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ByteReply } from '../../kit/calls/implement.ts'

interface Range {
  start: number
  end: number
}

/** A single byte range (RFC 9110 §14.2); undefined for none or several, null where it cannot be satisfied. */
export function parseRange(header: string | undefined, size: number): Range | null | undefined {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? '')
  if (!match || (!match[1] && !match[2])) return undefined
  const [from, to] = [match[1]!, match[2]!]
  if (!from) {
    const length = Math.min(Number(to), size)
    return length ? { start: size - length, end: size - 1 } : null
  }
  const start = Number(from)
  const end = to ? Math.min(Number(to), size - 1) : size - 1
  return start >= size || end < start ? null : { start, end }
}

/** Bytes with ranges and a strong validator. Nothing sent from here can run as a page of ours. */
export function sendBytes(request: FastifyRequest, reply: FastifyReply, bytes: ByteReply) {
  const etag = `"${bytes.etag}"`
  reply.headers({
    'content-type': bytes.mediaType,
    'content-disposition': `${bytes.disposition}; filename*=UTF-8''${encodeURIComponent(bytes.fileName)}`,
    'content-security-policy':
      "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; frame-ancestors 'none'; sandbox",
    'accept-ranges': bytes.whole ? 'none' : 'bytes',
    'cache-control': bytes.forever
      ? 'public, max-age=31536000, immutable'
      : bytes.asksAgain
        ? 'private, max-age=0, must-revalidate'
        : 'no-store',
    etag,
    ...bytes.headers,
  })
  if (request.headers['if-none-match'] === etag) return reply.code(304).send()
  if (bytes.whole) return reply.header('content-length', bytes.size).send(bytes.open())
  const conditional = request.headers['if-range']
  const range = conditional && conditional !== etag ? undefined : parseRange(request.headers.range, bytes.size)
  if (range === null) return reply.code(416).header('content-range', `bytes */${bytes.size}`).send()
  if (!range) return reply.header('content-length', bytes.size).send(bytes.open())
  reply.code(206).headers({
    'content-range': `bytes ${range.start}-${range.end}/${bytes.size}`,
    'content-length': range.end - range.start + 1,
  })
  return reply.send(bytes.open(range))
}
