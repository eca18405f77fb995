import type { ErrorLog } from '../../kit/work/domain.ts'
import { runEvery, throttled, type Stoppable } from '../../kit/work/intervals.ts'
import type { Services } from '../../kit/services.ts'
import type { Authority } from '../keys/authority.service.ts'
import { beginRun } from './integrity.repo.ts'
import { isDue } from './integrity.read.ts'
import { workAtRun } from './run.ts'

const lookEvery = 5_000
const scheduleEvery = 60_000
const saidEvery = 3_600_000

/** Begins runs when they are due and works at the one under way, until it is stopped; one of several processes at a time. */
export function startIntegrity(
  services: Services,
  authority: Pick<Authority, 'trustMaterial'>,
  log: ErrorLog,
): Stoppable {
  const {
    db,
    config: {
      integrity: { hours },
    },
  } = services
  const ended = new AbortController()
  let looked = 0
  async function look() {
    if (hours && performance.now() - looked > scheduleEvery) {
      looked = performance.now()
      if (await isDue(db.system, hours)) await db.asSystem((tx) => beginRun(tx, false))
    }
    await workAtRun(services, authority, ended.signal)
  }
  const onError = throttled(saidEvery, (err: unknown) =>
    log.error({ err }, 'the integrity audit rests; it goes on by itself'),
  )
  const runs = runEvery(lookEvery, look, onError)
  return {
    stop() {
      ended.abort(new Error('shutdown'))
      return runs.stop()
    },
  }
}
