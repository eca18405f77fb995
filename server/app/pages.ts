import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { entryOf } from '../../contract/site/entries.ts'

export const pagesDir = join(import.meta.dirname, '../../dist')

/** Only our own scripts run, nothing is framed by others, and captured content never shares this origin's rights. */
const contentPolicy = [
  "default-src 'self'", "script-src 'self' 'wasm-unsafe-eval'", "style-src 'self' 'unsafe-inline'", "img-src 'self' data: blob:",
  "connect-src 'self'", "font-src 'self' data:", "worker-src 'self' blob:", "object-src 'none'", "base-uri 'none'", "form-action 'self'", "frame-ancestors 'none'",
].join('; ')

/** Console and website: built files with long caches, and the one entry page that serves a path. */
export async function mountPages(app: FastifyInstance) {
  app.addHook('onSend', async (_, reply) => {
    if (reply.getHeader('content-security-policy')) return
    reply.headers({ 'content-security-policy': contentPolicy, 'x-content-type-options': 'nosniff', 'referrer-policy': 'same-origin', 'cross-origin-opener-policy': 'same-origin' })
  })
  if (!existsSync(pagesDir)) return
  await app.register(fastifyStatic, { root: join(pagesDir, 'assets'), prefix: '/assets/', maxAge: '365d', immutable: true, index: false })
  app.get('/mark.svg', async (_, reply) => reply.sendFile('mark.svg', pagesDir, { maxAge: '1h', immutable: false }))
  app.get('/*', async (request, reply) => {
    const { entry, known } = entryOf(new URL(request.url, 'http://x').pathname)
    return reply.code(known ? 200 : 404).sendFile(`${entry}.html`, pagesDir, { maxAge: 0, immutable: false })
  })
}
