import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import autocannon from 'autocannon'
import type { Grant } from '../../contract/kit/rights.ts'
import { insertPerson, insertSub } from '../../server/accounts/members/sub-accounts.repo.ts'
import { createSession } from '../../server/accounts/sign-in/sessions.repo.ts'
import { ensureLocalPlatform } from '../../server/platform/platform.service.ts'
import { liftLimits } from '../kit/people/lift-limits.ts'
import { startServiceProcess } from '../kit/outside/service-process.ts'
import { withFilledService } from './kit/filled-service.ts'

const rows = 200_000
const seconds = 10
const rounds = 2
const people = 40

async function startBare(databaseUrl: string, accountId: string) {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'bare-list.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, BARE_DATABASE: databaseUrl, BARE_ACCOUNT: accountId },
  })
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  return { url: `http://127.0.0.1:${/\d+/.exec(line.toString())![0]}`, end: () => child.kill() }
}

const load = (url: string, tokens: string[]) =>
  autocannon({
    url,
    connections: 10,
    duration: seconds,
    requests: tokens.map((token) => ({
      method: 'POST',
      path: new URL(url).pathname,
      headers: { 'content-type': 'application/json', 'x-auth-token': token },
      body: '{}',
    })),
  })

/** A list with session, membership, rights, limits, row-level security and contract around it, against the bare query; by turns in one run. */
export const benchAuthorised = (dir: string) =>
  withFilledService(dir, rows, async ({ services, admin, owner, databaseUrl, dataDir }) => {
    await liftLimits(admin)
    const platform = await ensureLocalPlatform(services.db)
    // As many people as an office has: the calls of one are counted in one row, one after the other.
    const seat = (i: number, grants: Grant[]) =>
      services.db.asSystem(async (tx) => {
        const person = await insertPerson(tx, {
          platformId: platform.id,
          phone: String(13_700_010_000 + i),
          name: 'Sub',
          lang: 'en',
          broughtBy: owner.accountId,
        })
        await insertSub(tx, {
          platformId: platform.id,
          accountId: owner.accountId,
          personId: person.id,
          grants,
          quota: null,
          budget: null,
          dept: '',
        })
        return {
          id: person.id,
          token: await createSession(
            tx,
            { platform, lang: 'en', ip: '127.0.0.1', userAgent: 'bench', requestId: 'bench' },
            person.id,
          ),
        }
      })
    const all = await Promise.all(Array.from({ length: people }, (_, i) => seat(i, ['evidence.all'])))
    const own = await Promise.all(Array.from({ length: people }, (_, i) => seat(1_000 + i, ['evidence.write'])))
    await admin.query(
      `update evidence set person_id = ($1::uuid[])[1 + right(number, 4)::int % ${people}] where account_id = $2`,
      [own.map((o) => o.id), owner.accountId],
    )
    await admin.query('vacuum (analyze) evidence')
    const service = await startServiceProcess(dataDir, { DATABASE_URL: databaseUrl, SHIMAKAZE_CAPTURES: '0' })
    const url = `${service.url}/shimakaze/attestation/composite/list`
    const bare = await startBare(databaseUrl, owner.accountId)
    console.log(
      `Authorised list, first page of ${rows.toLocaleString('en')} rows, ${people} people over 10 connections, ${rounds} × ${seconds} s each by turns:`,
    )
    try {
      for (let round = 0; round < rounds; round++) {
        for (const [name, run] of [
          ['bare query', () => load(bare.url, [''])],
          [
            'everybody’s evidence',
            () =>
              load(
                url,
                all.map((p) => p.token),
              ),
          ],
          [
            'one’s own evidence',
            () =>
              load(
                url,
                own.map((p) => p.token),
              ),
          ],
        ] as const) {
          const r = await run()
          console.log(
            `  ${name.padEnd(22)} ${r.requests.average.toFixed(0).padStart(5)}/s   p50 ${r.latency.p50} ms   p99 ${r.latency.p99} ms   ${r.non2xx + r.errors} refused`,
          )
        }
      }
    } finally {
      bare.end()
      await service.end('SIGINT')
    }
  })
