import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { messageChoiceCalls } from '../../contract/messages/choices.ts'
import { messageCalls } from '../../contract/messages/messages.ts'
import { trustCalls } from '../../contract/operator/trust.ts'
import { auditCalls } from '../../contract/platform/audit.ts'
import { integrityCalls } from '../../contract/trust/integrity.ts'
import { newId } from '../../server/kit/ids.ts'
import { keepAlarms } from '../../server/operator/alarms/alarms.watch.ts'
import type { Authority } from '../../server/trust/keys/authority.service.ts'
import { revokeKey } from '../../server/trust/keys/ceremony.ts'
import { activeSet } from '../../server/trust/keys/key-folder.ts'
import { readSecret } from '../../server/trust/keys/key-provider.ts'
import { highWaterMarkOf } from '../../server/trust/log/high-water-marks.ts'
import { sequenceLog } from '../../server/trust/log/sequencer.service.ts'
import { workAtRun } from '../../server/trust/integrity/run.ts'
import { buildTestApp, type Member, type TestApp } from '../kit/build-test-app.ts'
import { buildEvidence } from '../kit/people/factories.ts'
import { localAuthority } from '../trust/sample.ts'

let t: TestApp
let authority: Authority
let operator: Member
let administrator: Member
let keysDir: string
let owner: pg.Client
beforeAll(async () => {
  t = await buildTestApp()
  keysDir = t.services.config.keysDir
  authority = await localAuthority(keysDir)
  operator = await t.member({ role: 'operator' })
  administrator = await t.member({ role: 'administrator' })
  owner = new pg.Client({ connectionString: t.databaseUrl })
  await owner.connect()
})
afterAll(async () => {
  await owner.end()
  await t.close()
})

const look = async () => (await t.call(trustCalls.overview, {}, operator)).data
const watch = () => keepAlarms(t.services, authority.clock)
const kinds = async () => (await look()).alarms.map((a) => a.alarm)
const told = async (who: Member, lang = 'zh-CN') => {
  const { data } = await t.call(messageCalls.list, { body: {} }, who, { 'x-lang': lang })
  return data.list
}
/** News as its job shows them. */
const show = () => owner.query('update message set shown = true, told_at = now() where not shown')
const metrics = async () => (await t.inject({ url: '/metrics', remoteAddress: '127.0.0.1' })).body

describe('what evidence rests on', () => {
  it('is shown to staff alone: keys without anything secret, clock, log', async () => {
    await sequenceLog(t.services, authority, () => Promise.resolve())
    const seen = await look()
    expect(seen.keys.filter((k) => k.inUse).map((k) => [k.purpose, k.algorithm])).toEqual([
      ['root', 'ECDSA P-384'],
      ['tsa', 'ECDSA P-256'],
      ['seal', expect.stringMatching(/^RSA \d+$/)],
      ['log', 'Ed25519'],
    ])
    expect(seen.keys[0]).toMatchObject({
      fingerprint: authority.trustMaterial().rootFingerprint,
      signUntil: null,
      revokedAt: null,
    })
    expect(seen).toMatchObject({ alarms: [], clock: { source: 'os-unverified', proven: false }, list: { number: 1 } })
    expect(JSON.stringify(seen)).not.toMatch(/PRIVATE|passphrase/i)
    expect(await t.call(trustCalls.overview, {}, await t.member())).toMatchObject({ errorCode: 'forbidden' })
  })

  it('tells of entries that wait for the log too long', async () => {
    await owner.query(
      `insert into log_queue (kind, subject, leaf, queued_at) values ('evidence', 'late', 'x', now() - interval '7 minutes')`,
    )
    expect(await look()).toMatchObject({
      alarms: [{ alarm: 'log-late', params: { minutes: 7 } }],
      log: { waiting: expect.any(Number) as number },
    })
    expect(await metrics()).toMatch(/shimakaze_log_oldest_seconds 4[12]\d/)
    await sequenceLog(t.services, authority, () => Promise.resolve())
    expect((await look()).log).toMatchObject({ waiting: 0, shards: [{ size: expect.any(Number) as number }] })
    expect(await kinds()).toEqual([])
  })

  it('tells of a database that is older than what was signed', async () => {
    const { marks } = t.services.store
    const { name, size } = (await look()).log.shards[0]!
    const mark = (await highWaterMarkOf(marks, name))!
    const [origin, , ...rest] = mark.note.split('\n')
    const ahead = mark.name.replace(/\d{15}$/, String(size + 7).padStart(15, '0'))
    await marks.put(
      ahead,
      Buffer.from(JSON.stringify({ from: size + 2, leaves: [], note: [origin, size + 7, ...rest].join('\n') })),
    )
    expect((await look()).alarms).toMatchObject([
      { alarm: 'log-behind', params: { shard: name, size, signed: size + 7 } },
    ])
    await marks.remove(ahead)
    expect(await kinds()).toEqual([])
  })
})

