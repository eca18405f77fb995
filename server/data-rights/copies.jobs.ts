import { sql } from 'kysely'
import { languages } from '../../contract/kit/language.ts'
import type { Database } from '../kit/db/db.ts'
import { announce } from '../kit/notify/live.ts'
import { tell } from '../kit/notify/news.ts'
import type { DataSection } from '../kit/personal-data/personal-data.ts'
import type { Services } from '../kit/services.ts'
import { againWhenGone, holdObjects } from '../kit/storage/objects.ts'
import type { Stored } from '../kit/storage/store.ts'
import type { Language } from '../kit/words.ts'
import { platformById, platformName, publicUrlOf } from '../platform/platform.service.ts'
import { pageColours } from '../platform/settings.service.ts'
import * as repo from './copies.repo.ts'
import type { Heading } from './copy-readme.ts'
import { copyStream } from './write-copy.ts'
import { dataCopyQueue } from './data-rights.queues.ts'

type Copy = NonNullable<Awaited<ReturnType<typeof repo.toWrite>>>

/** Writes a copy and tells its person. Safe to repeat: what is ready is not written again, and the object's name is its content. */
export async function writeCopy(
  services: Services,
  sections: readonly DataSection[],
  job: { jobId: string; id: string },
) {
  const copy = await repo.toWrite(services.db.system, job.id)
  if (!copy) return
  await againWhenGone(async () => keep(services, copy, job.jobId, await put(services, sections, copy)))
}

async function put(
  services: Services,
  sections: readonly DataSection[],
  { platformId, personId, lang }: Copy,
): Promise<Stored> {
  const { db, store, config } = services
  const site = await platformById(db.system, platformId)
  const platform = Object.fromEntries(languages.map((l) => [l, platformName(site, l)])) as Heading['platform']
  const subject = { personId, accounts: await repo.ownedBy(db.system, personId), lang: lang as Language }
  const [url, colours] = [publicUrlOf(config, site), await pageColours(services, site)]
  return atOneInstant(db, (tx) =>
    store.put(copyStream(tx, sections, subject, { at: new Date(), platform, url, colours })),
  )
}

/** All sections tell of the same instant. Much evidence takes the database a while to put in order, and the store may take its time between two reads. */
const atOneInstant = <T>(db: Database, work: (tx: Parameters<Parameters<Database['asSystem']>[0]>[0]) => Promise<T>) =>
  db.asSystem(async (tx) => {
    await sql`set transaction isolation level repeatable read, read only`.execute(tx)
    await sql`set local statement_timeout = '10min'`.execute(tx)
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx)
    return work(tx)
  })

const keep = ({ db, store, jobs }: Services, { id, platformId, personId }: Copy, jobId: string, stored: Stored) =>
  db.asSystem(async (tx) => {
    await holdObjects(tx, store, [stored])
    const until = await repo.markReady(tx, id, { sha256: Buffer.from(stored.sha256, 'hex'), size: stored.size })
    await jobs.complete(tx, dataCopyQueue, jobId)
    if (!until) return
    await tell(tx, jobs, {
      kind: 'copyReady',
      platformId,
      personId,
      accountId: null,
      params: { at: until.toISOString() },
    })
    for (const accountId of await repo.accountsOf(tx, personId))
      await announce(tx, accountId, { topic: 'dataCopies', id }, personId)
  })
