import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { shanghaiDay } from '../../../contract/kit/shanghai-time.ts'
import { sequenceLog } from '../../../server/trust/log/sequencer.service.ts'
import { buildTestApp, type TestApp } from '../../kit/build-test-app.ts'
import { localAuthority } from '../sample.ts'

let t: TestApp
let owner: pg.Client
beforeAll(async () => {
  t = await buildTestApp()
  owner = new pg.Client({ connectionString: t.databaseUrl })
  await owner.connect()
})
afterEach(() => void vi.useRealTimers())
afterAll(async () => {
  await owner.end()
  await t.close()
})

it('at midnight in Shanghai a process whose clock is behind goes on in the shard of the new year that another one opened', async () => {
  const year = Number(shanghaiDay(new Date()).slice(0, 4))
  const authority = await localAuthority()
  const newest = async () =>
    (await owner.query<{ name: string }>('select name from log_shard order by id desc limit 1')).rows[0]!.name
  const clocks = [`${year}-12-31T15:59:59.990Z`, `${year}-12-31T16:00:00.010Z`]
  const seen = []
  for (const at of [0, 1, 0, 1, 0]) {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(clocks[at]!) })
    await owner.query(
      "insert into log_queue (kind, subject, evidence_id, leaf) select 'evidence', encode(sha256(uuid::text::bytea), 'hex'), uuid, evidence_leaf(sha256(uuid::text::bytea), 'token') from gen_random_uuid() as uuid",
    )
    await sequenceLog(t.services, authority, () => Promise.resolve())
    seen.push(await newest())
  }
  expect(seen).toEqual([String(year), ...Array<string>(4).fill(String(year + 1))])
})
