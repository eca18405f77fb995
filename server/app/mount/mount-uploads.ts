import { MemoryLocker, Server } from '@tus/server'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { errorTable } from '../../../contract/kit/errors.ts'
import { tusPath } from '../../../contract/registry/uploads.ts'
import type { Caller } from '../../kit/calls/caller.ts'
import { AppError } from '../../kit/errors.ts'
import { newId } from '../../kit/ids.ts'
import type { Services } from '../../kit/services.ts'
import { toldAsFull } from '../../kit/storage/store.ts'
import { TusStore } from '../../registry/tus-store.ts'
import { require } from '../../registry/uploads.service.ts'
import { asAppError, envelopeOf, sayWhenAgain } from './error-handler.ts'
import { admit } from './mount.ts'

/** The protocol has statuses where pages have envelopes: a client decides by them whether to try again. */
const statuses: Partial<Record<AppError['code'], number>> = {
  'session-gone': 401,
  forbidden: 403,
  'account-not-yours': 403,
  'origin-refused': 403,
  'totp-required': 403,
  'not-found': 404,
  conflict: 409,
  'too-large': 413,
}
const statusOf = ({ code }: AppError) => statuses[code] ?? Math.max(errorTable[code].http, 400)

/** Resumable uploads: the same session, account, right and limits as every other call, then the protocol. */
export async function mountUploads(app: FastifyInstance, services: Services) {
  // One for all requests: a second request for an upload ends the first. Between processes the rows decide.
  const locker = new MemoryLocker()
  await app.register(async (tus) => {
    tus.addContentTypeParser('application/offset+octet-stream', (_request, _payload, done) => done(null))
    tus.setErrorHandler((error, request, reply) => {
      const known = asAppError(error)
      reply.header('tus-resumable', '1.0.0')
      sayWhenAgain(known, reply)
      return reply.code(statusOf(known)).send(envelopeOf(known, request))
    })
    for (const url of [tusPath, `${tusPath}/:id`]) {
      tus.route({
        method: ['POST', 'HEAD', 'PATCH', 'DELETE'],
        url,
        handler: async (request, reply) => {
          const caller = await admit(
            services,
            { right: 'deposits.make', rate: 'read', method: request.method === 'HEAD' ? 'GET' : 'POST' },
            request,
          )
          const { id } = request.params as { id?: string }
          // Before the lock of the upload is asked for: strangers must not end what they cannot see.
          if (id !== undefined) await require(services, caller as Caller, id)
          reply.hijack()
          await serverFor(services, caller as Caller, request, { id, locker }).handle(request.raw, reply.raw)
        },
      })
    }
  })
}

function serverFor(
  services: Services,
  caller: Caller,
  request: FastifyRequest,
  { id, locker }: { id: string | undefined; locker: MemoryLocker },
) {
  return new Server({
    path: tusPath,
    datastore: new TusStore(services, caller),
    locker,
    relativeLocation: true,
    allowedOrigins: () => false,
    namingFunction: () => newId(),
    // The one that was looked for: by itself the protocol takes what stands last in the address, its query included.
    getFileIdFromRequest: () => id,
    onResponseError: (_, error) => {
      if ('status_code' in error) return { status_code: error.status_code, body: error.body }
      const told = asAppError(toldAsFull(error))
      if (told.code === 'internal') request.log.error({ err: error })
      return { status_code: statusOf(told), body: JSON.stringify(envelopeOf(told, request)) }
    },
  })
}
