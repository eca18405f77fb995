import { spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../../..')
let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'skz-runner-'))
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  const setupFiles = [join(root, 'tests/bin/runner/work/tell-file.setup.ts')]
  write('vitest.config.ts', `export default { test: ${JSON.stringify({ setupFiles })} }`)
  write(
    'run.ts',
    `import { runLanes } from '${join(root, 'tests/bin/runner/run-lanes.ts')}'
    const { good } = await runLanes([{ name: 'tests', command: ['vitest', 'run'] }])
    process.exitCode = good ? 0 : 1`,
  )
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function write(path: string, text: string) {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), text)
}

function run() {
  const env: NodeJS.ProcessEnv = { ...process.env }
  for (const name of Object.keys(env)) if (name.startsWith('VITEST')) delete env[name]
  const { status, stdout } = spawnSync(process.execPath, ['run.ts'], { cwd: folder, encoding: 'utf8', env })
  return { status, lines: stdout.trimEnd().split('\n') }
}

/** A test that fails at its first run and passes at the next. */
const wavering = `import { existsSync, writeFileSync } from 'node:fs'
  import { expect, it } from 'vitest'
  it('holds', () => {
    const isAgain = existsSync('ran')
    writeFileSync('ran', '')
    expect(isAgain).toBe(true)
  })`
const failing = `import { expect, it } from 'vitest'\nit('holds', () => expect(1).toBe(2))`

it('lets a fault test that passes alone waver once, keeps what is known of it, and is red when it does again', () => {
  write('tests/faults/disk.test.ts', wavering)
  const first = run()
  expect(first.lines.slice(-2)).toEqual(['wavered: tests/faults/disk.test.ts > holds', '1 passed, 0 failed'])
  expect(first.status).toBe(0)
  const [kept] = readdirSync(join(folder, '.cache/wavered')).filter((name) => name.endsWith('disk.test.ts'))
  expect(readFileSync(join(folder, '.cache/wavered', kept!, 'failure.txt'), 'utf8')).toContain('expected false')
  rmSync(join(folder, 'ran'))
  const second = run()
  expect(second.status).toBe(1)
  expect(second.lines.join('\n')).toContain('wavered again within 3 runs: tests/faults/disk.test.ts > holds')
})

it('keeps what stood on a page that hooks close behind a test', () => {
  write(
    'tests/faults/page.test.ts',
    `import { afterEach, expect, it } from 'vitest'
    import { tellOnFailure } from '${join(root, 'tests/kit/browser/tell-on-failure.ts')}'
    let isOpen = true
    const page = {
      isClosed: () => !isOpen,
      url: () => 'http://localhost/evidence',
      locator: () => ({ innerText: async () => 'No evidence yet' }),
      content: async () => '<p>No evidence yet</p>',
      screenshot: async () => {},
    }
    afterEach(() => { isOpen = false })
    tellOnFailure({}, () => [{ page, problems: [], unanswered: [] }])
    it('shows what was captured', () => expect(1).toBe(2))`,
  )
  expect(run().status).toBe(1)
  const scenes = join(folder, '.cache/scenes/tests-faults-page.test.ts/shows-what-was-captured')
  expect(readFileSync(join(scenes, 'page-1.html'), 'utf8')).toContain('No evidence yet')
})

it.each([
  ['a suite whose preparation fails', `beforeAll(() => { throw new Error('unprepared') }); it('holds', () => {})`],
  ['a suite without tests', ``],
])('forgives a fault test nothing beside %s', (_, suite) => {
  write('tests/faults/disk.test.ts', wavering)
  write(
    'tests/rules/suite.test.ts',
    `import { beforeAll, describe, it } from 'vitest'\ndescribe('a suite', () => { ${suite} })\nit('also', () => {})`,
  )
  const { status, lines } = run()
  expect(status).toBe(1)
  expect(lines.join('\n')).toMatch(/✗ tests\/rules\/suite.test.ts: (unprepared|No test found in suite)/)
})

it('runs a fault test that fails again no third time', () => {
  write('tests/faults/disk.test.ts', failing)
  const { status, lines } = run()
  expect(status).toBe(1)
  expect(lines.filter((line) => line.startsWith('— '))).toEqual([
    '— tests',
    '— once more, alone: tests/faults/disk.test.ts',
  ])
  expect(lines.at(-1)).toBe('0 passed, 1 failed')
})

it('gives other tests no second chance, nor what fails beside them', () => {
  write('tests/faults/disk.test.ts', wavering)
  write('tests/unit.test.ts', failing)
  const { status, lines } = run()
  expect(status).toBe(1)
  expect(lines.filter((line) => line.startsWith('— '))).toEqual(['— tests'])
  expect(lines.join('\n')).toContain('✗ tests/unit.test.ts > holds')
})

it('forgives nothing where an error belongs to no test', () => {
  write('tests/faults/disk.test.ts', `${wavering}\nvoid Promise.reject(new Error('unowned'))`)
  const { status, lines } = run()
  expect(status).toBe(1)
  expect(lines.join('\n')).not.toContain('once more')
  expect(lines.join('\n')).toContain('✗ unowned')
})

it('ends what a test left running, and is red by it', ({ skip }) => {
  write(
    'tests/unit.test.ts',
    `import { spawn } from 'node:child_process'
    import { writeFileSync } from 'node:fs'
    import { it } from 'vitest'
    it('holds', () => {
      const child = spawn('sleep', ['3599'], { detached: true, stdio: 'ignore' })
      child.unref()
      writeFileSync('pid', String(child.pid))
    })`,
  )
  const { status, lines } = run()
  const pid = Number(readFileSync(join(folder, 'pid'), 'utf8'))
  const commandLine = `/proc/${pid}/cmdline`
  // Whoever may make no control group cannot tell whose it is.
  if (lines.some((line) => line.includes('no control group could be made'))) {
    process.kill(pid)
    return skip()
  }
  expect(status).toBe(1)
  expect(lines).toContain('  ✗ work: left running: sleep 3599')
  expect(existsSync(commandLine) ? readFileSync(commandLine, 'utf8') : '').toBe('')
})

it('lists tests that were not run', () => {
  write(
    'tests/unit.test.ts',
    `import { it } from 'vitest'\nit.runIf(false)('needs openssl', () => {})\nit('holds', () => {})`,
  )
  const { status, lines } = run()
  expect(status).toBe(0)
  expect(lines).toContain('  - tests/unit.test.ts > needs openssl')
})
