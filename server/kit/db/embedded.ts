import { type ChildProcess, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { chmod, chown, mkdir, open, rm, rmdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { findLaunch, type Launch } from './embedded-binaries.ts'

/** A running cluster that this process uses, maybe together with others. */
export interface Cluster {
  /** Connection string of the superuser on a database. */
  url(database: string): string
  /** Leaves the cluster; the last one out stops it. */
  leave(): Promise<void>
}

export interface ClusterOptions {
  dir: string
  /** Off only for tests that prove nothing about durability. */
  fsync?: boolean
}

const superuser = 'shimakaze_owner'

/**
 * Starts PostgreSQL on `dir`, or attaches to the one that already runs there: another of our processes, or
 * an orphan whose parent was killed. It listens on a unix socket alone, in a short folder, because a socket
 * path over 107 bytes is fatal.
 */
export async function joinCluster({ dir, fsync = true }: ClusterOptions): Promise<Cluster> {
  const launch = await findLaunch()
  const data = join(dir, 'pgdata')
  const sockets = join(tmpdir(), `skz-${createHash('sha256').update(data).digest('hex').slice(0, 12)}`)
  await prepareFolders(dir, sockets, launch)
  if (!existsSync(join(data, 'PG_VERSION'))) await initialise(launch, data)
  const url = (database: string) =>
    `postgresql://${superuser}@localhost/${database}?host=${encodeURIComponent(sockets)}`
  const seat = await takeSeat(dir)
  await startOrAttach(launch, data, sockets, fsync, url('postgres'))
  return {
    url,
    async leave() {
      await rm(seat, { force: true })
      if (await seatsTaken(dir)) return
      await stop(data)
      // Only an empty folder goes: one with a socket in it belongs to somebody who has just started.
      await rmdir(sockets).catch(() => {})
    },
  }
}

async function prepareFolders(dir: string, sockets: string, launch: Launch) {
  for (const folder of [dir, sockets]) {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await chmod(folder, 0o700)
    if (launch.uid !== undefined) await chown(folder, launch.uid, launch.gid ?? launch.uid)
  }
}

function run(
  launch: Launch,
  program: string,
  args: string[],
  extra: { detached?: boolean; stdio?: 'pipe' | number } = {},
): ChildProcess {
  const words = [...launch.prefix, join(launch.binDir, program), ...args]
  const out = extra.stdio ?? 'pipe'
  return spawn(words[0]!, words.slice(1), {
    detached: extra.detached ?? false,
    stdio: ['ignore', out, out],
    env: { LC_ALL: 'C', PATH: process.env['PATH'] },
    cwd: '/',
    ...(launch.uid === undefined ? {} : { uid: launch.uid, gid: launch.gid }),
  })
}

/** initdb into a folder beside, then a rename: a start killed half-way leaves no half cluster. */
async function initialise(launch: Launch, data: string) {
  await rm(data, { recursive: true, force: true })
  const child = run(launch, 'initdb', [
    '-D',
    data,
    '-U',
    superuser,
    '--auth-local=trust',
    '--auth-host=reject',
    '-E',
    'UTF8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
    '--data-checksums',
    '--no-instructions',
  ])
  let said = ''
  child.stderr?.on('data', (d: Buffer) => (said += d))
  const code = await new Promise<number | null>((done, fail) => child.once('error', fail).once('close', done))
  if (code !== 0) {
    await rm(data, { recursive: true, force: true })
    throw new Error(`The embedded database could not be created: ${said.trim().slice(-600)}`)
  }
}

/** The pid in postmaster.pid, if that process really is a postmaster on our folder. */
function livePostmaster(data: string): number | undefined {
  try {
    const pid = Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0])
    const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
    return words.includes(data) ? pid : undefined
  } catch {
    return undefined
  }
}

async function startOrAttach(launch: Launch, data: string, sockets: string, fsync: boolean, url: string) {
  const until = Date.now() + 60_000
  for (;;) {
    if (!livePostmaster(data)) await launchPostmaster(launch, data, sockets, fsync)
    if (await answers(url)) return
    if (Date.now() > until)
      throw new Error(`The embedded database did not start; see ${join(data, '..', 'postgres.log')}`)
    await sleep(40)
  }
}

async function launchPostmaster(launch: Launch, data: string, sockets: string, fsync: boolean) {
  // Whoever left last may have taken the folder away since.
  await prepareFolders(join(data, '..'), sockets, launch)
  const log = await open(join(data, '..', 'postgres.log'), 'a', 0o600)
  const settings = {
    listen_addresses: '',
    unix_socket_directories: sockets,
    unix_socket_permissions: '0700',
    max_connections: '120',
    shared_buffers: '128MB',
    log_checkpoints: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    fsync: fsync ? 'on' : 'off',
    ...(fsync
      ? {}
      : { synchronous_commit: 'off', full_page_writes: 'off', wal_level: 'minimal', max_wal_senders: '0' }),
  }
  const args = Object.entries(settings).flatMap(([k, v]) => ['-c', `${k}=${v}`])
  const child = run(launch, 'postgres', ['-D', data, ...args], { detached: true, stdio: log.fd })
  child.unref()
  await log.close()
  // Wait for the lock file, so that a second look sees this postmaster and does not start another.
  for (let i = 0; i < 100 && child.exitCode === null && !livePostmaster(data); i++) await sleep(20)
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}

/** One file a process under `seats/`: who is using the cluster. */
async function takeSeat(dir: string): Promise<string> {
  const folder = join(dir, 'seats')
  await mkdir(folder, { recursive: true })
  const seat = join(folder, `${process.pid}-${Math.random().toString(36).slice(2, 8)}`)
  await writeFile(seat, '')
  return seat
}

async function seatsTaken(dir: string): Promise<boolean> {
  let taken = false
  for (const name of readdirSync(join(dir, 'seats'))) {
    if (existsSync(`/proc/${name.split('-')[0]}`)) taken = true
    else await rm(join(dir, 'seats', name), { force: true })
  }
  return taken
}

async function stop(data: string) {
  const pid = livePostmaster(data)
  if (!pid) return
  process.kill(pid, 'SIGINT')
  for (let i = 0; i < 500 && livePostmaster(data) === pid; i++) await sleep(20)
}
