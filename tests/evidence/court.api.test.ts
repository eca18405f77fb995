import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { anchorSettings } from '../../server/trust/anchors/anchors.settings.ts'
import { courtCalls } from '../../contract/evidence/court.ts'
import { nameChain } from '../../server/trust/anchors/anchors.repo.ts'
import { sequenceLog } from '../../server/trust/log/sequencer.service.ts'
import { keepAnchor } from '../trust/anchors/anchor-kit.ts'
import { anchorsEnv } from '../kit/outside/anchors-env.ts'
import { buildTestApp, type Member, type TestApp } from '../kit/build-test-app.ts'
import { buildEvidence } from '../kit/people/factories.ts'
import { localAuthority } from '../trust/sample.ts'

const settings = anchorsEnv()
let t: TestApp
let me: Member
beforeAll(async () => {
  t = await buildTestApp(settings.env)
  me = await t.member()
  for (const chain of anchorSettings.of(t.services.config)!.chains) await nameChain(t.services.db, chain)
})
afterAll(async () => {
  await t.close()
  settings.remove()
})

const ask = (id: string, as = me, language = 'en') =>
  t.call(courtCalls.standing, { params: { id } }, as, { 'x-lang': language })

async function anchored(size: number, state: string, height: number) {
  const bytes = () => createHash('sha256').update(`${size} ${height}`).digest()
  const held =
    state === 'CONFIRMED'
      ? {
          txHash: bytes(),
          blockHash: bytes(),
          height,
          blockTime: new Date('2026-11-22T08:00:00Z'),
          record: Buffer.from('{}'),
          confirmedAt: new Date(),
        }
      : {}
  const { id: shardId } = await t.services.db.system.selectFrom('logShard').select('id').executeTakeFirstOrThrow()
  await keepAnchor(t.services.db, {
    chainId: 31_337,
    shardId,
    size,
    digest: bytes(),
    note: Buffer.from('x'),
    state,
    ...held,
  })
}

it('says that no court is connected, never that something was handed over, and what a court can check instead', async () => {
  const e = await buildEvidence(t, me)
  expect((await ask(e.id)).data).toMatchObject({
    ano: e.number,
    syncStatus: 'not-connected',
    syncAt: null,
    logged: null,
    anchors: [],
    says: expect.stringContaining('shortly'),
  })
  await sequenceLog(t.services, await localAuthority(), async () => {})
  const { data } = await ask(e.number)
  expect(data.logged).toMatchObject({ index: expect.any(Number), at: expect.any(String) })
  expect(data.anchors).toEqual([])
  const { index } = data.logged!
  await anchored(index + 2, 'CONFIRMED', 21)
  await anchored(index + 1, 'CONFIRMED', 20)
  if (index) await anchored(index, 'CONFIRMED', 19)
  await anchored(index + 3, 'FAILED', 22)
  const now = (await ask(e.id, me, 'zh-CN')).data
  expect(now.anchors.map((a) => [a.chainId, a.size, a.height])).toEqual([[31_337, index + 1, 20]])
  expect(now.says).toContain('未接入')
})

it('is refused before anything was sealed, and to strangers', async () => {
  const queued = await buildEvidence(t, me, { status: 'queued' })
  expect(await ask(queued.id)).toMatchObject({ errorCode: 'wrong-state' })
  expect(await ask(queued.id, await t.member())).toMatchObject({ errorCode: 'not-found' })
  expect(await ask('nonsense')).toMatchObject({ errorCode: 'not-found' })
})
