import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { keyCalls } from '../../contract/open-api/keys.ts'
import { sweepRequests } from '../../server/open-api/requests.repo.ts'
import { buildEvidence } from '../kit/people/factories.ts'
import { fillWindow } from '../kit/people/forget-limits.ts'
import { newKeyPair } from '../kit/people/key-pairs.ts'
import { addKey, ask, key, logOf, me, pair, send, signed, t, wanted, withKey } from './signed-kit.ts'

withKey()

const captures = async (accountId = me.accountId) =>
  await t.services.db.system
    .selectFrom('evidence')
    .select(['number', 'url', 'personId', 'request'])
    .where('accountId', '=', accountId)
    .execute()

describe('a signed request', () => {
  it('starts captures, once for each unique id, as the person whose key it is', async () => {
    const payload = wanted({ name: '夜间', labels: ['自动'], twoStage: true })
    const first = await ask('capture-url', payload)
    expect(first).toMatchObject({
      status: 200,
      success: true,
      code: 'ok',
      message: '',
      data: { list: [{ url: 'https://example.com/a' }, { url: 'https://example.com/b' }] },
    })
    expect((await ask('capture-url', payload)).data).toEqual(first.data)
    expect(await captures()).toMatchObject([
      { personId: me.personId, request: { twoStage: true } },
      { personId: me.personId },
    ])
    const act = await t.services.db.system
      .selectFrom('audit')
      .select(['actorName', 'actorPersonId', 'details'])
      .where('accountId', '=', me.accountId)
      .where('action', '=', 'capture.queued')
      .executeTakeFirstOrThrow()
    expect(act).toMatchObject({
      actorName: me.name,
      actorPersonId: me.personId,
      details: { by: 'api', key: '夜间任务' },
    })
    expect(await logOf(2)).toMatchObject([
      { operation: 'capture-url', result: 'ok', ip: '127.0.0.1' },
      { result: 'ok' },
    ])
    expect((await t.call(keyCalls.get, { params: { id: key.id } }, me)).data).toMatchObject({
      calls: 2,
      lastUsedAt: expect.any(String) as string,
    })
  })

  it('is taken as multipart form data too', async () => {
    const fields = signed('query', { nos: ['260101000000000000'] })
    const payload = `${Object.entries(fields)
      .map(([name, value]) => `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)
      .join('')}--b--\r\n`
    const response = await t.inject({
      method: 'POST',
      url: '/open-api/v1/query',
      payload,
      headers: { 'content-type': 'multipart/form-data; boundary=b' },
    })
    expect(response.json()).toMatchObject({
      success: true,
      requestId: fields.request_id,
      data: { list: [], absent: ['260101000000000000'] },
    })
  })

  it('confirms, cancels and tells the state by number and by unique id', async () => {
    const waiting = await buildEvidence(t, me, { status: 'to-confirm' })
    expect((await ask('confirm', { no: waiting.number })).data).toEqual({ no: waiting.number, status: 'collected' })
    const payload = wanted()
    const { data } = await ask('capture-url', payload)
    const [one, two] = (data as unknown as { list: { no: string }[] }).list
    expect((await ask('cancel', { no: one!.no })).data).toEqual({ no: one!.no, status: 'cancelled' })
    expect((await ask('query', { unique_id: payload.unique_id })).data).toMatchObject({
      list: [
        { no: one!.no, status: 'cancelled' },
        { no: two!.no, status: 'queued', files: [] },
      ],
      absent: [],
    })
    expect((await ask('query', { nos: [waiting.number] })).data).toMatchObject({
      list: [{ status: 'collected', completeness: 'full', files: [{ sha256: waiting.sha256 }] }],
    })
    expect(await ask('confirm', { no: one!.no })).toMatchObject({ status: 200, success: false, code: 'wrong-state' })
  })

  it('fetches certificate and package as bytes, on the record', async () => {
    const { number } = await buildEvidence(t, me)
    expect(await ask('certificate', { no: number })).toMatchObject({
      status: 200,
      type: 'application/pdf',
      body: Buffer.from(`content of ${number}`),
      http: { headers: { 'cache-control': 'no-store' } },
    })
    expect(await ask('package', { no: number })).toMatchObject({
      status: 200,
      type: 'application/vnd.etsi.asic-e+zip',
      http: { headers: { 'cache-control': 'no-store' } },
    })
    const rows = await t.services.db.system
      .selectFrom('audit')
      .select(['action', 'details'])
      .where('accountId', '=', me.accountId)
      .where('action', 'like', '%downloaded')
      .orderBy('at')
      .execute()
    expect(rows).toMatchObject([
      { action: 'certificate.downloaded', details: { by: 'api' } },
      { action: 'package.downloaded', details: { by: 'api' } },
    ])
  })
})

describe('a request that is sent again', () => {
  it('runs once, though twenty copies arrive at once', async () => {
    const fields = signed('capture-url', wanted())
    const answers = await Promise.all(Array.from({ length: 20 }, () => send('capture-url', fields)))
    expect(answers.filter((a) => a.code === 'ok')).toHaveLength(1)
    expect(answers.filter((a) => a.code === 'replayed' && a.status === 409)).toHaveLength(19)
    expect(await captures()).toHaveLength(2)
  })

  it('is known for as long as its time is good, and forgotten after', async () => {
    const fields = signed('query', { nos: ['260101000000000000'] })
    await send('query', fields)
    await sweepRequests(t.services.db)
    expect((await send('query', fields)).code).toBe('replayed')
    // Another key may use the same id.
    const { publicKey, privateKey } = newKeyPair()
    const other = await addKey({}, me, publicKey)
    expect(
      (
        await send(
          'query',
          signed(
            'query',
            { nos: ['260101000000000000'] },
            { request_id: fields.request_id, access_key: other.accessKey },
            privateKey,
          ),
        )
      ).code,
    ).toBe('ok')
  })
})

it('asks too often are told when to come back', async () => {
  await fillWindow(t, `open-api:${key.id}`, { hits: 600, seconds: 60 })
  const { status, code, http } = await ask('query', { nos: ['260101000000000000'] })
  expect({ status, code, wait: Number(http.headers['retry-after']) > 0 }).toEqual({
    status: 429,
    code: 'too-frequent',
    wait: true,
  })
})

it('the example client asks as its README says', async () => {
  const { number } = await buildEvidence(t, me)
  const url = await t.app.listen({ port: 0, host: '127.0.0.1' })
  const folder = await mkdtemp(join(tmpdir(), 'skz-example-'))
  try {
    const file = join(folder, 'private.pem')
    await writeFile(file, pair.privateKey.export({ type: 'pkcs8', format: 'pem' }))
    const client = (...given: string[]) =>
      promisify(execFile)(
        process.execPath,
        [join(import.meta.dirname, '../../examples/open-api-client.mjs'), ...given],
        { env: { ...process.env, OPEN_API_URL: url, OPEN_API_KEY: key.accessKey, OPEN_API_PRIVATE_KEY: file } },
      )
    expect(JSON.parse((await client('query', JSON.stringify({ nos: [number] }))).stdout)).toMatchObject({
      list: [{ no: number, status: 'collected' }],
    })
    expect((await client('certificate', JSON.stringify({ no: number }))).stdout).toBe(`content of ${number}`)
    await expect(client('cancel', JSON.stringify({ no: number }))).rejects.toThrow(/wrong-state/)
    const contract = join(folder, '合同.txt')
    await writeFile(contract, 'what was agreed')
    const { no } = JSON.parse(
      (await client('deposit-file', JSON.stringify({ unique_id: 'contract-2026-0001' }), contract)).stdout,
    ) as { no: string }
    expect(await captures()).toContainEqual(expect.objectContaining({ number: no }))
  } finally {
    await rm(folder, { recursive: true })
  }
})
