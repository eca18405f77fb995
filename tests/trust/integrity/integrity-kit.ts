import { mkdtemp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { timestampSettings } from '../../../server/trust/stamps/timestamps.settings.ts'
import type { IntegrityFinding } from '../../../contract/trust/integrity.ts'
import { requestCertificate } from '../../../server/certificates/certificate-due.service.ts'
import { issueCertificate } from '../../../server/certificates/certificates.jobs.ts'
import { whenLogged } from '../../../server/certificates/when-logged.ts'
import { stampDue } from '../../../server/evidence/stamps/catch-up.ts'
import { takeDue } from '../../../server/evidence/stamps/stamps.repo.ts'
import { sequenceAudit } from '../../../server/kit/audit/audit-chain.ts'
import { newId } from '../../../server/kit/ids.ts'
import type { Services } from '../../../server/kit/services.ts'
import type { Authority } from '../../../server/trust/keys/authority.service.ts'
import { beginRun } from '../../../server/trust/integrity/integrity.repo.ts'
import { type RunRecord } from '../../../server/trust/integrity/integrity.read.ts'
import { workAtRun } from '../../../server/trust/integrity/run.ts'
import { sequenceLog } from '../../../server/trust/log/sequencer.service.ts'
import { buildTestApp, type Member, type TestApp } from '../../kit/build-test-app.ts'
import { makeUploading, prepareFolder, sealPrepared } from '../../kit/sealing.ts'
import { startTsa, type Tsa } from '../../kit/vendors/tsa.ts'
import { localAuthority, temporary } from '../sample.ts'

/** An installation with evidence that is stamped by two, logged and certified. */
export interface World {
  t: TestApp
  owner: pg.Client
  authority: Authority
  evidence: { id: string; number: string }[]
  close(): Promise<void>
}

export async function makeWorld(env: Record<string, string> = {}): Promise<World> {
  const dir = temporary()
  const [authority, other] = [await localAuthority(), await localAuthority()]
  const tsa: Tsa = await startTsa((query) => other.answer(query))
  await writeFile(join(dir, 'roots.pem'), other.trustMaterial().ca)
  await writeFile(
    join(dir, 'stamps.json'),
    JSON.stringify({ providers: [{ id: 'one', name: 'One TSA', url: tsa.url, roots: 'roots.pem', patience: 5 }] }),
  )
  const t = await buildTestApp({
    SHIMAKAZE_TIMESTAMPS: join(dir, 'stamps.json'),
    SHIMAKAZE_INTEGRITY_MIB: '1000',
    ...env,
  })
  const owner = new pg.Client({ connectionString: t.databaseUrl })
  await owner.connect()
  const world = { t, owner, authority, evidence: [] as World['evidence'] }
  const member = await t.member()
  for (let i = 0; i < 3; i++) world.evidence.push(await sealOne(world, member, dir))
  for (const due of await takeDue(t.services.db, 100))
    await stampDue(t.services, timestampSettings.of(t.services.config)!, due, requestCertificate(t.services))
  await sequenceLog(t.services, authority, whenLogged(t.services))
  for (const { id } of world.evidence)
    await issueCertificate({ services: t.services, authority, workDir: temporary() }, { jobId: newId(), id })
  await settle(world)
  return {
    ...world,
    async close() {
      await owner.end()
      await t.close()
      await tsa.close()
    },
  }
}

async function sealOne({ t, authority }: Pick<World, 't' | 'authority'>, member: Member, dir: string) {
  const record = await makeUploading(t.services, {
    platformId: t.platformId,
    accountId: member.accountId,
    personId: member.personId,
  })
  await sealPrepared(
    t.services,
    authority,
    record,
    await prepareFolder(await mkdtemp(join(dir, 'files-')), {
      'page.txt': `page of ${record.number}`,
      'shared.txt': 'the same in all',
    }),
  )
  return { id: record.id, number: record.number }
}

/** What waits is chained and logged. */
export async function settle({ t, authority }: Pick<World, 't' | 'authority'>) {
  await sequenceAudit(t.services.db)
  await sequenceLog(t.services, authority, whenLogged(t.services))
}

export const begin = ({ t }: Pick<World, 't'>, byStaff = false) => t.services.db.asSystem((tx) => beginRun(tx, byStaff))
export const work = (
  world: Pick<World, 't' | 'authority'>,
  services: Services = world.t.services,
  signal = new AbortController().signal,
) => workAtRun(services, world.authority, signal)

export async function runOf({ owner }: Pick<World, 'owner'>, id: string) {
  const { rows } = await owner.query('select *, objects_due as "objectsDue" from integrity_run where id = $1', [id])
  return rows[0] as RunRecord & { cursor: unknown }
}

export async function findingsOf({ owner }: Pick<World, 'owner'>, id: string) {
  const { rows } = await owner.query(
    'select what, place, evidence_id, expected, found from integrity_finding where run_id = $1 order by at, id',
    [id],
  )
  return rows as (Pick<IntegrityFinding, 'what' | 'place' | 'expected' | 'found'> & { evidence_id: string | null })[]
}

/** A run from its beginning to its end: what it found. */
export async function audit(world: World) {
  const id = (await begin(world))!
  await work(world)
  return { id, run: await runOf(world, id), findings: await findingsOf(world, id) }
}

/** Changes rows as only the owner of the database could, with the triggers out of the way; gives what undoes it. */
export async function tamper(
  { owner }: Pick<World, 'owner'>,
  table: string,
  change: string,
): Promise<() => Promise<void>> {
  const all = async () =>
    (await owner.query(`select x::text as text, to_json(x) as row from ${table} x`)).rows as {
      text: string
      row: unknown
    }[]
  const without = async (...statements: [string, unknown[]?][]) => {
    await owner.query(`alter table ${table} disable trigger all`)
    for (const [text, values] of statements) await owner.query(text, values)
    await owner.query(`alter table ${table} enable trigger all`)
  }
  const before = await all()
  await without([change])
  const after = new Set((await all()).map((r) => r.text))
  const gone = before.filter((r) => !after.has(r.text)).map((r) => r.row)
  const put = [...after].filter((text) => !before.some((r) => r.text === text))
  return () =>
    without(
      [`delete from ${table} x where x::text = any($1)`, [put]],
      [
        `insert into ${table} overriding system value select * from json_populate_recordset(null::${table}, $1)`,
        [JSON.stringify(gone)],
      ],
    )
}

/** The services with a store that behaves otherwise in some way. */
export function withStore({ t: { services } }: Pick<World, 't'>, otherwise: Partial<Services['store']>): Services {
  const store = new Proxy(services.store, {
    get(target, name) {
      const value: unknown = name in otherwise ? Reflect.get(otherwise, name) : Reflect.get(target, name, target)
      return typeof value === 'function' ? (value as () => void).bind(target) : value
    },
  })
  return { ...services, store }
}

/** An evidence of the world, as SQL names it. */
export const idOf = ({ evidence }: World, i: number) => `'${evidence[i]!.id}'`
