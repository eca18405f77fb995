import { randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { webCaptureCalls } from '../../contract/captures/web.ts'
import { storageCalls } from '../../contract/evidence/storage.ts'
import { accountCalls } from '../../contract/operator/accounts.ts'
import { settingsOfPlatformCalls } from '../../contract/platform/settings.ts'
import { tusPath, uploadCalls } from '../../contract/registry/uploads.ts'
import { findCaller } from '../../server/accounts/sign-in/sessions.repo.ts'
import { foldStoredBytes } from '../../server/evidence/storage/storage-quota.service.ts'
import { AppError } from '../../server/kit/errors.ts'
import { makeRoom } from '../../server/registry/upload-room.service.ts'
import { takeWhole } from '../../server/registry/uploads.service.ts'
import { buildTestApp, type Member, type TestApp } from '../kit/build-test-app.ts'
import { buildEvidence } from '../kit/people/factories.ts'
import { forgetLimits } from '../kit/people/forget-limits.ts'
import { beginUpload, idOf, sendFile, tus } from './deposit-kit.ts'

const mib = 1024 ** 2
const gib = 1024 ** 3
const reason = '项目需要'

let t: TestApp
let base: string
let administrator: Member
let owner: Member
beforeAll(async () => {
  t = await buildTestApp()
  base = await t.app.listen({ port: 0, host: '127.0.0.1' })
  administrator = await t.member({ role: 'administrator' })
})
afterAll(() => t.close())
beforeEach(async () => {
  await forgetLimits(t)
  owner = await t.member({ kind: 'enterprise' })
})

const usage = async (as = owner) => (await t.call(storageCalls.usage, {}, as)).data
const begin = async (size: number, as = owner) => {
  const reply = await beginUpload(base, as, 'a.bin', size)
  return reply.status === 201 ? idOf(reply) : (JSON.parse(reply.body) as { errorCode: string; statusCode: string })
}
const letStore = (storedGib: number | null, unfinishedGib: number | null, as = owner) =>
  t.call(
    accountCalls.setStorage,
    { params: { id: as.accountId }, body: { storedGib, unfinishedGib, reason } },
    administrator,
  )
/** As if so many bytes had been sealed. */
const storedAlready = (bytes: number) =>
  sql`insert into stored_bytes values (${owner.accountId}, ${bytes})`.execute(t.services.db.system)

describe('what an account has unfinished', () => {
  it('is bounded at the sizes that were announced, all its people together, and refused with code and number', async () => {
    await letStore(null, 1)
    const sub = await t.sub(owner, { grants: ['deposits.make'] })
    const first = (await begin(600 * mib)) as string
    expect(await begin(600 * mib, sub)).toMatchObject({
      errorCode: 'unfinished-full',
      statusCode: '500127',
      errorMessage: expect.stringMatching(/1 GiB.*0\.59 GiB/),
    })
    expect(await usage()).toMatchObject({ unfinished: 600 * mib, unfinishedLimit: gib })
    expect(await begin(600 * mib, await t.member())).toBeTypeOf('string')
    await t.call(uploadCalls.remove, { params: { id: first } }, owner)
    expect(await begin(600 * mib, sub)).toBeTypeOf('string')
  })

  it('holds for those that begin at once', async () => {
    await letStore(null, 1)
    const begun = await Promise.all(Array.from({ length: 6 }, () => begin(300 * mib)))
    expect(begun.filter((b) => typeof b === 'string')).toHaveLength(3)
  })
})

describe('what an account stores', () => {
  it('is counted as it is sealed and dropped, however the changes are added up', async () => {
    const before = (await usage()).stored
    const sizes = []
    for (let n = 0; n < 25; n++) {
      const { fileId } = await buildEvidence(t, owner)
      const { size } = await t.services.db.system
        .selectFrom('evidenceFile')
        .select('size')
        .where('id', '=', fileId)
        .executeTakeFirstOrThrow()
      sizes.push(Number(size))
    }
    const sum = sizes.reduce((a, b) => a + b, before)
    expect((await usage()).stored).toBe(sum)
    await Promise.all([foldStoredBytes(t.services.db), foldStoredBytes(t.services.db)])
    expect((await usage()).stored).toBe(sum)
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from stored_bytes where account_id = ${owner.accountId}`.execute(t.services.db.system)
    expect(rows[0]!.n).toBe(1)
  })

  it('ends uploads and captures at its quota, with code and number, until staff raise it', async () => {
    await letStore(1, null)
    await storedAlready(gib - 5 * mib)
    expect(await begin(6 * mib)).toMatchObject({ errorCode: 'storage-quota', statusCode: '500128' })
    expect(await begin(3 * mib)).toBeTypeOf('string')
    expect((await sendFile(t, owner, randomBytes(3 * mib))).errorCode).toBe('storage-quota')
    await storedAlready(2 * mib)
    const start = () => t.call(webCaptureCalls.start, { body: { urls: ['https://example.com/'] } }, owner)
    expect(await start()).toMatchObject({ errorCode: 'storage-quota' })
    expect(await letStore(2, null)).toMatchObject({ success: true })
    expect(await start()).toMatchObject({ success: true })
    expect((await sendFile(t, owner, randomBytes(3 * mib))).success).toBe(true)
    expect((await t.call(accountCalls.get, { params: { id: owner.accountId } }, administrator)).data).toMatchObject({
      storedGib: 2,
      unfinishedGib: null,
      stored: gib - 3 * mib,
    })
  })

  it('is refused in the middle of a file that goes past it: nothing of it is kept', async () => {
    await letStore(1, null)
    await storedAlready(gib - mib)
    const put = vi.spyOn(t.services.store, 'put')
    expect((await sendFile(t, owner, randomBytes(4 * mib))).errorCode).toBe('storage-quota')
    await expect(put.mock.results[0]!.value).rejects.toMatchObject({ code: 'storage-quota' })
    put.mockRestore()
    expect(await readdir(join(t.services.config.dataDir, 'store', 'incoming'))).toEqual([])
  })

  it('is refused in the middle of a file that goes past it together with others that are coming in', async () => {
    await letStore(1, null)
    await storedAlready(gib - 5 * mib)
    const visitor = {
      platform: { id: t.platformId, notaryId: 'local', name: { zh: '' } },
      lang: 'zh-CN' as const,
      ip: '127.0.0.1',
      userAgent: '',
      requestId: '',
    }
    const caller = (await findCaller(t.services.db, visitor, owner.token))!
    const [begun, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    async function* slow() {
      yield randomBytes(3 * mib)
      begun.resolve()
      await end.promise
    }
    async function* quick() {
      yield randomBytes(3 * mib)
    }
    const send = (bytes: AsyncIterable<Uint8Array>) => takeWhole(t.services, caller, {}, { name: 'a.bin', bytes })
    const first = send(slow())
    await begun.promise
    await expect(send(quick())).rejects.toMatchObject({ code: 'storage-quota' })
    end.resolve()
    expect(await first).toMatchObject({ fileSize: 3 * mib })
    await storedAlready(-3 * mib)
    expect(await send(quick())).toMatchObject({ fileSize: 3 * mib })
  })

  it('is bounded as the platform says where staff set nothing for the account', async () => {
    const { data } = await t.call(settingsOfPlatformCalls.get, {}, administrator)
    const { id: _, ...current } = data
    await t.call(settingsOfPlatformCalls.save, { body: { ...current, storedGib: 7, unfinishedGib: 3 } }, administrator)
    expect(await usage()).toMatchObject({ storedLimit: 7 * gib, unfinishedLimit: 3 * gib })
    await letStore(9, null)
    expect(await usage()).toMatchObject({ storedLimit: 9 * gib, unfinishedLimit: 3 * gib })
    await letStore(null, null)
    expect(await usage()).toMatchObject({ storedLimit: 7 * gib })
    const { version: __, ...saved } = current
    await t.call(settingsOfPlatformCalls.save, { body: saved }, administrator)
  })
})

describe('room on the disk', () => {
  /** A disk with so much room. */
  const withRoom = (room: number) =>
    vi.spyOn(t.services.store, 'requireRoom').mockImplementation(async (bytes = 0) => {
      if (bytes > room) throw new AppError('storage-full')
    })
  const standStill = (id: string, hours: number) =>
    t.services.db.system
      .updateTable('upload')
      .set({ touchedAt: new Date(Date.now() - hours * 3_600_000) })
      .where('id', '=', id)
      .execute()
  const there = async (id: string, as = owner) =>
    ((await tus(`${base}${tusPath}/${id}`, 'HEAD', { 'x-auth-token': as.token })) as { status: number }).status === 200
  beforeEach(() => t.services.db.system.deleteFrom('upload').execute())

  it('that was promised counts as taken, for everybody', async () => {
    const full = withRoom(5 * gib)
    expect(await begin(2 * gib)).toBeTypeOf('string')
    expect(await begin(gib, await t.member())).toMatchObject({ errorCode: 'storage-full' })
    expect(await begin(gib / 2, await t.member())).toBeTypeOf('string')
    full.mockRestore()
  })

  it('is made by ending unfinished uploads that stand still, of whoever holds most first', async () => {
    const hoarder = await t.member()
    const held = [(await begin(2 * gib, hoarder)) as string, (await begin(2 * gib, hoarder)) as string]
    const [mine, moving] = [(await begin(gib)) as string, (await begin(gib, hoarder)) as string]
    await t.services.store.parts.put(held[0]!, Buffer.from('piece'))
    for (const id of [held[0]!, mine]) await standStill(id, 30)
    await standStill(held[1]!, 2)
    const full = withRoom(9 * gib)
    await makeRoom(t.services)
    expect(await Promise.all([there(held[0]!, hoarder), there(held[1]!, hoarder), there(mine)])).toEqual([
      false,
      true,
      true,
    ])
    expect(await readdir(join(t.services.config.dataDir, 'store', 'parts'))).not.toContain(held[0])
    const asked = (await begin(2 * gib, await t.member())) as string
    expect(asked).toBeTypeOf('string')
    expect(await Promise.all([there(held[1]!, hoarder), there(mine), there(moving, hoarder)])).toEqual([
      false,
      true,
      true,
    ])
    full.mockRestore()
  })
})
