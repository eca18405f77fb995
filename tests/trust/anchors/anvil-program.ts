import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The build of anvil that tests use. Not a dev dependency: only this platform's package is published reliably, and
 * `npm ci` refuses a lock that lacks the others.
 */
const build = {
  platform: 'linux-x64',
  name: '@foundry-rs/anvil-linux-amd64',
  version: '1.7.1',
  integrity: 'sha512-+XmShybEaxfCrr0OUUZwYEy2OnYZt5pHH9TzBtLv3+VrK0O/ANuNSVEahqNhKHlgX7GRJ59383ofNhxkRWIYTg==',
}
const cache = join(import.meta.dirname, '../../../.cache')
const program = join(cache, `anvil-${build.version}-${build.platform}`)

/** Path of anvil, fetched once into the cache folder. Throws an error that says why there is none. */
export function anvilProgram(): string {
  const here = `${process.platform}-${process.arch}`
  if (here !== build.platform) throw new Error(`anvil is fetched for ${build.platform} only; this is ${here}`)
  if (!existsSync(program)) fetchAnvil()
  return program
}

/** Whether tests on a chain can run. Without anvil they are skipped and the reason is printed, but never in CI. */
export function requireAnvil(): boolean {
  try {
    return Boolean(anvilProgram())
  } catch (error) {
    if (process.env['CI'] === 'true') throw error
    console.log(`Tests on a chain are not run: ${(error as Error).message}`)
    return false
  }
}

/** Renamed into place when whole: several test files may fetch at the same moment. */
function fetchAnvil() {
  mkdirSync(cache, { recursive: true })
  const work = mkdtempSync(join(cache, 'anvil-'))
  try {
    const spec = `${build.name}@${build.version}`
    const tarball = run('npm', ['pack', spec, '--silent', '--pack-destination', work], work).trim()
    assertIntegrity(readFileSync(join(work, tarball)))
    run('tar', ['-xzf', tarball, '--strip-components=2', 'package/bin/anvil'], work)
    renameSync(join(work, 'anvil'), program)
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

function assertIntegrity(tarball: Buffer) {
  const found = `sha512-${createHash('sha512').update(tarball).digest('base64')}`
  if (found !== build.integrity) throw new Error(`${build.name}@${build.version} has another hash: ${found}`)
}

function run(command: string, args: string[], cwd: string): string {
  const { status, stdout, stderr, error } = spawnSync(command, args, { cwd, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed: ${error?.message ?? stderr.trim()}`)
  return stdout
}
