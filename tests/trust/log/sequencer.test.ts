import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fromHex } from '../../../proof/bytes.ts'
import { openCheckpoint } from '../../../proof/log/checkpoint.ts'
import { evidenceLeaf } from '../../../proof/log/leaf.ts'
import { checkConsistency, leafHash as proofLeafHash, rootOfInclusion } from '../../../proof/log/merkle.ts'
import { readLogProof } from '../../../proof/log/tlog-proof.ts'
import { sequenceLog } from '../../../server/trust/log/sequencer.service.ts'
import { proofOfStatement } from '../../../server/trust/log/proofs.service.ts'
import { tilePath } from '../../../server/trust/log/tile-path.ts'
import { consistencyProof, rangeHash, type ReadNodes } from '../../../server/trust/log/merkle-tree.service.ts'
import type { Authority } from '../../../server/trust/keys/authority.service.ts'
import type { Services } from '../../../server/kit/services.ts'
import type { Marks } from '../../../server/kit/storage/store.ts'
import { leafDigest, sequenceAudit } from '../../../server/kit/audit/audit-chain.ts'
import { recordAct } from '../../../server/kit/audit/audit.ts'
import { buildTestApp, type TestApp } from '../../kit/build-test-app.ts'
import { localAuthority } from '../sample.ts'

let t: TestApp
let owner: pg.Client
let authority: Authority
const ignored = () => Promise.resolve()

beforeAll(async () => {
  t = await buildTestApp()
  owner = new pg.Client({ connectionString: t.databaseUrl })
  await owner.connect()
  authority = await localAuthority()
})
afterAll(async () => {
  await owner.end()
  await t.close()
})

const sequence = (by = authority) => sequenceLog(t.services, by, ignored)

/** The service, whose marks of the log behave otherwise. */
function withMarks(changed: (marks: Marks) => Partial<Marks>): Services {
  const { store } = t.services
  const { marks } = store
  const bound: Marks = {
    list: () => marks.list(),
    get: (name) => marks.get(name),
    put: (name, bytes) => marks.put(name, bytes),
    remove: (name) => marks.remove(name),
  }
  const other = Object.create(store, { marks: { value: { ...bound, ...changed(bound) } } }) as typeof store
  return { ...t.services, store: other }
}

let next = 0
/** Statements that were sealed, as their sealing leaves them. */
const seal = (count: number, by = owner) => {
  const from = (next += count) - count
  return by.query(
    `insert into log_queue (kind, subject, evidence_id, leaf)
    select 'evidence', encode(sha256(convert_to('s' || i, 'UTF8')), 'hex'), gen_random_uuid(), evidence_leaf(sha256(convert_to('s' || i, 'UTF8')), convert_to('t' || i, 'UTF8')) from generate_series($1::int, $2::int) i`,
    [from, from + count - 1],
  )
}

const subjectOf = (i: number) => createHash('sha256').update(`s${i}`).digest('hex')

const get = async (path: string) => t.inject({ method: 'GET', url: path })

/** The raw key of a shard, out of its verifier key: name, id and key, of which the last may hold a plus itself. */
async function keyOf(shard: string) {
  const line = (await get('/log/keys')).body.split('\n').find((l) => l.includes(`/log/${shard}+`))!
  return new Uint8Array(Buffer.from(/\+[0-9a-f]{8}\+(.+)$/.exec(line)![1]!, 'base64')).slice(1)
}

/** Somebody who follows the log from outside, by nothing but its key and its files. */
async function monitor(shard: string) {
  const note = (await get(`/log/${shard}/checkpoint`)).rawPayload
  const checkpoint = await openCheckpoint(note, await keyOf(shard))
  const read: ReadNodes = async (level, from, count) => {
    const [index, width] = [
      Math.floor(from / 256),
      Math.min(256, Math.floor(checkpoint.size / 256 ** level) - Math.floor(from / 256) * 256),
    ]
    const reply = await get(`/log/${shard}/${tilePath({ level, index, width })}`)
    expect(reply.statusCode).toBe(200)
    const at = from - index * 256
    return Array.from({ length: count }, (_, i) => reply.rawPayload.subarray((at + i) * 32, (at + i + 1) * 32))
  }
  return { ...checkpoint, note, read }
}

async function leavesOf(shard: string, size: number): Promise<Buffer[]> {
  const leaves: Buffer[] = []
  for (let index = 0; index * 256 < size; index++) {
    const bundle = (
      await get(`/log/${shard}/${tilePath({ level: 'entries', index, width: Math.min(256, size - index * 256) })}`)
    ).rawPayload
    for (let at = 0; at < bundle.length;) {
      const length = bundle.readUInt16BE(at)
      leaves.push(bundle.subarray(at + 2, at + 2 + length))
      at += 2 + length
    }
  }
  return leaves
}

const thisYear = new Intl.DateTimeFormat('en', { timeZone: 'Asia/Shanghai', year: 'numeric' }).format(new Date())

