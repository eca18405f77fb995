import { execFile, spawn } from 'node:child_process'
import { cp, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { isSoak } from '../kit/randomness.ts'
import { buildTestApp, type TestApp } from '../kit/build-test-app.ts'

// A fifth kind of evidence, made of the files under `own` and one line in each file that `lines.json` names, in a copy of the tree.
const root = join(import.meta.dirname, '../..')
const fixture = join(import.meta.dirname, 'fifth-kind')
const parts = ['proof', 'contract', 'server', 'dataProvider', 'src', 'locales', 'tsconfig.json', 'package.json']

let t: TestApp
let copy: string
beforeAll(async () => {
  t = await buildTestApp()
  copy = await mkdtemp(join(tmpdir(), 'skz-kind-'))
  for (const part of parts) await cp(join(root, part), join(copy, part), { recursive: true })
  await symlink(join(root, 'node_modules'), join(copy, 'node_modules'))
  for (const path of await filesUnder(join(fixture, 'own')))
    await cp(join(fixture, 'own', path), join(copy, path.replace(/\.txt$/, '')))
  const lines = JSON.parse(await readFile(join(fixture, 'lines.json'), 'utf8')) as Record<string, string>
  for (const [path, line] of Object.entries(lines)) await insertBesideWork(join(copy, path), line)
})
afterAll(async () => {
  await t.close()
  await rm(copy, { recursive: true, force: true })
})

async function filesUnder(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries.flatMap((e) => (e.isFile() ? [relative(folder, join(e.parentPath, e.name))] : []))
}

/** Behind the line of the kind that each list has last. */
async function insertBesideWork(path: string, line: string) {
  const before = await readFile(path, 'utf8')
  const after = before.replace(/^(export \{ work\w+ as work \} .*|  work: \{ category: .*)$/m, `$1\n${line}`)
  await writeFile(path, after)
}

const linesOf = async (path: string) => (await readFile(path, 'utf8')).split('\n')

/** What the copy has that the tree has not: files, and lines of files that both have. */
async function priceOfKind() {
  let own = 0
  let foreign = 0
  for (const part of parts.filter((name) => !name.includes('.')))
    for (const path of await filesUnder(join(copy, part))) {
      const [here, there] = [join(root, part, path), join(copy, part, path)]
      const before = await linesOf(here).catch(() => undefined)
      const after = await linesOf(there)
      if (!before) own++
      else foreign += Math.max(after.length - before.length, after.filter((line) => !before.includes(line)).length)
    }
  return { own, foreign }
}

it('costs no more than ten files of its own and three lines elsewhere', async () => {
  const price = await priceOfKind()
  expect(price.own).toBeGreaterThan(5)
  expect(price.own).toBeLessThanOrEqual(10)
  expect(price.foreign).toBeGreaterThan(0)
  expect(price.foreign).toBeLessThanOrEqual(3)
})

// Most of what does not compile does not run either, which the next test shows every time.
it.runIf(isSoak)('compiles in both programs', { timeout: 300_000 }, async () => {
  for (const program of ['server/tsconfig.json', 'tsconfig.json']) {
    const tsc = join(root, 'node_modules/.bin/tsc')
    const { stdout } = await promisify(execFile)(tsc, ['-p', join(copy, program)]).catch((e: { stdout: string }) => e)
    expect(stdout).toBe('')
  }
})

it('runs from its start to a verified package, and fails in its own words', async () => {
  const me = await t.member()
  const env = {
    PATH: process.env['PATH'],
    DATABASE_URL: t.databaseUrl,
    SHIMAKAZE_DATA: t.services.config.dataDir,
    SHIMAKAZE_LOG: 'silent',
  }
  await cp(join(fixture, 'prove.ts.txt'), join(copy, 'prove.ts'))
  const child = spawn(process.execPath, [join(copy, 'prove.ts')], { env, stdio: ['pipe', 'pipe', 'inherit'] })
  child.stdin.end(
    JSON.stringify({
      ...me,
      platform: { id: t.platformId, notaryId: 'local', name: { zh: '本地' } },
      personName: me.name,
      accountName: me.name,
      accountKind: 'personal',
      role: 'owner',
      lang: 'en',
      ip: '127.0.0.1',
      userAgent: 'test',
      requestId: 'test',
    }),
  )
  const answer = JSON.parse(await text(child.stdout)) as unknown
  expect(answer).toMatchObject({
    failed: 'https://echo.example/silent does not answer. Call louder.',
    stated: { kind: 'echo', answer: 'HTTPS://ECHO.EXAMPLE/', missing: [{ code: 'tone' }] },
    verdict: 'valid',
    category: 'ECHO',
    completeness: 'partial',
    heading: '回声',
  })
})
