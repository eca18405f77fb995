import { randomInt } from 'node:crypto'
import { connect } from 'node:net'

/** Below the ports that a system gives to whoever asks for any one: another program is not given one of these meanwhile. */
const [first, last] = [20_000, 32_000]
const refusing = first - 2

const refuses = (port: number) =>
  new Promise<boolean>((answered) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy()
      answered(false)
    })
    socket.once('error', () => answered(true))
  })

/** A port that nothing listens on. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(first, last)
    if (await refuses(port)) return port
  }
}

/** A port that refuses connections for as long as anybody asks: it is given to nobody. */
export async function refusingPort(): Promise<number> {
  if (await refuses(refusing)) return refusing
  throw new Error(`Something listens on port ${refusing}, which tests take for one that refuses`)
}
