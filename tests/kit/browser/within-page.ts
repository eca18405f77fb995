import { type Call, type CallRequest, pathOf, type ReplyOf } from '../../../contract/kit/call.ts'
import type { Visitor } from './browser.ts'

// By the page's own requests: at a host that only the browser finds, as every name beneath `localhost`.

interface Envelope {
  success: boolean
  data: unknown
}

const asked = `async ({ path, method, body }) => {
  const headers = { 'x-requested-with': 'shimakaze', ...(body ? { 'content-type': 'application/json' } : {}) }
  return (await fetch(path, { method, headers, ...(body ? { body } : {}) })).text()
}`

/** A call of whoever is signed in on the page; what is refused fails the test. */
export async function callWithin<C extends Call>(
  { page }: Visitor,
  call: C,
  request: CallRequest<C>,
): Promise<ReplyOf<C>> {
  const { params, query, body } = request as {
    params?: Record<string, string>
    query?: Record<string, string>
    body?: object
  }
  const path = `${pathOf(call, params)}${query ? `?${new URLSearchParams(query).toString()}` : ''}`
  const sent = { path, method: call.method, ...(body ? { body: JSON.stringify(body) } : {}) }
  const reply = JSON.parse(await page.evaluate<string>(`(${asked})(${JSON.stringify(sent)})`)) as Envelope
  if (!reply.success) throw new Error(`${call.path} was refused: ${JSON.stringify(reply)}`)
  return reply.data as ReplyOf<C>
}

const sentFile = `async ({ path, fields, base64, name, mediaType }) => {
  const bytes = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0))
  const form = new FormData()
  for (const [field, value] of Object.entries(fields)) form.append(field, value)
  form.append('file', new File([bytes], name, { type: mediaType }))
  const headers = { 'x-requested-with': 'shimakaze' }
  return (await fetch(path, { method: 'POST', headers, body: form })).text()
}`

interface Sent {
  bytes: Buffer
  name: string
  mediaType: string
  fields?: Record<string, string>
}

/** A call that takes a file. */
export async function sendWithin<C extends Call>(
  { page }: Visitor,
  call: C,
  { bytes, fields = {}, ...rest }: Sent,
): Promise<ReplyOf<C>> {
  const sent = { path: pathOf(call), fields, base64: bytes.toString('base64'), ...rest }
  const reply = JSON.parse(await page.evaluate<string>(`(${sentFile})(${JSON.stringify(sent)})`)) as Envelope
  if (!reply.success) throw new Error(`${call.path} was refused: ${JSON.stringify(reply)}`)
  return reply.data as ReplyOf<C>
}

const taken = `async (path) => {
  const reply = await fetch(path)
  if (!reply.ok || !/^application\\/pdf/.test(reply.headers.get('content-type'))) return ''
  const bytes = new Uint8Array(await reply.arrayBuffer())
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
}`

/** A PDF as the page downloads it; undefined where there is none yet. */
export async function pdfWithin({ page }: Visitor, path: string): Promise<Buffer | undefined> {
  const base64 = await page.evaluate<string>(`(${taken})(${JSON.stringify(path)})`)
  return base64 ? Buffer.from(base64, 'base64') : undefined
}