describe('an alarm', () => {
  it('is told to all staff once when it begins, in their language, and to nobody else', async () => {
    const customer = await t.member()
    await owner.query(
      `insert into log_queue (kind, subject, leaf, queued_at) values ('evidence', 'later', 'x', now() - interval '10 minutes')`,
    )
    for (let i = 0; i < 3; i++) await watch()
    await show()
    expect(await told(operator)).toMatchObject([
      { title: '告警：已固化的内容在等待写入日志', subtype: 'trustAlarm', link: '/operator/trust' },
    ])
    expect(await told(administrator, 'en')).toMatchObject([{ title: 'Alarm: What was sealed waits for the log' }])
    expect(await told(customer)).toEqual([])
    expect(await metrics()).toContain('shimakaze_trust_alarms{kind="log-late"} 1')
    const { rows } = await owner.query('select since from trust_alarm where ended_at is null')
    expect((await look()).alarms).toMatchObject([{ alarm: 'log-late', since: (rows[0].since as Date).toISOString() }])
  })

  it('ends by itself, and what comes back a moment later is the same one', async () => {
    await owner.query(`update log_queue set queued_at = now() where subject = 'later'`)
    await watch()
    expect(await metrics()).toContain('shimakaze_trust_alarms{kind="log-late"} 0')
    await owner.query(`update log_queue set queued_at = now() - interval '1 hour' where subject = 'later'`)
    await watch()
    await show()
    expect(await told(operator)).toHaveLength(1)
    // After a while it is another.
    await owner.query(`update log_queue set queued_at = now() where subject = 'later'`)
    await watch()
    await owner.query(`update trust_alarm set ended_at = ended_at - interval '11 minutes' where ended_at is not null`)
    await owner.query(`update log_queue set queued_at = now() - interval '1 hour' where subject = 'later'`)
    await Promise.all([watch(), watch(), watch()])
    await watch()
    await show()
    expect(await told(operator)).toHaveLength(2)
    await sequenceLog(t.services, authority, () => Promise.resolve())
    await watch()
  })

  it('can be chosen by staff for their mail, and is nothing for customers to choose', async () => {
    const chosen = async (who: Member) => (await t.call(messageChoiceCalls.get, {}, who)).data.list.map((c) => c.kind)
    expect(await chosen(operator)).toContain('trustAlarm')
    expect(await chosen(await t.member())).not.toContain('trustAlarm')
  })
})

describe('the integrity audit', () => {
  const start = (who = operator, reason = '例行检查') => t.call(integrityCalls.start, { body: { reason } }, who)
  const runs = async () => (await t.call(integrityCalls.list, { body: {} }, operator)).data.list

  it('is started by staff for a reason that stands in the record, one at a time', async () => {
    expect(await start(operator, ' ')).toMatchObject({
      errorCode: 'bad-parameter',
      data: { fields: [{ path: 'reason' }] },
    })
    const {
      data: { id },
    } = await start()
    expect(await start()).toMatchObject({
      errorCode: 'integrity-running',
      errorMessage: '已有一次完整性巡检正在进行，请等它完成后再启动。',
    })
    expect(await runs()).toMatchObject([{ id, runState: 'running', stage: 'objects', byStaff: true, findings: 0 }])
    const {
      data: { list: acts },
    } = await t.call(auditCalls.platformList, { query: {} }, operator)
    expect(acts.find((a) => a.action === 'integrity.started')).toMatchObject({
      reason: '例行检查',
      subjectKind: 'integrity-run',
    })
    expect(await start(await t.member())).toMatchObject({ errorCode: 'forbidden' })
  })

  it('tells staff what does not fit and of which evidence, as an alarm until a later one finds nothing', async () => {
    const member = await t.member()
    const { sha256, number } = await buildEvidence(t, member)
    await rm(join(t.services.config.dataDir, 'store/objects', sha256.slice(0, 2), sha256))
    await workAtRun(t.services, authority, new AbortController().signal)
    const [run] = await runs()
    expect(run).toMatchObject({ runState: 'found', stage: null, endedAt: expect.any(String) as string })
    const {
      data: { list, total },
    } = await t.call(integrityCalls.findings, { params: { id: run!.id }, query: {} }, operator)
    expect(total).toBe(run!.findings)
    expect(list.find((f) => f.what === 'object-missing')).toMatchObject({ place: sha256, ano: number, found: '' })
    expect(await kinds()).toEqual(['integrity-found'])
    await watch()
    expect(await metrics()).toContain(`shimakaze_integrity_findings ${run!.findings}`)
    expect((await t.call(integrityCalls.list, { body: { runState: 'done' } }, operator)).data.total).toBe(0)
    expect(await t.call(integrityCalls.get, { params: { id: newId() } }, operator)).toMatchObject({
      errorCode: 'not-found',
    })
    // Made-up rows of this test hold no real stamps: what a later run finds is set here.
    await owner.query(
      `insert into integrity_run (id, state, by_staff, objects_due, ended_at) values ($1, 'DONE', false, 0, now())`,
      [newId()],
    )
    expect(await kinds()).toEqual([])
  })

  it('tells that it comes to no end', async () => {
    await owner.query(
      `insert into integrity_run (id, by_staff, objects_due, trouble) values ($1, false, 0, 'the store is away')`,
      [newId()],
    )
    expect(await kinds()).toEqual(['integrity-late'])
    expect(await runs()).toMatchObject([{ runState: 'running', trouble: 'the store is away' }, {}, {}])
    await owner.query(`update integrity_run set state = 'DONE', ended_at = now() where state = 'RUNNING'`)
  })

  it('tells another platform’s staff nothing of whose evidence it is', async () => {
    await owner.query(
      `insert into platform (id, notary_id, name, hosts) values ($1, 'other', '{"zh":"别处"}', '{other.example}')`,
      ['018f0000-0000-7000-8000-00000000aaaa'],
    )
    const stranger = await t.member({ role: 'operator', platformId: '018f0000-0000-7000-8000-00000000aaaa' })
    const {
      rows: [found],
    } = await owner.query(`select run_id from integrity_finding where what = 'object-missing'`)
    const reply = await t.call(
      integrityCalls.findings,
      { params: { id: found.run_id as string }, query: {} },
      stranger,
      { host: 'other.example' },
    )
    expect(reply.data.list.find((f) => f.what === 'object-missing')).toMatchObject({ ano: null })
  })
})

