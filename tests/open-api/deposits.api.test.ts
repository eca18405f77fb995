import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { verifyPackage } from '../../proof/bundle.ts'
import { keyCalls } from '../../contract/open-api/keys.ts'
import type { Authority } from '../../server/trust/keys/authority.service.ts'
import { buildTestApp, type Member, type TestApp } from '../kit/build-test-app.ts'
import { forgetLimits } from '../kit/people/forget-limits.ts'
import { newKeyPair } from '../kit/people/key-pairs.ts'
import { signedForm } from '../kit/people/signed-form.ts'
import { openLocalAuthority, runJobs } from '../registry/deposit-kit.ts'

let t: TestApp
let authority: Authority
let me: Member
let accessKey: string
const pair = newKeyPair()
beforeAll(async () => {
  t = await buildTestApp()
  authority = await openLocalAuthority()
})
beforeEach(async () => {
  await forgetLimits(t)
  me = await t.member({ name: '代理所', kind: 'enterprise' })
  accessKey = (await t.call(keyCalls.create, { body: { name: '入库', publicKey: pair.publicKey } }, me)).data.accessKey
})
afterAll(() => t.close())

const hash = (name: string, bytes: Buffer) => createHash(name).update(bytes).digest('hex')
const about = (bytes: Buffer, more: object = {}) => ({
  fileName: '合同 扫描件.pdf',
  sha256: hash('sha256', bytes),
  unique_id: `contract-${randomUUID()}`,
  ...more,
})

/** A signed form with the file behind its fields. */
function formOf(operation: string, payload: object, file?: Buffer, { fileFirst = false, spoil = '' } = {}) {
  const form = signedForm({ accessKey, privateKey: pair.privateKey }, operation, payload)
  const fields = Object.entries({ ...form, payload: form.payload + spoil }).map(([name, value]) =>
    Buffer.from(`--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`),
  )
  const part = file
    ? [
        Buffer.from(
          '--b\r\ncontent-disposition: form-data; name="file"; filename="../x.exe"\r\ncontent-type: application/octet-stream\r\n\r\n',
        ),
        file,
        Buffer.from('\r\n'),
      ]
    : []
  return Buffer.concat([...(fileFirst ? [...part, ...fields] : [...fields, ...part]), Buffer.from('--b--\r\n')])
}

async function ask(...[operation, ...about]: Parameters<typeof formOf>) {
  const response = await t.inject({
    method: 'POST',
    url: `/open-api/v1/${operation}`,
    payload: formOf(operation, ...about),
    headers: { 'content-type': 'multipart/form-data; boundary=b' },
  })
  const type = String(response.headers['content-type'])
  return {
    status: response.statusCode,
    bytes: response.rawPayload,
    ...(type.startsWith('application/json')
      ? (response.json() as { code: string; data: { no: string; fields?: { path: string; key: string }[] } })
      : { code: 'bytes', data: null as never }),
  }
}
const deposits = () =>
  t.services.db.system
    .selectFrom('evidence')
    .select(['number', 'category', 'name'])
    .where('accountId', '=', me.accountId)
    .execute()
const requests = (keyId: string) =>
  t.services.db.system.selectFrom('apiRequest').select('requestId').where('keyId', '=', keyId).execute()
const uploads = () =>
  t.services.db.system.selectFrom('upload').select(['name', 'state']).where('accountId', '=', me.accountId).execute()

it('a file is deposited, sealed under its own name, and its package verifies', async () => {
  const bytes = randomBytes(300_000)
  const { data } = await ask('deposit-file', about(bytes, { sm3: hash('sm3', bytes), labels: ['入库'] }), bytes)
  await runJobs(t, authority)
  const state = (await ask('query', { nos: [data.no] })).data as unknown as { list: object[] }
  expect(state.list).toMatchObject([
    {
      no: data.no,
      status: 'collected',
      certified: true,
      files: [
        {
          fileName: '合同 扫描件.pdf',
          path: 'data/合同_扫描件.pdf',
          fileSize: bytes.length,
          sha256: hash('sha256', bytes),
        },
      ],
    },
  ])
  const { bytes: whole } = await ask('package', { no: data.no })
  expect((await verifyPackage(new Blob([new Uint8Array(whole)]))).verdict).toBe('valid')
})

