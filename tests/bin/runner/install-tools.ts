import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { installPostgresClient } from './install-postgres-client.ts'

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

/** Installs what is missing on Debian as root; elsewhere names it, and the tests that were not run stand at the end. */
export function installTools(): void {
  const missing = tools.filter((tool) => !tool.isThere())
  if (missing.length) installPackages(missing)
  installPostgresClient()
}

function installPackages(missing: readonly Tool[]) {
  const names = [...new Set(missing.flatMap((tool) => tool.packages))]
  const reasons = missing.map((tool) => `  ${tool.why}`).join('\n')
  if (process.getuid?.() !== 0 || !isOnPath('apt-get')) {
    console.log(`Missing here, and only root on Debian can install it:\n${reasons}`)
    console.log(
      `Tests that need it are not run and are listed at the end. To have them: apt-get install ${names.join(' ')}`,
    )
    return
  }
  console.log(`Tests need programs that are missing here:\n${reasons}`)
  console.log(`Installing with apt-get: ${names.join(' ')}`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  spawnSync('apt-get', ['update', '-qq'], { stdio: 'inherit', env })
  const args = ['install', '-y', '-qq', '--no-install-recommends', ...names]
  const ran = spawnSync('apt-get', args, { stdio: ['ignore', 'ignore', 'inherit'], env })
  if (ran.status !== 0) console.log(`Some could not be installed: ${names.join(' ')}`)
}
