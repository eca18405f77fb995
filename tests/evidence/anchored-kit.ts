import { createHash } from 'node:crypto'
import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { anchorSettings } from '../../server/trust/anchors/anchors.settings.ts'
import { evidenceCalls } from '../../contract/evidence/evidence.ts'
import { pathOf } from '../../contract/kit/call.ts'
import { toHex } from '../../proof/bytes.ts'
import { anchorBytes } from '../../proof/evm/anchor.ts'
import { digestOf } from '../../proof/evm/calldata.ts'
import { readSignedCheckpoint } from '../../proof/log/checkpoint.ts'
import { issueCertificate } from '../../server/certificates/certificates.jobs.ts'
import { appendLaterProofs } from '../../server/certificates/package/later-proofs.ts'
import { whenLogged } from '../../server/certificates/when-logged.ts'
import { proveAnchored } from '../../server/evidence/anchors/prove.ts'
import type { SealedRecord } from '../../server/evidence/sealing/seal.service.ts'
import { newId } from '../../server/kit/ids.ts'
import { nameChain } from '../../server/trust/anchors/anchors.repo.ts'
import { nextCheckpoint } from '../../server/trust/anchors/checkpoint-to-anchor.ts'
import { markMissed, markOrphaned } from '../../server/trust/anchors/recheck-confirmed.repo.ts'
import type { Authority } from '../../server/trust/keys/authority.service.ts'
import { sequenceLog } from '../../server/trust/log/sequencer.service.ts'
import { keepAnchor } from '../trust/anchors/anchor-kit.ts'
import { asAdmin } from '../trust/anchors/as-admin.ts'
import { sampleRecord } from '../trust/anchors/sample.ts'
import { anchorsEnv } from '../kit/outside/anchors-env.ts'
import { buildTestApp, type Member, type TestApp } from '../kit/build-test-app.ts'
import { makeUploading, prepareFolder, sealPrepared } from '../kit/sealing.ts'
import { localAuthority, temporary } from '../trust/sample.ts'

export const chainId = 31_337
let settings: ReturnType<typeof anchorsEnv>
const dir = temporary()
let authority: Authority
export let t: TestApp
export let owner: Member

/** A service that seals, with chains on which nothing is anchored yet. */
export function withLog() {
  beforeAll(async () => {
    authority = await localAuthority()
    settings = anchorsEnv()
    t = await buildTestApp(settings.env)
    owner = await t.member()
  })
  beforeEach(async () => {
    await asAdmin(t.databaseUrl, 'truncate chain, chain_anchor, chain_transaction, later_proof')
    for (const chain of anchorSettings.of(t.services.config)!.chains) await nameChain(t.services.db, chain)
  })
  afterAll(async () => {
    await t.close()
    settings.remove()
  })
}

export async function sealed(): Promise<SealedRecord> {
  const record = await makeUploading(t.services, {
    platformId: t.platformId,
    accountId: owner.accountId,
    personId: owner.personId,
  })
  await sealPrepared(
    t.services,
    authority,
    record,
    await prepareFolder(await mkdtemp(join(dir, 'files-')), { 'page.txt': record.number }),
  )
  return record
}
export const log = () => sequenceLog(t.services, authority, whenLogged(t.services))
export const certify = ({ id }: SealedRecord) =>
  issueCertificate({ services: t.services, authority, workDir: temporary() }, { jobId: newId(), id })
export const append = ({ id }: SealedRecord) => appendLaterProofs(t.services, { jobId: newId(), id })
export const prove = (id: string) => proveAnchored(t.services, { jobId: newId(), id })
export const facts = async ({ number }: SealedRecord) =>
  (await t.call(evidenceCalls.detail, { body: { ano: number } }, owner)).data.trust.filter((f) => f.code === 'anchored')
export const packageOf = async ({ number }: SealedRecord) =>
  new Blob([
    new Uint8Array(
      (
        await t.inject({
          method: 'GET',
          url: pathOf(evidenceCalls.packageBytes, { ano: number }),
          headers: { 'x-auth-token': owner.token },
        })
      ).rawPayload,
    ),
  ])
export const jobs = async (queue: string, id: string) =>
  (
    await sql<{
      n: number
    }>`select count(*)::int as n from pgboss.job where name = ${queue} and data->>'id' = ${id} and state = 'created'`.execute(
      t.services.db.system,
    )
  ).rows[0]!.n

/** A chain holds the log's newest checkpoint, as if it had confirmed it just now. */
export async function hold(chain = chainId) {
  const { note, size, shardId } = (await nextCheckpoint(t.services.db)(chain))!
  return holdThis({ shardId, size, note, digest: await digestOf(readSignedCheckpoint(note).text) }, chain)
}

async function holdThis(
  { shardId, size, note, digest }: { shardId: number; size: number; note: Uint8Array; digest: Uint8Array },
  chain: number,
  index = 3,
) {
  const record = await sampleRecord(new Uint8Array(note), { chainId: chain, count: 5, index })
  const of = (bytes: Uint8Array) => Buffer.from(bytes)
  const id = await keepAnchor(t.services.db, {
    chainId: chain,
    shardId,
    size,
    digest: of(digest),
    note: of(note),
    state: 'CONFIRMED',
    txHash: of(record.transactionHash),
    blockHash: of(record.blockHash),
    height: record.height,
    blockTime: new Date(record.blockTime * 1000),
    record: of(anchorBytes(record)),
    confirmedAt: new Date(),
    checkAt: new Date(),
  })
  return { id, hash: `0x${toHex(record.blockHash)}`, height: String(record.height) }
}

/** The chain drops its block, as two looks find. */
export async function drop(id: string) {
  await markMissed(t.services.db, chainId, id)
  expect(await t.services.db.asSystem((tx) => markOrphaned(tx, id))).toBe(true)
}

/** The checkpoint of a lost anchor in another block. */
export async function holdAgain(lostId: string) {
  const { shardId, size, note, digest } = await t.services.db.system
    .selectFrom('chainAnchor')
    .select(['shardId', 'size', 'note', 'digest'])
    .where('id', '=', lostId)
    .executeTakeFirstOrThrow()
  return holdThis({ shardId, size, note, digest }, chainId, 4)
}

export const acts = async ({ number }: SealedRecord) =>
  (await t.call(evidenceCalls.detail, { body: { ano: number } }, owner)).data.events
    .map((e) => e.action)
    .filter((action) => action.endsWith('anchored'))
export const sha256Of = async (bytes: Blob) =>
  createHash('sha256')
    .update(Buffer.from(await bytes.arrayBuffer()))
    .digest('hex')
export const digestOfPackage = async ({ id }: SealedRecord) =>
  (
    await t.services.db.system
      .selectFrom('evidence')
      .select('packageSha256')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).packageSha256!.toString('hex')
