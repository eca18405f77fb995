import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import autocannon from 'autocannon'
import { insertPerson, insertSub } from '../../server/accounts/sub-accounts.repo.ts'
import { createSession } from '../../server/accounts/sessions.repo.ts'
import { ensureLocalPlatform } from '../../server/platform/platform.service.ts'
import { liftLimits } from '../kit/lift-limits.ts'
import { startServiceProcess } from '../kit/service-process.ts'
import { withFilledService } from './filled-service.ts'

const rows = 200_000
const seconds = 10
const rounds = 2

async function startBare(databaseUrl: string, accountId: string) {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'bare-list.ts')], { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, BARE_DATABASE: databaseUrl, BARE_ACCOUNT: accountId } })
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  return { url: `http://127.0.0.1:${/\d+/.exec(line.toString())![0]}`, end: () => child.kill() }
}

const load = (url: string, token?: string) =>
  autocannon({ url, method: 'POST', connections: 10, duration: seconds, headers: { 'content-type': 'application/json', ...(token ? { 'x-auth-token': token } : {}) }, body: '{}' })

/** A list with session, membership, rights, limits, row-level security and contract around it, against the bare query; by turns in one run. */
export const benchAuthorised = (dir: string) => withFilledService(dir, rows, async ({ services, admin, owner, token, databaseUrl, dataDir }) => {
  await liftLimits(admin)
  const platform = await ensureLocalPlatform(services.db)
  const sub = await services.db.asSystem(async (tx) => {
    const person = await insertPerson(tx, { platformId: platform.id, phone: '13700009999', name: 'Sub', lang: 'en', broughtBy: owner.accountId })
    await insertSub(tx, { platformId: platform.id, accountId: owner.accountId, personId: person.id, grants: ['evidence.write'], quota: null, dept: '' })
    return { id: person.id, token: await createSession(tx, { platform, lang: 'en', ip: '127.0.0.1', userAgent: 'bench', requestId: 'bench' }, person.id) }
  })
  await admin.query(`update evidence set person_id = $1 where account_id = $2 and number like '%7'`, [sub.id, owner.accountId])
  await admin.query('vacuum (analyze) evidence')
  const service = await startServiceProcess(dataDir, { DATABASE_URL: databaseUrl, SHIMAKAZE_CAPTURES: '0' })
  const url = `${service.url}/shimakaze/attestation/composite/list`
  const bare = await startBare(databaseUrl, owner.accountId)
  console.log(`Authorised list, first page of ${rows.toLocaleString('en')} rows, 10 connections, ${rounds} × ${seconds} s each by turns:`)
  try {
    for (let round = 0; round < rounds; round++) {
      for (const [name, run] of [['bare query', () => load(bare.url)], ['main account', () => load(url, token)], ['sub-account, its own', () => load(url, sub.token)]] as const) {
        const r = await run()
        console.log(`  ${name.padEnd(22)} ${r.requests.average.toFixed(0).padStart(5)}/s   p50 ${r.latency.p50} ms   p99 ${r.latency.p99} ms   ${r.non2xx + r.errors} refused`)
      }
    }
  } finally {
    bare.end()
    await service.end('SIGINT')
  }
})
