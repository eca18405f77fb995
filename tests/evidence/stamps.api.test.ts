import { sql } from 'kysely'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createHash } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { timestampSettings } from '../../server/trust/stamps/timestamps.settings.ts'
import { verifyPackage } from '../../proof/bundle.ts'
import { deliveryCalls } from '../../contract/certificates/delivery.ts'
import { shareCalls } from '../../contract/certificates/share.ts'
import { evidenceCalls } from '../../contract/evidence/evidence.ts'
import { pathOf } from '../../contract/kit/call.ts'
import { requestCertificate } from '../../server/certificates/certificate-due.service.ts'
import { issueCertificate } from '../../server/certificates/certificates.jobs.ts'
import { whenLogged } from '../../server/certificates/when-logged.ts'
import { sequenceLog } from '../../server/trust/log/sequencer.service.ts'
import { appendLaterProofs } from '../../server/certificates/package/later-proofs.ts'
import type { SealedRecord } from '../../server/evidence/sealing/seal.service.ts'
import { startStamps, stampDue } from '../../server/evidence/stamps/catch-up.ts'
import { mayAsk } from '../../server/evidence/stamps/breaker.repo.ts'
import { reviveNeeds, takeDue } from '../../server/evidence/stamps/stamps.repo.ts'
import { backlogOf } from '../../server/evidence/stamps/stamps.read.ts'
import { newId } from '../../server/kit/ids.ts'
import type { Authority } from '../../server/trust/keys/authority.service.ts'
import { buildTestApp, type Member, type TestApp } from '../kit/build-test-app.ts'
import { makeUploading, prepareFolder, sealPrepared } from '../kit/sealing.ts'
import { openOpensslTsa, type OpensslTsa, startTsa, type Tsa } from '../kit/vendors/tsa.ts'
import { localAuthority, temporary } from '../trust/sample.ts'

let dir: string
let authority: Authority
let first: Tsa
let second: Tsa
let openssl: OpensslTsa
let t: TestApp
let owner: Member

const settingsOf = (wanted: number) => ({
  wanted,
  providers: [
    { id: 'first', name: '联合时间戳', url: first.url, roots: 'first.pem', patience: 0.5 },
    { id: 'second', name: 'Second TSA', url: second.url, roots: 'second.pem', patience: 5 },
  ],
})

async function open(wanted: number) {
  await writeFile(join(dir, 'stamps.json'), JSON.stringify(settingsOf(wanted)))
  t = await buildTestApp({ SHIMAKAZE_TIMESTAMPS: join(dir, 'stamps.json') })
  owner = await t.member()
}

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'skz-stamps-'))
  authority = await localAuthority()
  const other = await localAuthority()
  openssl = openOpensslTsa()
  first = await startTsa((query) => other.answer(query))
  second = await startTsa(openssl.stamp)
  await writeFile(join(dir, 'first.pem'), other.trustMaterial().ca)
  await writeFile(join(dir, 'second.pem'), openssl.root)
}, 60_000)
afterAll(async () => {
  await first.close()
  await second.close()
  openssl.remove()
  await rm(dir, { recursive: true, force: true })
})
afterEach(async () => {
  for (const tsa of [first, second]) Object.assign(tsa, { always: undefined, next: [] })
  await t.close()
})

async function sealed(): Promise<SealedRecord> {
  const record = await makeUploading(t.services, {
    platformId: t.platformId,
    accountId: owner.accountId,
    personId: owner.personId,
  })
  await sealPrepared(
    t.services,
    authority,
    record,
    await prepareFolder(await mkdtemp(join(dir, 'files-')), { 'page.txt': 'a page', 'b.txt': record.number }),
  )
  return record
}
const stampAll = async () => {
  const outcomes: string[] = []
  for (const due of await takeDue(t.services.db, 100))
    outcomes.push(
      await stampDue(t.services, timestampSettings.of(t.services.config)!, due, requestCertificate(t.services)),
    )
  return outcomes
}
const makeDue = () =>
  sql`update timestamp_need set due_at = app_now() where state = 'WAITING'`.execute(t.services.db.system)
const restOver = () =>
  sql`update timestamp_provider set open_until = app_now() - interval '1 second' where open_until is not null`.execute(
    t.services.db.system,
  )
async function certify({ id }: SealedRecord) {
  await sequenceLog(t.services, authority, whenLogged(t.services))
  await issueCertificate({ services: t.services, authority, workDir: temporary() }, { jobId: newId(), id })
}
const append = ({ id }: SealedRecord) => appendLaterProofs(t.services, { jobId: newId(), id })
const facts = async ({ number }: SealedRecord) =>
  (await t.call(evidenceCalls.detail, { body: { ano: number } }, owner)).data.trust.filter((f) => f.code === 'stamped')
