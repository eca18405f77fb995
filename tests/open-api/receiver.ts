import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { onLoopback } from '../../server/sandbox/on-loopback.ts'
import type { Wire } from '../kit/vendors/vendor.ts'

/** What a receiver does with the next notice: answers with a status and heads, or not at all. */
export type Manner = number | { status: number; headers: Record<string, string> } | 'hang'

/** A customer's program that callbacks go to. */
export async function startReceiver() {
  const [got, next]: [Wire[], Manner[]] = [[], []]
  let most = 0
  let open = 0
  const take = async (request: IncomingMessage, response: ServerResponse) => {
    most = Math.max(most, ++open)
    response.once('close', () => open--)
    const pieces: Buffer[] = []
    for await (const piece of request) pieces.push(piece as Buffer)
    got.push({
      method: request.method ?? '',
      path: request.url ?? '',
      query: '',
      headers: request.headers,
      body: Buffer.concat(pieces),
    })
    const manner = next.shift() ?? 204
    if (manner === 'hang') return
    const { status, headers } = typeof manner === 'number' ? { status: manner, headers: {} } : manner
    response.writeHead(status, headers).end()
  }
  const server = createServer((request, response) => void take(request, response))
  return { ...(await onLoopback(server)), got, next, most: () => most }
}
