import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** What an operator has from the distribution: pg_dump refuses servers newer than itself, and ours is of this version. */
export const clientVersion = 18
export const clientRoot = join(import.meta.dirname, `../../../.cache/postgresql-client-${clientVersion}`)

export type ClientProgram = 'pg_dump' | 'pg_restore' | 'pg_basebackup' | 'pg_verifybackup' | 'pg_amcheck' | 'psql'

const unpacked = join(clientRoot, `usr/lib/postgresql/${clientVersion}/bin`)

/** Names of the loader and of the folder of libraries, by processor. */
const [loader, libraries] =
  process.arch === 'arm64'
    ? ['lib/ld-linux-aarch64.so.1', 'aarch64-linux-gnu']
    : ['lib64/ld-linux-x86-64.so.2', 'x86_64-linux-gnu']

/** Unpacked beside an older system, the programs bring their own loader and libraries. */
function commandOf(program: ClientProgram): string[] {
  if (!existsSync(join(unpacked, program))) return [program]
  return [
    join(clientRoot, 'usr', loader),
    '--library-path',
    join(clientRoot, 'usr/lib', libraries),
    join(unpacked, program),
  ]
}

/** Whether a client is there that is new enough, the distribution's or the unpacked one. */
export function clientThere(): boolean {
  const [first, ...more] = commandOf('pg_dump')
  const { stdout } = spawnSync(first!, [...more, '--version'], { encoding: 'utf8' })
  return Number(/\(PostgreSQL\) (\d+)/.exec(stdout ?? '')?.[1] ?? 0) >= clientVersion
}

/** Runs a program of PostgreSQL's client to its end, without holding up what this process does meanwhile. */
export async function runClient(program: ClientProgram, args: string[]): Promise<string> {
  const [first, ...more] = commandOf(program)
  const child = spawn(first!, [...more, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'], LC_ALL: 'C' },
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (d: Buffer) => (said += String(d)))
  const code = await new Promise<number | null>((done, fail) => child.once('error', fail).once('close', done))
  if (code !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${code}: ${said}`)
  return said
}
