import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { maxRetries, webCaptureCalls } from '../../contract/captures/web.ts'
import { evidenceCalls } from '../../contract/evidence/evidence.ts'
import { sweepPreviews } from '../../server/captures/captures.jobs.ts'
import { buildTestApp, type Member, type TestApp } from '../kit/build-test-app.ts'
import { buildEvidence } from '../kit/people/factories.ts'

let t: TestApp
let me: Member
let other: Member
beforeAll(async () => {
  t = await buildTestApp()
  me = await t.member({ name: '取证人' })
  other = await t.member({ name: '别人' })
})
afterAll(() => t.close())

const preview = () => buildEvidence(t, me, { status: 'to-confirm' })
const detail = async (no: string) => (await t.call(evidenceCalls.detail, { body: { ano: no } }, me)).data
const confirm = (no: string, statementSha256?: string, as = me) =>
  t.call(webCaptureCalls.confirm, { body: { no, ...(statementSha256 ? { statementSha256 } : {}) } }, as)
const jobs = async (id: string) =>
  (
    await t.services.db.asSystem(async (tx) =>
      (await import('kysely')).sql<{
        n: number
      }>`select count(*)::int as n from pgboss.job where name = 'certificate' and data->>'id' = ${id}`.execute(tx),
    )
  ).rows[0]!.n

describe('a capture that waits to be confirmed', () => {
  it('remembers that it should wait', async () => {
    const { data } = await t.call(webCaptureCalls.start, { body: { urls: ['https://example.com/two'], mode: 2 } }, me)
    expect((await detail(data.list[0]!.no)).request).toMatchObject({ twoStage: true })
  })

  it('shows what was fixed, until when it waits, and offers no certificate', async () => {
    const { number } = await preview()
    const shown = await detail(number)
    expect(shown).toMatchObject({
      status: 'to-confirm',
      certified: false,
      trust: [
        { code: 'fixed', status: 'proven' },
        { code: 'logged', status: 'pending' },
      ],
    })
    expect(new Date(shown.confirmUntil!).getTime()).toBeGreaterThan(Date.now())
    expect(shown.files).toHaveLength(1)
    expect(await t.call(evidenceCalls.pdf, { query: { no: number } }, me)).toMatchObject({ errorCode: 'wrong-state' })
  })

  it('becomes evidence with the very statement that was shown, and asks for its certificate once', async () => {
    const { id, number } = await preview()
    const before = await detail(number)
    expect((await confirm(number, before.statementSha256!)).data).toEqual({ status: 'collected' })
    expect((await confirm(number, before.statementSha256!)).data).toEqual({ status: 'collected' })
    const after = await detail(number)
    expect(after).toMatchObject({
      status: 'collected',
      confirmUntil: null,
      statementSha256: before.statementSha256,
      sealedAt: before.sealedAt,
    })
    expect(after.files).toEqual(before.files)
    expect(after.events.filter((e) => e.action === 'capture.confirmed')).toHaveLength(1)
    expect(await jobs(id)).toBe(1)
  })

  it('is not confirmed for another statement than the one that was seen', async () => {
    const { number } = await preview()
    expect(await confirm(number, 'a'.repeat(64))).toMatchObject({ errorCode: 'conflict' })
    expect((await detail(number)).status).toBe('to-confirm')
  })

  it('is not there for another account', async () => {
    const { number } = await preview()
    expect(await confirm(number, undefined, other)).toMatchObject({ errorCode: 'not-found' })
  })

  it('is dropped when its owner discards it, with nothing left to read', async () => {
    const { id, number, fileId } = await preview()
    await t.call(webCaptureCalls.cancel, { body: { ids: [id] } }, me)
    expect(await detail(number)).toMatchObject({ status: 'cancelled', statementSha256: null, files: [], trust: [] })
    expect(await t.call(evidenceCalls.fileBytes, { params: { id: fileId }, query: {} }, me)).toMatchObject({
      errorCode: 'not-found',
    })
    expect(await confirm(number)).toMatchObject({ errorCode: 'wrong-state' })
  })

  it('is cancelled when nobody confirmed in time, even by a confirmation that comes too late', async () => {
    const { id, number } = await preview()
    await t.services.db.asSystem((tx) =>
      tx
        .updateTable('evidence')
        .set({ confirmUntil: new Date(Date.now() - 1_000) })
        .where('id', '=', id)
        .execute(),
    )
    expect(await confirm(number)).toMatchObject({ errorCode: 'wrong-state' })
    await sweepPreviews(t.services)
    expect(await detail(number)).toMatchObject({ status: 'cancelled', files: [] })
    expect((await detail(number)).events.at(-1)!.action).toBe('capture.expired')
  })

  it('ends one way only when confirming and discarding race', async () => {
    const { id, number } = await preview()
    await Promise.all([confirm(number), t.call(webCaptureCalls.cancel, { body: { ids: [id] } }, me), confirm(number)])
    const end = await detail(number)
    expect(end.files.length).toBe(end.status === 'collected' ? 1 : 0)
    expect(['collected', 'cancelled']).toContain(end.status)
  })

  it('never loses files once it is evidence, whoever tries', async () => {
    const { id } = await buildEvidence(t, me)
    for (const way of [t.services.db.asSystem.bind(t.services.db), t.services.db.forAccount.bind(t.services.db, me)]) {
      await way(async (tx) => {
        expect(
          (await tx.deleteFrom('evidenceFile').where('evidenceId', '=', id).executeTakeFirst()).numDeletedRows,
        ).toBe(0n)
      })
    }
  })
})

describe('trying again', () => {
  it(`is offered ${maxRetries} times`, async () => {
    const { id } = await buildEvidence(t, me, { status: 'failed' })
    const fail = () =>
      t.services.db.asSystem((tx) =>
        tx.updateTable('evidence').set({ status: 'failed', failReason: 'timed-out' }).where('id', '=', id).execute(),
      )
    for (let n = 0; n < maxRetries; n++) {
      expect(await t.call(webCaptureCalls.retry, { body: { ids: [id] } }, me)).toMatchObject({ success: true })
      await fail()
    }
    expect(await t.call(webCaptureCalls.retry, { body: { ids: [id] } }, me)).toMatchObject({
      errorCode: 'retries-spent',
    })
  })
})
