import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { anchorSettings } from '../../../server/trust/anchors/anchors.settings.ts'
import { toHex } from '../../../proof/bytes.ts'
import { anchorBytes } from '../../../proof/evm/anchor.ts'
import { digestOf } from '../../../proof/evm/calldata.ts'
import { readSignedCheckpoint } from '../../../proof/log/checkpoint.ts'
import { nameChain } from '../../../server/trust/anchors/anchors.repo.ts'
import { anchorsEnv } from '../../kit/outside/anchors-env.ts'
import { buildTestApp, type Member, type TestApp } from '../../kit/build-test-app.ts'
import { forgetLimits } from '../../kit/people/forget-limits.ts'
import { keepAnchor } from './anchor-kit.ts'
import { asAdmin } from './as-admin.ts'
import { noteOf, sampleRecord } from './sample.ts'

let settings: ReturnType<typeof anchorsEnv>
export let t: TestApp
export let staff: Member
export let customer: Member

/** A service with chains on which nothing is anchored yet. */
export function withChains() {
  beforeAll(async () => {
    settings = anchorsEnv()
    t = await buildTestApp(settings.env)
    staff = await t.member({ role: 'operator' })
    customer = await t.member()
  })
  beforeEach(async () => {
    await forgetLimits(t)
    await asAdmin(t.databaseUrl, 'truncate chain, chain_anchor, chain_transaction, later_proof')
    for (const chain of anchorSettings.of(t.services.config)!.chains) await nameChain(t.services.db, chain)
  })
  afterAll(async () => {
    await t.close()
    settings.remove()
  })
}

export async function anchored(size: number, height: number, chainId = 31_337) {
  const note = noteOf(size)
  const record = await sampleRecord(note, { chainId, count: 4, index: 2 })
  const digest = await digestOf(readSignedCheckpoint(note).text)
  const of = (bytes: Uint8Array) => Buffer.from(bytes)
  await keepAnchor(t.services.db, {
    chainId,
    size,
    digest: of(digest),
    note: of(note),
    state: 'CONFIRMED',
    txHash: of(record.transactionHash),
    blockHash: of(record.blockHash),
    height,
    blockTime: new Date('2026-11-22T08:00:00Z'),
    record: of(anchorBytes(record)),
    confirmedAt: new Date(),
  })
  return { hash: `0x${toHex(record.transactionHash)}`, digest: toHex(digest), note, record }
}

export async function failed(size = 9, reason = 'not-mined') {
  const note = Buffer.from(noteOf(size))
  return keepAnchor(t.services.db, {
    chainId: 31_337,
    size,
    digest: createHash('sha256').update(note).digest(),
    note,
    state: 'FAILED',
    reason,
  })
}
