import { writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { ensureDemoAccounts } from '../../server/accounts/demo.ts'
import { createMember } from '../../server/accounts/people.repo.ts'
import { createSession } from '../../server/accounts/sign-in/sessions.repo.ts'
import { openServices } from '../../server/app/open-services.ts'
import { readConfig } from '../../server/app/read-config.ts'
import { type Database, openDatabase } from '../../server/kit/db/db.ts'
import { defaultPlatform } from '../../server/platform/platform.service.ts'
import { openAuthority } from '../../server/trust/keys/authority.service.ts'
import { runProgram } from '../kit/outside/programs.ts'
import { answerOf, signIn, type SpawnedService, spawnService } from '../kit/outside/service-process.ts'

let home: string
let db: Database
const at = (name: string) => join(home, name)
const owner = (database: string) => inject('clusterUrl').replace('DATABASE', database)
/** A login of its own that owns nothing, as a careful administrator makes it. */
const login = (database: string) => owner(database).replace(/\/\/\w+@/, '//prod_login@')

async function ask(statement: string) {
  const client = new pg.Client({ connectionString: owner('postgres') })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

/** Nothing on this path vouches for a clock, whatever the machine that runs the test has. */
const settings = (changes: Record<string, string | undefined> = {}) => ({
  PATH: '/nowhere',
  SHIMAKAZE_MODE: 'production',
  SHIMAKAZE_DATA: at('data'),
  SHIMAKAZE_KEYS: at('keys'),
  SHIMAKAZE_KEYS_PASSPHRASE_FILE: at('keys.secret'),
  SHIMAKAZE_PUBLIC_URL: 'https://evidence.example.com',
  DATABASE_URL: login('prod'),
  DATABASE_ADMIN_URL: owner('prod'),
  ...changes,
})

async function refusal(changes: Record<string, string | undefined> = {}) {
  const service = await spawnService(settings(changes))
  expect(await service.ended).toBe(1)
  return service.said()
}

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'skz-production-'))
  for (const name of ['keys', 'root'])
    writeFileSync(at(`${name}.secret`), `the passphrase of the ${name}\n`, { mode: 0o600 })
  await ask('create role prod_login login')
  await ask('create database prod')
  await ask('create database used_locally')
})
afterAll(async () => {
  await db?.close()
  for (const name of ['prod', 'used_locally']) await ask(`drop database ${name} with (force)`)
  await ask('drop role prod_login')
  await rm(home, { recursive: true, force: true })
})

describe('a production start', () => {
  it('refuses without keys and names the command that makes them', async () => {
    expect(await refusal()).toContain('npm run ceremony -- create')
  })

  it('refuses keys that a local installation made for itself', async () => {
    const dir = at('local-keys')
    await openAuthority({ dir, mode: 'local', platformName: 'Local' })
    expect(await refusal({ SHIMAKAZE_KEYS: dir, SHIMAKAZE_KEYS_PASSPHRASE_FILE: undefined })).toContain(
      'made by a local installation',
    )
  })

  it('refuses until somebody has named the platform, and says how', async () => {
    const made = await runProgram('ceremony', [
      'create',
      '--keys',
      at('keys'),
      '--offline',
      at('offline'),
      '--name',
      '示例公证处',
      '--passphrase-file',
      at('keys.secret'),
      '--root-passphrase-file',
      at('root.secret'),
    ])
    expect(made.code).toBe(0)
    expect(await refusal()).toContain('npm run admin -- set-platform')
  })

  it('refuses a database that was used in local mode', async () => {
    const database = {
      DATABASE_URL: owner('used_locally'),
      DATABASE_ADMIN_URL: undefined,
      SHIMAKAZE_DATA: at('data-of-that'),
    }
    const admin = (...args: string[]) => runProgram('admin', args, settings(database))
    expect(await admin('set-platform', '--zh', '示例', '--host', 'evidence.example.com')).toMatchObject({ code: 0 })
    const opened = await openServices(readConfig(settings(database)), { info() {}, warn() {}, error() {} }, () => {})
    await ensureDemoAccounts(opened.services.db, (await defaultPlatform(opened.services.db))!.id)
    await opened.close()
    expect(await refusal(database)).toContain('holds demo accounts')
  })
})

