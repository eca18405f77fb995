import type { FastifyInstance } from 'fastify'
import type { Call } from '../../../contract/kit/call.ts'

/** A beacon's body is JSON under the name of plain text (W3C Beacon). Every other call leaves such a body as text, and is refused for it. */
export function readBeacons(app: FastifyInstance) {
  const readJson = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser<string>('text/plain', { parseAs: 'string' }, (request, text, done) => {
    const { call } = request.routeOptions.config as { call?: Call }
    if (!call?.beacon) return done(null, text)
    return readJson(request, text, done)
  })
}
