import { createHash, randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { mostOpen, tusPath, uploadCalls } from '../../contract/registry/uploads.ts'
import { jobCalls } from '../../contract/operator/jobs.ts'
import { AppError } from '../../server/kit/errors.ts'
import { sweepLeftUploads, sweepUnchecked } from '../../server/registry/uploads.jobs.ts'
import type { Authority } from '../../server/trust/keys/authority.service.ts'
import { buildTestApp, type Member, type TestApp } from '../kit/build-test-app.ts'
import { forgetLimits } from '../kit/people/forget-limits.ts'
import { png } from '../kit/pictures.ts'
import { beginUpload, idOf, openLocalAuthority, runJobs, sendFile, tus, type TusReply } from './deposit-kit.ts'

let t: TestApp
let authority: Authority
let base: string
let owner: Member
beforeAll(async () => {
  t = await buildTestApp()
  authority = await openLocalAuthority()
  base = await t.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => t.close())
beforeEach(async () => {
  await forgetLimits(t)
  owner = await t.member()
})

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const sm3 = (bytes: Buffer) => createHash('sm3').update(bytes).digest('hex')
const at = (id: string) => `${base}${tusPath}/${id}`
const mine = (headers: Record<string, string> = {}, who = owner) => ({ 'x-auth-token': who.token, ...headers })
const patch = async (id: string, offset: number, bytes: Buffer, who = owner) =>
  (await tus(at(id), 'PATCH', mine({ 'upload-offset': String(offset) }, who), bytes)) as TusReply
const offsetOf = async (id: string, who = owner) =>
  Number(((await tus(at(id), 'HEAD', mine({}, who))) as TusReply).headers['upload-offset'])
const begun = async (size: number, name = '录像.bin', who = owner) => idOf(await beginUpload(base, who, name, size))
const pieces = () => readdir(join(t.services.config.dataDir, 'store', 'parts'))

describe('an upload that resumes', () => {
  it('goes on behind what was durable when the connection broke, and becomes the file that was sent', async () => {
    const content = randomBytes(20 * 1024 * 1024 + 17)
    const id = await begun(content.length)
    let offset = 0
    for (let cuts = 0; cuts < 3; cuts++) {
      await tus(at(id), 'PATCH', mine({ 'upload-offset': String(offset) }), content.subarray(offset), {
        cutAfter: 5 * 1024 * 1024,
      })
      await expect.poll(() => offsetOf(id), { timeout: 10_000 }).toBeGreaterThan(offset)
      offset = await offsetOf(id)
    }
    expect((await patch(id, offset, content.subarray(offset))).status).toBe(204)
    expect((await t.call(uploadCalls.info, { params: { id } }, owner)).data).toMatchObject({
      state: 'checking',
      received: content.length,
    })
    await runJobs(t, authority)
    expect((await t.call(uploadCalls.info, { params: { id } }, owner)).data).toMatchObject({
      fileName: '录像.bin',
      state: 'ready',
      sha256: sha256(content),
      sm3: sm3(content),
      fileType: 'application/octet-stream',
    })
    expect(await pieces()).not.toContain(id)
  })

  it('takes bytes at no other place than behind the last one', async () => {
    const id = await begun(10)
    expect((await patch(id, 3, Buffer.from('abc'))).status).toBe(409)
    expect((await patch(id, 0, Buffer.from('abc'))).status).toBe(204)
    expect((await patch(id, 0, Buffer.from('xyz'))).status).toBe(409)
    expect(await offsetOf(id)).toBe(3)
  })

  it('takes no more than was announced', async () => {
    const id = await begun(4)
    expect((await patch(id, 0, Buffer.from('abcde'))).status).toBe(413)
    expect(await offsetOf(id)).toBe(0)
  })

  it('of two who send the same bytes at once keeps one row of pieces, and the file is right', async () => {
    const content = randomBytes(9 * 1024 * 1024)
    const id = await begun(content.length)
    await Promise.all([0, 1, 2].map(() => patch(id, 0, content).catch(() => undefined)))
    const offset = await offsetOf(id)
    if (offset < content.length) await patch(id, offset, content.subarray(offset))
    await runJobs(t, authority)
    expect((await t.call(uploadCalls.info, { params: { id } }, owner)).data.sha256).toBe(sha256(content))
  })

  it('refuses what another process added meanwhile, even past the lock', async () => {
    const { addPart } = await import('../../server/registry/uploads.repo.ts')
    const id = await begun(8)
    const add = (where: number, size = 4) =>
      t.services.db.forAccount(owner, (tx) =>
        addPart(tx, owner, { upload: id, at: where, size, name: `piece-${where}` }),
      )
    // Nor does it take more than was announced.
    expect(await add(0, 9)).toBe('refused')
    expect(await Promise.all([add(0), add(0)])).toEqual(expect.arrayContaining(['added', 'refused']))
    expect([await add(8), await add(0), await add(4), await add(4)]).toEqual(['refused', 'refused', 'whole', 'refused'])
  })

  it('can be taken back, and then is not there', async () => {
    const id = await begun(100)
    await patch(id, 0, Buffer.from('abc'))
    expect(((await tus(at(id), 'DELETE', mine())) as TusReply).status).toBe(204)
    expect(((await tus(at(id), 'HEAD', mine())) as TusReply).status).toBe(404)
    expect(await pieces()).not.toContain(id)
  })
})

describe('who may not', () => {
  it('a visitor, another account, another person of the account, one without the grant', async () => {
    const boss = await t.member({ name: '风岛公司', kind: 'enterprise' })
    const [sub, idle] = [
      await t.sub(boss, { grants: ['deposits.make', 'evidence.all'] }),
      await t.sub(boss, { grants: ['captures.start'] }),
    ]
    const id = await begun(100, 'a.bin', boss)
    expect((await beginUpload(base, { token: 'x' }, 'a.bin', 3)).status).toBe(401)
    expect((await beginUpload(base, idle, 'a.bin', 3)).status).toBe(403)
    for (const who of [owner, sub]) {
      expect(((await tus(at(id), 'HEAD', mine({}, who))) as TusReply).status).toBe(404)
      expect((await patch(id, 0, Buffer.from('abc'), who)).status).toBe(404)
      expect(((await tus(at(id), 'DELETE', mine({}, who))) as TusReply).status).toBe(404)
      expect((await t.call(uploadCalls.info, { params: { id } }, who)).errorCode).toBe('not-found')
      expect((await t.call(uploadCalls.remove, { params: { id } }, who)).errorCode).toBe('not-found')
    }
    expect(await offsetOf(id, boss)).toBe(0)
  })

  it('whoever names another’s behind one of their own: it is theirs that is looked at, and nothing else', async () => {
    const [own, stranger] = [await begun(10), await t.member()]
    const theirs = await begun(20, 'theirs.txt', stranger)
    for (const query of [`?/${own}`, `?x=/${own}`, `?${own}/`]) {
      expect(await offsetOf(theirs + query, stranger)).toBe(0)
      const { headers } = (await tus(at(theirs + query), 'HEAD', mine({}, stranger))) as TusReply
      expect(headers['upload-length']).toBe('20')
      expect(((await tus(`${base}${tusPath}${query}`, 'HEAD', mine())) as TusReply).status).toBe(404)
    }
  })

  it('another site, by its Origin or with a cookie and no header of ours', async () => {
    expect((await beginUpload(base, owner, 'a.bin', 3, { origin: 'https://evil.example' })).status).toBe(403)
    const byCookie = (await tus(`${base}${tusPath}`, 'POST', {
      cookie: `bq-x-token=${owner.token}`,
      'upload-length': '3',
      'upload-metadata': 'filename YQ==',
    })) as TusReply
    expect(byCookie.status).toBe(403)
    expect(JSON.parse(byCookie.body)).toMatchObject({ errorCode: 'origin-refused' })
  })

  it('tells no other origin anything', async () => {
    const reply = await beginUpload(base, owner, 'a.bin', 3)
    expect(reply.headers['access-control-allow-origin']).toBeUndefined()
  })
})

describe('what is refused before a byte is sent', () => {
  const fieldsOf = (reply: TusReply) =>
    (JSON.parse(reply.body) as { data: { fields: { path: string; key: string }[] } }).data.fields.map(
      ({ path, key }) => [path, key],
    )

  it('no name, no bytes, too many bytes, an id that is none', async () => {
    expect(fieldsOf(await beginUpload(base, owner, '', 3))).toEqual([['fileName', 'required']])
    expect(fieldsOf(await beginUpload(base, owner, '../', 3))).toEqual([['fileName', 'required']])
    expect(fieldsOf(await beginUpload(base, owner, 'a', 0))).toEqual([['fileSize', 'fileEmpty']])
    expect(fieldsOf(await beginUpload(base, owner, 'a', t.services.config.uploadBytes + 1))).toEqual([
      ['file', 'fileTooBigGib'],
    ])
    expect((await beginUpload(base, owner, 'a', -1)).status).toBe(400)
    for (const id of ['x', '..%2f..%2fetc', '00000000-0000-0000-0000-000000000000'])
      expect(((await tus(at(id), 'HEAD', mine())) as TusReply).status).toBe(404)
  })

  it('more than a person may have lying here, in whichever way', async () => {
    for (let i = 0; i < mostOpen; i++) await begun(10)
    expect(JSON.parse((await beginUpload(base, owner, 'a', 10)).body)).toMatchObject({ errorCode: 'limit-reached' })
    expect((await sendFile(t, owner, Buffer.from('abc'))).errorCode).toBe('limit-reached')
    expect((await beginUpload(base, await t.member(), 'a', 10)).status).toBe(201)
  })

  it('keeps a name without folders and signs that deceive', async () => {
    const id = await begun(3, 'C:\\Users\\x\\发票\u202Efdp.exe')
    expect((await t.call(uploadCalls.info, { params: { id } }, owner)).data.fileName).toBe('发票fdp.exe')
  })
})

describe('a disk that is full or fails', () => {
  it('is told by its status, and nothing counts that is not durable', async () => {
    const { store } = t.services
    const id = await begun(10)
    expect((await patch(id, 0, Buffer.from('abc'))).status).toBe(204)
    for (const [refusal, status] of [
      [new AppError('storage-full'), 507],
      [new AppError('storage-failed'), 503],
      [Object.assign(new Error('no space'), { code: 'ENOSPC' }), 507],
    ] as const) {
      const failing = vi.spyOn(store.parts, 'put').mockRejectedValueOnce(refusal)
      expect((await patch(id, 3, Buffer.from('def'))).status).toBe(status)
      failing.mockRestore()
      expect(await offsetOf(id)).toBe(3)
      const full = vi.spyOn(store, 'requireRoom').mockRejectedValue(refusal)
      expect((await beginUpload(base, owner, 'a', 3)).status).toBe(status)
      full.mockRestore()
    }
    expect((await patch(id, 3, Buffer.from('def'))).status).toBe(204)
  })
})

describe('a whole file in one request', () => {
  it.each([
    ['attestaion', uploadCalls.upload],
    ['attestation', uploadCalls.uploadToConfirm],
  ] as const)('%s: is what its bytes are, not what its sender calls it', async (_, call) => {
    const picture = png()
    const reply = await sendFile(t, owner, picture, { call, name: 'x.html', fields: { sha256: sha256(picture) } })
    expect(reply).toMatchObject({
      success: true,
      data: {
        fileName: 'x.html',
        fileSize: picture.length,
        fileType: 'image/png',
        sha256: sha256(picture),
        sm3: sm3(picture),
      },
    })
    expect((await t.call(uploadCalls.list, {}, owner)).data.list).toMatchObject([
      { fileId: reply.data.fileId, state: 'ready' },
    ])
  })

  it('is cut off where it grows beyond what one file may have, and nothing is kept', async () => {
    const { config } = t.services
    const before = config.uploadBytes
    try {
      Object.assign(config, { uploadBytes: 8 })
      expect((await sendFile(t, owner, Buffer.alloc(9, 1))).data.fields).toMatchObject([
        { path: 'file', key: 'fileTooBigGib' },
      ])
      expect((await sendFile(t, owner, Buffer.alloc(8, 1))).success).toBe(true)
    } finally {
      Object.assign(config, { uploadBytes: before })
    }
    expect((await t.call(uploadCalls.list, {}, owner)).data.list).toMatchObject([{ fileSize: 8 }])
  })

  it('differs from its claimed hash, is empty, is missing, or comes from nobody: refused, and nothing is kept', async () => {
    const wrong = await sendFile(t, owner, Buffer.from('abc'), {
      fields: { sha256: '0'.repeat(64), sm3: '1'.repeat(64) },
    })
    expect(wrong.data.fields).toMatchObject([
      { path: 'sha256', key: 'hashDiffers' },
      { path: 'sm3', key: 'hashDiffers' },
    ])
    expect((await sendFile(t, owner, Buffer.alloc(0))).data.fields).toMatchObject([{ path: 'file', key: 'fileEmpty' }])
    expect(
      (await sendFile(t, owner, Buffer.from('abc'), { fields: { sha256: 'x', sm3: 'y' } })).data.fields,
    ).toMatchObject([{ path: 'sha256' }, { path: 'sm3' }])
    expect((await t.call(uploadCalls.upload, { body: {} }, owner)).data).toMatchObject({
      fields: [{ path: 'file', key: 'required' }],
    })
    expect((await sendFile(t, undefined, Buffer.from('abc'))).errorCode).toBe('session-gone')
    expect((await t.call(uploadCalls.list, {}, owner)).data.list).toEqual([])
  })
})

describe('what is left', () => {
  it('is removed after its time with its pieces, and pieces of nobody go too', async () => {
    const [old, young] = [await begun(100), await begun(100)]
    for (const id of [old, young]) await patch(id, 0, Buffer.from('abc'))
    const nobodys = '01900000-0000-7000-8000-0000000000aa'
    await t.services.store.parts.put(nobodys, Buffer.from('left over'))
    await t.services.db.system
      .updateTable('upload')
      .set({ touchedAt: sql<Date>`app_now() - interval '8 days'` })
      .where('id', '=', old)
      .execute()
    await sweepLeftUploads(t.services)
    expect((await t.call(uploadCalls.info, { params: { id: old } }, owner)).errorCode).toBe('not-found')
    expect(await offsetOf(young)).toBe(3)
    expect(await pieces()).toEqual(expect.arrayContaining([young]))
    expect((await pieces()).filter((id) => id === old || id === nobodys)).toEqual([])
  })

  it('is checked by another worker when the first one died', async () => {
    const id = await begun(3)
    await patch(id, 0, Buffer.from('abc'))
    const waiting = async () =>
      (
        await sql<{
          n: number
        }>`select count(*)::int as n from pgboss.job where name = 'upload' and data->>'id' = ${id}`.execute(
          t.services.db.system,
        )
      ).rows[0]!.n
    const quiet = () =>
      t.services.db.system
        .updateTable('upload')
        .set({ touchedAt: sql<Date>`app_now() - interval '1 minute'` })
        .where('id', '=', id)
        .execute()
    await quiet()
    await sweepUnchecked(t.services)
    expect(await waiting()).toBe(1)
    await sql`update pgboss.job set state = 'active', started_on = app_now() where name = 'upload' and data->>'id' = ${id}`.execute(
      t.services.db.system,
    )
    await sweepUnchecked(t.services)
    expect(await waiting()).toBe(2)
    await quiet()
    await sweepUnchecked(t.services)
    expect(await waiting()).toBe(2)
  })

  it('stands among the jobs that staff see, without its name', async () => {
    const id = await begun(3, '机密合同.pdf')
    await patch(id, 0, Buffer.from('abc'))
    const reply = await t.call(
      jobCalls.list,
      { query: { queue: 'upload', pageSize: 100 } },
      await t.member({ role: 'operator' }),
    )
    expect(reply.data.list.length).toBeGreaterThan(0)
    expect(JSON.stringify(reply)).not.toContain('机密')
  })
})
