import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sweepUncertified } from '../../server/certificates/certificates.jobs.ts'
import { buildTestApp, type Member, type TestApp } from '../kit/build-test-app.ts'
import { buildEvidence } from '../kit/people/factories.ts'

let t: TestApp
let me: Member
beforeAll(async () => {
  t = await buildTestApp()
  me = await t.member()
})
afterAll(() => t.close())

async function sealed(minutesAgo: number, certified: boolean) {
  const { id } = await buildEvidence(t, me)
  await sql`update evidence set sealed_at = app_now() - ${minutesAgo} * interval '1 minute', certified_at = ${certified ? new Date() : null} where id = ${id}`.execute(
    t.services.db.system,
  )
  return id
}

const queued = async () =>
  (
    await sql<{
      id: string
    }>`select data ->> 'id' as id from pgboss.job where name = 'certificate' and state = 'created'`.execute(
      t.services.db.system,
    )
  ).rows.map((r) => r.id)

it('asks again for certificates that could not be made while no key might sign, and for no others', async () => {
  const forgotten = await sealed(90, false)
  await sealed(90, true)
  await sealed(5, false)
  await sweepUncertified(t.services)
  expect(await queued()).toEqual([forgotten])
})
