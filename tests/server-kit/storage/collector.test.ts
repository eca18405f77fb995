import { captureQueue } from '../../../server/captures/capture.queue.ts'
import { createHash } from 'node:crypto'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { webCaptureCalls } from '../../../contract/captures/web.ts'
import { sealableWebCapture } from '../../../server/captures/web/seal-web-capture.ts'
import { seal } from '../../../server/evidence/sealing/seal.service.ts'
import { collectObjects, holdObjects } from '../../../server/kit/storage/objects.ts'
import { ObjectsGone, type Store } from '../../../server/kit/storage/store.ts'
import { newId } from '../../../server/kit/ids.ts'
import { openAuthority } from '../../../server/trust/keys/authority.service.ts'
import { buildTestApp, type Member, type TestApp } from '../../kit/build-test-app.ts'
import { buildEvidence } from '../../kit/people/factories.ts'

let t: TestApp
let me: Member
let dir: string
beforeAll(async () => {
  t = await buildTestApp()
  me = await t.member()
  dir = await mkdtemp(join(tmpdir(), 'skz-collector-'))
})
afterAll(async () => {
  await t.close()
  await rm(dir, { recursive: true, force: true })
})

const put = (content: string) => t.services.store.put(Readable.from([content]))
const age = (hours: number) =>
  sql`update stored_object set last_put_at = app_now() - make_interval(hours => ${hours})`.execute(t.services.db.system)
const collect = () => collectObjects(t.services.db, t.services.store)
const known = async () =>
  (await t.services.db.system.selectFrom('storedObject').select('sha256').execute())
    .map((r) => r.sha256.toString('hex'))
    .sort()
const onDisk = async () =>
  (await readdir(join(t.services.config.dataDir, 'store/objects'), { recursive: true }))
    .filter((n) => n.includes('/'))
    .map((n) => n.slice(3))
    .sort()

describe('collecting', () => {
  it('takes what nobody references, with its bytes, but not on the day it was put', async () => {
    const { sha256 } = await put('left over')
    await age(23)
    expect(await collect()).toEqual({ objects: 0, passedOver: 0 })
    await age(25)
    await put('left over')
    expect(await collect()).toEqual({ objects: 0, passedOver: 0 })
    await age(25)
    expect(await collect()).toEqual({ objects: 1, passedOver: 0 })
    expect(await onDisk()).not.toContain(sha256)
    expect(await known()).not.toContain(sha256)
  })

  it('takes a discarded preview, and nothing that a collected evidence shares with it', async () => {
    const kept = await buildEvidence(t, me)
    const preview = await buildEvidence(t, me, { status: 'to-confirm' })
    await age(48)
    expect((await collect()).objects).toBe(0)
    await t.call(webCaptureCalls.cancel, { body: { ids: [preview.id] } }, me)
    expect((await collect()).objects).toBe(1)
    expect(await onDisk()).toEqual([kept.sha256])
    expect(await known()).toEqual([kept.sha256])
  })

  it('is refused by the database itself where a table is referencing, known to the program or not', async () => {
    const { sha256 } = await buildEvidence(t, me)
    const direct = t.services.db.system
      .deleteFrom('storedObject')
      .where('sha256', '=', Buffer.from(sha256, 'hex'))
      .execute()
    await expect(direct).rejects.toMatchObject({ code: expect.stringMatching(/^23(503|001)$/) })
  })

  it('leaves an object in peace that a transaction is just referencing', async () => {
    const stored = await put('wanted now')
    await age(48)
    await t.services.db.asSystem(async (tx) => {
      await holdObjects(tx, t.services.store, [stored])
      expect((await collect()).objects).toBe(0)
    })
    expect(await t.services.store.keeps(stored)).toBe(true)
  })

  it('spares what was put again after it had been chosen', async () => {
    await age(48)
    await collect()
    const contents = new Map<string, string>()
    for (const content of ['chosen first', 'chosen second']) contents.set((await put(content)).sha256, content)
    await age(48)
    let spared = ''
    const store = Object.create(t.services.store, {
      remove: {
        async value(sha256: string) {
          spared ||= [...contents.keys()].find((other) => other !== sha256)!
          await put(contents.get(spared)!)
          await t.services.store.remove(sha256)
        },
      },
    }) as Store
    expect(await collectObjects(t.services.db, store)).toEqual({ objects: 1, passedOver: 1 })
    expect(await onDisk()).toContain(spared)
    expect(await known()).toContain(spared)
  })

  it('takes every left-over however many there are', async () => {
    await put('one of many')
    // As collectors that died between bytes and row leave them.
    await sql`insert into stored_object (sha256) select sha256(i::text::bytea) from generate_series(1, 450) i`.execute(
      t.services.db.system,
    )
    await age(48)
    expect((await collect()).objects).toBeGreaterThanOrEqual(451)
    expect(await onDisk()).toEqual(await known())
  })
})

