import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sweepPreviews, sweepStuck } from '../../server/captures/captures.jobs.ts'
import { openDatabase } from '../../server/kit/db/db.ts'
import type { Services } from '../../server/kit/services.ts'
import { collectObjects } from '../../server/kit/storage/objects.ts'
import { openStore } from '../../server/kit/storage/open-store.ts'
import { openAuthority } from '../../server/trust/keys/authority.service.ts'
import { buildTestApp, type TestApp } from '../kit/build-test-app.ts'
import { randomness, sized } from '../kit/randomness.ts'
import { judge, makeOwner, makeUploading, type Owner, prepareFolder, sealPrepared } from '../kit/sealing.ts'

let t: TestApp
let home: string
let owner: Owner
beforeAll(async () => {
  t = await buildTestApp()
  home = await mkdtemp(join(tmpdir(), 'skz-jumps-'))
  owner = await makeOwner(t.services, t.platformId)
})
afterAll(async () => {
  await t.close()
  await rm(home, { recursive: true, force: true })
})

const day = 86_400_000

/** The services of a machine whose clock says this: of the database and of the signing keys alike. */
async function machineAt(instant: Date) {
  const admin = new pg.Client({ connectionString: t.databaseUrl })
  await admin.connect()
  await admin.query(
    `alter database ${admin.escapeIdentifier(new URL(t.databaseUrl).pathname.slice(1))} set app.clock = '${instant.toISOString()}'`,
  )
  await admin.end()
  const db = openDatabase(t.databaseUrl, { max: 3 })
  const services: Services = { ...t.services, db, store: await openStore(t.services.config, db) }
  const clock = { now: () => instant, state: async () => ({ source: 'os-unverified' as const, proven: false }) }
  return {
    services,
    open: () =>
      openAuthority({ dir: join(t.services.config.dataDir, 'keys'), mode: 'local', platformName: 'Test', clock }),
    close: () => db.close(),
  }
}

it(
  'a clock that jumps by 400 days between two sealings makes no number twice, loses nothing and lets no sweep take evidence',
  { timeout: 600_000 },
  async () => {
    const r = randomness('clock jumps')
    const begun = Date.now()
    const first = await machineAt(new Date(begun))
    await first.open()
    await first.close()
    const sealed: { id: string; number: string }[] = []
    let refused = 0
    for (let round = 0; round < sized(8, 200); round++) {
      const machine = await machineAt(new Date(begun + r.pick([-400, 0, 400]) * day + r.below(day)))
      const dir = join(home, String(round))
      await mkdir(dir)
      const prepared = await prepareFolder(dir, { 'page.bin': randomBytes(1_000), 'shared.txt': 'the same in all' })
      const record = await makeUploading(machine.services, owner)
      await machine.services.store.put(Readable.from([randomBytes(100)]))
      // Beyond what the keys answer for, sealing refuses instead of stamping a time that is not so.
      await sealPrepared(machine.services, await machine.open(), record, prepared).then(
        () => sealed.push(record),
        (error: { code?: string }) => {
          expect(error.code).toBe('no-time-stamps')
          refused++
        },
      )
      await sweepPreviews(machine.services)
      await sweepStuck(machine.services)
      await collectObjects(machine.services.db, machine.services.store)
      for (const { id } of sealed)
        expect(await judge(machine.services, id)).toEqual({ status: 'collected', files: 2, wrong: [] })
      await machine.close()
    }
    console.log(`  ${JSON.stringify({ sealed: sealed.length, refused })}`)
    expect(sealed.length).toBeGreaterThan(0)
    expect(new Set(sealed.map((s) => s.number)).size).toBe(sealed.length)
    const events = await t.services.db.system
      .selectFrom('liveEvent')
      .select(['id', 'payload'])
      .where('accountId', '=', owner.accountId)
      .orderBy('id')
      .execute()
    const told = events
      .map((e) => e.payload as { id: string; status?: string })
      .filter((p) => p.status === 'collected')
      .map((p) => p.id)
    expect(told).toEqual(sealed.map((s) => s.id))
  },
)