it('the same request again, one after the other or at once, answers with the first result', async () => {
  const bytes = randomBytes(1000)
  const payload = about(bytes)
  const first = await ask('deposit-file', payload, bytes)
  const again = [await ask('deposit-file', payload, bytes), await ask('deposit-file', payload)]
  expect(again.map((a) => a.data)).toEqual([first.data, first.data])
  const other = randomBytes(1000)
  expect((await ask('deposit-file', { ...about(other), unique_id: payload.unique_id }, other)).code).toBe(
    'unique-id-repeated',
  )
  const twin = about(other)
  const both = await Promise.all([
    ask('deposit-file', twin, other),
    ask('deposit-file', twin, other),
    ask('deposit-file', twin, other),
  ])
  expect(new Set(both.map((b) => b.data.no)).size).toBe(1)
  expect(await deposits()).toHaveLength(2)
})

it('another file than the one that was signed is refused, and nothing of it is deposited', async () => {
  const bytes = randomBytes(1000)
  const changed = await ask('deposit-file', about(bytes), randomBytes(1000))
  expect(changed).toMatchObject({
    status: 200,
    code: 'bad-parameter',
    data: { fields: [{ path: 'sha256', key: 'hashDiffers' }] },
  })
  expect((await ask('deposit-file', about(bytes))).data.fields).toMatchObject([{ path: 'file', key: 'required' }])
  expect((await ask('deposit-file', about(Buffer.alloc(0)), Buffer.alloc(0))).data.fields).toMatchObject([
    { path: 'file', key: 'fileEmpty' },
  ])
  expect([await deposits(), await uploads()]).toEqual([[], []])
})

it('a file before its fields, or with a wrong signature, is not read', async () => {
  const bytes = randomBytes(1000)
  expect(await ask('deposit-file', about(bytes), bytes, { fileFirst: true })).toMatchObject({
    status: 400,
    code: 'malformed',
  })
  expect(await ask('deposit-file', about(bytes), bytes, { spoil: 'x' })).toMatchObject({ status: 401, code: 'refused' })
  expect(await uploads()).toEqual([])
})

it.each([
  ['whose key was revoked', (id: string) => t.call(keyCalls.revoke, { params: { id } }, me)],
  [
    'whose person was shut out',
    () =>
      t.services.db.system.updateTable('person').set({ status: 'DISABLED' }).where('id', '=', me.personId).execute(),
  ],
])('a file that comes late is not deposited for a program %s meanwhile', async (_, end) => {
  const bytes = randomBytes(1000)
  const body = formOf('deposit-file', about(bytes), bytes)
  if (!t.app.server.listening) await t.app.listen({ port: 0, host: '127.0.0.1' })
  const socket = connect((t.app.server.address() as { port: number }).port, '127.0.0.1')
  let told = ''
  socket.on('data', (data) => (told += data.toString()))
  socket.write(
    `POST /open-api/v1/deposit-file HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: ${body.length}\r\n\r\n`,
  )
  socket.write(body.subarray(0, -500))
  const { id } = (await t.call(keyCalls.list, { query: {} }, me)).data.list[0]!
  await vi.waitFor(async () => expect(await requests(id)).toHaveLength(1))
  await end(id)
  const closed = once(socket, 'close')
  socket.write(body.subarray(-500))
  await closed
  expect(told).toContain('HTTP/1.1 401')
  expect([await deposits(), await uploads()]).toEqual([[], []])
})

it('a hash is deposited without its file, once for each unique id', async () => {
  const bytes = randomBytes(1000)
  const payload = about(bytes, { fileSize: bytes.length, name: '源代码' })
  const { data } = await ask('deposit-hash', payload)
  expect((await ask('deposit-hash', payload)).data).toEqual(data)
  await runJobs(t, authority)
  expect(await deposits()).toEqual([{ number: data.no, category: 'ATTSETATIONHASH', name: '源代码' }])
  const { list } = (await ask('query', { unique_id: payload.unique_id })).data as unknown as { list: object[] }
  expect(list).toMatchObject([{ no: data.no, status: 'collected', certified: false, files: [] }])
  expect((await ask('deposit-hash', { ...payload, sha256: 'x' })).data.fields).toMatchObject([
    { path: 'sha256', key: 'hash' },
  ])
})
