import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { failuresIn, reportOf } from './failures.ts'

export interface Lane {
  name: string
  command: string[]
  env?: Record<string, string>
}

const node = (file: string, ...args: string[]): string[] => [process.execPath, file, ...args]

/** Fast lanes: the inner loop. Journeys and captures in the browser come on top in the whole run. */
export const quickLanes: Lane[] = [
  { name: 'types of the console', command: ['tsc', '-p', 'tsconfig.json'] },
  { name: 'types of the server', command: ['tsc', '-p', 'server/tsconfig.json'] },
  { name: 'formatting', command: ['oxfmt', '--check'] },
  { name: 'lint', command: ['oxlint', '--type-aware', '--deny-warnings'] },
  { name: 'import rules', command: node('tests/rules/check-imports.ts') },
  { name: 'unused code', command: ['knip'] },
  { name: 'database types', command: node('server/bin/database-types.ts', '--check') },
  {
    name: 'rules and API',
    command: [
      'vitest',
      'run',
      'tests/rules',
      'tests/accounts',
      'tests/evidence',
      'tests/registry',
      'tests/invoices',
      'tests/data-rights',
      'tests/messages',
      'tests/addresses',
      'tests/certificates',
      'tests/trust',
      'tests/anchors',
      'tests/captures/captures.api.test.ts',
      'tests/captures/judge.test.ts',
      'tests/captures/validate-url.test.ts',
      'tests/platform',
      'tests/console',
      'tests/site',
    ],
  },
]

/** Runs one lane with its output on this terminal; its time in seconds, or undefined where it failed. */
export async function runLane({ name, command, env = {} }: Lane): Promise<number | undefined> {
  console.log(`\n— ${name}`)
  const began = performance.now()
  const report =
    command[0] === 'vitest' ? ['--reporter=default', '--reporter=json', `--outputFile.json=${reportOf(name)}`] : []
  const child = spawn(command[0]!, [...command.slice(1), ...report], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...env },
  })
  const code = await new Promise((done) => child.once('exit', done).once('error', () => done(1)))
  const seconds = (performance.now() - began) / 1000
  console.log(code === 0 ? `  good, ${seconds.toFixed(1)} s` : `  FAILED, ${seconds.toFixed(1)} s`)
  return code === 0 ? seconds : undefined
}

/** All lanes, whatever fails among them; a closing line that tools can read. */
export async function runLanes(lanes: Lane[]): Promise<boolean> {
  const results: [string, number | undefined][] = []
  for (const lane of lanes) results.push([lane.name, await runLane(lane)])
  console.log('\nLanes:')
  for (const [name, seconds] of results)
    console.log(`  ${seconds === undefined ? 'FAILED' : `${seconds.toFixed(1).padStart(5)} s`}  ${name}`)
  // The first failures stand last: what follows from them is seldom worth reading, and often only the end is kept.
  for (const [name] of results)
    for (const line of failuresIn(reportOf(name)).slice(0, 12).reverse()) console.log(`  ✗ ${line}`)
  for (const [name] of results) rmSync(reportOf(name), { force: true })
  const failed = results.filter(([, s]) => s === undefined).length
  console.log(`${results.length - failed} passed, ${failed} failed`)
  return failed === 0
}
