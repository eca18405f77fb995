import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { certificateCalls } from '../../contract/certificates/certificate.ts'
import { evidenceCalls } from '../../contract/evidence/evidence.ts'
import { pathOf } from '../../contract/kit/call.ts'
import { behaviorCalls } from '../../contract/platform/behavior.ts'
import { openAuthority } from '../../server/trust/keys/authority.service.ts'
import { buildTestApp, type Member, type TestApp } from '../kit/build-test-app.ts'
import { buildEvidence } from '../kit/people/factories.ts'

let t: TestApp
let me: Member
let other: Member
beforeAll(async () => {
  t = await buildTestApp()
  me = await t.member({ name: '权利人全名' })
  other = await t.member({ name: '别人' })
})
afterAll(() => t.close())

it('shows the owner the certificate with full names and who stamped it', async () => {
  const e = await buildEvidence(t, me)
  const dir = await mkdtemp(join(tmpdir(), 'skz-keys-'))
  const authority = await openAuthority({ dir, mode: 'local', platformName: 'Test' })
  const { token, stamp } = await authority.stamp(createHash('sha256').update('x').digest())
  await t.services.db.asSystem((tx) =>
    tx
      .updateTable('evidence')
      .set({ token: Buffer.from(token) })
      .where('id', '=', e.id)
      .execute(),
  )
  const { data } = await t.call(certificateCalls.inner, { query: { ano: e.number } }, me)
  expect(data).toMatchObject({
    ano: e.number,
    owner: '权利人全名',
    operator: '权利人全名',
    tsa: { serial: stamp.serial, time: stamp.genTime.toISOString() },
  })
  expect(data.checkUrl).toContain(e.number)
  expect(await t.call(certificateCalls.inner, { query: { ano: e.number } }, other)).toMatchObject({
    errorCode: 'not-found',
  })
  await rm(dir, { recursive: true, force: true })
})

it('hashes a file for a client that cannot, and keeps nothing of it', async () => {
  const bytes = Buffer.from('要计算的文件')
  const payload = Buffer.concat([
    Buffer.from('--b\r\ncontent-disposition: form-data; name="multipartFile"; filename="原件.txt"\r\n\r\n'),
    bytes,
    Buffer.from('\r\n--b--\r\n'),
  ])
  const response = await t.inject({
    method: 'POST',
    url: pathOf(certificateCalls.hashOfFile),
    payload,
    headers: { 'content-type': 'multipart/form-data; boundary=b', 'x-auth-token': me.token },
  })
  expect(response.json().data).toEqual({
    sha256: createHash('sha256').update(bytes).digest('hex'),
    sm3: createHash('sm3').update(bytes).digest('hex'),
    fileName: '原件.txt',
    fileSize: bytes.length,
  })
  expect(await t.call(certificateCalls.hashOfFile, { body: {} }, me)).toMatchObject({
    errorCode: 'bad-parameter',
    data: { fields: [{ path: 'file', key: 'required' }] },
  })
})

it('says before an order which evidence can have a certificate, and why not', async () => {
  const [good, queued] = [await buildEvidence(t, me), await buildEvidence(t, me, { status: 'queued' })]
  const { data } = await t.call(evidenceCalls.issuable, { body: { anos: [good.number, queued.number] } }, me)
  expect(data.list.find((r) => r.ano === good.number)).toMatchObject({
    issuable: true,
    reason: null,
    originalUploaded: true,
    size: `content of ${good.number}`.length,
  })
  expect(data.list.find((r) => r.ano === queued.number)).toMatchObject({ issuable: false, originalUploaded: false })
  const theirs = await buildEvidence(t, other)
  expect(await t.call(evidenceCalls.issuable, { body: { anos: [good.number, theirs.number] } }, me)).toMatchObject({
    errorCode: 'not-found',
  })
})

it('counts the use of pages without keeping who, which number or which token', async () => {
  const count = (page: string) => t.call(behaviorCalls.count, { body: { event: 'view', page } }, me)
  const secret = 'A'.repeat(43)
  for (const page of [
    '/attestation/261121000000000000',
    '/attestation/261121000000000018',
    `/attestation-share/${secret}`,
  ])
    expect((await count(page)).data).toEqual({ accepted: true })
  expect((await count(`/nowhere?phone=${me.phone}`)).data).toEqual({ accepted: false })
  const rows = await t.services.db.system
    .selectFrom('behaviorCount')
    .select(['page', 'event', 'count'])
    .orderBy('page')
    .execute()
  expect(rows).toEqual([
    { page: '/attestation-share/:token', event: 'view', count: 1 },
    { page: '/attestation/:id', event: 'view', count: 2 },
  ])
})
