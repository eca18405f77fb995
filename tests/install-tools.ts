import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { installPostgresClient } from './install-postgres-client.ts'

/** Programs that only tests need, with the Debian package of each. */
const tools: Record<string, string> = {
  openssl: 'openssl',
  pdfsig: 'poppler-utils',
  pdftotext: 'poppler-utils',
  qpdf: 'qpdf',
  zbarimg: 'zbar-tools',
  dash: 'dash',
  certutil: 'libnss3-tools',
  unzip: 'unzip',
  strace: 'strace',
  faketime: 'faketime',
}

function isThere(program: string) {
  return (process.env['PATH'] ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK)
      return true
    } catch {
      return false
    }
  })
}

const browserThere = () => ['/usr/bin/chromium', '/usr/bin/chromium-headless-shell'].some((p) => existsSync(p))
const fontsThere = () => existsSync('/usr/share/fonts/opentype/noto')

/** Installs what is missing on Debian as root; elsewhere names it, so that the count of checks not run is explained. */
export function installTools() {
  const wanted = new Set(
    Object.entries(tools)
      .filter(([program]) => !isThere(program))
      .map(([, name]) => name),
  )
  if (!browserThere()) wanted.add('chromium').add('chromium-headless-shell').add('chromium-sandbox')
  if (!fontsThere()) wanted.add('fonts-noto-cjk')
  if (wanted.size) installPackages([...wanted])
  installPostgresClient()
}

function installPackages(names: string[]) {
  if (process.getuid?.() !== 0 || !isThere('apt-get')) {
    console.log(`Not installed here: ${names.join(', ')}. Checks that need them are counted as not run.`)
    return
  }
  console.log(`Installing test tools: ${names.join(', ')}`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  spawnSync('apt-get', ['update', '-qq'], { stdio: 'inherit', env })
  const ran = spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...names], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env,
  })
  if (ran.status !== 0) console.log(`Some tools could not be installed: ${names.join(', ')}`)
}
