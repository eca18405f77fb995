import { z } from 'zod'
import { calls } from '../../contract/calls.ts'
import { type Call, fromRoot, pathNamed } from '../../contract/kit/call.ts'
import { Envelope } from '../../contract/kit/envelope.ts'
import { CallbackBody, callbackEvents, callbackHeaders } from '../../contract/open-api/callbacks.ts'
import { openApiBase, type Operation, operations, SignedFields } from '../../contract/open-api/operations.ts'
import { type Language, sayIfKnown } from '../kit/words.ts'

type Json = Record<string, unknown>

const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): Json => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    target: 'draft-2020-12',
  }) as Json
  return rest
}

function parametersOf(call: Call): Json[] {
  return (['params', 'query'] as const).flatMap((part) => {
    const shape = call[part]?.shape ?? {}
    return Object.entries(shape).map(([name, schema]) => ({
      name,
      in: part === 'params' ? 'path' : 'query',
      required: part === 'params' || !(schema as z.ZodType).safeParse(undefined).success,
      schema: schemaOf(schema as z.ZodType, 'input'),
    }))
  })
}

function replyOf(call: Call): Json {
  if (call.kind === 'bytes')
    return { description: 'The bytes; ranges are served', content: { 'application/octet-stream': {} } }
  if (call.kind === 'events') return { description: 'Server-sent events', content: { 'text/event-stream': {} } }
  const data = call.reply ? schemaOf(call.reply, 'output') : { type: 'null' }
  return {
    description: 'The envelope; refusals answer 200 with success false',
    content: {
      'application/json': { schema: { allOf: [{ $ref: '#/components/schemas/Envelope' }, { properties: { data } }] } },
    },
  }
}

function contentOf(call: Call, body: Json): Json {
  const json = { 'application/json': { schema: body } }
  const beacon = call.beacon
    ? { 'text/plain': { schema: { type: 'string', contentMediaType: 'application/json', contentSchema: body } } }
    : {}
  const plain = { ...json, ...beacon, 'application/x-www-form-urlencoded': { schema: body } }
  if (!call.upload) return plain
  const file = {
    type: 'string',
    contentMediaType: 'application/octet-stream',
    ...('maxBytes' in call.upload ? { maxLength: call.upload.maxBytes } : {}),
  }
  return {
    ...plain,
    'multipart/form-data': { schema: { ...body, properties: { ...(body['properties'] as Json), file } } },
  }
}

function operationOf(group: string, name: string, call: Call, language: Language): Json {
  const summary = sayIfKnown(language, 'api', `${group}.${name}`)
  const body = call.body && schemaOf(call.body, 'input')
  const parameters = parametersOf(call)
  return {
    operationId: `${group}.${name}`,
    tags: [group],
    ...(summary ? { summary } : {}),
    ...(parameters.length ? { parameters } : {}),
    ...(body ? { requestBody: { content: contentOf(call, body) } } : {}),
    responses: { 200: replyOf(call) },
    security: call.right === 'public' ? [] : [{ token: [] }, { authorization: [] }, { cookie: [] }],
    'x-right': call.right,
    ...(call.own ? { 'x-own': true } : {}),
  }
}

/** An operation that programs ask for with a key: a form of five fields, of which `payload` is JSON, and a signature over them. */
function signedOf(name: string, operation: Operation, language: Language): Json {
  const summary = sayIfKnown(language, 'api', `signed.${name}`)
  const form = schemaOf(SignedFields, 'input')
  const payload = {
    type: 'string',
    contentMediaType: 'application/json',
    contentSchema: schemaOf(operation.payload, 'input'),
  }
  const file = operation.file ? { file: { type: 'string', contentMediaType: 'application/octet-stream' } } : {}
  const schema = {
    ...form,
    properties: { ...(form['properties'] as Json), payload, ...file },
    required: [...(form['required'] as string[]), ...Object.keys(file)],
  }
  const data = operation.reply && schemaOf(operation.reply, 'output')
  const answer = {
    type: 'object',
    properties: {
      success: { type: 'boolean' },
      code: { type: 'string' },
      message: { type: 'string' },
      requestId: { type: 'string' },
    },
  }
  return {
    operationId: `signed.${name}`,
    tags: ['signed'],
    ...(summary ? { summary } : {}),
    requestBody: {
      required: true,
      content: {
        'multipart/form-data': { schema },
        ...(operation.file ? {} : { 'application/x-www-form-urlencoded': { schema } }),
      },
    },
    responses: {
      200: data
        ? {
            description: 'What was asked for; refusals of the operation answer 200 with success false',
            content: { 'application/json': { schema: { allOf: [answer, { properties: { data } }] } } },
          }
        : { description: 'The bytes', content: { 'application/octet-stream': {} } },
    },
    security: [],
    'x-right': operation.right,
  }
}

/** What the service sends to the address of a key, and what it takes for an answer. */
function callbackOf(event: (typeof callbackEvents)[number], language: Language): Json {
  const summary = sayIfKnown(language, 'api', `callback.${event}`)
  return {
    operationId: event,
    tags: ['callback'],
    ...(summary ? { summary } : {}),
    parameters: Object.values(callbackHeaders).map((name) => ({
      name,
      in: 'header',
      required: true,
      schema: { type: 'string' },
    })),
    requestBody: {
      required: true,
      content: { 'application/json': { schema: schemaOf(CallbackBody.extend({ type: z.literal(event) }), 'output') } },
    },
    responses: { '2XX': { description: 'Taken; everything else is tried again' } },
    security: [],
    'x-right': 'public',
  }
}

/** Groups of calls, by the names that people read. */
const tagsOf = (language: Language): Json[] =>
  [...Object.keys(calls), 'signed', 'callback'].map((name) => ({
    name,
    description: sayIfKnown(language, 'api', `group.${name}`) ?? name,
  }))

/** The OpenAPI 3.1 document, from the contract and the words for it. */
export function openapiDocument(language: Language): Json {
  const paths: Record<string, Json> = {}
  for (const [group, members] of Object.entries(calls)) {
    for (const [name, call] of Object.entries(members) as [string, Call][]) {
      const path = (paths[fromRoot(pathNamed(call))] ??= {})
      path[call.method.toLowerCase()] = operationOf(group, name, call, language)
    }
  }
  for (const [name, operation] of Object.entries(operations))
    paths[`${openApiBase}/${name}`] = { post: signedOf(name, operation, language) }
  return {
    openapi: '3.1.0',
    info: { title: 'Shimakaze', version: '0.1.0', license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
    tags: tagsOf(language),
    paths,
    webhooks: Object.fromEntries(callbackEvents.map((event) => [event, { post: callbackOf(event, language) }])),
    components: {
      schemas: { Envelope: schemaOf(Envelope, 'output') },
      securitySchemes: {
        token: { type: 'apiKey', in: 'header', name: 'x-auth-token' },
        authorization: { type: 'apiKey', in: 'header', name: 'Authorization' },
        cookie: { type: 'apiKey', in: 'cookie', name: 'bq-x-token' },
      },
    },
  }
}
