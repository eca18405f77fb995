import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { clientThere, clientVersion } from '../../kit/outside/postgres-tools.ts'
import { installPostgresClient } from './install-postgres-client.ts'

/** A mirror that is away for a moment is asked again. */
const triesToInstall = 3
const secondsToNextTry = 10

interface Tool {
  /** Debian's packages that bring it. */
  packages: readonly string[]
  /** What of the tests needs it. */
  why: string
  isThere(): boolean
  /** Brings what no package of this release brings. */
  fetch?(): void
}

const program = (name: string, what: string, why: string): Tool => ({
  packages: [what],
  why: `${name}: ${why}`,
  isThere: () => isOnPath(name),
})

const anyOf =
  (...paths: string[]) =>
  () =>
    paths.some((path) => existsSync(path))

/** Programs that only tests need. */
const tools: readonly Tool[] = [
  program('openssl', 'openssl', 'judges tokens, seals and certificates'),
  program('pdfsig', 'poppler-utils', 'judges the signature of certificates'),
  program('pdftotext', 'poppler-utils', 'reads certificates'),
  program('qpdf', 'qpdf', 'judges the form of PDF files'),
  program('zbarimg', 'zbar-tools', 'scans QR codes'),
  program('dash', 'dash', 'runs verify.sh'),
  program('unzip', 'unzip', 'opens packages'),
  program('certutil', 'libnss3-tools', 'gives pdfsig the root it trusts'),
  program('strace', 'strace', 'makes system calls fail'),
  program('faketime', 'faketime', 'verifies packages years from now'),
  {
    packages: ['chromium', 'chromium-headless-shell', 'chromium-sandbox'],
    why: 'a browser: journeys and captures',
    isThere: anyOf('/usr/bin/chromium', '/usr/bin/chromium-headless-shell'),
  },
  {
    packages: ['fonts-noto-cjk'],
    why: 'Chinese type: pictures of captured pages',
    isThere: anyOf('/usr/share/fonts/opentype/noto'),
  },
  {
    packages: [],
    why: `pg_dump of PostgreSQL ${clientVersion} and its like: restores a whole installation`,
    isThere: clientThere,
    fetch: installPostgresClient,
  },
]

function isOnPath(name: string) {
  return (process.env['PATH'] ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, name), constants.X_OK)
      return true
    } catch {
      return false
    }
  })
}

const listMissing = () => tools.filter((tool) => !tool.isThere())
const packagesOf = (missing: readonly Tool[]) => [...new Set(missing.flatMap((tool) => tool.packages))]
const reasonsOf = (missing: readonly Tool[]) => missing.map((tool) => `  ${tool.why}`).join('\n')

const canInstall = () =>
  process.getuid?.() === 0 && isOnPath('apt-get') && /^ID=debian$/m.test(readFileSync('/etc/os-release', 'utf8'))

/**
 * Installs what is missing on Debian as root; where that fails in continuous integration (`CI`), ends this program: a check that says good
 * there has tried everything. Elsewhere names it, and the tests that were not run stand at the end.
 */
export async function installTools(): Promise<void> {
  const isAble = canInstall()
  for (let tries = 1; isAble && listMissing().length && tries <= triesToInstall; tries++) {
    if (tries > 1) await setTimeout(secondsToNextTry * 1_000)
    install(listMissing())
  }
  // This one needs no rights.
  if (!isAble && isOnPath('apt-get')) for (const tool of listMissing()) tool.fetch?.()
  const missing = listMissing()
  if (!missing.length) return
  console.log(`Missing here:\n${reasonsOf(missing)}`)
  if (isAble && process.env['CI']) process.exit(1)
  console.log('Tests that need it are not run and are listed at the end.')
  const packages = packagesOf(missing)
  if (packages.length) console.log(`To have them, as root on Debian: apt-get install ${packages.join(' ')}`)
}

function install(missing: readonly Tool[]) {
  console.log(`Tests need programs that are missing here:\n${reasonsOf(missing)}`)
  const packages = packagesOf(missing)
  if (packages.length) installPackages(packages)
  for (const tool of missing) tool.fetch?.()
}

function installPackages(packages: readonly string[]) {
  console.log(`Installing with apt-get: ${packages.join(' ')}`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  spawnSync('apt-get', ['update', '-qq'], { stdio: 'inherit', env })
  const args = ['install', '-y', '-qq', '--no-install-recommends', ...packages]
  spawnSync('apt-get', args, { stdio: ['ignore', 'ignore', 'inherit'], env })
}
