import { once } from 'node:events'
import type { Page } from 'playwright-core'
import { evidenceCalls } from '../../contract/evidence/evidence.ts'
import { mostRowsAtOnce } from '../../contract/kit/list.ts'
import { pathOf } from '../../contract/kit/call.ts'
import { sessionCookie } from '../../server/app/mount/authenticate.ts'
import { say } from '../../server/kit/words.ts'
import { launchBrowserProcess, named } from '../kit/browser/browser.ts'
import { buildPagesIfStale } from '../kit/built/build-pages.ts'
import { type Filled, withFilledService } from './kit/filled-service.ts'
import { watchTree } from './kit/watch-tree.ts'

const common = (key: string, values?: Record<string, unknown>) => say('en', 'common', key, values)
const seconds = (began: number) => (performance.now() - began) / 1_000
const figure = (n: number) => n.toFixed(1).padStart(6)

/** The most memory this process takes while some work runs, against before, in MB. */
async function ownPeak(work: () => Promise<void>) {
  const read = () => process.memoryUsage.rss() / 1e6
  const before = read()
  let peak = before
  const timer = setInterval(() => (peak = Math.max(peak, read())), 100)
  await work().finally(() => clearInterval(timer))
  return { before, peak }
}

/** Every row as the export asks for it, through the service but without console, network or browser. */
async function throughService({ app, token }: Filled, most: number) {
  let [rows, cursor, bytes] = [0, null as string | null, 0]
  const began = performance.now()
  do {
    const reply = await app.inject({
      method: 'POST',
      url: pathOf(evidenceCalls.list),
      payload: { sort: '-date', pageSize: mostRowsAtOnce, ...(cursor ? { cursor } : {}) },
      headers: { 'x-auth-token': token },
    })
    const { data } = reply.json() as { data: { list: unknown[]; cursor: string | null } }
    rows += data.list.length
    bytes += reply.rawPayload.length
    cursor = data.cursor
  } while (cursor && rows < most)
  return { seconds: seconds(began), rows, bytes }
}

/** The same rows in the same portions as the database alone gives them to this process. */
async function bareSql({ admin, owner }: Filled) {
  const began = performance.now()
  let [at, id, rows] = ['infinity', 'ffffffff-ffff-ffff-ffff-ffffffffffff', 0]
  for (;;) {
    const page = await admin.query<{ at: string; id: string }>(
      `select *, created_at::text as at from evidence where account_id = $1 and not hidden and (created_at, id) < ($2, $3) order by created_at desc, id desc limit ${mostRowsAtOnce}`,
      [owner.accountId, at, id],
    )
    rows += page.rows.length
    const last = page.rows.at(-1)
    if (!last || page.rows.length < mostRowsAtOnce) return { seconds: seconds(began), rows }
    ;[at, id] = [last.at, last.id]
  }
}

async function exportAs(page: Page, format: 'csv' | 'xlsx', rows: number) {
  const files: Promise<number>[] = []
  page.on('download', (file) =>
    files.push(
      file.createReadStream().then(async (stream) => {
        let bytes = 0
        stream.on('data', (chunk: Buffer) => (bytes += chunk.length))
        await once(stream, 'end')
        return bytes
      }),
    ),
  )
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: common('export.open'), exact: true }).click()
  await dialog.getByRole('radio', { name: common(`export.${format}`) }).check()
  const began = performance.now()
  await dialog.getByRole('button', { name: named(common('export.begin')) }).click()
  await dialog.getByText(common('export.done', { n: rows.toLocaleString('en') })).waitFor({ timeout: 300_000 })
  const took = seconds(began)
  const bytes = await Promise.all(files)
  return { took, files: files.length, megabytes: bytes.reduce((n, b) => n + b, 0) / 1e6 }
}

/** A list of 100,000 rows out of the real console in a browser: time and memory of both ends, against the service and the database alone. */
export const benchExports = (dir: string, wanted = 100_000) =>
  withFilledService(dir, Math.ceil((wanted * 10) / 9), async (filled) => {
    const { app, token } = filled
    buildPagesIfStale()
    const url = await app.listen({ port: 0, host: '127.0.0.1' })
    const bare = await bareSql(filled)
    const alone = await throughService(filled, bare.rows)
    console.log(`Export of ${bare.rows.toLocaleString('en')} rows, ${mostRowsAtOnce} a request:`)
    console.log(
      `  bare SQL ${figure(bare.seconds)} s   service alone ${figure(alone.seconds)} s (${(alone.bytes / 1e6).toFixed(0)} MB of JSON)`,
    )
    for (const format of ['csv', 'xlsx'] as const) {
      const { browser, pid } = await launchBrowserProcess()
      try {
        const context = await browser.newContext({ locale: 'en', viewport: { width: 1280, height: 800 } })
        await context.addCookies([{ name: sessionCookie, value: token, url }])
        const page = await context.newPage()
        await page.goto(`${url}/evidence`)
        await page.locator('tbody tr[data-index]').first().waitFor()
        let done: Awaited<ReturnType<typeof exportAs>> | undefined
        let own = { before: 0, peak: 0 }
        const use = await watchTree(pid, async () => {
          own = await ownPeak(async () => void (done = await exportAs(page, format, bare.rows)))
        })
        console.log(
          `  ${format.padEnd(4)} in the browser ${figure(done!.took)} s   ${done!.files} file(s), ${done!.megabytes.toFixed(1)} MB   browser ${figure(use.cpuSeconds)} CPU-s, peak ${use.peakMb.toFixed(0)} MB (${use.idleMb.toFixed(0)} before)   service peak ${own.peak.toFixed(0)} MB (${own.before.toFixed(0)} before)`,
        )
      } finally {
        await browser.close()
      }
    }
    await filled.services.live.close().catch(() => {})
  })
