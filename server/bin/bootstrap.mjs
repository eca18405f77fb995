// Runs on the Node that is installed (20 or newer) before anything else exists: no imports beyond Node itself.
// Installs what is missing, builds the pages, then runs the asked program on the project's own Node 24.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '../..')
/** `pages`: needs them built. `here`: its paths are meant from where the command was typed. */
const programs = {
  start: { file: 'server/bin/start.ts', pages: true },
  worker: { file: 'server/bin/worker.ts' },
  capture: { file: 'server/bin/capture.ts', here: true },
  verify: { file: 'server/bin/verify.ts', here: true },
  ceremony: { file: 'server/bin/ceremony.ts', here: true },
  admin: { file: 'server/bin/admin.ts' },
  openapi: { file: 'server/bin/openapi.ts' },
  sbom: { file: 'server/bin/sbom.ts' },
  advisories: { file: 'server/bin/advisories.ts' },
  'new:resource': { file: 'server/bin/new-resource.ts' },
  'db:types': { file: 'server/bin/database-types.ts' },
  dev: { file: 'server/bin/dev.ts' },
  test: { file: 'tests/bin/run.ts' },
  check: { file: 'tests/bin/check.ts' },
  bench: { file: 'tests/bench/run.ts', pages: true },
  soak: { file: 'tests/bin/soak.ts' },
  mutate: { file: 'tests/bin/mutate.ts' },
  shots: { file: 'tests/bin/shots.ts', pages: true },
  format: { file: 'node_modules/oxfmt/bin/oxfmt' },
}

function fail(message) {
  process.stderr.write(`\n${message}\n`)
  process.exit(1)
}

const say = (line) => process.stderr.write(`${line}\n`)
const digest = (text) => createHash('sha256').update(text).digest('hex')

function installIfStale() {
  const lock = readFileSync(join(root, 'package-lock.json'), 'utf8')
  const stamp = join(root, 'node_modules/.shimakaze-installed')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === digest(lock)) return
  if (!isInstalled(JSON.parse(lock).packages)) install()
  writeFileSync(stamp, digest(lock))
}

/** Whether `npm ci` by hand, or a build of an image, was here before: npm notes what it installed. */
function isInstalled(packages) {
  const note = join(root, 'node_modules/.package-lock.json')
  if (!existsSync(note)) return false
  const installed = JSON.parse(readFileSync(note, 'utf8')).packages
  const needed = ([path, p]) => path && (!p.optional || isForThisMachine(p))
  return Object.entries(packages)
    .filter(needed)
    .every(([path, { version }]) => installed[path]?.version === version)
}

const isForThisMachine = ({ os, cpu, libc }) => !libc && os?.includes(process.platform) && cpu?.includes(process.arch)

function install() {
  say('Installing packages (about a minute the first time) …')
  // `npm ci` installs the lock exactly and never writes it. Tests, pages and Node itself need dev and optional packages.
  const ran = spawnSync(
    'npm',
    ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error'],
    { cwd: root, stdio: ['ignore', 2, 2] },
  )
  if (ran.error) fail(`npm could not be run (${ran.error.message}). Install npm beside Node and try again.`)
  if (ran.status !== 0)
    fail(
      'The packages could not be installed. Check that this machine reaches the npm registry, then run the same command again.',
    )
}

function projectNode() {
  const own = join(root, `node_modules/node-${process.platform}-${process.arch}/bin/node`)
  if (existsSync(own)) return own
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath
  return fail(
    `Node 24 is needed and no packaged build exists for ${process.platform}-${process.arch}; this is Node ${process.versions.node}. Install Node 24 and try again.`,
  )
}

function filesUnder(folder) {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { withFileTypes: true }).flatMap((e) =>
    e.isDirectory() ? filesUnder(join(folder, e.name)) : [join(folder, e.name)],
  )
}

function buildIfStale(node) {
  const sources = ['src', 'dataProvider', 'contract', 'proof', 'locales'].flatMap((f) => filesUnder(join(root, f)))
  const key = digest(
    // The last two are the verifier, which a build writes as one file.
    ['vite.config.ts', 'package-lock.json', 'server/bin/verify.ts', 'server/bin/verify-report.ts']
      .map((f) => join(root, f))
      .concat(sources.sort())
      .map((f) => `${f} ${digest(readFileSync(f))}`)
      .join('\n'),
  )
  const stamp = join(root, 'dist/.shimakaze-built')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === key) return
  say('Building console and website …')
  const ran = spawnSync(node, [join(root, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'warn'], {
    cwd: root,
    stdio: ['ignore', 2, 2],
  })
  if (ran.status !== 0) fail('The pages could not be built. The lines above say why.')
  writeFileSync(stamp, key)
}

function checkMachine() {
  const major = Number(process.versions.node.split('.')[0])
  if (major < 20) fail(`Node 20 or newer is needed; this is ${process.versions.node}.`)
}

/** One installation at a time. The lock names its process, so that one left by a killed start is seen through. */
function withInstallLock(work) {
  const lock = join(root, '.cache/installing')
  mkdirSync(dirname(lock), { recursive: true })
  while (!take(lock)) {
    const owner = Number(readFileSync(lock, 'utf8') || 0)
    if (!owner || !lives(owner)) rmSync(lock, { force: true })
    else spawnSync(process.execPath, ['-e', 'setTimeout(() => {}, 300)'])
  }
  try {
    return work()
  } finally {
    rmSync(lock, { force: true })
  }
}

function take(lock) {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' })
    return true
  } catch {
    return false
  }
}

function lives(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

const [name, ...rest] = process.argv.slice(2)
const program = programs[name]
if (!program) fail(`Usage: one of ${Object.keys(programs).join(', ')}`)
checkMachine()
const node = withInstallLock(() => {
  installIfStale()
  const found = projectNode()
  if (program.pages) buildIfStale(found)
  return found
})
const path = `${dirname(node)}:${join(root, 'node_modules/.bin')}:${process.env.PATH}`
// A signal that opens a debugger is no signal for what holds keys.
const child = spawn(node, ['--disable-sigusr1', join(root, program.file), ...rest], {
  cwd: program.here ? (process.env.INIT_CWD ?? process.cwd()) : root,
  stdio: 'inherit',
  env: {
    ...process.env,
    PATH: path,
    // Half of them may look names up, and each capture may keep two of these with names that nobody answers.
    UV_THREADPOOL_SIZE: process.env.UV_THREADPOOL_SIZE ?? '16',
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(root, '.cache/compiled'),
  },
})
// The child shares this terminal and gets Ctrl-C itself; this process only waits for it. A stop sent to us alone is handed on.
process.on('SIGINT', () => {})
for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
// npm puts a shell between itself and this process, and a stop sent to npm ends only that shell: an orphan stops too.
const parent = process.ppid
setInterval(() => process.ppid !== parent && child.kill('SIGTERM'), 500).unref()
child.on('error', (e) => fail(`${node} could not be run: ${e.message}`))
child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 1)))