describe('the log', () => {
  it('is the same tree for whoever follows it by its files, after every batch', async () => {
    let older: Awaited<ReturnType<typeof monitor>> | undefined
    for (const count of [1, 5, 250, 300, 700]) {
      await seal(count)
      await sequence()
      const seen = await monitor(thisYear)
      const leaves = await leavesOf(thisYear, seen.size)
      expect(leaves).toHaveLength(seen.size)
      for (const [i, leaf] of [...leaves.entries()].filter(([at]) => at % 97 === 0))
        expect(await seen.read(0, i, 1)).toEqual([leafDigest(leaf)])
      expect(await rangeHash(seen.read, 0, seen.size)).toEqual(Buffer.from(seen.root))
      if (older)
        await checkConsistency({
          from: older,
          to: seen,
          proof: await consistencyProof(seen.read, older.size, seen.size),
        })
      older = seen
    }
    expect(older!.size).toBeGreaterThanOrEqual(1_256)
  })

  it('holds every leaf once, whoever sequences', async () => {
    const before = (await monitor(thisYear)).size
    const others = [authority, authority, authority].map(async (by) => {
      for (let i = 0; i < 30; i++) {
        await sequence(by)
        await wait(5)
      }
    })
    for (let i = 0; i < 10; i++) await seal(40)
    await Promise.all(others)
    await sequence()
    const seen = await monitor(thisYear)
    const leaves = (await leavesOf(thisYear, seen.size)).map(String)
    expect(seen.size).toBe(before + 400)
    expect(new Set(leaves).size).toBe(leaves.length)
    expect(await rangeHash(seen.read, 0, seen.size)).toEqual(Buffer.from(seen.root))
    expect((await owner.query('select count(*)::int as n from log_queue')).rows[0].n).toBe(0)
  })

  it('takes in what was queued before others and committed after they were logged', async () => {
    const { size: before } = await monitor(thisYear)
    const slow = new pg.Client({ connectionString: t.databaseUrl })
    await slow.connect()
    try {
      await slow.query('begin')
      const late = next
      await seal(1, slow)
      await seal(3)
      expect(await sequence()).toBe(3)
      await slow.query('commit')
      const { rows } = await owner.query<{ subject: string }>('select subject from log_queue')
      expect(rows).toEqual([{ subject: subjectOf(late) }])
      expect(await sequence()).toBe(1)
      const seen = await monitor(thisYear)
      expect(seen.size).toBe(before + 4)
      const [logged] = (
        await owner.query<{ leaf: Buffer; idx: string }>('select leaf, idx from log_entry where subject = $1', [
          subjectOf(late),
        ])
      ).rows
      // Behind those that came in first, and in the tree that outsiders follow.
      expect(Number(logged!.idx)).toBe(before + 3)
      expect(await seen.read(0, before + 3, 1)).toEqual([leafDigest(logged!.leaf)])
      expect(await proofOfStatement(t.services.db.system, fromHex(subjectOf(late)))).toBeDefined()
    } finally {
      await slow.end()
    }
  })

  it('forgets no more than it appended of what comes in meanwhile', async () => {
    const { size: before } = await monitor(thisYear)
    let come = 0
    const logSigner = () => {
      const { sign, ...signer } = authority.logSigner()
      // Its batch is chosen, and not kept yet.
      return { ...signer, sign: async (text: Uint8Array) => (come++ || (await seal(2)), sign(text)) }
    }
    await seal(1)
    expect(await sequenceLog(t.services, { logSigner }, ignored)).toBe(1)
    expect(await sequence()).toBe(2)
    expect((await monitor(thisYear)).size).toBe(before + 3)
  })

  it('is not taken for a log that was brought back where another process goes on while it looks', async () => {
    const { size: before } = await monitor(thisYear)
    const { promise: marked, resolve: hasMarked } = Promise.withResolvers<void>()
    const { promise: mayCommit, resolve: letCommit } = Promise.withResolvers<void>()
    const stalled = withMarks((marks) => ({
      async put(name, bytes) {
        const isNew = await marks.put(name, bytes)
        hasMarked()
        await mayCommit
        return isNew
      },
    }))
    let other: Promise<number> | undefined
    const slow = withMarks((marks) => ({
      async list() {
        if (!other) {
          await seal(40)
          await sequence()
          await seal(40)
          other = sequenceLog(stalled, authority, ignored)
          await marked
        }
        return marks.list()
      },
    }))
    await seal(1)
    // What the other marked and did not commit yet is ahead of what this one read before by more than a batch.
    const logged = sequenceLog(slow, authority, ignored).finally(letCommit)
    expect(await logged).toBe(0)
    await other
    await sequence()
    expect((await monitor(thisYear)).size).toBe(before + 81)
  })

  it('proves a statement offline, in the first checkpoint that covers it, with the same bytes later', async () => {
    const {
      rows: [row],
    } = await owner.query(
      `select subject, leaf, idx from log_entry where kind = 'evidence' order by idx offset 333 limit 1`,
    )
    const digest = fromHex(row.subject)
    const first = (await proofOfStatement(t.services.db.system, digest))!
    await seal(3)
    await sequence()
    expect((await proofOfStatement(t.services.db.system, digest))!.proof).toEqual(first.proof)
    const { index, hashes, checkpoint } = readLogProof(first.proof)
    const { root, size } = await openCheckpoint(checkpoint, await keyOf(thisYear))
    expect(await rootOfInclusion({ index, size, leaf: await proofLeafHash(row.leaf), proof: hashes })).toEqual(root)
    expect(await proofOfStatement(t.services.db.system, new Uint8Array(32))).toBeUndefined()
  })

  it('says of evidence what the verifier expects, and of acts their chain', async () => {
    const {
      rows: [made],
    } = await owner.query(
      `select evidence_leaf('\\x${'ab'.repeat(32)}', 'token') as leaf, encode(sha256('token'), 'hex') as token`,
    )
    expect(made.leaf).toEqual(Buffer.from(evidenceLeaf({ statement: 'ab'.repeat(32), token: made.token })))
    const me = await t.member()
    await t.services.db.asSystem((tx) =>
      recordAct(
        tx,
        { system: true, platform: { id: t.platformId }, accountId: me.accountId },
        { action: 'evidence.certified', subjectKind: 'evidence', subjectId: me.accountId, details: {} },
      ),
    )
    await sequenceAudit(t.services.db)
    await sequence()
    const { rows } = await owner.query(
      `select b.number, encode(b.digest, 'hex') as digest, convert_from(e.leaf, 'UTF8') as leaf from audit_batch b left join log_entry e on e.kind = 'audit' and e.subject = encode(b.digest, 'hex')`,
    )
    expect(rows.length).toBeGreaterThan(0)
    for (const r of rows) expect(r.leaf).toBe(`shimakaze-audit/v1\n${r.number}\n${r.digest}\n`)
  })

  it('is changed by nobody, the owner of the schema included', async () => {
    for (const change of [
      'update log_entry set leaf = leaf',
      'delete from log_node',
      'truncate log_checkpoint cascade',
      `update log_checkpoint set root = sha256('x')`,
    ])
      await expect(owner.query(change)).rejects.toThrow(/never changed/)
  })

  it('goes on in another shard where its key was replaced, beginning with how the last one ended', async () => {
    const { note } = await monitor(thisYear)
    const renewed = await localAuthority()
    await seal(2)
    await sequence(renewed)
    const seen = await monitor(`${thisYear}-2`)
    const leaves = await leavesOf(`${thisYear}-2`, seen.size)
    expect(leaves).toHaveLength(3)
    expect(leaves[0]).toEqual(Buffer.concat([Buffer.from('shimakaze-log/v1\n'), note]))
    expect((await get(`/log/${thisYear}/checkpoint`)).rawPayload).toEqual(note)
  })

  it('lets what was sealed wait where its key is missing', async () => {
    const keyless = {
      logSigner: () => {
        throw new Error('key-missing')
      },
    }
    await seal(1)
    await expect(sequenceLog(t.services, keyless, ignored)).rejects.toThrow('key-missing')
    expect((await owner.query('select count(*)::int as n from log_queue')).rows[0].n).toBe(1)
  })

  it('keeps nothing of a batch whose transaction fails', async () => {
    const shard = `${thisYear}-2`
    const before = await monitor(shard)
    const renewed = await localAuthority()
    await expect(sequenceLog(t.services, renewed, () => Promise.reject(new Error('full')))).rejects.toThrow('full')
    expect((await monitor(shard)).note).toEqual(before.note)
    expect((await get(`/log/${thisYear}-3/checkpoint`)).statusCode).toBe(404)
  })

  it('has nothing where there is nothing', async () => {
    const { size } = await monitor(thisYear)
    const beyond = tilePath({ level: 0, index: Math.floor(size / 256), width: 255 })
    for (const path of [
      '/log/1999/checkpoint',
      '/log/x/checkpoint',
      `/log/${thisYear}/tile/0/x000/000`,
      `/log/${thisYear}/tile/0/1`,
      `/log/${thisYear}/tile/64/000`,
      `/log/${thisYear}/tile/0/000.p/256`,
      `/log/${thisYear}/tile/0/000.p/0`,
      `/log/${thisYear}/tile/9/000`,
      `/log/${thisYear}/${beyond}`,
      `/log/${thisYear}/tile/0/../../../etc/passwd`,
      `/log/${thisYear}/tile/0/x999/x999/x999/x999/x999/999`,
    ]) {
      expect({ path, status: (await get(path)).statusCode }).toEqual({ path, status: 404 })
    }
    expect((await get(`/log/${thisYear}/tile/0/000`)).headers).toMatchObject({
      'cache-control': expect.stringContaining('immutable'),
      'access-control-allow-origin': '*',
    })
    expect(tilePath({ level: 3, index: 1_234_067, width: 256 })).toBe('tile/3/x001/x234/067')
  })
})
