import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sessionCalls } from '../../contract/accounts/session.ts'
import { dataCopyCalls } from '../../contract/data-rights/copies.ts'
import { settingsOfPlatformCalls } from '../../contract/platform/settings.ts'
import { messageCalls } from '../../contract/messages/messages.ts'
import { insertSub } from '../../server/accounts/members/sub-accounts.repo.ts'
import { writeCopy } from '../../server/data-rights/copies.jobs.ts'
import { sweepCopies } from '../../server/data-rights/copies.repo.ts'
import { sections } from '../../server/app/domains.ts'
import { newId } from '../../server/kit/ids.ts'
import { hashPassword } from '../../server/kit/secrets/passwords.ts'
import { collectObjects } from '../../server/kit/storage/objects.ts'
import { say } from '../../server/kit/words.ts'
import { buildTestApp, type Member, type TestApp } from '../kit/build-test-app.ts'
import { deliverAll } from '../kit/people/deliver-news.ts'
import { buildEvidence } from '../kit/people/factories.ts'
import { forgetLimits } from '../kit/people/forget-limits.ts'
import { verifyPerson } from '../kit/people/identities.ts'
import { appCode, turnOnTotp } from '../kit/people/totp.ts'
import { canaryOf } from '../rules/matrix/owners.ts'
import { buildRecords } from '../rules/matrix/records.ts'
import { askCopy, bytesOf, copyOf, proofOf, rowsOf } from './data-kit.ts'

let t: TestApp
let me: Member
let operator: Member
beforeAll(async () => {
  t = await buildTestApp()
  operator = await t.member({ name: '审核员', role: 'operator' })
})
beforeEach(async () => {
  await forgetLimits(t)
  me = await t.member({ name: '小雨' })
})
afterAll(() => t.close())

const list = async (who = me) => (await t.call(dataCopyCalls.list, {}, who)).data.list
const acts = async (action: string, who = me) =>
  (
    await t.services.db.system
      .selectFrom('audit')
      .select('id')
      .where('actorPersonId', '=', who.personId)
      .where('action', '=', action)
      .execute()
  ).length
const write = (id: string) => writeCopy(t.services, sections, { jobId: newId(), id })
const fields = (reply: { data: unknown }) =>
  (reply.data as { fields: { path: string; key: string }[] }).fields.map((f) => `${f.path}: ${f.key}`)

describe('asking for a copy', () => {
  it('takes more than a session and more than a password', async () => {
    const password = 'a long enough one'
    const who = await t.member({ passwordPhc: await hashPassword(password) })
    expect(fields(await t.call(dataCopyCalls.ask, { body: {} }, who))).toEqual(['password: required'])
    expect(fields(await t.call(dataCopyCalls.ask, { body: { password } }, who))).toEqual(['totp: required'])
    expect(
      fields(await t.call(dataCopyCalls.ask, { body: { password: 'not the right one', totp: '123456' } }, who)),
    ).toEqual(['password: passwordWrong'])
    const { member, secret } = await turnOnTotp(t, who, password)
    await t.services.db.system.updateTable('totp').set({ lastStep: 0 }).execute()
    expect((await t.call(dataCopyCalls.ask, { body: { password, totp: appCode(secret) } }, member)).success).toBe(true)
    expect((await t.call(dataCopyCalls.ask, { body: { codeId: newId(), code: '000000' } }, me)).errorCode).toBe(
      'code-wrong',
    )
    expect(await list()).toEqual([])
  })

  it('is done once at a time, three times a day, and told when it is ready', async () => {
    const id = await askCopy(t, me)
    expect(await askCopy(t, me)).toBe(id)
    expect(await list()).toMatchObject([{ id, state: 'WAITING', size: null, until: null }])
    expect((await bytesOf(t, me, id)).statusCode).toBe(404)
    await write(id)
    await write(id)
    const [ready] = await list()
    expect(ready).toMatchObject({ id, state: 'READY', size: expect.any(Number) as number })
    expect(Date.parse(ready!.until!) - Date.parse(ready!.readyAt!)).toBe(7 * 86_400_000)
    await deliverAll(t)
    const { data } = await t.call(messageCalls.list, { body: {} }, me)
    expect(data.list.filter((m) => m.subtype === 'copyReady')).toMatchObject([
      { link: '/accountSetting/basicSetting/myData' },
    ])
    for (let i = 0; i < 2; i++) await write(await askCopy(t, me))
    const fourth = await t.call(dataCopyCalls.ask, { body: await proofOf(t, me) }, me)
    expect(fourth).toMatchObject({ errorCode: 'too-frequent' })
    expect(await acts('data.copyAsked')).toBe(3)
  })
})

