import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import { createMember } from '../../server/accounts/people.repo.ts'
import { createSession } from '../../server/accounts/sign-in/sessions.repo.ts'
import { insertPerson, insertSub } from '../../server/accounts/members/sub-accounts.repo.ts'
import { openPorts } from '../../server/app/open-ports.ts'
import { buildApp } from '../../server/app/build-app.ts'
import { readConfig } from '../../server/app/read-config.ts'
import type { Config } from '../../server/kit/settings/config.ts'
import { openDatabase } from '../../server/kit/db/db.ts'
import { openJobs } from '../../server/kit/work/jobs.ts'
import { openLiveHub } from '../../server/kit/notify/live.ts'
import type { Message } from '../../server/kit/notify/messages.ts'
import { secretBox } from '../../server/kit/secrets/secret-box.ts'
import type { Services } from '../../server/kit/services.ts'
import { ensureLocalPlatform } from '../../server/platform/platform.service.ts'
import { openStore } from '../../server/kit/storage/open-store.ts'
import type { AccountKind } from '../../contract/accounts/session.ts'
import { type Call, type CallRequest, pathOf, type ReplyOf } from '../../contract/kit/call.ts'
import type { Grant, Role } from '../../contract/kit/rights.ts'
import type { Envelope } from '../../contract/kit/envelope.ts'
import { createTestDatabase } from './test-database.ts'

export interface Member {
  token: string
  phone: string
  personId: string
  accountId: string
  membershipId: string
  name: string
}

export interface TestApp {
  app: FastifyInstance
  services: Services
  platformId: string
  databaseUrl: string
  /** Messages handed to the sender, newest last. */
  messages: Message[]
  /** Sends a request as somebody, or as a visitor. */
  call<C extends Call>(
    call: C,
    request: CallRequest<C>,
    as?: Member,
    headers?: Record<string, string>,
  ): Promise<Envelope & { data: ReplyOf<C> }>
  inject(options: InjectOptions): Promise<LightMyRequestResponse>
  member(overrides?: {
    name?: string
    kind?: AccountKind
    role?: Role
    passwordPhc?: string
    platformId?: string
  }): Promise<Member>
  /** Somebody who acts in another's account and has none of their own. */
  sub(
    of: Member,
    extent?: { name?: string; grants?: Grant[]; quota?: number | null; budget?: number | null },
  ): Promise<Member>
  close(): Promise<void>
}

let phones = 13_800_000_000

/**
 * The real application on a real database and a real store, without a worker. With a `clock` its time stands still, so that
 * no window of a limit ends while a test counts.
 */
export async function buildTestApp(
  env: Record<string, string> = {},
  { clock }: { clock?: Date } = {},
): Promise<TestApp> {
  const database = await createTestDatabase(clock)
  const dataDir = await mkdtemp(join(tmpdir(), 'skz-data-'))
  const config: Config = readConfig({ SHIMAKAZE_LOG: 'silent', SHIMAKAZE_DATA: dataDir, ...env })
  const db = openDatabase(database.url, { max: 6 })
  const messages: Message[] = []
  const jobs = await openJobs(database.url, () => {})
  const [live, store] = [await openLiveHub(database.url, db), await openStore(config, db)]
  const core = { config, db, jobs, live, store, secrets: secretBox(config.keysDir) }
  const services = openPorts(core, (m) => messages.push(m))
  const { id: platformId } = await ensureLocalPlatform(db)
  const works = async () => {}
  const app = await buildApp(services, { database: works, storage: works, worker: works, trust: works, browser: works })
  const visitor = {
    platform: { id: platformId, notaryId: 'local', name: { zh: '' } },
    lang: 'zh-CN' as const,
    ip: '127.0.0.1',
    userAgent: 'test',
    requestId: 'test',
  }
  return {
    app,
    services,
    platformId,
    messages,
    databaseUrl: database.url,
    inject: (options) => app.inject(options),
    async call(call, request, as, headers = {}) {
      const { params, query, body } = request as {
        params?: Record<string, string>
        query?: Record<string, string>
        body?: object
      }
      const response = await app.inject({
        method: call.method,
        url: pathOf(call, params),
        ...(query ? { query } : {}),
        ...(body ? { payload: body } : {}),
        headers: { ...(as ? { 'x-auth-token': as.token } : {}), ...headers },
      })
      return response.json()
    },
    async member({
      name = '测试用户',
      kind = 'personal',
      role = 'owner',
      passwordPhc,
      platformId: at = platformId,
    } = {}) {
      const phone = String(++phones)
      return db.asSystem(async (tx) => {
        const ids = await createMember(tx, {
          platformId: at,
          phone,
          personName: name,
          accountName: name,
          kind,
          role,
          passwordPhc: passwordPhc ?? null,
          consentVersion: null,
        })
        return {
          token: await createSession(tx, { ...visitor, platform: { ...visitor.platform, id: at } }, ids.personId),
          phone,
          name,
          ...ids,
        }
      })
    },
    async sub(of, { name = '子账号', grants = [], quota = null, budget = null } = {}) {
      const phone = String(++phones)
      return db.asSystem(async (tx) => {
        const { platformId } = await tx
          .selectFrom('account')
          .select('platformId')
          .where('id', '=', of.accountId)
          .executeTakeFirstOrThrow()
        const person = await insertPerson(tx, { platformId, phone, name, lang: 'zh-CN', broughtBy: of.accountId })
        const membershipId = await insertSub(tx, {
          platformId,
          accountId: of.accountId,
          personId: person.id,
          grants,
          quota,
          budget,
          dept: '',
        })
        return {
          token: await createSession(tx, { ...visitor, platform: { ...visitor.platform, id: platformId } }, person.id),
          phone,
          name,
          personId: person.id,
          accountId: of.accountId,
          membershipId: membershipId!,
        }
      })
    },
    async close() {
      await app.close()
      await services.live.close()
      await services.jobs.stop()
      await db.close()
      await database.drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
