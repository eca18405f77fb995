/** The parts of an OpenAPI document and of JSON Schema that this page reads. */
export interface Schema {
  type?: string | string[]
  format?: string
  enum?: unknown[]
  const?: unknown
  default?: unknown
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  additionalProperties?: Schema | boolean
  /** Of text that is JSON. */
  contentSchema?: Schema
  anyOf?: Schema[]
  allOf?: Schema[]
}

export interface Operation {
  operationId: string
  tags: string[]
  summary?: string
  parameters?: { name: string; in: 'path' | 'query' | 'header'; required: boolean; schema: Schema }[]
  requestBody?: { content: Record<string, { schema?: Schema }> }
  responses: Record<string, { content?: Record<string, { schema?: Schema }> }>
  'x-right': string
}

export interface Document {
  /** Groups of calls, described by the names that people read. */
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
  /** What the service itself sends, by name. */
  webhooks: Record<string, Record<string, Operation>>
}

export interface ApiCall {
  method: string
  path: string
  operation: Operation
}

/** The calls by the name of their group, in the order of the document; behind them what the service sends. */
export function callsByGroup(document: Document): [string, ApiCall[]][] {
  const calls = Object.entries({ ...document.paths, ...document.webhooks }).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  )
  const names = new Map(document.tags.map(({ name, description }) => [name, description]))
  return [...Map.groupBy(calls, ({ operation: { tags } }) => names.get(tags[0] ?? '') ?? '')]
}

export interface Field {
  name: string
  type: string
  required: boolean
}

/** In words a reader of JSON knows: `string (uuid)`, `"a" | "b"`, `integer | null`. */
export function typeOf(schema: Schema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((v) => JSON.stringify(v)).join(' | ')
  if (schema.anyOf) return [...new Set(schema.anyOf.map(typeOf))].join(' | ')
  if (schema.items) return `${typeOf(schema.items)}[]`
  const type = [schema.type ?? 'any'].flat().join(' | ')
  return schema.format ? `${type} (${schema.format})` : type
}

/** The fields of an object and of the objects in it, as `list[].name`. */
export function fieldsOf(schema: Schema, prefix = ''): Field[] {
  const inner = schema.anyOf?.find((s) => s.properties ?? s.items) ?? schema
  if (inner.items) return fieldsOf(inner.items, `${prefix}[]`)
  return Object.entries(inner.properties ?? {}).flatMap(([key, value]) => {
    const name = prefix ? `${prefix}.${key}` : key
    return [
      { name, type: typeOf(value), required: inner.required?.includes(key) ?? false },
      ...fieldsOf(value.contentSchema ?? value, name),
    ]
  })
}

export function bodyOf({ requestBody }: Operation): Field[] {
  const content = requestBody?.content ?? {}
  return fieldsOf((content['application/json'] ?? content['multipart/form-data'])?.schema ?? {})
}

export interface Reply {
  kind: 'envelope' | 'bytes' | 'events'
  /** What `data` is where it has no fields of its own. */
  type: string
  fields: Field[]
}

/** What stands under `data` of the envelope, or that the answer is no envelope. */
export function replyOf({ responses }: Operation): Reply {
  const content = responses['200']?.content ?? {}
  if ('application/octet-stream' in content) return { kind: 'bytes', type: '', fields: [] }
  if ('text/event-stream' in content) return { kind: 'events', type: '', fields: [] }
  const data =
    content['application/json']?.schema?.allOf?.find((s) => s.properties?.['data'])?.properties?.['data'] ?? {}
  return { kind: 'envelope', type: typeOf(data), fields: fieldsOf(data) }
}