describe('a copy', () => {
  it('is for its person alone, and each download stands in the record', async () => {
    const id = await askCopy(t, me)
    await write(id)
    const other = await t.member()
    for (const who of [other, operator]) expect((await bytesOf(t, who, id)).statusCode).toBe(404)
    expect((await bytesOf(t, undefined, id)).statusCode).toBe(401)
    const answer = await bytesOf(t, me, id)
    expect(answer.headers).toMatchObject({ 'content-type': 'application/zip', 'cache-control': 'no-store' })
    expect(answer.headers['content-disposition']).toContain('attachment')
    expect(await acts('data.copyDownloaded')).toBe(1)
  })

  it('is not handed to a session that is bound to another’s account', async () => {
    const boss = await t.member({ kind: 'enterprise' })
    const membershipId = await t.services.db.asSystem((tx) =>
      insertSub(tx, {
        platformId: t.platformId,
        accountId: boss.accountId,
        personId: me.personId,
        grants: [],
        quota: null,
        budget: null,
        dept: '',
      }),
    )
    const bound = async (userId: string) => ({
      ...me,
      token: (await t.call(sessionCalls.switchTo, { params: { userId } }, me)).data.token,
    })
    const id = await askCopy(t, me)
    await write(id)
    expect((await bytesOf(t, await bound(membershipId!), id)).statusCode).toBe(403)
    expect((await bytesOf(t, await bound(me.membershipId), id)).statusCode).toBe(200)
  })

  it('holds of every section what is the person’s, in files and on a page that runs nothing', async () => {
    const records = await buildRecords(t, me)
    const canary = canaryOf(me)
    const files = await copyOf(t, me)
    expect(Object.keys(files).sort()).toEqual(
      ['README.txt', 'index.html', ...sections.map((s) => `data/${s.name}.json`)].sort(),
    )
    for (const section of [
      'messages',
      'views',
      'files',
      'sheets',
      'verification',
      'consents',
      'evidence',
      'feedback',
      'invoiceHeaders',
      'invoices',
      'addresses',
      'subAccounts',
      'apiKeys',
      'apiCalls',
      'callbacks',
      'labels',
      'deposits',
    ])
      expect({ section, there: files[`data/${section}.json`]!.includes(canary) }).toEqual({ section, there: true })
    expect(rowsOf(files, 'profile')).toMatchObject([{ name: me.name, phone: me.phone }])
    expect(rowsOf(files, 'evidence').find((e) => e['number'] === records.number)).toMatchObject({
      files: [{ path: 'data/page.txt', sha256: expect.stringMatching(/^[0-9a-f]{64}$/) as string }],
    })
    expect(rowsOf(files, 'acts').length).toBeGreaterThan(3)
    for (const lang of ['zh-CN', 'en'] as const)
      for (const { name } of sections) expect(files['README.txt']).toContain(say(lang, 'data-copy', `section.${name}`))
    expect(files['index.html']).not.toMatch(/<script|https?:\/\/(?!example)/)
  })

  it('gives away no secret: no hash, token or key, and other people’s phones only as pages show them', async () => {
    const who = await t.member({ name: '密', passwordPhc: await hashPassword('a long enough one'), kind: 'enterprise' })
    const sub = await t.sub(who, { name: '同事' })
    const friend = await t.member({ name: '好友' })
    await t.services.db.system
      .updateTable('person')
      .set({ invitedBy: who.personId })
      .where('id', '=', friend.personId)
      .execute()
    const { member } = await turnOnTotp(t, who, 'a long enough one')
    await buildRecords(t, member)
    const all = Object.values(await copyOf(t, member)).join('\n')
    const { rows: hashes } = await sql<{
      secret: string
    }>`select password_phc as secret from person where id = ${who.personId} union all select secret from totp where person_id = ${who.personId} union all select encode(token_sha256, 'hex') from session where person_id = ${who.personId}
      union all select encode(code_sha256, 'hex') from recovery_code where person_id = ${who.personId} union all select sealed from real_name where person_id = ${who.personId} union all select encode(token_sha256, 'hex') from share where account_id = ${who.accountId}`.execute(
      t.services.db.system,
    )
    expect(hashes.length).toBeGreaterThan(10)
    for (const { secret } of hashes) expect(all).not.toContain(secret)
    expect([member.token, sub.phone, friend.phone].filter((secret) => all.includes(secret))).toEqual([])
    expect(all).toContain(`${sub.phone.slice(0, 3)}****${sub.phone.slice(-4)}`)
  })

  it('masks the verified number, which the person sees in clear after showing that it is them', async () => {
    const { idcard, name } = await verifyPerson(t, me, operator)
    const files = await copyOf(t, me)
    expect(Object.values(files).some((text) => text.includes(idcard))).toBe(false)
    expect(rowsOf(files, 'verification')).toMatchObject([
      { numberMasked: `${idcard.slice(0, 4)}**********${idcard.slice(-4)}` },
    ])
    expect((await t.call(dataCopyCalls.identity, { body: {} }, me)).success).toBe(false)
    expect(await acts('identity.ownViewed')).toBe(0)
    expect((await t.call(dataCopyCalls.identity, { body: await proofOf(t, me) }, me)).data).toEqual({
      name,
      number: idcard,
    })
    expect(await acts('identity.ownViewed')).toBe(1)
    const nobody = await t.member()
    expect((await t.call(dataCopyCalls.identity, { body: await proofOf(t, nobody) }, nobody)).errorCode).toBe(
      'not-found',
    )
  })

  it('gives a member of somebody’s account what is about them, and nothing of the account', async () => {
    const boss = await t.member({ name: '风岛公司', kind: 'enterprise' })
    await buildRecords(t, boss)
    const sub = await t.sub(boss, { name: '员工', grants: ['evidence.all', 'addresses.read'] })
    const files = await copyOf(t, sub)
    expect(Object.keys(files).filter((f) => sections.some((s) => s.ofOwner && f === `data/${s.name}.json`))).toEqual([])
    expect(Object.values(files).join('\n')).not.toContain(canaryOf(boss))
    expect(rowsOf(files, 'memberships')).toMatchObject([
      { account: '风岛公司', role: 'sub', grants: ['evidence.all', 'addresses.read'] },
    ])
  })

  it('shows what people typed as text, whatever it would be in a page', async () => {
    await buildEvidence(t, me, { name: '<img src=x onerror="alert(1)">&amp;' })
    const { 'index.html': page } = (await copyOf(t, me)) as { 'index.html': string }
    expect(page).toContain('&lt;img src=x onerror=&quot;alert(1)&quot;&gt;&amp;amp;')
    expect(page).not.toContain('<img')
  })

  it('is in the colours of the platform, each in its appearance, once there are any', async () => {
    const [light, dark] = ['#7a1fa2', '#c9a0e0']
    const styleOf = async () => /<style>([^]*)<\/style>/.exec((await copyOf(t, me))['index.html']!)![1]!
    const chief = await t.member({ role: 'administrator', kind: 'enterprise' })
    const choose = (body: object) =>
      t.call(settingsOfPlatformCalls.save, { body: { nameZh: '岛风存证', ...body } }, chief)
    const plain = await styleOf()
    expect((await choose({ brandColour: light })).success).toBe(true)
    expect(await styleOf()).toBe(`${plain}@media not all and (prefers-color-scheme:dark){h1,h2,a{color:${light}}}`)
    expect((await choose({ brandColour: null, brandColourDark: dark })).success).toBe(true)
    expect(await styleOf()).toBe(`${plain}@media (prefers-color-scheme:dark){h1,h2,a{color:${dark}}}`)
    expect((await choose({})).success).toBe(true)
  })

  it('goes after seven days, and its bytes with it', async () => {
    const id = await askCopy(t, me)
    await write(id)
    const { sha256 } = await t.services.db.system
      .selectFrom('dataExport')
      .select('sha256')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    await sweepCopies(t.services.db)
    expect((await list())[0]).toMatchObject({ state: 'READY' })
    await t.services.db.system
      .updateTable('dataExport')
      .set({ expiresAt: new Date(Date.now() - 1_000) })
      .where('id', '=', id)
      .execute()
    expect((await bytesOf(t, me, id)).statusCode).toBe(404)
    await sweepCopies(t.services.db)
    expect((await list())[0]).toMatchObject({ id, state: 'EXPIRED', size: null })
    await collectObjects(t.services.db, t.services.store, 0)
    expect(await t.services.store.size(sha256!.toString('hex'))).toBeUndefined()
  })

  it('that no job will finish is given up, so that another can be asked for', async () => {
    const id = await askCopy(t, me)
    await sql`update pgboss.job set state = 'failed' where data->>'id' = ${id}`.execute(t.services.db.system)
    await sweepCopies(t.services.db)
    expect((await list())[0]).toMatchObject({ state: 'WAITING' })
    const owner = new pg.Client({ connectionString: t.databaseUrl })
    await owner.connect()
    await owner.query(`update data_export set asked_at = now() - interval '11 minutes' where id = $1`, [id])
    await owner.end()
    await sweepCopies(t.services.db)
    expect((await list())[0]).toMatchObject({ state: 'FAILED' })
    expect(await askCopy(t, me)).not.toBe(id)
  })
})

