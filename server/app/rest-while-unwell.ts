import { faultOf } from '../kit/passing-faults.ts'
import type { Services } from '../kit/services.ts'
import type { Store } from '../kit/storage/store.ts'
import { runEvery, type Stoppable } from '../kit/work/intervals.ts'
import { within } from '../kit/work/within.ts'
import type { Log } from './open-services.ts'

const everyMilliseconds = 3_000
/** A store that takes longer to say that it is there is not well. */
const patience = 5_000

type Unwell = 'storage-full' | 'storage-failed' | 'part-away'

const words: Record<Unwell, string> = {
  'storage-full':
    'there is no room for new bytes: jobs that keep any are left to other processes until there is. Free some on this disk',
  'storage-failed':
    'the disk lost what was written to it (fsync failed): this process takes in nothing new and no jobs that keep bytes until it is started again. Check the disk first: dmesg, smartctl',
  'part-away': 'the store does not answer: jobs that keep bytes are left to other processes until it does',
}

async function look(store: Store): Promise<Unwell | undefined> {
  try {
    await within(
      patience,
      store.requireRoom().then(() => store.ping()),
    )
    return undefined
  } catch (error) {
    return faultOf(error)?.code ?? 'part-away'
  }
}

/**
 * Takes no jobs that keep bytes while disk or store of this process take none: it would begin them only to give them back, and another process may do
 * better. Messages go out meanwhile.
 */
export function restWhileUnwell({ store, jobs }: Pick<Services, 'store' | 'jobs'>, log: Log): Stoppable {
  let unwell: Unwell | undefined
  async function restOrResume() {
    const now = await look(store)
    if (now === unwell) return
    if (now) {
      log.error({ code: now, err: store.failed.reason as unknown }, words[now])
      if (!unwell) await jobs.rest('keeping')
    } else {
      await jobs.resume()
      log.warn({ code: unwell }, 'bytes can be kept again: jobs are taken as before')
    }
    unwell = now
  }
  const looks = runEvery(everyMilliseconds, restOrResume, (err) => log.error({ err }, 'whether bytes can be kept'))
  store.failed.addEventListener('abort', looks.now, { once: true })
  return looks
}
