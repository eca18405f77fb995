import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openInstallation, type Installation } from '../../server/app/open-installation.ts'
import { readConfig } from '../../server/app/read-config.ts'
import { type Cluster, joinCluster } from '../../server/kit/db/embedded.ts'
import { randomness, sized } from '../kit/randomness.ts'
import { judge, makeOwner, makeUploading, type Owner, prepareFolder, sealPrepared } from '../kit/sealing.ts'
import { type SealingProcess, startSealing } from './sealing-process.ts'

let home: string
let data: string
let here: Installation
let owner: Owner
let child: SealingProcess | undefined
let cluster: Cluster

// The embedded database as it runs in earnest, with fsync, over the same disk as the store.
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'skz-killed-'))
  data = join(home, 'data')
  here = await openInstallation(readConfig({ SHIMAKAZE_DATA: data, SHIMAKAZE_LOG: 'silent' }), {
    info() {},
    warn() {},
    error() {},
  })
  owner = await makeOwner(here.services, here.platform.id)
  cluster = await joinCluster({ dir: join(data, 'postgres') })
})
afterAll(async () => {
  await child?.kill()
  await here.close()
  await cluster.leave()
  await rm(home, { recursive: true, force: true })
})

const postmaster = () =>
  readFile(join(data, 'postgres/pgdata/postmaster.pid'), 'utf8').then((text) => Number(text.split('\n')[0]))

async function sealing(): Promise<SealingProcess> {
  if (!child?.alive()) child = await startSealing({ SHIMAKAZE_DATA: data, DATABASE_URL: cluster.url('shimakaze') })
  return child
}

const acts = async (id: string) =>
  (
    await here.services.db.system
      .selectFrom('audit')
      .select('action')
      .where('subjectId', '=', id)
      .where('action', '=', 'evidence.sealed')
      .execute()
  ).length

it(
  'what was acknowledged is there, whole and once, whichever of database and sealing process is killed and when',
  { timeout: 7_200_000 },
  async () => {
    const r = randomness('killed while sealing')
    /** What a client knows: nothing else is believed. */
    const journal = new Map<string, 'sent' | 'acknowledged' | 'refused' | 'unknown'>()
    const counts = {
      rounds: 0,
      databaseKilled: 0,
      processKilled: 0,
      acknowledged: 0,
      refused: 0,
      unknown: 0,
      standing: 0,
    }
    for (let round = 0; round < sized(10, 300); round++) {
      const dir = join(home, `out-${round}`)
      await mkdir(dir)
      const prepared = await prepareFolder(dir, {
        'page.bin': randomBytes(300_000),
        'shared.txt': 'the same in all',
        'log.txt': randomBytes(50),
      })
      const record = await makeUploading(here.services, owner)
      const worker = await sealing()
      journal.set(record.id, 'sent')
      const answered = worker.seal({ record, prepared })
      await wait(r.below(90))
      const target = r.chance(0.4) ? 'databaseKilled' : 'processKilled'
      if (target === 'databaseKilled') process.kill(await postmaster(), 'SIGKILL')
      else await worker.kill()
      counts[target]++
      const answer = await Promise.race([answered, wait(20_000, undefined)])
      if (!answer) await worker.kill()
      const outcome = !answer ? 'unknown' : 'acknowledged' in answer ? 'acknowledged' : 'refused'
      journal.set(record.id, outcome)
      counts[outcome]++
      counts.rounds++
      if (target === 'databaseKilled') await (await joinCluster({ dir: join(data, 'postgres') })).leave()

      const after = await judge(here.services, record.id)
      expect([outcome, after.wrong]).toEqual([outcome, []])
      expect([after.status, after.files]).toEqual(after.status === 'collected' ? ['collected', 3] : ['uploading', 0])
      if (outcome === 'acknowledged') expect(after.status).toBe('collected')
      counts.standing += Number(after.status === 'collected')
      // The job comes again, whether or not its first run had ended.
      await sealPrepared(here.services, here.authority, record, prepared)
      await rm(dir, { recursive: true })
    }
    await child?.kill()
    await here.services.store.sweep()
    expect(await readdir(join(data, 'store/incoming'))).toEqual([])
    for (const id of journal.keys())
      expect([await judge(here.services, id), await acts(id)]).toEqual([
        { status: 'collected', files: 3, wrong: [] },
        1,
      ])
    console.log(`  ${JSON.stringify(counts)}`)
  },
)
