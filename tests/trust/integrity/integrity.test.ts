import { createHash } from 'node:crypto'
import { chmod, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Services } from '../../../server/kit/services.ts'
import {
  audit,
  begin,
  findingsOf,
  idOf,
  makeWorld,
  runOf,
  settle,
  tamper,
  withStore,
  work,
  type World,
} from './integrity-kit.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
}, 120_000)
afterAll(() => world.close())

const file = (sha256: string) => join(world.t.services.config.dataDir, 'store/objects', sha256.slice(0, 2), sha256)
/** The first file of the first evidence. */
async function anObject() {
  const { rows } = await world.owner.query(
    `select encode(sha256, 'hex') as sha256 from evidence_file where evidence_id = $1 and path like '%page.txt'`,
    [world.evidence[0]!.id],
  )
  return rows[0].sha256 as string
}
describe('an audit of what is as it was', () => {
  it('reads everything, finds nothing, and stands in the record of acts and so in the log', async () => {
    const { id, run, findings } = await audit(world)
    expect(findings).toEqual([])
    const {
      rows: [there],
    } = await world.owner.query(
      `select (select count(*) from stored_object) as objects, (select count(*) from log_entry) as entries, (select count(*) from log_checkpoint) as checkpoints, (select count(*) from audit_entry) as acts, (select sum(size)::bigint from stored_object) as bytes`,
    )
    // Three own stamps and three of the authority that was asked.
    expect(run).toMatchObject({ state: 'DONE', ...there, stamps: 6, findings: 0, trouble: null, lease: null })
    expect(run.objects).toBeGreaterThanOrEqual(4 + 3 + 3)
    await settle(world)
    const { rows } = await world.owner.query(
      `select details, actor_part, l.idx from audit a join audit_entry e on e.audit_id = a.id join audit_batch b on b.number = e.batch join log_entry l on l.subject = encode(b.digest, 'hex') where a.action = 'integrity.checked' and subject_id = $1`,
      [id],
    )
    expect(rows).toMatchObject([
      { actor_part: 'system', details: { findings: 0, objects: run.objects, bytes: run.bytes } },
    ])
  })

  it('is one at a time', async () => {
    const id = await begin(world)
    expect(await begin(world)).toBeUndefined()
    // Two processes at once: the run is one's alone.
    expect((await Promise.all([work(world), work(world), work(world)])).filter(Boolean)).toHaveLength(1)
    expect(await runOf(world, id!)).toMatchObject({ state: 'DONE', stamps: 6 })
    expect(await work(world)).toBe(false)
  })
})

describe('an object', () => {
  const spoiled = async (spoil: (path: string) => Promise<void>) => {
    const sha256 = await anObject()
    const [path, aside] = [file(sha256), `${file(sha256)}.aside`]
    await rename(path, aside)
    await spoil(path)
    const seen = await audit(world)
    await rm(path, { recursive: true, force: true })
    await rename(aside, path)
    return { ...seen, sha256 }
  }
  it('that differs in one bit is found, with the evidence that needs it', async () => {
    const { sha256, findings } = await spoiled(async (path) => {
      const bytes = await readFile(`${path}.aside`)
      bytes[3]! ^= 1
      await writeFile(path, bytes)
    })
    expect(findings).toMatchObject([
      {
        what: 'object-altered',
        place: sha256,
        evidence_id: world.evidence[0]!.id,
        expected: expect.stringContaining(sha256),
      },
    ])
    expect(findings[0]!.found).not.toContain(sha256)
  })

  it('that is missing, or cannot be read, is found', async () => {
    expect((await spoiled(() => Promise.resolve())).findings).toMatchObject([{ what: 'object-missing' }])
    expect((await spoiled((path) => mkdir(path).then(() => {}))).findings).toMatchObject([
      { what: 'object-unreadable', found: 'EISDIR' },
    ])
  })

  it('that was let go of while it was to be read is not missed', async () => {
    const gone = createHash('sha256').update('a picture of papers').digest('hex')
    await world.owner.query(`insert into stored_object (sha256) values ('\\x${gone}')`)
    await world.owner.query(
      `insert into uploaded_file (id, platform_id, account_id, person_id, scene, name, media_type, size, sha256) select gen_random_uuid(), platform_id, account_id, person_id, 'feedback', 'x', 'image/png', 7, '\\x${gone}' from membership limit 1`,
    )
    const letGo = () => world.owner.query(`delete from uploaded_file where sha256 = '\\x${gone}'`)
    const { store } = world.t.services
    const size = async (sha256: string) => {
      if (sha256 === gone) await letGo()
      return store.size(sha256)
    }
    const id = (await begin(world))!
    await work(world, withStore(world, { size }))
    expect(await findingsOf(world, id)).toEqual([])
    await world.owner.query(`delete from stored_object where sha256 = '\\x${gone}'`)
  })

  it('of which rows say different things is found', async () => {
    const undo = await tamper(
      world,
      'evidence_file',
      `update evidence_file set sm3 = sha256('x') where evidence_id = ${idOf(world, 1)} and path like '%page.txt'`,
    )
    expect((await audit(world)).findings).toMatchObject([{ what: 'object-row', evidence_id: world.evidence[1]!.id }])
    await undo()
  })

  it('that is altered stays as it is: an audit mends and removes nothing', async () => {
    const sha256 = await anObject()
    await chmod(file(sha256), 0o600)
    const before = await readFile(file(sha256))
    await writeFile(file(sha256), 'something else')
    await audit(world)
    expect(String(await readFile(file(sha256)))).toBe('something else')
    await writeFile(file(sha256), before)
    await chmod(file(sha256), 0o400)
  })
})

