import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { Socket } from 'node:net'

const channel = 'http.server.request.start'

/** Counts what the HTTP servers of this process send, heads of answers included. */
export function countMoved() {
  const sockets = new Set<Socket>()
  const add = (message: unknown) => void sockets.add((message as { socket: Socket }).socket)
  subscribe(channel, add)
  const total = () => [...sockets].reduce((sum, { bytesWritten }) => sum + bytesWritten, 0)
  return { total, stop: () => unsubscribe(channel, add) }
}