describe('what evidence is kept by', () => {
  const store = () => join(t.services.config.dataDir, 'store')

  it('is an alarm where the store is away, which hides no other one and ends none', async () => {
    await owner.query(
      `insert into integrity_run (id, by_staff, objects_due, trouble) values ($1, false, 0, 'the store is away')`,
      [newId()],
    )
    await watch()
    expect(await kinds()).toEqual(['integrity-late'])
    await rename(store(), `${store()}-unmounted`)
    expect(await kinds()).toEqual(['storage-away', 'integrity-late'])
    await watch()
    expect(await metrics()).toContain('shimakaze_trust_alarms{kind="storage-away"} 1')
    await rename(`${store()}-unmounted`, store())
    await owner.query(`update integrity_run set state = 'DONE', ended_at = now() where state = 'RUNNING'`)
    await watch()
    expect(await kinds()).toEqual([])
  })

  it('is an alarm where captures wait for a worker for a quarter of an hour', async () => {
    const member = await t.member()
    const { id } = await buildEvidence(t, member, { status: 'queued' })
    const waits = (minutes: number) =>
      owner.query('update evidence set queued_at = now() - make_interval(mins => $1::int) where id = $2', [minutes, id])
    await waits(14)
    expect(await kinds()).toEqual([])
    await waits(16)
    expect((await look()).alarms).toMatchObject([{ alarm: 'queue-late', params: { waiting: 1, minutes: 16 } }])
    await owner.query("update evidence set status = 'cancelled' where id = $1", [id])
    expect(await kinds()).toEqual([])
  })

  it('keeps alarms of which nothing is known just now as they are', async () => {
    await owner.query(
      `insert into integrity_run (id, by_staff, objects_due, trouble) values ($1, false, 0, 'the store is away')`,
      [newId()],
    )
    await watch()
    const open = async () =>
      (await owner.query<{ kind: string }>('select kind from trust_alarm where ended_at is null')).rows.map(
        (r) => r.kind,
      )
    expect(await open()).toEqual(['integrity-late'])
    await owner.query('alter table integrity_run rename to integrity_run_away')
    await watch()
    await owner.query('alter table integrity_run_away rename to integrity_run')
    expect(await open()).toEqual(['integrity-late'])
    await owner.query(`update integrity_run set state = 'DONE', ended_at = now() where state = 'RUNNING'`)
    await watch()
    expect(await open()).toEqual([])
  })
})

describe('keys', () => {
  it('that were revoked, are missing or cannot be read are alarms', async () => {
    const log = (await look()).keys.find((k) => k.purpose === 'log' && k.inUse)!
    await revokeKey({
      keysDir,
      offlineDir: join(keysDir, 'offline'),
      rootPassphrase: await readSecret(join(keysDir, 'passphrase')),
      now: new Date(),
      at: new Date(),
      serial: log.serial,
      reason: 'keyCompromise',
    })
    expect((await look()).alarms).toMatchObject([{ alarm: 'key-revoked', about: 'log' }])
    expect((await look()).keys.find((k) => k.serial === log.serial)!.revokedAt).not.toBeNull()
    await rm(join((await activeSet(keysDir))!, 'keys.json'))
    expect(await kinds()).toEqual(['keys-unreadable'])
    expect((await look()).keys).toEqual([])
  })
})
