import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../../../..')
const inRunner = (file: string) => join(root, 'tests/bin/runner', file)

let folder: string
let work: { byFile: Record<string, number>; counted?: number }
let said: string

/** So many rounds of hashing: work, not time. */
const hash = (rounds: number) =>
  `const { createHash } = require('node:crypto'); for (let i = 0; i < ${rounds}; i++) createHash('sha256').update(Buffer.alloc(100_000, i % 256)).digest()`
const inTest = (body: string) =>
  `import { it } from 'vitest'\nimport { createRequire } from 'node:module'\nimport { spawnSync } from 'node:child_process'\nconst require = createRequire(import.meta.url)\nit('works', () => { ${body} })\n`
const inChild = (rounds: number) => `spawnSync(process.execPath, ['-e', ${JSON.stringify(hash(rounds))}])`

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'skz-counted-'))
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text)
  write(
    'vitest.config.ts',
    `export default { test: { setupFiles: ['${inRunner('work/tell-file.setup.ts')}'], isolate: false, maxWorkers: 1 } }`,
  )
  write('some.test.ts', inTest(hash(12_000)))
  write('more.test.ts', inTest(hash(36_000)))
  write('child.test.ts', inTest(inChild(36_000)))
  write(
    'run.ts',
    `import { writeFileSync } from 'node:fs'
    import { runLanes } from '${inRunner('run-lanes.ts')}'
    const { work } = await runLanes([{ name: 'tests', command: ['vitest', 'run'] }])
    writeFileSync('work.json', JSON.stringify({ ...work, byFile: Object.fromEntries(work.byFile) }))`,
  )
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('VITEST')))
  said = spawnSync(process.execPath, ['run.ts'], { cwd: folder, encoding: 'utf8', env }).stdout
  work = JSON.parse(readFileSync(join(folder, 'work.json'), 'utf8')) as typeof work
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it('counts what a file does, and what it starts, for that file', () => {
  const { 'some.test.ts': some = 0, 'more.test.ts': more = 0, 'child.test.ts': child = 0 } = work.byFile
  expect(some).toBeGreaterThan(0)
  // Three times the rounds; each file also loads itself.
  expect([more > 1.5 * some, child > 1.5 * some]).toEqual([true, true])
})

it('agrees with the kernel within 5 % where the kernel counts, and prints by how much it does not', () => {
  if (work.counted === undefined) return expect(said).toContain('no control group could be made')
  const sum = Object.values(work.byFile).reduce((all, seconds) => all + seconds, 0)
  expect(Math.abs(sum - work.counted) / work.counted).toBeLessThan(0.05)
  expect(said).toMatch(/^ {2}machine: [+-]\d+\.\d % to its usual time for the same work, so \d+ are judged$/m)
  expect(said).toMatch(/^Work, \d+ core-seconds by file, \d+ as the kernel counts them \([+-]\d\.\d %\):$/m)
})
