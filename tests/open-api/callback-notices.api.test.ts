import { createHash, randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { webCaptureCalls } from '../../contract/captures/web.ts'
import { runJobs } from '../registry/deposit-kit.ts'
import { ask, authority, list, me, read, receiver, sendAll, startCapture, t, withReceiver } from './callback-kit.ts'

withReceiver()

const deposit = (uniqueId = `hash-${randomUUID()}`) =>
  ask('deposit-hash', {
    fileName: '合同.pdf',
    sha256: createHash('sha256').update(uniqueId).digest('hex'),
    unique_id: uniqueId,
  })

describe('a program is told', () => {
  it('of a deposit when it is sealed, as the documentation says', async () => {
    const { no } = await deposit('contract-2026-0001')
    expect(await sendAll()).toBe(0)
    await runJobs(t, authority)
    expect(await sendAll()).toBe(1)
    expect(receiver.got).toMatchObject([
      { method: 'POST', path: '/notices', headers: { 'content-type': 'application/json' } },
    ])
    const notice = await read(receiver.got[0]!)
    expect(notice).toMatchObject({
      type: 'evidence.collected',
      data: {
        no,
        unique_id: 'contract-2026-0001',
        name: '合同.pdf',
        status: 'collected',
        completeness: 'full',
        failReason: null,
        certified: false,
      },
    })
    expect(notice.data!.statementSha256).toMatch(/^[0-9a-f]{64}$/)
    expect(Math.abs(Date.parse(notice.timestamp) - Date.now())).toBeLessThan(60_000)
    expect(await list()).toMatchObject([
      {
        id: notice.id,
        event: 'evidence.collected',
        no,
        state: 'DONE',
        attempts: 1,
        answer: 204,
        error: null,
        dueAt: null,
      },
    ])
  })

  it('of both stages of a capture, of its certificate, its failure and its end', async () => {
    const no = await startCapture(true)
    const set = (values: object) =>
      t.services.db.system.updateTable('evidence').set(values).where('number', '=', no).execute()
    await set({ status: 'collecting' })
    await set({
      status: 'to-confirm',
      confirmUntil: new Date('2031-01-02T03:04:05.678Z'),
      completeness: 'full',
      finishedAt: new Date(),
      sealedAt: new Date(),
      statement: Buffer.from('{}'),
      statementSha256: Buffer.alloc(32, 7),
      token: Buffer.from('t'),
      tokenSerial: 'AB',
    })
    await ask('confirm', { no, statementSha256: '07'.repeat(32) })
    const failed = await startCapture()
    await t.services.db.system
      .updateTable('evidence')
      .set({ status: 'failed', failReason: 'timed-out' })
      .where('number', '=', failed)
      .execute()
    const cancelled = await startCapture()
    await ask('cancel', { no: cancelled })
    while (await sendAll());
    const notices = await Promise.all(receiver.got.map((wire) => read(wire)))
    expect(notices.toSorted((a, b) => a.timestamp.localeCompare(b.timestamp))).toMatchObject([
      {
        type: 'evidence.to-confirm',
        data: { no, status: 'to-confirm', statementSha256: '07'.repeat(32), confirmUntil: '2031-01-02T03:04:05.678Z' },
      },
      { type: 'evidence.collected', data: { no, status: 'collected', confirmUntil: null } },
      { type: 'evidence.failed', data: { no: failed, failReason: 'timed-out', url: 'https://example.com/a' } },
      { type: 'evidence.cancelled', data: { no: cancelled } },
    ])
  })

  it('also where somebody who sees their own evidence alone ends it on a page', async () => {
    const no = await startCapture()
    const sub = await t.sub(me, { grants: ['captures.start'] })
    const { id } = await t.services.db.system
      .updateTable('evidence')
      .set({ personId: sub.personId })
      .where('number', '=', no)
      .returning('id')
      .executeTakeFirstOrThrow()
    expect((await t.call(webCaptureCalls.cancel, { body: { ids: [id] } }, sub)).success).toBe(true)
    await sendAll()
    expect((await read(receiver.got[0]!)).data).toMatchObject({ no, status: 'cancelled' })
  })

  it('nothing of what people began on pages, nor of what another key began', async () => {
    await t.call(webCaptureCalls.start, { body: { urls: ['https://example.com/'] } }, me)
    await t.services.db.system
      .updateTable('evidence')
      .set({ status: 'failed', failReason: 'timed-out' })
      .where('accountId', '=', me.accountId)
      .execute()
    expect(await sendAll()).toBe(0)
  })
})
