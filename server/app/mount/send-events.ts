import type { FastifyReply, FastifyRequest } from 'fastify'
import type { StreamReply } from '../../kit/calls/implement.ts'
import type { LiveHub, LiveRow } from '../../kit/notify/live.ts'

/** A console that reads slower than this is dropped; it reconnects and catches up. */
const maxBuffered = 1024 * 1024
const heartbeat = 20_000

/** Server-sent events: what was missed, how far that is, then what happens. */
export async function sendEvents(
  hub: LiveHub,
  request: FastifyRequest,
  reply: FastifyReply,
  { accountId, hears, since }: StreamReply,
  still: () => Promise<boolean>,
) {
  const out = reply.raw
  const heard = request.headers['last-event-id'] ?? since
  let last = Number(heard) || 0
  const write = (row: LiveRow) => {
    if (row.id <= last) return
    last = row.id
    if (!hears(row)) return
    out.write(`id: ${row.id}\ndata: ${JSON.stringify(row.payload)}\n\n`)
    if (out.writableLength > maxBuffered) out.destroy()
  }
  // What happens while the missed is read is told after it.
  const meanwhile: LiveRow[] = []
  let tell: typeof write = (row) => meanwhile.push(row)
  const unfollow = await hub.follow(accountId, (row) => tell(row))
  reply.hijack()
  out.writeHead(200, {
    'content-type': 'text/event-stream',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
    connection: 'keep-alive',
  })
  out.write('retry: 2000\n\n')
  // Who was signed out, disabled or given other rights hears nothing more; the browser asks again, and is told why.
  const beat = async () => {
    if (await still().catch(() => true)) return void out.write(': still here\n\n')
    stop()
    out.end()
  }
  const timer = setInterval(() => void beat(), heartbeat)
  const stop = () => {
    clearInterval(timer)
    unfollow()
  }
  out.on('close', stop)
  if (out.destroyed) return stop()
  const missed = heard !== undefined ? await hub.missed(accountId, last).catch(() => out.destroy() && []) : []
  const at = await hub.position(accountId).catch(() => out.destroy() && 0)
  for (const row of [...missed, ...meanwhile]) write(row)
  last = Math.max(last, at)
  out.write(`event: at\nid: ${last}\ndata: {}\n\n`)
  tell = write
}
