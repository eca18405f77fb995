import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { closingCalls } from '../../contract/data-rights/closing.ts'
import { erasures } from '../../server/app/domains.ts'
import { closeByJob, sweepClosings } from '../../server/data-rights/closing.jobs.ts'
import { buildTestApp, type Member, type TestApp } from '../kit/build-test-app.ts'
import { forgetLimits } from '../kit/people/forget-limits.ts'
import { proofOf } from './data-kit.ts'

export let t: TestApp
export let owner: pg.Client
export let operator: Member
export let me: Member

/** A service, and somebody who is new for every test of a file and may leave. */
export function withSomebody() {
  beforeAll(async () => {
    t = await buildTestApp()
    owner = new pg.Client({ connectionString: t.databaseUrl })
    await owner.connect()
    operator = await t.member({ name: '运营', role: 'operator' })
  })
  beforeEach(async () => {
    await forgetLimits(t)
    me = await t.member({ name: '小雨' })
  })
  afterAll(async () => {
    await owner.end()
    await t.close()
  })
}

export const password = 'a long enough one'
export const confirm = '注销账户'
export const state = async (who = me) => (await t.call(closingCalls.state, {}, who)).data
export const ask = async (who = me) => t.call(closingCalls.ask, { body: { ...(await proofOf(t, who)), confirm } }, who)

export const person = (id: string) =>
  t.services.db.system.selectFrom('person').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
/** The time to think it over has passed; the sweep hands on, the jobs that wait are done. */
export async function passTime(who = me) {
  await owner.query(`update person set closing_at = now() - interval '1 second' where id = $1`, [who.personId])
  await sweepClosings(t.services)
  return work()
}
export async function work() {
  const { rows } = await sql<{
    jobId: string
    id: string
  }>`update pgboss.job set state = 'active', started_on = now() where name = 'closing' and state = 'created' returning id as job_id, data->>'id' as id`.execute(
    t.services.db.system,
  )
  for (const job of rows) await closeByJob(t.services, erasures, job)
  return rows.length
}
export async function leave(who = me) {
  const asked = await ask(who)
  if (!asked.success) throw new Error(JSON.stringify(asked))
  await passTime(who)
}
export const acts = async (action: string) =>
  t.services.db.system.selectFrom('audit').select(['accountId', 'subjectId']).where('action', '=', action).execute()
