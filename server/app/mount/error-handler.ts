import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { errorTable, statusOfRefusal } from '../../../contract/kit/errors.ts'
import type { Envelope } from '../../../contract/kit/envelope.ts'
import type { Call } from '../../../contract/kit/call.ts'
import type { Language } from '../../kit/words.ts'
import { AppError } from '../../kit/errors.ts'
import { faultOf } from '../../kit/passing-faults.ts'
import { say, wordField } from '../../kit/words.ts'
import { languageOfRequest } from './authenticate.ts'
import { refusals } from './refusals.ts'

/**
 * Turns whatever was thrown into the envelope. What is not ours becomes `internal`: no message, no SQL, only the request id. No refusal clears
 * the session's cookie: one that comes late, to a request that left before somebody signed in again, would take the new session away.
 */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const known = asAppError(error)
  const row = errorTable[known.code]
  if ('reported' in row && row.reported) request.log.error({ err: error, code: known.code })
  refusals.note(known.code, request)
  const envelope = envelopeOf(known, request)
  sayWhenAgain(known, reply)
  const call = (request.routeOptions.config as { call?: Call }).call
  const bytes = call?.kind === 'bytes' || call?.kind === 'events'
  return reply.code(statusOfRefusal(known.code, bytes)).send(envelope)
}

/** Says after how many seconds whoever was refused may come again, where that is known. */
export function sayWhenAgain({ code, params }: AppError, reply: FastifyReply) {
  if (code === 'too-frequent') reply.header('retry-after', params['seconds'] ?? 60)
  if (code === 'part-away') reply.header('retry-after', 5)
}

/** A refusal in words, in the reader's language. */
export function envelopeOf(known: AppError, request: FastifyRequest): Envelope {
  const row = errorTable[known.code]
  const lang = languageOfRequest(request)
  return {
    flag: false,
    success: false,
    statusCode: row.statusCode,
    errorCode: known.code,
    errorMessage: say(lang, 'errors', `code.${known.code}`, known.params),
    showType: row.showType,
    requestId: request.id,
    data: dataOf(known, lang),
  }
}

function dataOf({ fields, shown }: AppError, lang: Language) {
  const data = { ...shown, ...(fields.length ? { fields: fields.map((f) => wordField(lang, f)) } : {}) }
  return Object.keys(data).length ? data : null
}

export function asAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  const e = error as FastifyError & { cause?: unknown }
  if (e.code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new AppError('too-large')
  if (e.code?.startsWith('FST_ERR_CTP') || error instanceof SyntaxError) return new AppError('unreadable-body')
  if (e.statusCode === 400) return new AppError('bad-parameter')
  const fault = faultOf(error)
  return fault?.isOwn ? new AppError(fault.code) : new AppError('internal')
}
