import type { FastifyInstance } from 'fastify'
import { errorTable } from '../../../contract/kit/errors.ts'
import { AppError } from '../../kit/errors.ts'
import { originOf } from '../../kit/calls/origin.ts'
import { countCall, type Limit } from '../../kit/calls/rate-limits.ts'
import type { Services } from '../../kit/services.ts'
import { say } from '../../kit/words.ts'
import type { Authority } from '../../trust/keys/authority.service.ts'
import { asAppError, sayWhenAgain } from './error-handler.ts'
import { languageOfRequest } from './authenticate.ts'

export const timestampPath = '/timestamp'

/** A query with every option weighs a hundred bytes. */
const bodyLimit = 16 * 1024
/** Of one address. */
const limit: Limit = { hits: 60, seconds: 60 }

/**
 * The platform's own authority for everybody (RFC 3161 §3.4): a query in, a reply out, no envelope around either. What cannot be
 * stamped is refused in the reply itself, an unproven clock as `timeNotAvailable`; what is no query, in plain words.
 */
export async function mountTimestamps(app: FastifyInstance, services: Services, { answer }: Pick<Authority, 'answer'>) {
  await app.register(async (stamps) => {
    stamps.removeAllContentTypeParsers()
    stamps.addContentTypeParser(
      'application/timestamp-query',
      { parseAs: 'buffer', bodyLimit },
      (_request, body, done) => done(null, body),
    )
    stamps.setErrorHandler((error, request, reply) => {
      const known = isOtherType(error) ? new AppError('not-a-timestamp-query') : asAppError(error)
      if (known.code === 'internal') request.log.error({ err: error })
      sayWhenAgain(known, reply)
      reply.header('cache-control', 'no-store').type('text/plain; charset=utf-8')
      return reply
        .code(Math.max(errorTable[known.code].http, 400))
        .send(`${say(languageOfRequest(request), 'errors', `code.${known.code}`, known.params)}\n`)
    })
    stamps.post(
      timestampPath,
      { bodyLimit, onRequest: (request) => countCall(services.db, `timestamp:${originOf(request.ip)}`, limit) },
      async (request, reply) => {
        if (!Buffer.isBuffer(request.body)) throw new AppError('not-a-timestamp-query')
        return reply
          .header('cache-control', 'no-store')
          .type('application/timestamp-reply')
          .send(Buffer.from(await answer(new Uint8Array(request.body))))
      },
    )
  })
}

const isOtherType = (error: unknown) => (error as { code?: string }).code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE'
