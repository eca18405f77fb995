import type { Visitor } from '../../kit/calls/caller.ts'
import type { Tx } from '../../kit/db/db.ts'
import { deviceOf } from '../../kit/calls/device-of.ts'
import { tell } from '../../kit/notify/news.ts'
import type { Services } from '../../kit/services.ts'

/** Logins that are looked back on. */
const most = 100

/** A browser that updates itself is the same as before. */
const likeness = (userAgent: string) => {
  const { browser, system, kind } = deviceOf(userAgent)
  return [browser.replace(/ \d+$/, ''), system, kind].join()
}

/** Tells a person that somebody logged in as them on a device that none of their last logins came from. Asked before the login is on the record. */
export async function tellNewDevice(
  { jobs }: Services,
  tx: Tx,
  { platform, userAgent, ip }: Visitor,
  personId: string,
) {
  const past = await tx
    .selectFrom('audit')
    .select('userAgent')
    .where('actorPersonId', '=', personId)
    .where('action', '=', 'session.started')
    .orderBy('at', 'desc')
    .limit(most)
    .execute()
  const known = new Set(past.map((row) => row.userAgent ?? ''))
  const here = likeness(userAgent)
  if (!past.length || known.has(userAgent) || [...known].some((other) => likeness(other) === here)) return
  const { browser, system } = deviceOf(userAgent)
  await tell(tx, jobs, {
    kind: 'newDevice',
    platformId: platform.id,
    personId,
    accountId: null,
    params: { device: [browser, system].filter(Boolean).join(' · ') || '?', ip, at: new Date().toISOString() },
  })
}
