import type { Authority } from '../trust/keys/authority.service.ts'
import type { Ending } from '../trust/keys/expiry.ts'
import type { Log } from './open-services.ts'

/** Renewed keys are in use within this time. Asked of the disk: a signal could be missed, and one process would need all ids. */
const lookEvery = 30_000
const warnEvery = 86_400_000

const wayOf: Partial<Record<Ending['what'], string>> = { 'revocation-list': 'crl', 'ca-seal-key': 'import-seal' }

/** Takes over what a ceremony changed on the disk, and warns once a day of what ends soon. Call the result to stop. */
export async function keepFresh(authority: Authority, log: Log): Promise<() => void> {
  let warned = -Infinity
  async function look() {
    // Without new keys the old ones go on: a set that cannot be read must not end a service that has a good one.
    const problem = await authority.refresh().then(
      () => undefined,
      (err: unknown) => ({ err }),
    )
    const endings = authority.endings()
    if ((!problem && !endings.length) || performance.now() - warned < warnEvery) return
    warned = performance.now()
    if (problem) log.error(problem, 'keys on the disk cannot be taken over; those in memory go on')
    for (const { what, at } of endings)
      log.warn(
        { what, at },
        `${what} ends on ${at.toISOString().slice(0, 10)}: npm run ceremony -- ${wayOf[what] ?? 'renew'}`,
      )
  }
  await look()
  const timer = setInterval(() => void look(), lookEvery)
  timer.unref()
  return () => clearInterval(timer)
}
