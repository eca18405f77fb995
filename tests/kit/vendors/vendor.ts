import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import { onLoopback } from '../../../server/sandbox/on-loopback.ts'

export const hex = (data: string | Buffer) => createHash('sha256').update(data).digest('hex')
export const hmac = (key: string | Buffer, data: string) => createHmac('sha256', key).update(data).digest()

/** A request as it came over the wire. */
export interface Wire {
  method: string
  path: string
  query: string
  headers: IncomingHttpHeaders
  body: Buffer
}

export interface Reply {
  status: number
  body: unknown
}

/** What the counterpart does with a message that is rightly signed. */
export type Answer = { code: string; message: string } | 'hang' | 'hang up'

export interface Vendor<Taken> {
  endpoint: string
  /** Messages that it took, in their order. */
  taken: Taken[]
  /** Everything that was asked, refused or not. */
  asked: Wire[]
  /** What it answers next; then it takes everything. */
  next: Answer[]
  close(): Promise<void>
}

async function read(request: IncomingMessage): Promise<Wire> {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(piece as Buffer)
  const [path = '', query = ''] = (request.url ?? '').split('?')
  return { method: request.method ?? '', path, query, headers: request.headers, body: Buffer.concat(pieces) }
}

/** A vendor on loopback. `judge` looks at a request as the vendor's documentation says and gives its refusal, or the message in it. */
export async function startVendor<Taken>(
  judge: (wire: Wire) => Reply | { message: Taken },
  replyOf: (message: Taken, answer: { code: string; message: string } | undefined) => unknown,
): Promise<Vendor<Taken>> {
  const [taken, asked, next]: [Taken[], Wire[], Answer[]] = [[], [], []]
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const wire = await read(request)
    asked.push(wire)
    const judged = judge(wire)
    const say = ({ status, body }: Reply) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (!('message' in judged)) return say(judged)
    const told = next.shift()
    // It has the message, and whoever sent it never hears so.
    if (typeof told === 'string') {
      taken.push(judged.message)
      if (told === 'hang up') response.destroy()
      return
    }
    if (!told) taken.push(judged.message)
    say({ status: 200, body: replyOf(judged.message, told) })
  }
  const server = createServer((request, response) => void answer(request, response))
  return { ...(await onLoopback(server)), taken, asked, next }
}
