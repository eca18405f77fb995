import { execFile, spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { isSoak } from '../kit/randomness.ts'
import { buildTestApp, type TestApp } from '../kit/build-test-app.ts'
import { copyTree, type TreeCopy } from '../kit/tree-copy.ts'

// A fifth kind of evidence, made of the files under `own` and one line in each file that `lines.json` names, in a copy of the tree.
const root = join(import.meta.dirname, '../..')
const fixture = join(import.meta.dirname, 'fifth-kind')
const parts = ['proof', 'contract', 'server', 'dataProvider', 'src', 'locales', 'tsconfig.json', 'package.json']
/** The line of the kind that each list has last: the new one goes behind it. */
const lineOfWork = /^(export \{ work\w+ as work \} .*|  work: \{ category: .*)$/m

let t: TestApp
let copy: TreeCopy
beforeAll(async () => {
  t = await buildTestApp()
  copy = await copyTree(parts)
  await copy.lay(join(fixture, 'own'))
  const lines = JSON.parse(await readFile(join(fixture, 'lines.json'), 'utf8')) as Record<string, string>
  for (const [path, line] of Object.entries(lines))
    await copy.edit(path, (before) => before.replace(lineOfWork, `$1\n${line}`))
})
afterAll(async () => {
  await t.close()
  await copy.drop()
})

it('costs no more than ten files of its own and three lines elsewhere', async () => {
  const { own, shared } = await copy.price()
  const foreign = Object.values(shared).reduce((sum, lines) => sum + lines, 0)
  expect(own.length).toBeGreaterThan(5)
  expect(own.length).toBeLessThanOrEqual(10)
  expect(foreign).toBeGreaterThan(0)
  expect(foreign).toBeLessThanOrEqual(3)
})

// Most of what does not compile does not run either, which the next test shows every time.
it.runIf(isSoak)('compiles in both programs', { timeout: 300_000 }, async () => {
  for (const program of ['server/tsconfig.json', 'tsconfig.json']) {
    const tsc = join(root, 'node_modules/.bin/tsc')
    const { stdout } = await promisify(execFile)(tsc, ['-p', copy.path(program)]).catch((e: { stdout: string }) => e)
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
  await copy.lay(join(fixture, 'proof'))
  const child = spawn(process.execPath, [copy.path('prove.ts')], { env, stdio: ['pipe', 'pipe', 'inherit'] })
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
