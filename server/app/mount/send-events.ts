import type { FastifyReply, FastifyRequest } from 'fastify'
import type { StreamReply } from '../../kit/calls/implement.ts'
import { AppError } from '../../kit/errors.ts'
import type { LiveHub, LiveRow } from '../../kit/notify/live.ts'

/** A console that reads slower than this is dropped; it reconnects and catches up. */
const maxBuffered = 1024 * 1024
const heartbeat = 20_000

/** Of one person at once, in one process: a browser hears by one, each of its tabs where there is no https. */
const mostStreams = 24
const open = new WeakMap<LiveHub, Map<string, number>>()

/** Gives back how to leave the place. */
function takePlace(hub: LiveHub, personId: string): () => void {
  const taken = open.get(hub) ?? new Map<string, number>()
  open.set(hub, taken)
  const count = taken.get(personId) ?? 0
  if (count >= mostStreams) throw new AppError('limit-reached', { limit: mostStreams })
  taken.set(personId, count + 1)
  let left = false
  return () => {
    if (left) return
    left = true
    const now = taken.get(personId)! - 1
    if (now) taken.set(personId, now)
    else taken.delete(personId)
  }
}

/** Server-sent events: what was missed, how far that is, then what happens. */
export async function sendEvents(
  hub: LiveHub,
  request: FastifyRequest,
  reply: FastifyReply,
  { accountId, personId, hears, since }: StreamReply,
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
  const leave = takePlace(hub, personId)
  const unfollow = await hub
    .follow(accountId, (row) => tell(row))
    .catch((error: unknown) => {
      leave()
      throw error
    })
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
    if (await still().catch((error) => !(error instanceof AppError))) return void out.write(': still here\n\n')
    stop()
    out.end()
  }
  const timer = setInterval(() => void beat(), heartbeat)
  const stop = () => {
    clearInterval(timer)
    unfollow()
    leave()
  }
  out.on('close', stop)
  if (out.destroyed) return stop()
  if (heard !== undefined) await catchUp(hub, accountId, last, write, out).catch(() => out.destroy())
  const at = await hub.position(accountId).catch(() => out.destroy() && 0)
  for (const row of meanwhile) write(row)
  last = Math.max(last, at)
  out.write(`event: at\nid: ${last}\ndata: {}\n\n`)
  tell = write
}

/** Tells what was missed, as it is read; nothing more to whoever left meanwhile. */
async function catchUp(
  hub: LiveHub,
  accountId: string,
  since: number,
  write: (row: LiveRow) => void,
  out: { readonly destroyed: boolean },
) {
  for (let from = since; !out.destroyed;) {
    const rows = await hub.missed(accountId, from)
    rows.forEach(write)
    if (!rows.length) return
    from = rows.at(-1)!.id
  }
}
