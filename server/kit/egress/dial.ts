import { connect } from 'node:net'
import type { Socket } from 'node:net'
import ipaddr from 'ipaddr.js'
import type { ResolvedAddress } from './resolve.ts'

export type DialFailure = 'refused' | 'timed-out' | 'unreachable' | 'peer-differs'

export interface Dialled {
  readonly socket: Socket
  readonly address: string
}

/** Opens one TCP connection; the seam tests use to answer from another address. */
export type Connector = (address: ResolvedAddress, port: number) => Socket

const tcp: Connector = ({ address, family }, port) => connect({ host: address, port, family })

const same = (a: string | undefined, b: string): boolean => {
  if (a === undefined || !ipaddr.isValid(a)) return false
  return ipaddr.process(a).toString() === ipaddr.process(b).toString()
}

function attempt(
  address: ResolvedAddress,
  port: number,
  milliseconds: number,
  connector: Connector,
): Promise<Socket | DialFailure> {
  return new Promise((resolve) => {
    const socket = connector(address, port)
    const end = (result: Socket | DialFailure) => {
      clearTimeout(timer)
      socket.off('error', failed)
      // The peer may still reset the socket before its owner listens.
      socket.on('error', () => {})
      if (typeof result === 'string') socket.destroy()
      resolve(result)
    }
    const failed = (error: NodeJS.ErrnoException) => {
      end(error.code === 'ECONNREFUSED' ? 'refused' : error.code === 'ETIMEDOUT' ? 'timed-out' : 'unreachable')
    }
    const timer = setTimeout(() => end('timed-out'), milliseconds)
    socket.once('error', failed)
    socket.once('connect', () => end(same(socket.remoteAddress, address.address) ? socket : 'peer-differs'))
  })
}

/** Dials the given addresses in turn, exactly as resolved, and checks whom it reached. */
export async function dial(
  addresses: Iterable<ResolvedAddress>,
  port: number,
  milliseconds: number,
  connector: Connector = tcp,
): Promise<Dialled | DialFailure> {
  let failure: DialFailure = 'unreachable'
  for (const address of addresses) {
    const result = await attempt(address, port, milliseconds, connector)
    if (typeof result !== 'string') return { socket: result, address: address.address }
    if (result === 'peer-differs') return result
    // A refusal tells more than an unreachable second family.
    failure = failure === 'refused' ? failure : result
  }
  return failure
}