const jobsOf = async (queue: string, { id }: SealedRecord) =>
  (
    await sql<{
      n: number
    }>`select count(*)::int as n from pgboss.job where name = ${queue} and data->>'id' = ${id} and state = 'created'`.execute(
      t.services.db.system,
    )
  ).rows[0]!.n
const download = (number: string, headers: Record<string, string> = {}) =>
  t.inject({
    method: 'GET',
    url: pathOf(evidenceCalls.packageBytes, { ano: number }),
    headers: { 'x-auth-token': owner.token, ...headers },
  })
const policy = (timestamps: string) =>
  sql`update account set timestamps = ${timestamps} where id = ${owner.accountId}`.execute(t.services.db.system)
const verdictOf = async (bytes: Buffer) => verifyPackage(new Blob([new Uint8Array(bytes)]))

describe('one stamp wanted', () => {
  beforeEach(() => open(1))

  it('is told as under way, then as proven by whom; the package takes it in and its digest stays true', async () => {
    const record = await sealed()
    expect(await facts(record)).toMatchObject([
      { status: 'pending', at: null, dependsOn: 'tsa', details: { standard: 'RFC 3161' } },
    ])
    await certify(record)
    const before = await download(record.number)
    expect(before.statusCode).toBe(200)
    expect(await stampAll()).toEqual(['done'])
    expect(await facts(record)).toMatchObject([
      {
        status: 'proven',
        dependsOn: 'tsa',
        details: { provider: '联合时间戳', serial: expect.stringMatching(/^[0-9A-F]+$/) as string },
      },
    ])
    expect(await jobsOf('late-proofs', record)).toBe(1)
    // Until the next edition is whole, everybody gets the one before it.
    expect((await download(record.number)).rawPayload.equals(before.rawPayload)).toBe(true)
    await append(record)
    const after = await download(record.number)
    expect((await verdictOf(after.rawPayload)).facts.filter((f) => f.code === 'third-party-stamped')).toMatchObject([
      { status: 'proven' },
    ])
    const { data: zip } = await t.call(deliveryCalls.zip, { params: { attestationNo: record.number } }, owner)
    expect(zip).toMatchObject({
      zip_sha256: createHash('sha256').update(after.rawPayload).digest('hex'),
      zip_sm3: createHash('sm3').update(after.rawPayload).digest('hex'),
      fileSize: after.rawPayload.length,
    })
    expect(after.headers['etag']).toBe(`"${zip.zip_sha256}"`)
    await append(record)
    expect((await download(record.number)).rawPayload.equals(after.rawPayload)).toBe(true)
    const part = await download(record.number, { range: 'bytes=-4000', 'if-range': String(after.headers['etag']) })
    expect(part.statusCode).toBe(206)
    expect(part.rawPayload.equals(after.rawPayload.subarray(-4000))).toBe(true)
    expect(
      (await download(record.number, { range: 'bytes=-4000', 'if-range': String(before.headers['etag']) })).statusCode,
    ).toBe(200)
    for (const copy of [before, after]) {
      const hash = createHash('sha256').update(copy.rawPayload).digest('hex')
      expect((await t.call(shareCalls.byHash, { query: { sha256: hash } })).data).toMatchObject({ exists: true })
    }
    const { data: share } = await t.call(
      shareCalls.create,
      { body: { ano: record.number, days: 1, withPackage: true } },
      owner,
    )
    const { data: shown } = await t.call(shareCalls.open, { params: { token: share.token } } as never)
    expect((shown as { trust: object[] }).trust).toContainEqual(
      expect.objectContaining({ code: 'stamped', status: 'proven' }),
    )
  })

  it('goes into a bundle as it is delivered alone', async () => {
    const record = await sealed()
    await certify(record)
    await stampAll()
    await append(record)
    const { data } = await t.call(deliveryCalls.bundle, { query: { anos: record.number } } as never, owner)
    const bundle = await t.inject({ method: 'GET', url: data.zipLink!, headers: { 'x-auth-token': owner.token } })
    expect(bundle.rawPayload.length).toBe(Number(bundle.headers['content-length']))
    expect(bundle.rawPayload.includes((await download(record.number)).rawPayload)).toBe(true)
  })

  it('comes from the next provider at once where the first is down, slow or answers garbage', async () => {
    for (const manner of ['hang up', 'hang', { status: 200, body: Buffer.from('garbage') }] as const) {
      first.next.push(manner)
      const record = await sealed()
      expect(await stampAll()).toEqual(['done'])
      expect(await facts(record)).toMatchObject([{ status: 'proven', details: { provider: 'Second TSA' } }])
    }
    const asked = first.asked.length
    // Three failures in a row: its breaker is open, and nobody asks it.
    await sealed()
    await stampAll()
    expect(first.asked.length).toBe(asked)
    await restOver()
    const trials = await Promise.all([1, 2, 3, 4].map(() => mayAsk(t.services.db, 'first')))
    expect(trials.filter(Boolean)).toHaveLength(1)
  })

  it('waits while every provider is down, and catches up; sealing and certificates go on meanwhile', async () => {
    first.always = second.always = 'hang up'
    const record = await sealed()
    expect(await stampAll()).toEqual(['waits'])
    await certify(record)
    expect((await verdictOf((await download(record.number)).rawPayload)).verdict).toBe('valid')
    expect(await facts(record)).toMatchObject([{ status: 'pending' }])
    await sql`update timestamp_need set since = app_now() - interval '4 days'`.execute(t.services.db.system)
    expect(await facts(record)).toMatchObject([{ status: 'failed' }])
    expect(await backlogOf(t.services.db.system)).toMatchObject({ waiting: 1, alarmed: true })
    expect((await t.inject({ method: 'GET', url: '/metrics' })).body).toMatch(
      /timestamps_waiting 1\n[^]*timestamps_silent 1\n/,
    )
    const logged: string[] = []
    const worker = startStamps(t.services, { error: (_, text) => logged.push(text) }, requestCertificate(t.services))
    await expect.poll(() => logged.join(), { timeout: 10_000 }).toContain('for a quarter of an hour')
    await worker.stop()
    first.always = second.always = undefined
    await makeDue()
    expect(await stampAll()).toEqual(['done'])
    expect(await facts(record)).toMatchObject([{ status: 'proven' }])
    expect(await backlogOf(t.services.db.system)).toMatchObject({ waiting: 0, alarmed: false })
  })

  it('is asked for once by many workers, and again where one died with it', async () => {
    await Promise.all(Array.from({ length: 6 }, sealed))
    const taken = await Promise.all(Array.from({ length: 4 }, () => takeDue(t.services.db, 100)))
    const ids = taken.flat().map((d) => d.id)
    expect(new Set(ids).size).toBe(6)
    expect(ids).toHaveLength(6)
    const [dead] = taken.flat()
    await sql`update timestamp_need set asked_at = app_now() - interval '1 hour' where id = ${dead!.id}`.execute(
      t.services.db.system,
    )
    await reviveNeeds(t.services.db)
    const [again] = await takeDue(t.services.db, 100)
    expect(again!.id).toBe(dead!.id)
    // The one that was thought dead comes back: what it brings is not kept twice.
    expect(
      await stampDue(t.services, timestampSettings.of(t.services.config)!, dead!, requestCertificate(t.services)),
    ).toBe('lost')
    expect(
      await stampDue(t.services, timestampSettings.of(t.services.config)!, again!, requestCertificate(t.services)),
    ).toBe('done')
  })

  it('is brought by a worker that runs, and stops when told', async () => {
    const record = await sealed()
    const worker = startStamps(t.services, { error: () => {} }, requestCertificate(t.services))
    await expect.poll(() => facts(record), { timeout: 10_000 }).toMatchObject([{ status: 'proven' }])
    await worker.stop()
  })

  it('is not asked for where the account wants none, and the certificate waits for it where the account requires it', async () => {
    await policy('none')
    expect(await facts(await sealed())).toEqual([])
    await policy('required')
    const record = await sealed()
    await certify(record)
    expect((await download(record.number)).json()).toMatchObject({ success: false })
    const before = await jobsOf('certificate', record)
    expect(await stampAll()).toEqual(['done'])
    expect(await jobsOf('certificate', record)).toBe(before + 1)
    await certify(record)
    expect(await jobsOf('late-proofs', record)).toBe(1)
    await append(record)
    expect(
      (await verdictOf((await download(record.number)).rawPayload)).facts.some((f) => f.code === 'third-party-stamped'),
    ).toBe(true)
  })
})

describe('two stamps wanted', () => {
  beforeEach(() => open(2))

  it('are both told and both packed, each when it comes', async () => {
    second.next.push('hang up')
    const record = await sealed()
    await certify(record)
    expect(await stampAll()).toEqual(['waits'])
    await append(record)
    expect((await facts(record)).map((f) => f.status)).toEqual(['proven', 'pending'])
    await makeDue()
    expect(await stampAll()).toEqual(['done'])
    await append(record)
    expect((await facts(record)).map((f) => [f.status, f.details['provider']])).toEqual([
      ['proven', '联合时间戳'],
      ['proven', 'Second TSA'],
    ])
    const report = await verdictOf((await download(record.number)).rawPayload)
    expect(report.verdict).toBe('valid')
    expect(report.facts.filter((f) => f.code === 'third-party-stamped')).toHaveLength(2)
  })
})

describe('nobody named', () => {
  beforeEach(async () => {
    t = await buildTestApp()
    owner = await t.member()
  })

  it('tells no fact and asks nobody, whatever the account wants', async () => {
    await policy('required')
    const record = await sealed()
    expect(await facts(record)).toEqual([])
    await certify(record)
    expect((await download(record.number)).statusCode).toBe(200)
  })
})
