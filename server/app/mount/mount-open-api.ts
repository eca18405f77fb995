import type {} from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  isOperation,
  mostPayload,
  openApiBase,
  type OpenApiCode,
  operations,
  type Refusal,
  refusals,
  SignedFields,
} from '../../../contract/open-api/operations.ts'
import { AppError } from '../../kit/errors.ts'
import type { Services } from '../../kit/services.ts'
import { type Language, languageOf, say, wordField } from '../../kit/words.ts'
import { admit, judgeFields, mayFillLog, Refused, requireStill } from '../../open-api/admit.service.ts'
import { keyByAccess, logCall, type SignedKey } from '../../open-api/requests.repo.ts'
import { type Given, run } from '../../open-api/run.service.ts'
import { visitorOf } from './authenticate.ts'
import { asAppError, sayWhenAgain } from './error-handler.ts'
import { requireStamps } from './mount.ts'
import { openUpload, readUpload } from './read-upload.ts'
import { sendBytes } from './send-bytes.ts'

/** A payload in a form, each of its bytes written with three signs, and the other fields. */
const bodyLimit = 3 * mostPayload + 16 * 1024

/** What an answer is made for. */
interface Asked {
  lang: Language
  requestId: string
}

/** Requests that programs sign with a key: their own fields, answers and codes, apart from those of pages. */
export async function mountOpenApi(app: FastifyInstance, services: Services, mayStamp: () => Promise<unknown>) {
  await app.register(async (signed) => {
    signed.setErrorHandler((error, request, reply) =>
      refuse(error, request, reply, { lang: languageHere(request), requestId: '' }),
    )
    signed.post(`${openApiBase}/:operation`, { bodyLimit }, (request, reply) =>
      answer(services, mayStamp, request, reply),
    )
  })
}

const one = (value: string | string[] | undefined) => (Array.isArray(value) ? value[0] : value)
const languageHere = (request: FastifyRequest) =>
  languageOf(one(request.headers['x-lang']), request.headers['accept-language'])

async function answer(
  services: Services,
  mayStamp: () => Promise<unknown>,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const begun = performance.now()
  const { operation: name } = request.params as { operation: string }
  const asked: Asked = { lang: languageHere(request), requestId: '' }
  let key: SignedKey | undefined
  let result = 'ok'
  try {
    if (!isOperation(name)) throw new Refused('unknown-operation')
    let still: (() => Promise<unknown>) | undefined
    const { fields, file } = await fieldsOf(request, 'file' in operations[name], async () => still?.())
    asked.requestId = fields.request_id
    await judgeFields(services, request.ip, fields)
    key = await keyByAccess(services.db, fields.access_key)
    const visitor = { ...(await visitorOf(services, request)), lang: asked.lang }
    const caller = await admit(services, visitor, `${openApiBase}/${name}`, fields, key)
    still = () => requireStill(services, visitor, fields.access_key, operations[name].right)
    if ('stamps' in operations[name]) await requireStamps(mayStamp)
    const done = await run(services, { ...caller, lang: asked.lang }, name, { payload: fields.payload, file })
    if ('bytes' in done) return sendBytes(request, reply, done.bytes)
    return tell(reply, asked, { status: 200, code: 'ok', message: '', data: done.data })
  } catch (error) {
    result = error instanceof Refused ? error.why : error instanceof AppError ? error.code : 'internal'
    return refuse(error, request, reply, asked)
  } finally {
    if (key && isOperation(name) && (result !== 'signature' || (await mayFillLog(services, key))))
      await logCall(services.db, key, {
        requestId: asked.requestId,
        operation: name,
        ip: request.ip,
        result,
        milliseconds: Math.round(performance.now() - begun),
      })
  }
}

/** The five fields of a form, each there once and text; behind them, where the operation takes one, the file while it comes. `atEnd` may refuse that. */
async function fieldsOf(
  request: FastifyRequest,
  takesFile: boolean,
  atEnd: () => Promise<unknown>,
): Promise<{ fields: SignedFields; file: Given['file'] }> {
  if (!/^(multipart\/form-data|application\/x-www-form-urlencoded)\b/i.test(request.headers['content-type'] ?? ''))
    throw new Refused('malformed')
  const { body, file } = takesFile ? await openUpload(request, atEnd) : await readUpload(request, { maxBytes: 1 })
  const parsed = SignedFields.safeParse(body)
  if (!parsed.success) throw new Refused('malformed')
  return { fields: parsed.data, file: takesFile ? (file as Given['file']) : undefined }
}

interface Told {
  status: number
  code: OpenApiCode
  message: string
  data?: unknown
}

const tell = (reply: FastifyReply, { requestId }: Asked, { status, code, message, data = null }: Told) =>
  reply
    .code(status)
    .header('cache-control', 'no-store')
    .send({ success: code === 'ok', code, message, requestId, data })

/** What was refused before the operation has a status; what the operation refused is an answer of its own. */
function refuse(error: unknown, request: FastifyRequest, reply: FastifyReply, asked: Asked) {
  // A file that is still coming in goes nowhere.
  if (request.isMultipart() && !request.raw.complete) reply.header('connection', 'close')
  const known = asAppError(error)
  sayWhenAgain(known, reply)
  const refusal = refusalOf(error)
  if (refusal)
    return tell(reply, asked, {
      status: refusals[refusal],
      code: refusal,
      message: say(asked.lang, 'open-api', `code.${refusal}`, { path: openApiBase }),
    })
  if (!(error instanceof AppError)) request.log.error({ err: error })
  const { code, params, fields } = known
  return tell(reply, asked, {
    status: code === 'internal' ? 500 : code === 'part-away' ? 503 : 200,
    code,
    message: say(asked.lang, 'errors', `code.${code}`, params),
    data: fields.length ? { fields: fields.map((f) => wordField(asked.lang, f)) } : null,
  })
}

function refusalOf(error: unknown): Refusal | undefined {
  if (error instanceof Refused) return error.code
  if (error instanceof AppError && error.code === 'too-frequent') return 'too-frequent'
  const { code = '', statusCode } = error as { code?: string; statusCode?: number }
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return 'too-large'
  return code.startsWith('FST_') ||
    statusCode === 400 ||
    (error instanceof AppError && error.code === 'unreadable-body')
    ? 'malformed'
    : undefined
}
