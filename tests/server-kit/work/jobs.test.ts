import { createHash } from 'node:crypto'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { uploadQueue } from '../../../server/registry/registry.queues.ts'
import { newId } from '../../../server/kit/ids.ts'
import { buildTestApp, type TestApp } from '../../kit/build-test-app.ts'
import { until } from '../../kit/browser/until.ts'

let t: TestApp
let listener: Client
beforeAll(async () => {
  t = await buildTestApp()
  listener = new Client({ connectionString: t.databaseUrl })
  await listener.connect()
})
afterAll(async () => {
  await listener.end()
  await t.close()
})

it('a job is told to whoever works at its queue once it is committed, and one that was taken back to nobody', async () => {
  const told: string[] = []
  listener.on('notification', ({ payload }) => told.push(payload ?? ''))
  // The one channel of pg-boss for its schema.
  await listener.query(`listen pgboss_${createHash('sha224').update('pgboss').digest('hex').slice(0, 24)}`)
  const { db, jobs } = t.services
  const takenBack = db.asSystem(async (tx) => {
    await jobs.enqueue(tx, uploadQueue, { id: newId() })
    throw new Error('taken back')
  })
  await expect(takenBack).rejects.toThrow('taken back')
  // What begins later is waited for by its due time, and nobody needs to hurry.
  await db.asSystem((tx) => jobs.enqueue(tx, uploadQueue, { id: newId() }, 60))
  await db.asSystem((tx) => jobs.enqueue(tx, uploadQueue, { id: newId() }))
  await until('the job to be told', () => told.length > 0 || undefined)
  expect(told).toEqual(['upload'])
})
