import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { pino } from 'pino'
import { headerCalls } from '../../contract/invoices/headers.ts'
import { type Call, pathOf } from '../../contract/kit/call.ts'
import type { Client } from '../../dataProvider/client.ts'
import { createMember } from '../../server/accounts/people.repo.ts'
import { createSession } from '../../server/accounts/sign-in/sessions.repo.ts'
import { buildApp } from '../../server/app/build-app.ts'
import { openServices } from '../../server/app/open-services.ts'
import { readConfig } from '../../server/app/read-config.ts'
import { ensureLocalPlatform } from '../../server/platform/platform.service.ts'
import type { Prepared } from '../../src/kit/io/import/prepare.ts'
import { sendRows, type Verdict } from '../../src/kit/io/import/run-import.ts'
import { benchCluster } from './kit/bench-cluster.ts'

interface Figures {
  seconds: number
  files: number
  bytes: number
  before: number
  peak: number
}

function sheet(...args: (string | number)[]): Figures {
  const ran = spawnSync(process.execPath, [join(import.meta.dirname, 'io-sheets.ts'), ...args.map(String)], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return JSON.parse(ran.stdout) as Figures
}
const say = (name: string, f: Figures) =>
  console.log(
    `  ${name.padEnd(42)} ${f.seconds.toFixed(1).padStart(5)} s   peak ${f.peak.toFixed(0).padStart(5)} MB (${f.before.toFixed(0)} before)   ${(f.bytes / 1024 / 1024).toFixed(1)} MB in ${f.files} file(s)`,
  )

/** Sheets as the console makes and reads them, and a trial run of an import through the whole service. */
export async function benchSheets(dir: string, written = 100_000, imported = 10_000) {
  console.log('Sheets, in a process each:')
  say(`write ${written} rows, csv`, sheet('write', 'csv', written))
  say(`write ${written} rows, xlsx, as it is split`, sheet('write', 'xlsx', written))
  say(`write ${written} rows, xlsx, one file`, sheet('write', 'xlsx', written, written))
  for (const format of ['csv', 'xlsx']) say(`read ${imported} rows, ${format}`, sheet('read', format, imported))
  await benchTrial(dir, imported)
}

async function benchTrial(dir: string, count: number) {
  const cluster = await benchCluster(join(dir, 'io'), 'io', { fsync: false })
  const opened = await openServices(
    readConfig({ SHIMAKAZE_DATA: join(dir, 'io-data'), DATABASE_URL: cluster.url('io'), SHIMAKAZE_LOG: 'silent' }),
    pino({ level: 'silent' }),
    () => {},
  )
  const { services } = opened
  try {
    const platform = await ensureLocalPlatform(services.db)
    const owner = await services.db.asSystem((tx) =>
      createMember(tx, {
        platformId: platform.id,
        phone: '13500000000',
        personName: 'Bench',
        accountName: 'Bench',
        kind: 'enterprise',
        role: 'owner',
        passwordPhc: null,
        consentVersion: null,
      }),
    )
    const token = await services.db.asSystem((tx) =>
      createSession(
        tx,
        { platform, lang: 'en', ip: '127.0.0.1', userAgent: 'bench', requestId: 'bench' },
        owner.personId,
      ),
    )
    const fine = async () => {}
    const app = await buildApp(services, { database: fine, storage: fine, worker: fine, trust: fine, browser: fine })
    const client: Client = {
      async call(call: Call, request) {
        const reply = (
          await app.inject({
            method: call.method,
            url: pathOf(call),
            payload: (request as { body: object }).body,
            headers: { 'x-auth-token': token },
          })
        ).json()
        if (!reply.success) throw new Error(JSON.stringify(reply))
        return reply.data as never
      },
    }
    const rows = Array.from({ length: count }, (_, i): Prepared => ({
      at: i + 2,
      cells: [],
      problems: [],
      cleaned: [],
      wire:
        i % 10
          ? { headType: 'PERSONAL', title: `抬头 ${i}` }
          : { headType: 'ENTERPRISE', title: `公司 ${i}`, taxNo: 'x' },
    }))
    const verdicts: Verdict[] = []
    const began = performance.now()
    await sendRows(client, headerCalls.import, rows, true, {
      signal: new AbortController().signal,
      onPause: () => {},
      onVerdicts: (some) => void verdicts.push(...some),
    })
    console.log(
      `  trial run of ${count} rows through the service: ${((performance.now() - began) / 1_000).toFixed(1)} s, ${verdicts.filter((v) => v.outcome === 'new').length} new, ${verdicts.filter((v) => v.outcome === 'refused').length} refused`,
    )
    await app.close()
  } finally {
    await opened.close()
    await cluster.leave()
  }
}
