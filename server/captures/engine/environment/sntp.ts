import { randomBytes } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { lookup } from 'node:dns/promises'
import { splitTimeServer } from '../../../kit/settings/time-servers.ts'

/** One time server said this about this machine's clock. */
export interface TimeReading {
  readonly server: string
  readonly address: string | null
  /** Its clock minus ours, in milliseconds. */
  readonly offsetMs: number | null
  /** Way there and back: the offset may be wrong by half of it. */
  readonly delayMs: number | null
  readonly stratum: number | null
  readonly error: 'not-found' | 'unreachable' | 'timed-out' | 'not-synchronised' | 'unbelievable' | null
}

const PACKET = 48
const CLIENT = 0x23
/** Seconds from 1900, where the protocol counts from, to 1970; and to 2036, where its counter begins anew. */
const FROM_1900 = 2_208_988_800
const ERA = 2 ** 32

/** A stamp of the protocol in milliseconds since 1970. */
function readStamp(packet: Buffer, at: number): number {
  const seconds = packet.readUInt32BE(at)
  const era = seconds < ERA / 2 ? ERA : 0
  return (seconds + era - FROM_1900) * 1_000 + (packet.readUInt32BE(at + 4) / ERA) * 1_000
}

type Outcome = Omit<TimeReading, 'server' | 'address'>
const failed = (error: TimeReading['error'], stratum: number | null = null): Outcome => ({
  offsetMs: null,
  delayMs: null,
  stratum,
  error,
})
const round = (milliseconds: number): number => Math.round(milliseconds * 1_000) / 1_000

/** Null where the packet is no answer to what was asked: anybody can send one. */
function readAnswer(packet: Buffer, nonce: Buffer, sentAt: number, tookMs: number): Outcome | null {
  if (packet.length < PACKET || (packet[0]! & 7) !== 4 || !packet.subarray(24, 32).equals(nonce)) return null
  const stratum = packet[1]!
  // Leap 3 and stratum 0 or 16 say themselves that their clock is not to be believed.
  if (packet[0]! >> 6 === 3 || stratum === 0 || stratum > 15) return failed('not-synchronised', stratum)
  const [received, sent] = [readStamp(packet, 32), readStamp(packet, 40)]
  if (packet.readUInt32BE(40) === 0 || sent < received || sent - received > tookMs + 1)
    return failed('unbelievable', stratum)
  return {
    offsetMs: round((received - sentAt + (sent - (sentAt + tookMs))) / 2),
    delayMs: round(Math.max(0, tookMs - (sent - received))),
    stratum,
    error: null,
  }
}

function exchange(
  address: string,
  family: 4 | 6,
  port: number,
  now: () => Date,
  milliseconds: number,
): Promise<Outcome> {
  const socket = createSocket(family === 6 ? 'udp6' : 'udp4')
  // Our own time is not told: what comes back as "origin" only has to be ours.
  const nonce = randomBytes(8)
  const packet = Buffer.alloc(PACKET)
  packet[0] = CLIENT
  nonce.copy(packet, 40)
  return new Promise((resolve) => {
    let ended = false
    const end = (outcome: Outcome) => {
      if (ended) return
      ended = true
      clearTimeout(timer)
      socket.close()
      resolve(outcome)
    }
    const timer = setTimeout(() => end(failed('timed-out')), milliseconds)
    let [sentAt, begin] = [0, 0]
    socket.on('error', () => end(failed('unreachable')))
    socket.on('message', (answer) => {
      const outcome = readAnswer(answer, nonce, sentAt, performance.now() - begin)
      if (outcome) end(outcome)
    })
    // Connected, so that the kernel hands on only what comes from there.
    socket.connect(port, address, () => {
      if (ended) return
      sentAt = now().getTime()
      begin = performance.now()
      socket.send(packet)
    })
  })
}

/** Asks one server once for the time (RFC 4330). Its name was given by the operator, who may well mean a receiver in his own network. */
export async function askTimeServer(server: string, now: () => Date, milliseconds = 1_500): Promise<TimeReading> {
  const target = splitTimeServer(server)
  const found =
    target &&
    (await Promise.race([
      lookup(target.host).catch(() => null),
      new Promise<null>((resolve) => void setTimeout(() => resolve(null), milliseconds).unref()),
    ]))
  if (!found) return { server, address: null, ...failed('not-found') }
  return {
    server,
    address: found.address,
    ...(await exchange(found.address, found.family === 6 ? 6 : 4, target.port, now, milliseconds)),
  }
}
