import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { clientRoot, clientVersion } from '../../kit/outside/postgres-tools.ts'

/** Debian's next release has it; the libraries with which it runs beside an older system come along. */
const release = 'forky'
const names = [
  `postgresql-client-${clientVersion}`,
  'libpq5',
  'libc6',
  'liblz4-1',
  'libssl3t64',
  'libzstd1',
  'zlib1g',
  'libreadline8t64',
  'libtinfo6',
  'libgssapi-krb5-2',
  'libkrb5-3',
  'libk5crypto3',
  'libkrb5support0',
  'libcom-err2',
  'libkeyutils1',
  'libldap2',
  'libsasl2-2',
]

/** Unpacks pg_dump and its like into a cache folder: nothing of this machine changes. */
export function installPostgresClient(): void {
  console.log(`Fetching PostgreSQL ${clientVersion}'s client from Debian ${release}`)
  const work = mkdtempSync(join(tmpdir(), 'skz-apt-'))
  try {
    fetchAndUnpack(work)
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

function fetchAndUnpack(work: string) {
  const debs = join(work, 'debs')
  const root = join(work, 'root')
  for (const folder of ['lists/partial', 'cache/archives/partial', 'debs', 'root'])
    mkdirSync(join(work, folder), { recursive: true })
  writeFileSync(
    join(work, 'sources.list'),
    `deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] http://deb.debian.org/debian ${release} main\n`,
  )
  const options = {
    'Dir::Etc::SourceList': join(work, 'sources.list'),
    'Dir::Etc::SourceParts': '/dev/null',
    'Dir::State::Lists': join(work, 'lists'),
    'Dir::Cache': join(work, 'cache'),
    'Dir::State::status': '/dev/null',
    'APT::Sandbox::User': 'root',
  }
  const apt = (...args: string[]) =>
    spawnSync('apt-get', [...Object.entries(options).flatMap(([k, v]) => ['-o', `${k}=${v}`]), '-qq', ...args], {
      cwd: debs,
      stdio: ['ignore', 'ignore', 'inherit'],
    }).status === 0
  if (!apt('update') || !apt('download', ...names)) return
  for (const deb of readdirSync(debs)) spawnSync('dpkg-deb', ['-x', deb, root], { cwd: debs, stdio: 'inherit' })
  mkdirSync(join(clientRoot, '..'), { recursive: true })
  rmSync(clientRoot, { recursive: true, force: true })
  // A rename does not reach from one disk to another.
  if (spawnSync('cp', ['-a', root, `${clientRoot}.half`], { stdio: 'inherit' }).status === 0)
    renameSync(`${clientRoot}.half`, clientRoot)
}
