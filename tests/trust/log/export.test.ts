import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openCheckpoint } from '../../../proof/log/checkpoint.ts'
import { checkConsistency } from '../../../proof/log/merkle.ts'
import { leafDigest } from '../../../server/kit/audit/audit-chain.ts'
import type { Authority } from '../../../server/trust/keys/authority.service.ts'
import { exportLog } from '../../../server/trust/log/export.ts'
import { sequenceLog } from '../../../server/trust/log/sequencer.service.ts'
import { tilePath } from '../../../server/trust/log/tile-path.ts'
import { consistencyProof, rangeHash, type ReadNodes } from '../../../server/trust/log/merkle-tree.service.ts'
import { buildTestApp, type TestApp } from '../../kit/build-test-app.ts'
import { localAuthority } from '../sample.ts'

let t: TestApp
let owner: pg.Client
let authority: Authority
let folder: string
beforeAll(async () => {
  t = await buildTestApp()
  owner = new pg.Client({ connectionString: t.databaseUrl })
  await owner.connect()
  authority = await localAuthority()
  folder = await mkdtemp(join(tmpdir(), 'skz-export-'))
})
afterAll(async () => {
  await owner.end()
  await t.close()
  await rm(folder, { recursive: true, force: true })
})

let next = 0
async function grow(count: number, by = authority) {
  const from = (next += count) - count
  await owner.query(
    `insert into log_queue (kind, subject, leaf) select 'evidence', 's' || i, convert_to('leaf ' || i, 'UTF8') from generate_series($1::int, $2::int) i`,
    [from, from + count - 1],
  )
  await sequenceLog(t.services, by, () => Promise.resolve())
}
const exported = () => exportLog(t.services.db.system, folder)
const thisYear = new Intl.DateTimeFormat('en', { timeZone: 'Asia/Shanghai', year: 'numeric' }).format(new Date())
const file = (path: string, shard = thisYear) => join(folder, 'log', shard, path)

/** Somebody who follows the log by the exported files alone. */
async function monitor(shard = thisYear) {
  const line = String(await readFile(join(folder, 'log/keys')))
    .split('\n')
    .find((l) => l.includes(`/log/${shard}+`))!
  const key = new Uint8Array(Buffer.from(/\+[0-9a-f]{8}\+(.+)$/.exec(line)![1]!, 'base64')).slice(1)
  const checkpoint = await openCheckpoint(await readFile(file('checkpoint', shard)), key)
  const tile = async (level: number | 'entries', index: number) =>
    readFile(
      file(
        tilePath({
          level,
          index,
          width: Math.min(
            256,
            (level === 'entries' ? checkpoint.size : Math.floor(checkpoint.size / 256 ** level)) - index * 256,
          ),
        }),
        shard,
      ),
    )
  const read: ReadNodes = async (level, from, count) => {
    const bytes = await tile(level, Math.floor(from / 256))
    return Array.from({ length: count }, (_, i) => bytes.subarray(((from % 256) + i) * 32, ((from % 256) + i + 1) * 32))
  }
  const leaves: Buffer[] = []
  for (let index = 0; index * 256 < checkpoint.size; index++) {
    const bundle = await tile('entries', index)
    for (let at = 0; at < bundle.length; at += 2 + bundle.readUInt16BE(at))
      leaves.push(bundle.subarray(at + 2, at + 2 + bundle.readUInt16BE(at)))
  }
  return { ...checkpoint, read, leaves }
}

describe('the exported log', () => {
  it('is the whole log for a plain web server, and grows with it', async () => {
    let older: Awaited<ReturnType<typeof monitor>> | undefined
    for (const count of [3, 300, 1_000, 1]) {
      await grow(count)
      await exported()
      const seen = await monitor()
      expect([seen.leaves.length, seen.size]).toEqual([next, next])
      expect(await rangeHash(seen.read, 0, seen.size)).toEqual(Buffer.from(seen.root))
      for (const at of [0, 255, 256, seen.size - 1].filter((i) => i < seen.size))
        expect(await seen.read(0, at, 1)).toEqual([leafDigest(seen.leaves[at]!)])
      if (older)
        await checkConsistency({
          from: older,
          to: seen,
          proof: await consistencyProof(seen.read, older.size, seen.size),
        })
      older = seen
    }
  })

  it('has the very bytes that the service serves, readable by others', async () => {
    const paths = (await readdir(join(folder, 'log', thisYear), { recursive: true, withFileTypes: true }))
      .filter((e) => e.isFile())
      .map((e) => join(e.parentPath, e.name).slice(folder.length))
    expect(paths.length).toBeGreaterThan(12)
    for (const path of paths) {
      expect((await t.inject({ method: 'GET', url: path })).rawPayload.equals(await readFile(join(folder, path)))).toBe(
        true,
      )
      expect((await stat(join(folder, path))).mode & 0o444).toBe(0o444)
    }
    expect(paths.filter((p) => p.includes('half'))).toEqual([])
  })

  it('writes nothing twice: whole tiles stay as they are', async () => {
    expect((await exported()).files).toBe(0)
    const whole = file('tile/0/000')
    const before = await stat(whole)
    await grow(5)
    const { files } = await exported()
    // Entries and hashes of the last tile, and the checkpoint.
    expect(files).toBe(3)
    expect((await stat(whole)).mtimeMs).toBe(before.mtimeMs)
  })

  it('goes on where an export was cut short', async () => {
    await grow(400)
    const published = await readFile(file('checkpoint'))
    await exported()
    // As if it had ended before the checkpoint, with half a tile.
    await writeFile(file('checkpoint'), published)
    await rm(file('tile/0/005'))
    await writeFile(file('tile/0/005.half'), 'half')
    await exported()
    expect((await monitor()).leaves).toHaveLength(next)
  })

  it('has every shard, each with its key', async () => {
    await grow(2, await localAuthority())
    expect(await exported()).toMatchObject({ shards: 2 })
    expect((await monitor(`${thisYear}-2`)).size).toBe(3)
    expect(
      String(await readFile(join(folder, 'log/keys')))
        .trim()
        .split('\n'),
    ).toHaveLength(2)
  })

  it('is never overwritten by another history', async () => {
    const other = await buildTestApp()
    try {
      await other.services.db.system.selectFrom('logShard').select('id').execute()
      const client = new pg.Client({ connectionString: other.databaseUrl })
      await client.connect()
      await client.query(`insert into log_queue (kind, subject, leaf) values ('evidence', 'x', 'x')`)
      await client.end()
      const before = await readFile(file('checkpoint'))
      await sequenceLog(other.services, authority, () => Promise.resolve())
      await expect(exportLog(other.services.db.system, folder)).rejects.toThrow(/older than what was published/)
      expect(await readFile(file('checkpoint'))).toEqual(before)
    } finally {
      await other.close()
    }
  })
})