describe('a run whose process ends', () => {
  /** A process that ends after so many transactions, before or after one is committed. */
  const ending = (how: 'before' | 'after'): { services: Services; signal: AbortSignal } => {
    const control = new AbortController()
    const { db } = world.t.services
    const asSystem: Services['db']['asSystem'] = async (run) => {
      control.abort()
      if (how === 'before') throw new Error('killed')
      return db.asSystem(run)
    }
    return { services: { ...world.t.services, db: { ...db, asSystem } }, signal: control.signal }
  }

  it('goes on where it was, step by step, and counts nothing twice', async () => {
    const whole = (await audit(world)).run
    const id = (await begin(world))!
    let [steps, kills] = [0, 0]
    while ((await runOf(world, id)).state === 'RUNNING') {
      const before = await runOf(world, id)
      // Killed before the commit: another does the step again, once the lease is over.
      const killed = ending('before')
      await work(world, killed.services, killed.signal).catch(() => kills++)
      expect((await runOf(world, id)).cursor).toEqual(before.cursor)
      await world.owner.query('update integrity_run set lease = null, lease_until = null')
      const { services, signal } = ending('after')
      await work(world, services, signal)
      steps++
    }
    const run = await runOf(world, id)
    const { objects, bytes, entries, checkpoints, stamps, findings } = whole
    expect(run).toMatchObject({ state: 'DONE', objects, bytes, entries, checkpoints, stamps, findings })
    expect(await findingsOf(world, id)).toEqual([])
    expect([steps > 5, kills]).toEqual([true, steps])
  })

  it('rests while the store does not answer, says why, and finds nothing for it', async () => {
    const id = (await begin(world))!
    const away = () => Promise.reject(new Error('store is away'))
    await expect(work(world, withStore(world, { size: away, ping: away }))).rejects.toThrow('store is away')
    expect(await runOf(world, id)).toMatchObject({ state: 'RUNNING', trouble: 'store is away', findings: 0 })
    // It is tried again later, not at once.
    expect(await work(world)).toBe(false)
    await world.owner.query('update integrity_run set lease_until = app_now() - interval $$1 second$$')
    await work(world)
    expect(await runOf(world, id)).toMatchObject({ state: 'DONE', trouble: null, findings: 0 })
  })
})

it('a run reads no faster than it may', async () => {
  const slow = await makeWorld({ SHIMAKAZE_INTEGRITY_MIB: '0.5' })
  try {
    const id = (await begin(slow))!
    const began = performance.now()
    await work(slow)
    const seconds = (performance.now() - began) / 1000
    const run = await runOf(slow, id)
    expect(run.bytes).toBeGreaterThan(500_000)
    expect(run.bytes / seconds).toBeLessThan(0.5 * 1024 ** 2 * 1.1)
  } finally {
    await slow.close()
  }
}, 120_000)
