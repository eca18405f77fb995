import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { installPostgresClient } from './install-postgres-client.ts'

/** A mirror that is away for a moment is asked again. */
const triesToInstall = 3

interface Tool {
  /** Debian's packages that bring it. */
  packages: readonly string[]
  /** What of the tests needs it. */
  why: string
  isThere(): boolean
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
const packagesOf = (missing: readonly Tool[]) => [...new Set(missing.flatMap((tool) => tool.packages))].join(' ')
const reasonsOf = (missing: readonly Tool[]) => missing.map((tool) => `  ${tool.why}`).join('\n')

/**
 * Installs what is missing on Debian as root, and ends this program where that fails: a check that says good has tried what it could.
 * Elsewhere names it, and the tests that were not run stand at the end.
 */
export function installTools(): void {
  const canInstall = process.getuid?.() === 0 && isOnPath('apt-get')
  for (let tries = 0; canInstall && listMissing().length && tries < triesToInstall; tries++)
    installPackages(listMissing())
  const isClientThere = installPostgresClient()
  const missing = listMissing()
  if (canInstall && (missing.length || !isClientThere)) {
    console.log(`Could not be installed, so the check cannot be whole:\n${reasonsOf(missing)}`)
    process.exit(1)
  }
  if (missing.length)
    console.log(`Missing here, and only root on Debian can install it:
${reasonsOf(missing)}
Tests that need it are not run and are listed at the end. To have them: apt-get install ${packagesOf(missing)}`)
}

function installPackages(missing: readonly Tool[]) {
  console.log(`Tests need programs that are missing here:\n${reasonsOf(missing)}`)
  console.log(`Installing with apt-get: ${packagesOf(missing)}`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  spawnSync('apt-get', ['update', '-qq'], { stdio: 'inherit', env })
  const args = ['install', '-y', '-qq', '--no-install-recommends', ...packagesOf(missing).split(' ')]
  spawnSync('apt-get', args, { stdio: ['ignore', 'ignore', 'inherit'], env })
}
