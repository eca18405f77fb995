import type { ErrorLog } from '../../kit/work/domain.ts'
import { runEvery, type Stoppable } from '../../kit/work/intervals.ts'
import { tell } from '../../kit/notify/news.ts'
import type { Services } from '../../kit/services.ts'
import type { ClockState } from '../../trust/clock.service.ts'
import { findAlarms } from './alarms.find.ts'
import * as repo from './alarms.repo.ts'

const lookEvery = 15_000

/** Notes which alarms begin and end, and tells staff once of each that begins. */
export async function keepAlarms(services: Services, clock: () => Promise<ClockState>, log?: ErrorLog): Promise<void> {
  const { alarms: found, unseen, errors } = await findAlarms(services, await clock(), 'zh-CN')
  for (const err of errors) log?.error({ err }, 'alarms of some kinds cannot be found')
  const { db, jobs } = services
  const begun = await db.asSystem(async (tx) => {
    if (!(await repo.lockAlarms(tx))) return []
    const open = await repo.openAlarms(tx)
    const fresh = []
    for (const alarm of found) {
      const known = open.find((o) => o.kind === alarm.kind && o.about === alarm.about)
      if (known) await repo.seeAgain(tx, known.id, alarm)
      else {
        const id = await repo.beginAlarm(tx, alarm)
        if (id) fresh.push({ ...alarm, id })
      }
    }
    const stands = (o: (typeof open)[number]) =>
      unseen.some((kind) => kind === o.kind) || found.some((f) => f.kind === o.kind && f.about === o.about)
    await repo.endAlarms(
      tx,
      open.filter((o) => !stands(o)).map((o) => o.id),
    )
    const readers = fresh.length ? await repo.staff(tx) : []
    for (const { id, kind } of fresh)
      for (const person of readers)
        await tell(tx, jobs, {
          kind: 'trustAlarm',
          platformId: person.platformId,
          personId: person.id,
          accountId: null,
          params: { alarm: kind },
          once: `${id}:${person.id}`,
        })
    return fresh
  })
  for (const { kind, about, params } of begun)
    log?.error({ alarm: kind, about, ...params }, `alarm: ${kind}. See /operator/trust`)
}

/** Watches until it is stopped. */
export const startAlarms = (services: Services, clock: () => Promise<ClockState>, log: ErrorLog): Stoppable =>
  runEvery(
    lookEvery,
    () => keepAlarms(services, clock, log),
    (err) => log.error({ err }, 'alarms'),
  )
