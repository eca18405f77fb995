import type { Services } from '../../kit/services.ts'
import type { Authority } from '../authority.ts'
import { sequenceLog, type WhenLogged } from './sequencer.ts'

const every = 500
const saidEvery = 60_000

interface Log {
  error(details: object, text: string): void
}

/** Appends to the log what waits, in every worker; one of them gets each batch. */
export function startLog(services: Services, authority: Authority, log: Log, whenLogged: WhenLogged) {
  let running: Promise<unknown> | undefined
  let said = 0
  const run = () => {
    running ??= sequenceLog(services, authority, whenLogged)
      .catch((err: unknown) => {
        if (Date.now() - said < saidEvery) return
        said = Date.now()
        log.error({ err }, 'nothing can be appended to the transparency log; what was sealed waits for it, and for its certificate')
      })
      .finally(() => (running = undefined))
  }
  const timer = setInterval(run, every)
  return {
    async stop() {
      clearInterval(timer)
      await running
    },
  }
}
