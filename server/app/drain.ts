import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Call } from '../../contract/kit/call.ts'

export interface Drain {
  /** The service is to end: it says that it is not ready. */
  readonly stopping: AbortSignal
  /**
   * Says not ready for so many milliseconds while calls are taken as before, so that a balancer sends its next ones elsewhere; then takes no connection
   * any more and waits for calls under way, so long at most. Event streams are not waited for: their consoles connect again by themselves.
   */
  run(app: FastifyInstance, times: { sayFor: number; patience: number }): Promise<void>
}

/** Follows the calls of a service from its start, so that its end cuts none. */
export function followCalls(app: FastifyInstance): Drain {
  const stop = new AbortController()
  let underWay = 0
  app.addHook('onRequest', async (request, reply) => {
    if ((request.routeOptions.config as { call?: Call }).call?.kind === 'events') return
    underWay++
    // However it ends: answered, broken off, or given up by whoever asked.
    reply.raw.once('close', () => underWay--)
  })
  app.addHook('onSend', async (_, reply) => {
    if (stop.signal.aborted) reply.header('connection', 'close')
  })
  return {
    stopping: stop.signal,
    async run({ server }, { sayFor, patience }) {
      stop.abort()
      await wait(sayFor)
      server.close()
      server.closeIdleConnections()
      for (const end = performance.now() + patience; underWay > 0 && performance.now() < end;) await wait(50)
    },
  }
}
