import { type Call, pathOf, type ReplyOf } from '../../../contract/kit/call.ts'
import type { Visitor } from './browser.ts'
import { callBy, dataIn } from './call-by.ts'

// By the page's own requests: at a host that only the browser finds, as every name beneath `localhost`.

const asked = `async ({ path, ...init }) => (await fetch(path, init)).text()`

/** A call of whoever is signed in on the page. */
export const callWithin = callBy(({ page }, sent) => page.evaluate<string>(`(${asked})(${JSON.stringify(sent)})`))

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
  return dataIn(call, await page.evaluate<string>(`(${sentFile})(${JSON.stringify(sent)})`))
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
