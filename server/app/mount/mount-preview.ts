import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { originOf } from '../../kit/calls/origin.ts'
import { countCall, limitOfClass } from '../../kit/calls/rate-limits.ts'
import type { Services } from '../../kit/services.ts'
import { openPreview } from '../../registry/preview.service.ts'
import { hostOf } from './host-of.ts'
import { sendBytes } from './send-bytes.ts'

/**
 * The origin at which files are looked at. It knows no session, no page and no call: whatever a file should manage to do
 * in a browser, it does it where nothing of ours is.
 */
export function mountPreview(app: FastifyInstance, services: Services) {
  const { previewOrigin } = services.config
  if (!previewOrigin) return
  const host = new URL(previewOrigin).hostname
  app.addHook('onRequest', async (request, reply) => {
    if (hostOf(request) === host) return answer(services, request, reply)
  })
}

async function answer(services: Services, request: FastifyRequest, reply: FastifyReply) {
  const token = /^\/p\/([\w.-]{1,2000})$/.exec(request.url.split('?', 1)[0]!)?.[1]
  if (token && ['GET', 'HEAD'].includes(request.method)) {
    await countCall(services.db, `read:preview:${originOf(request.ip)}`, limitOfClass.read)
    const found = await openPreview(services, token, request.headers['user-agent'] ?? '')
    if (found) return sendBytes(request, reply, found)
  }
  return reply
    .code(404)
    .headers({
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'no-store',
    })
    .type('text/plain; charset=utf-8')
    .send('404\n')
}
