import { createSocket } from 'node:dgram'
import type { AddressInfo } from 'node:net'

const FROM_1900 = 2_208_988_800
const ERA = 2 ** 32

interface TimeServerOptions {
  /** How far its clock is ahead of this machine's. */
  readonly offsetMs?: number
  readonly stratum?: number
  readonly leap?: number
  /** Answers to a question nobody asked. */
  readonly strange?: boolean
  /** When the answer to a question is sent; never when null. */
  readonly answer?: ((send: () => void) => void) | null
}

export interface TimeServer {
  readonly address: string
  readonly asked: readonly Buffer[]
  close(): Promise<void>
}

function stamp(packet: Buffer, at: number, milliseconds: number): void {
  const seconds = milliseconds / 1_000 + FROM_1900
  packet.writeUInt32BE(Math.floor(seconds) % ERA, at)
  packet.writeUInt32BE(Math.floor((seconds % 1) * ERA), at + 4)
}

/** A time server on loopback that is right, wrong, strange or silent, as it is told. */
export async function startTimeServer({
  offsetMs = 0,
  stratum = 2,
  leap = 0,
  strange = false,
  answer = (send) => send(),
}: TimeServerOptions = {}): Promise<TimeServer> {
  const socket = createSocket('udp4')
  const asked: Buffer[] = []
  let closed = false
  socket.on('message', (question, { port, address }) => {
    asked.push(question)
    const reply = Buffer.alloc(48)
    reply[0] = (leap << 6) | (4 << 3) | 4
    reply[1] = stratum
    question.copy(reply, 24, 40, 48)
    if (strange) reply.fill(7, 24, 32)
    stamp(reply, 32, Date.now() + offsetMs)
    stamp(reply, 40, Date.now() + offsetMs)
    answer?.(() => void (closed || socket.send(reply, port, address)))
  })
  const close = () => {
    closed = true
    return new Promise<void>((resolve) => void socket.close(() => resolve()))
  }
  await new Promise<void>((resolve) => void socket.bind(0, '127.0.0.1', resolve))
  return { address: `127.0.0.1:${(socket.address() as AddressInfo).port}`, asked, close }
}
