import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Answers a request instead of the service, or lets it pass; answering true and nothing else lets it wait for ever. */
export type Meddler = (seen: IncomingMessage, reply: ServerResponse) => boolean

export interface Meddled {
  url: string
  /** What came, in its order. */
  seen: IncomingMessage[]
  meddle: Meddler
  close(): Promise<void>
}

/** Stands between a service and whoever asks it, for what a counterpart never does by itself: refuse, falter, fall silent, break off. */
export async function standBefore(endpoint: string): Promise<Meddled> {
  const { hostname, port } = new URL(endpoint)
  const server = createServer((from, reply) => {
    meddled.seen.push(from)
    if (meddled.meddle(from, reply)) return void from.resume()
    const on = request({ hostname, port, method: from.method, path: from.url, headers: from.headers }, (answer) => {
      reply.writeHead(answer.statusCode!, answer.headers)
      answer.pipe(reply)
    })
    on.on('error', () => reply.destroy())
    from.pipe(on)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const meddled: Meddled = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen: [],
    meddle: () => false,
    async close() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
  return meddled
}
