import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { anchorSettings } from '../../server/trust/anchors/anchors.settings.ts'
import { shareCalls } from '../../contract/certificates/share.ts'
import { evidenceCalls } from '../../contract/evidence/evidence.ts'
import { verifyPackage } from '../../proof/bundle.ts'
import { sweepUnproved } from '../../server/evidence/anchors/prove.ts'
import type { SealedRecord } from '../../server/evidence/sealing/seal.service.ts'
import { nameChain } from '../../server/trust/anchors/anchors.repo.ts'
import {
  acts,
  append,
  certify,
  chainId,
  digestOfPackage,
  drop,
  facts,
  hold,
  holdAgain,
  jobs,
  log,
  owner,
  packageOf,
  prove,
  sealed,
  sha256Of,
  t,
  withLog,
} from './anchored-kit.ts'

withLog()

describe('evidence that a chain comes to hold', () => {
  it('is told as under way, then by its block; the package takes the record in', async () => {
    const record = await sealed()
    expect(await facts(record)).toMatchObject([
      { status: 'pending', at: null, dependsOn: 'chain', details: { chain: '试链' } },
    ])
    await log()
    await certify(record)
    const { id, hash, height } = await hold()
    const said = [
      {
        status: 'proven',
        dependsOn: 'chain',
        details: {
          chain: '试链',
          chainId: '31337',
          blockHash: hash,
          height,
          link: expect.stringContaining('https://explorer.example/tx/0x') as string,
        },
      },
    ]
    expect(await facts(record)).toMatchObject(said)
    await prove(id)
    expect(await jobs('late-proofs', record.id)).toBe(1)
    await append(record)
    const report = await verifyPackage(await packageOf(record), { blocks: [hash] })
    expect(report.verdict).toBe('valid')
    expect(report.facts.find((f) => f.code === 'anchored')).toMatchObject({
      status: 'proven',
      detail: { chain: chainId, block: hash },
    })
    const { data } = await t.call(evidenceCalls.detail, { body: { ano: record.number } }, owner)
    expect(data.events.filter((e) => e.action === 'evidence.anchored')).toHaveLength(1)
    const { data: share } = await t.call(
      shareCalls.create,
      { body: { ano: record.number, days: 1, withPackage: false } },
      owner,
    )
    expect((await t.call(shareCalls.open, { params: { token: share.token } } as never)).data).toMatchObject({
      trust: expect.arrayContaining([expect.objectContaining({ code: 'anchored', status: 'proven' })]) as object,
    })
  })

  it('gets one record of each chain, the first that covers it, however often it is asked for', async () => {
    const [before, after] = [await sealed(), await sealed()]
    await log()
    const first = await hold()
    await prove(first.id)
    const late = await sealed()
    await log()
    const second = await hold()
    await Promise.all([prove(second.id), prove(second.id), prove(first.id)])
    const paths = async ({ id }: SealedRecord) =>
      await t.services.db.system
        .selectFrom('laterProof')
        .select(['path', 'bytes'])
        .where('evidenceId', '=', id)
        .orderBy('path')
        .execute()
    for (const record of [before, after, late])
      expect((await paths(record)).map((p) => p.path)).toEqual([
        'anchors/chain-31337.json',
        'anchors/chain-31337.tlog-proof',
      ])
    expect((await paths(before))[0]!.bytes.equals((await paths(late))[0]!.bytes)).toBe(false)
    expect((await facts(before))[0]!.details['blockHash']).toBe(first.hash)
    expect((await facts(late))[0]!.details['blockHash']).toBe(second.hash)
    await nameChain(t.services.db, { ...anchorSettings.of(t.services.config)!.chains[0]!, id: 99, name: '另一链' })
    const other = await hold(99)
    await prove(other.id)
    expect(await paths(late)).toHaveLength(4)
    await certify(late)
    expect(await jobs('late-proofs', late.id)).toBe(1)
    await append(late)
    expect(
      (await verifyPackage(await packageOf(late))).facts
        .filter((f) => f.code === 'anchored')
        .map((f) => f.detail['chain']),
    ).toEqual([99, chainId])
  })

  it('is not forgotten where the job was lost', async () => {
    const record = await sealed()
    await log()
    const { id } = await hold()
    await sql`update chain_anchor set confirmed_at = app_now() - interval '1 hour'`.execute(t.services.db.system)
    await sweepUnproved(t.services)
    expect(await jobs('anchor-proofs', id)).toBe(1)
    await prove(id)
    expect(
      await t.services.db.system.selectFrom('laterProof').select('path').where('evidenceId', '=', record.id).execute(),
    ).toHaveLength(2)
    await sql`delete from pgboss.job where name = 'anchor-proofs'`.execute(t.services.db.system)
    await sweepUnproved(t.services)
    expect(await jobs('anchor-proofs', id)).toBe(0)
  })

  it('whose block the chain drops is told so, is written again, and gets the new record in place of the lost one from then on', async () => {
    const record = await sealed()
    await log()
    await certify(record)
    const lost = await hold()
    await prove(lost.id)
    await append(record)
    const before = await packageOf(record)
    await drop(lost.id)
    expect(await facts(record)).toMatchObject([
      { status: 'pending', at: null, details: { chain: '试链', droppedHeight: lost.height } },
    ])
    await Promise.all([prove(lost.id), prove(lost.id)])
    expect(await acts(record)).toEqual(['evidence.anchored', 'evidence.unanchored'])
    // Until another block has it, what is delivered stays as it was, and readers look its block up.
    expect(await digestOfPackage(record)).toBe(await sha256Of(before))
    const again = await holdAgain(lost.id)
    await Promise.all([prove(again.id), prove(lost.id), prove(again.id)])
    await append(record)
    expect(await facts(record)).toMatchObject([{ status: 'proven', details: { blockHash: again.hash } }])
    expect(await acts(record)).toEqual(['evidence.anchored', 'evidence.unanchored', 'evidence.anchored'])
    const after = await packageOf(record)
    expect(await digestOfPackage(record)).toBe(await sha256Of(after))
    const anchored = async (bytes: Blob, block: string) =>
      (await verifyPackage(bytes, { blocks: [block] })).facts
        .filter((f) => f.code === 'anchored')
        .map((f) => [f.status, f.detail['block']])
    expect(await anchored(after, again.hash)).toEqual([['proven', again.hash]])
    expect((await verifyPackage(after)).verdict).toBe('valid')
    // A copy from before names the block that is gone: whoever looks it up does not find it.
    expect(await anchored(before, again.hash)).toEqual([['unavailable', lost.hash]])
  })

  it('whose block the chain drops rests on the next anchor that covers it, where there is one', async () => {
    const early = await sealed()
    await log()
    await certify(early)
    const lost = await hold()
    await prove(lost.id)
    const late = await sealed()
    await log()
    await certify(late)
    const next = await hold()
    await prove(next.id)
    await drop(lost.id)
    expect(await facts(early)).toMatchObject([{ status: 'proven', details: { blockHash: next.hash } }])
    await prove(lost.id)
    await append(early)
    await append(late)
    for (const record of [early, late])
      expect(
        (await verifyPackage(await packageOf(record), { blocks: [next.hash] })).facts.find(
          (f) => f.code === 'anchored',
        ),
      ).toMatchObject({ status: 'proven', detail: { block: next.hash } })
    expect(await acts(early)).toEqual(['evidence.anchored', 'evidence.unanchored', 'evidence.anchored'])
    expect(await acts(late)).toEqual(['evidence.anchored'])
    // And that one in turn, with all it stood for.
    await drop(next.id)
    await prove(next.id)
    for (const record of [early, late]) expect((await facts(record))[0]).toMatchObject({ status: 'pending' })
    expect(await acts(early)).toHaveLength(4)
    expect(await acts(late)).toEqual(['evidence.anchored', 'evidence.unanchored'])
    const again = await holdAgain(next.id)
    await prove(again.id)
    for (const record of [early, late]) {
      await append(record)
      expect(
        (await verifyPackage(await packageOf(record), { blocks: [again.hash] })).facts.find(
          (f) => f.code === 'anchored',
        ),
      ).toMatchObject({ status: 'proven', detail: { block: again.hash } })
    }
  })

  it('never gets a lost record that waited for its package', async () => {
    const record = await sealed()
    await log()
    const lost = await hold()
    await prove(lost.id)
    await drop(lost.id)
    await certify(record)
    expect(await jobs('late-proofs', record.id)).toBe(0)
    await append(record)
    expect((await verifyPackage(await packageOf(record))).facts.filter((f) => f.code === 'anchored')).toEqual([])
    const again = await holdAgain(lost.id)
    await prove(again.id)
    await append(record)
    expect(
      (await verifyPackage(await packageOf(record), { blocks: [again.hash] })).facts.find((f) => f.code === 'anchored'),
    ).toMatchObject({ status: 'proven' })
  })

  it('whose lost block nobody was told of, as the job was lost, is told by the sweep', async () => {
    const record = await sealed()
    await log()
    const lost = await hold()
    await prove(lost.id)
    await drop(lost.id)
    await sql`update chain_anchor set orphaned_at = app_now() - interval '1 hour'`.execute(t.services.db.system)
    await sweepUnproved(t.services)
    expect(await jobs('anchor-proofs', lost.id)).toBe(1)
    await prove(lost.id)
    expect(await acts(record)).toEqual(['evidence.anchored', 'evidence.unanchored'])
    await sql`delete from pgboss.job where name = 'anchor-proofs'`.execute(t.services.db.system)
    await sweepUnproved(t.services)
    expect(await jobs('anchor-proofs', lost.id)).toBe(0)
  })

  it('is told as failed where no block came for three days, which changes nothing else', async () => {
    const record = await sealed()
    await sql`update evidence set sealed_at = app_now() - interval '4 days' where id = ${record.id}`.execute(
      t.services.db.system,
    )
    expect(await facts(record)).toMatchObject([{ status: 'failed' }])
    await log()
    await certify(record)
    expect((await verifyPackage(await packageOf(record))).verdict).toBe('valid')
  })
})
