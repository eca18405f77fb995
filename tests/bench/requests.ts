import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import autocannon from 'autocannon'
import pg from 'pg'
import { createMember } from '../../server/accounts/people.repo.ts'
import { createSession } from '../../server/accounts/sign-in/sessions.repo.ts'
import { openDatabase } from '../../server/kit/db/db.ts'
import { defaultPlatform } from '../../server/platform/platform.service.ts'
import { startServiceProcess } from '../kit/outside/service-process.ts'
import { benchCluster } from './kit/bench-cluster.ts'

const people = 40
const perPerson = 200

const resident = async (pid: number) =>
  Number(/VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024

/** What a day at the console asks for, in its proportions. */
const mix = (
  number: string,
  id: string,
): { method: 'GET' | 'POST' | 'PUT'; path: string; body?: object; weight: number }[] => [
  { method: 'POST', path: 'attestation/composite/list', body: {}, weight: 8 },
  { method: 'POST', path: 'attestation/composite/list', body: { status: 'failed' }, weight: 2 },
  { method: 'POST', path: 'v1/attestation/info', body: { ano: number }, weight: 4 },
  { method: 'GET', path: 'attestation/composite/labels', weight: 2 },
  { method: 'GET', path: 'login/bean', weight: 2 },
  { method: 'GET', path: 'dict', weight: 1 },
  { method: 'PUT', path: `attestation/url/${id}`, body: { evidenceName: 'renamed' }, weight: 1 },
]

/** A service process under a steady mixed load from outside; latency counts from when a request was due. */
export async function benchRequests(dir: string, { rate = 300, seconds = 120 } = {}) {
  const cluster = await benchCluster(join(dir, 'requests'), 'requests')
  const service = await startServiceProcess(join(dir, 'requests-data'), {
    DATABASE_URL: cluster.url('requests'),
    SHIMAKAZE_CAPTURES: '0',
  })
  const db = openDatabase(cluster.url('requests'), { max: 2 })
  try {
    const platform = (await defaultPlatform(db))!
    const seats = await Promise.all(
      Array.from({ length: people }, (_, i) =>
        db.asSystem(async (tx) => {
          const ids = await createMember(tx, {
            platformId: platform.id,
            phone: String(13_600_000_000 + i),
            personName: 'Bench',
            accountName: 'Bench',
            kind: 'personal',
            role: 'owner',
            passwordPhc: null,
            consentVersion: null,
          })
          return {
            ...ids,
            token: await createSession(
              tx,
              { platform, lang: 'en', ip: '127.0.0.1', userAgent: 'bench', requestId: 'bench' },
              ids.personId,
            ),
          }
        }),
      ),
    )
    const admin = new pg.Client({ connectionString: cluster.url('requests') })
    await admin.connect()
    const { rows } = await admin.query<{ account_id: string; number: string; id: string }>(
      `
      insert into evidence (id, platform_id, account_id, person_id, person_name, owner_name, owner_kind, number, category, name, labels, url, lang, status, fail_reason, request)
      select gen_random_uuid(), $1, s.account_id, s.person_id, 'Bench', 'Bench', 'personal', lpad((s.n * ${perPerson} + k)::text, 18, '0'), 'ATTSETATIONURL', 'Page ' || k, array['label ' || k % 9], 'https://example.com/' || k, 'en', 'failed', 'timed-out', '{}'
      from unnest($2::uuid[], $3::uuid[]) with ordinality s(account_id, person_id, n), generate_series(1, ${perPerson}) k
      returning account_id, number, id`,
      [platform.id, seats.map((s) => s.accountId), seats.map((s) => s.personId)],
    )
    await admin.query('analyze')
    await admin.end()
    const requests = seats.flatMap(({ accountId, token }) => {
      const one = rows.find((r) => r.account_id === accountId)!
      const headers = { 'x-auth-token': token, 'content-type': 'application/json' }
      return mix(one.number, one.id).flatMap(({ method, path, body, weight }) =>
        Array.from({ length: weight }, () => ({
          method,
          path: `/shimakaze/${path}`,
          headers,
          ...(body ? { body: JSON.stringify(body) } : {}),
        })),
      )
    })
    const before = await resident(service.pid)
    const result = await autocannon({
      url: service.url,
      requests: requests.toSorted(() => Math.random() - 0.5),
      connections: 20,
      overallRate: rate,
      duration: seconds,
    })
    const after = await resident(service.pid)
    console.log(`Mixed requests at ${rate} a second for ${seconds} s (${people} people, nine reads to a write):`)
    console.log(
      `  answered       ${result.requests.total} (${result.requests.average.toFixed(0)} a second), ${result.non2xx} refused, ${result.errors} errors`,
    )
    console.log(
      `  latency        p50 ${result.latency.p50} ms   p90 ${result.latency.p90} ms   p99 ${result.latency.p99} ms   p99.9 ${result.latency.p99_9} ms   max ${result.latency.max} ms`,
    )
    console.log(`  memory         ${before.toFixed(0)} MB before, ${after.toFixed(0)} MB after`)
  } finally {
    await db.close()
    await service.end('SIGINT')
    await cluster.leave()
  }
}
