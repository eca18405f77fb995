import type { FastifyInstance } from 'fastify'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'

/** How often bodies are looked at, and what must have come in between: 500 bytes a second, of which the slowest line of a phone is capable. */
const usual = { everySeconds: 30, leastBytes: 15_000 }

interface Watched {
  reply: ServerResponse
  /** Bytes of the line when it was last looked at. */
  seen: number
}

/**
 * Ends requests whose bodies trickle in: each of them holds a line and a file open, and a few hundred of them cost whoever sends them nothing.
 * Node's own limits end at the headers, and a limit of the whole would end large uploads over slow lines. What waits for us is not counted.
 */
export function endSlowBodies(app: FastifyInstance, { everySeconds, leastBytes } = usual) {
  const watched = new Map<IncomingMessage, Watched>()
  app.addHook('onRequest', async ({ raw }, reply) => {
    // A request that was made within the process has no line.
    if (raw.complete || !hasBody(raw) || !(raw.socket instanceof Socket)) return
    watched.set(raw, { reply: reply.raw, seen: raw.socket.bytesRead })
    raw.once('close', () => watched.delete(raw))
  })
  const timer = setInterval(() => {
    for (const [raw, line] of watched) {
      if (raw.complete) {
        watched.delete(raw)
        continue
      }
      const came = raw.socket.bytesRead - line.seen
      line.seen = raw.socket.bytesRead
      if (came >= leastBytes || raw.readableLength > 0) continue
      watched.delete(raw)
      end(raw, line.reply)
    }
  }, everySeconds * 1_000)
  timer.unref()
  app.addHook('onClose', async () => clearInterval(timer))
}

/** RFC 9112 §6.3: a request has a body where one of these says so. */
const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/** As Node answers slow headers: whoever still listens is told, and the line is closed (RFC 9110 §15.5.9). */
function end({ socket }: IncomingMessage, { headersSent }: ServerResponse) {
  if (headersSent) return void socket.destroy()
  socket.end('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
  socket.destroySoon()
}