describe('an object that was collected before it was referenced', () => {
  it('is refused, whether its row is gone or only its bytes', async () => {
    const { db, store } = t.services
    const stored = await put('too late')
    await store.remove(stored.sha256)
    const hold = () => db.asSystem((tx) => holdObjects(tx, store, [stored]))
    await expect(hold()).rejects.toThrow(ObjectsGone)
    await age(48)
    await collect()
    await expect(hold()).rejects.toThrow(ObjectsGone)
    await put('too late')
    await hold()
  })

  it('is refused where it is one of several, and the others are there', async () => {
    const { db, store } = t.services
    const [there, gone] = [await put('still there'), await put('gone meanwhile')]
    await store.remove(gone.sha256)
    const hold = (...objects: (typeof gone)[]) => db.asSystem((tx) => holdObjects(tx, store, objects))
    await expect(hold(there, gone)).rejects.toThrow(ObjectsGone)
    await expect(hold(gone, there)).rejects.toThrow(ObjectsGone)
    await hold(there)
  })

  it('is put again by the sealing, which then stands with all its bytes', async () => {
    const authority = await openAuthority({ dir: join(dir, 'keys'), mode: 'local', platformName: 'Test' })
    await writeFile(join(dir, 'other.txt'), 'sealed while the collector ran')
    const e = await buildEvidence(t, me, { status: 'collecting' })
    await t.services.db.system.updateTable('evidence').set({ status: 'uploading' }).where('id', '=', e.id).execute()
    let puts = 0
    const store: Store = Object.create(t.services.store, {
      put: {
        value: async (source: Readable) => {
          const stored = await t.services.store.put(source)
          if (++puts === 1) {
            await age(48)
            await collect()
          }
          return stored
        },
      },
      keeps: { value: t.services.store.keeps.bind(t.services.store) },
    }) as Store
    const captured = sealableWebCapture({
      requestedUrl: 'https://example.com/',
      finalUrl: 'https://example.com/',
      title: 'T',
      startedAt: '2026-11-21T08:00:00.000Z',
      finishedAt: '2026-11-21T08:01:00.000Z',
      completeness: 'full' as const,
      missing: [],
      files: [{ path: 'other.txt', mediaType: 'text/plain' }],
    })
    const record = {
      id: e.id,
      attempt: 1,
      platformId: t.platformId,
      accountId: me.accountId,
      number: e.number,
      name: 'A page',
      ownerName: 'X',
      ownerKind: 'personal',
      personName: 'X',
      personId: me.personId,
      personRole: 'owner',
      ownerIdentityId: null,
      actingIdentityId: null,
    }
    await seal(
      { services: { ...t.services, store }, authority },
      { record, captured, dir, job: { queue: captureQueue, jobId: newId() } },
    )
    expect(puts).toBe(2)
    const sha256 = createHash('sha256').update('sealed while the collector ran').digest('hex')
    expect(await onDisk()).toContain(sha256)
    expect(
      await t.services.db.system.selectFrom('evidence').select('status').where('id', '=', e.id).executeTakeFirst(),
    ).toEqual({ status: 'collected' })
  })
})
