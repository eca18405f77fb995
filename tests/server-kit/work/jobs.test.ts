import { createHash } from 'node:crypto'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { paperQueue } from '../../../server/certificates/paper.queue.ts'
import { newsQueue } from '../../../server/kit/notify/news.ts'
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

describe('a job', () => {
  const row = async (id: string) => {
    const { rows } = await listener.query<{ state: string; retry_count: number; error: string | null }>(
      "select state::text, retry_count, output->>'message' as error from pgboss.job where data->>'id' = $1",
      [id],
    )
    return rows[0]!
  }
  const enqueue = (id: string) => t.services.db.asSystem((tx) => t.services.jobs.enqueue(tx, paperQueue, { id }))

  it('that meets a fault which passes goes back and is no try; one that fails is', { timeout: 30_000 }, async () => {
    const { jobs } = t.services
    const [met, failed] = [newId(), newId()]
    const tries = new Map<string, number>()
    await jobs.work(paperQueue, 2, async ({ id }) => {
      const n = (tries.get(id) ?? 0) + 1
      tries.set(id, n)
      if (n > 1) return
      throw id === met ? Object.assign(new Error('full'), { code: 'ENOSPC' }) : new Error('wrong')
    })
    await enqueue(met)
    await enqueue(failed)
    await until('both to be tried', () => tries.size === 2 || undefined)
    await until('one to be back', async () => (await row(met)).state === 'created' || undefined)
    expect(await row(met)).toEqual({ state: 'created', retry_count: 0, error: null })
    await until('both to be done', async () => {
      const states = [(await row(met)).state, (await row(failed)).state]
      return states.every((state) => state === 'completed') || undefined
    })
    expect([(await row(met)).retry_count, (await row(failed)).retry_count]).toEqual([0, 1])
    expect([...tries.values()]).toEqual([2, 2])
    await jobs.rest()
  })

  it('that keeps bytes waits while its process rests, and others go on', { timeout: 30_000 }, async () => {
    const { db, jobs } = t.services
    const done: string[] = []
    const [paper, news] = [newId(), newId()]
    await jobs.work(paperQueue, 1, async ({ id }) => void done.push(id))
    await jobs.work(newsQueue, 1, async ({ id }) => void done.push(id))
    await jobs.rest('keeping')
    await enqueue(paper)
    await db.asSystem((tx) => jobs.enqueue(tx, newsQueue, { id: news }))
    await until('the other to be done', () => done.includes(news) || undefined)
    expect([done, (await row(paper)).state]).toEqual([[news], 'created'])
    await jobs.resume()
    await until('it to be done', () => done.includes(paper) || undefined)
    expect(done).toEqual([news, paper])
  })
})
