import { batchCalls } from '../../../contract/captures/batch.ts'
import { evidenceCalls } from '../../../contract/evidence/evidence.ts'
import { pathOf } from '../../../contract/kit/call.ts'
import type { Envelope } from '../../../contract/kit/envelope.ts'
import { officeOrderCalls } from '../../../contract/notarization/office-orders.ts'

export interface Sender {
  token: string
  /** Orders at the sender's office that wait for their reports. */
  orders: string[]
}

/** The calls that are timed, as one account sends them. */
export function callsOf(url: string, { token, orders: own }: Sender) {
  let nth = 0
  const headers = { 'x-auth-token': token, 'x-lang': 'en' }
  const told = async (reply: Promise<Response>) => (await (await reply).json()) as Envelope
  const send = (path: string, bytes: Uint8Array, name: string, fields: Record<string, string> = {}) => {
    const body = new FormData()
    for (const [field, value] of Object.entries(fields)) body.append(field, value)
    body.append('file', new Blob([new Uint8Array(bytes)]), name)
    return told(fetch(`${url}${path}`, { method: 'POST', headers, body }))
  }
  return {
    sheet: (bytes: Uint8Array) => send(pathOf(batchCalls.check), bytes, 'a.xlsx'),
    paper: (bytes: Uint8Array) =>
      send(pathOf(officeOrderCalls.addFile, { id: own[nth++ % own.length]! }), bytes, 'a.pdf', { part: 'report' }),
    request: (body: string) =>
      told(
        fetch(`${url}${pathOf(evidenceCalls.list)}`, {
          method: 'POST',
          headers: { ...headers, 'content-type': 'application/json' },
          body,
        }),
      ),
  }
}
export type Calls = ReturnType<typeof callsOf>
