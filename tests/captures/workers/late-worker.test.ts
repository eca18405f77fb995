import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { captureQueue } from '../../../server/captures/capture.queue.ts'
import { beat, giveBack, markFailed, markUploading } from '../../../server/captures/captures.repo.ts'
import type { Claimed } from '../../../server/captures/turns.repo.ts'
import { seal, type SealedRecord } from '../../../server/evidence/sealing/seal.service.ts'
import { newId } from '../../../server/kit/ids.ts'
import type { Authority } from '../../../server/trust/keys/authority.service.ts'
import { buildTestApp, type TestApp } from '../../kit/build-test-app.ts'
import { makeOwner, makeUploading, type Owner, type Prepared, prepareFolder } from '../../kit/sealing.ts'
import { localAuthority } from '../../trust/sample.ts'

// A worker that fell silent comes back: what it holds may have been given to another, cancelled, or brought to its end meanwhile.

let t: TestApp
let owner: Owner
let authority: Authority
let dir: string
let prepared: Prepared
beforeAll(async () => {
  t = await buildTestApp()
  owner = await makeOwner(t.services, t.platformId)
  authority = await localAuthority()
  dir = await mkdtemp(join(tmpdir(), 'skz-late-'))
  prepared = await prepareFolder(dir, { 'page.txt': 'a page' })
})
afterAll(async () => {
  await t.close()
  await rm(dir, { recursive: true, force: true })
})

const fixed = {
  statement: Buffer.from('{}'),
  statementSha256: Buffer.alloc(32),
  token: Buffer.from('token'),
  tokenSerial: 'AB',
  sealedAt: new Date('2026-01-01'),
}
/** What stands beside each state. */
const states = {
  queued: {},
  collecting: {},
  uploading: {},
  'to-confirm': { ...fixed, confirmUntil: new Date('2099-01-01') },
  collected: fixed,
  failed: { failReason: 'timed-out' },
  cancelled: {},
}
/** The attempt that the row stands at, and those that a worker may hold. */
const current = 2
const held = { 'the current attempt': current, 'an older attempt': current - 1, 'no attempt': 0 }

const sealing = (record: SealedRecord, confirmHours: number | null) =>
  seal(
    { services: t.services, authority },
    { record, ...prepared, job: { queue: captureQueue, jobId: newId() }, confirmHours },
  )
interface Late {
  does(record: SealedRecord): Promise<unknown>
  /** The states that it finds while the capture is its own. */
  own: string[]
}
const late: Record<string, Late> = {
  'tells how far it is': {
    does: (record) => t.services.db.asSystem((tx) => beat(tx, record, { step: 'scroll', percent: 40 })),
    own: ['collecting', 'uploading'],
  },
  'begins to store what it collected': {
    does: (record) => t.services.db.asSystem((tx) => markUploading(tx, record as SealedRecord & Claimed)),
    own: ['collecting', 'uploading'],
  },
  seals: { does: (record) => sealing(record, null), own: ['uploading'] },
  'seals what waits to be confirmed': { does: (record) => sealing(record, 24), own: ['uploading'] },
  fails: {
    does: (record) =>
      t.services.db.asSystem((tx) => markFailed(tx, record.id, record.attempt, 'timed-out', { seconds: 9 })),
    own: ['collecting', 'uploading'],
  },
  'is told to stop': {
    does: (record) => t.services.db.asSystem((tx) => giveBack(tx, record, { step: null, isCounted: false })),
    own: ['collecting', 'uploading'],
  },
}

/** The row, its files and what the record of acts tells of it. */
async function standing(id: string) {
  const of = (table: 'evidence' | 'evidenceFile' | 'audit', column: string) =>
    t.services.db.system
      .selectFrom(table)
      .selectAll()
      .where(column as never, '=', id as never)
      .execute()
  return [await of('evidence', 'id'), await of('evidenceFile', 'evidenceId'), await of('audit', 'subjectId')]
}

describe.each(Object.entries(late))('a worker that comes late and %s,', (_, { does, own }) => {
  it.each(
    Object.entries(states).flatMap(([state, columns]) =>
      Object.entries(held).map(([name, attempt]) => ({ state, columns, name, attempt })),
    ),
  )(
    'holding $name of a capture that is $state changes it only where it is its own',
    async ({ state, columns, attempt }) => {
      const record = await makeUploading(t.services, owner)
      await t.services.db.system
        .updateTable('evidence')
        .set({ ...columns, status: state, attempt: current, heartbeatAt: new Date('2020-01-01') })
        .where('id', '=', record.id)
        .execute()
      const before = await standing(record.id)
      await does({ ...record, attempt })
      const isOwn = attempt === current && own.includes(state)
      if (isOwn) expect(await standing(record.id)).not.toEqual(before)
      else expect(await standing(record.id)).toEqual(before)
    },
  )
})
