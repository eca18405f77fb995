import type { ErrorLog } from '../../kit/work/domain.ts'
import { runEvery, throttled, type Stoppable } from '../../kit/work/intervals.ts'
import type { Services } from '../../kit/services.ts'
import type { Authority } from '../keys/authority.service.ts'
import { queueKeys } from './log.repo.ts'
import { sequenceLog, type WhenLogged } from './sequencer.service.ts'

const lookEvery = 500
const saidEvery = 60_000

/** Appends to the log what waits, in every worker; one of them gets each batch. */
export function startLog(services: Services, authority: Authority, log: ErrorLog, whenLogged: WhenLogged): Stoppable {
  let stated: string | undefined
  async function work() {
    const { keys } = authority.trustMaterial()
    if (keys && keys.sha256 !== stated) await queueKeys(services.db.system, keys.sha256)
    stated = keys?.sha256
    await sequenceLog(services, authority, whenLogged)
  }
  const onError = throttled(saidEvery, (err: unknown) =>
    log.error(
      { err },
      'nothing can be appended to the transparency log; what was sealed waits for it, and for its certificate',
    ),
  )
  return runEvery(lookEvery, work, onError)
}
