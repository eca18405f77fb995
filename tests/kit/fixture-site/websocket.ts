import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'

const frame = (text: string): Buffer => {
  const payload = Buffer.from(text)
  return Buffer.concat([Buffer.from([0x81, payload.length]), payload])
}

function unmask(chunk: Buffer): string {
  const size = (chunk[1] ?? 0) & 0x7f
  const [mask, data] = [chunk.subarray(2, 6), chunk.subarray(6, 6 + size)]
  return Buffer.from(data.map((byte, index) => byte ^ (mask[index % 4] ?? 0))).toString()
}

/** Just enough of RFC 6455 to answer one short message with another. */
export function answerWebSocket(request: IncomingMessage, socket: Duplex): void {
  const accept = createHash('sha1')
    .update(`${request.headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`)
    .digest('base64')
  socket.write(
    `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
  )
  socket.on('error', () => socket.destroy())
  socket.on('data', (chunk: Buffer) => {
    if ((chunk[0] ?? 0) === 0x81) socket.write(frame(`收到：${unmask(chunk)}`))
    else socket.end()
  })
}