describe('a production service', () => {
  let service: SpawnedService
  let password = ''
  const admin = (...args: string[]) => runProgram('admin', args, settings())
  const post = (path: string, body: object, token = '') =>
    fetch(`${service.url}/shimakaze/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-lang': 'en', ...(token && { 'x-auth-token': token }) },
      body: JSON.stringify(body),
    }).then((r) => r.json() as Promise<Record<string, unknown>>)

  beforeAll(async () => {
    expect(
      await admin('set-platform', '--zh', '示例公证处', '--en', 'Example Notary', '--host', 'evidence.example.com'),
    ).toMatchObject({ code: 0 })
    const made = await admin('create-operator', '--phone', '13900000001', '--name', '周敏')
    password = /kept nowhere: (\S+)/.exec(made.text)?.[1] ?? ''
    db = openDatabase(login('prod'))
  })
  afterAll(() => service?.end('SIGKILL'))

  /** An account holder, as registration by SMS would make one. */
  async function ownerToken() {
    const platform = (await defaultPlatform(db))!
    return db.asSystem(async (tx) => {
      const { personId } = await createMember(tx, {
        platformId: platform.id,
        phone: '13900000002',
        personName: '张三',
        accountName: '张三',
        kind: 'personal',
        role: 'owner',
        passwordPhc: null,
        consentVersion: 'v1',
      })
      return createSession(tx, { platform, lang: 'en', ip: '', userAgent: '', requestId: '' }, personId)
    })
  }

  it('starts with a clock nobody vouches for, says so, and takes in no evidence', async () => {
    service = await spawnService(settings())
    const ready = await answerOf(service, '/intakez')
    expect(ready.status).toBe(503)
    expect(await ready.json()).toMatchObject({ ready: false, database: 'ready', trust: 'clock-unproven' })
    // People sign in and read what there is meanwhile.
    expect((await answerOf(service, '/readyz')).status).toBe(200)
    const refused = await post('attestaion/url', { urls: ['https://example.com/'] }, await ownerToken())
    expect(refused).toMatchObject({
      success: false,
      errorCode: 'no-time-stamps',
      errorMessage: expect.stringContaining('time-stamps') as string,
    })
    expect(await db.system.selectFrom('evidence').select('id').execute()).toEqual([])
    await service.end('SIGINT')
  })

  it('is ready with a time source that the operator answers for, on every address of the machine', async () => {
    service = await spawnService(settings({ SHIMAKAZE_CLOCK_SOURCE: 'GNSS receiver' }))
    expect(await (await answerOf(service, '/intakez', (r) => r.ok)).json()).toMatchObject({
      ready: true,
      trust: 'ready',
    })
    expect((await fetch(`${service.url.replace('127.0.0.1', '127.0.0.2')}/healthz`)).ok).toBe(true)
    expect(await (await fetch(`${service.url}/shimakaze/dict`)).json()).toMatchObject({
      data: {
        mode: 'production',
        frontPlatformInfo: { basicInfo: { platformName: '示例公证处', platformNameEn: 'Example Notary' } },
      },
    })
  })

  it('lets the first operator in by the password printed once, with a cookie for https alone', async () => {
    const { token, cookie } = await signIn(service.url, '13900000001', password)
    expect(token).not.toBe('')
    expect(cookie).toMatch(/; Secure/)
    const acts = await db.system.selectFrom('audit').select(['action', 'details']).orderBy('at').execute()
    expect(acts.map((a) => a.action)).toEqual(
      expect.arrayContaining(['platform.created', 'operator.created', 'session.started']),
    )
    expect(JSON.stringify(acts)).not.toContain(password)
  })

  it('gives an operator a new password, and nobody stays signed in with the old one', async () => {
    const before = await signIn(service.url, '13900000001', password)
    const renewed = await admin('new-password', '--phone', '13900000001')
    const fresh = /kept nowhere: (\S+)/.exec(renewed.text)?.[1] ?? ''
    expect(await post('operator/outbox/list', {}, before.token)).toMatchObject({ errorCode: 'session-gone' })
    expect((await signIn(service.url, '13900000001', password)).token).toBe('')
    expect((await signIn(service.url, '13900000001', fresh)).token).not.toBe('')
  })

  it('checks the record of acts beside the running service, and names the row that somebody changed', async () => {
    await expect
      .poll(() => db.system.selectFrom('auditEntry').select('auditId').execute(), { timeout: 20_000 })
      .not.toEqual([])
    const good = await admin('check-audit')
    expect(good).toMatchObject({ code: 0, text: expect.stringContaining('batches fit') as string })
    const head = /--head \d+:[0-9a-f]{64}/.exec(good.text)![0].split(' ')
    expect(await admin('check-audit', ...head)).toMatchObject({ code: 0 })
    expect(await admin('check-audit', '--head', `1:${'0'.repeat(64)}`)).toMatchObject({
      code: 1,
      text: expect.stringContaining('not the one that was noted') as string,
    })
    const { auditId, subjectId } = await db.system
      .selectFrom('auditEntry')
      .innerJoin('audit', 'audit.id', 'auditId')
      .select(['auditId', 'subjectId'])
      .where('action', '=', 'operator.created')
      .executeTakeFirstOrThrow()
    const prod = new pg.Client({ connectionString: owner('prod') })
    await prod.connect()
    const rename = (name: string) =>
      prod.query(
        `alter table audit disable trigger never_changed; update audit set actor_name = '${name}' where id = '${auditId}'; alter table audit enable always trigger never_changed`,
      )
    await rename('nobody')
    expect(await admin('check-audit')).toMatchObject({
      code: 1,
      text: expect.stringContaining(`row ${auditId} (operator.created`) as string,
    })
    expect(await admin('check-audit', '--record', subjectId!)).toMatchObject({
      code: 1,
      text: expect.stringContaining(auditId) as string,
    })
    await rename('system')
    expect(await admin('check-audit', '--record', subjectId!)).toMatchObject({ code: 0 })
    await prod.end()
  })

  it('refuses operators without a proper phone, or with one that is taken, and hosts that are none', async () => {
    expect(await admin('create-operator', '--phone', '12')).toMatchObject({
      code: 1,
      text: expect.stringContaining('not an 11-digit') as string,
    })
    expect(await admin('create-operator', '--phone', '13900000001')).toMatchObject({
      code: 1,
      text: expect.stringContaining('registered already') as string,
    })
    expect(await admin('new-password', '--phone', '13900000002')).toMatchObject({
      code: 1,
      text: expect.stringContaining('no operator') as string,
    })
    expect(await admin('set-platform', '--zh', '示例', '--host', 'https://evidence.example.com')).toMatchObject({
      code: 1,
      text: expect.stringContaining('host name alone') as string,
    })
  })

  it('says that it cannot send codes, and keeps none where nobody would read it', async () => {
    const body = { phone: '13900000003', captchaId: '00000000-0000-7000-8000-000000000000', captcha: 'x' }
    expect(await post('login/msg', body)).toMatchObject({
      errorCode: 'sms-not-configured',
      errorMessage: expect.stringContaining('cannot send SMS') as string,
    })
    expect(await db.system.selectFrom('messageOutbox').select('id').execute()).toEqual([])
  })

  it('opens no accounts before its terms are published', async () => {
    const body = {
      userType: 'personal',
      name: '新用户',
      phone: '13900000009',
      codeId: '00000000-0000-7000-8000-000000000000',
      code: '123456',
      password: 'a long enough one',
      agreementVersion: 'sample',
      consent: true,
    }
    expect(await post('user/register', body)).toMatchObject({ errorCode: 'terms-missing' })
  })

  it('made no demo accounts and printed neither accounts nor messages', async () => {
    expect(service.said()).toContain('production')
    expect(service.said()).not.toMatch(/Account|demo|SMS|sms/)
    expect(
      await db.system.selectFrom('person').select('phone').where('phone', 'like', '1900000000%').execute(),
    ).toEqual([])
    await service.end('SIGINT')
  })
})