describe('a large account', () => {
  const live = () => {
    setFlagsFromString('--expose-gc')
    const gc = runInNewContext('gc') as () => void
    gc()
    return process.memoryUsage().heapUsed
  }

  /** What is held while a copy of so many pieces of evidence is written. */
  async function heldWhileWriting(count: number) {
    const who = await t.member()
    const { id } = await buildEvidence(t, who, { remark: 'x'.repeat(500) })
    await sql`insert into evidence (id, platform_id, account_id, person_id, person_name, owner_name, owner_kind, number, category, name, remark, labels, url, lang, status, request, created_at, fail_reason)
      select gen_random_uuid(), platform_id, account_id, person_id, person_name, owner_name, owner_kind, lpad((random() * 1e17)::bigint::text, 18, '0'), category, name, remark, labels, url, lang, 'failed', request, created_at, 'timed-out' from evidence, generate_series(1, ${count}) where id = ${id}`.execute(
      t.services.db.system,
    )
    const [before, seen] = [live(), { most: 0, chunks: 0 }]
    const { store } = t.services
    const put: typeof store.put = (source, signal) => store.put(Readable.from(watched(source)), signal)
    async function* watched(source: Readable) {
      for await (const chunk of source as AsyncIterable<Buffer>) {
        if (seen.chunks++ % 4 === 0) seen.most = Math.max(seen.most, live() - before)
        yield chunk
      }
    }
    const copy = await askCopy(t, who)
    await writeCopy(
      {
        ...t.services,
        store: new Proxy(store, {
          get: (of, name) =>
            name === 'put'
              ? put
              : typeof of[name as 'put'] === 'function'
                ? (of[name as 'put'] as (...a: unknown[]) => unknown).bind(of)
                : of[name as 'put'],
        }),
      },
      sections,
      { jobId: newId(), id: copy },
    )
    return { ...seen, who, copy }
  }

  it(
    'is written some hundred rows at a time: ten times the evidence holds no more memory',
    { timeout: 120_000 },
    async () => {
      const [small, large] = [await heldWhileWriting(500), await heldWhileWriting(5_000)]
      expect(large.chunks).toBeGreaterThan(small.chunks)
      expect((large.most - small.most) / 1024 / 1024).toBeLessThan(8)
      const { unzipSync } = await import('fflate')
      const files = unzipSync(new Uint8Array((await bytesOf(t, large.who, large.copy)).rawPayload))
      expect((JSON.parse(Buffer.from(files['data/evidence.json']!).toString()) as unknown[]).length).toBe(5_001)
      expect(Buffer.from(files['index.html']!).toString().match(/<tr>/g)!.length).toBeLessThan(1_000)
    },
  )
})
