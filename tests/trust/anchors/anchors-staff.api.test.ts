import { describe, expect, it } from 'vitest'
import { anchorSettings } from '../../../server/trust/anchors/anchors.settings.ts'
import { pathOf } from '../../../contract/kit/call.ts'
import { trustCalls } from '../../../contract/operator/trust.ts'
import { anchorCalls } from '../../../contract/trust/anchors.ts'
import { chainCalls } from '../../../contract/trust/chain.ts'
import { newId } from '../../../server/kit/ids.ts'
import { asAdmin } from './as-admin.ts'
import { anchored, customer, failed, staff, t, withChains } from './anchored-kit.ts'

withChains()

const retry = (id: string, as = staff) => t.call(anchorCalls.retry, { params: { id } }, as)

describe('staff', () => {
  it('see how chains stand, what hinders them and how much money is left', async () => {
    await asAdmin(
      t.databaseUrl,
      `update chain set address = '0xabc', balance = '1234567890123456789', height = 7, checked_at = app_now(), trouble = 'insufficient-funds', trouble_detail = '1 < 2'`,
    )
    await anchored(5, 100)
    await failed()
    expect((await t.call(anchorCalls.chains, {}, staff)).data.list).toMatchObject([
      {
        chainId: 31_337,
        active: true,
        address: '0xabc',
        balance: '1.234567',
        height: 7,
        trouble: 'insufficient-funds',
        troubleDetail: '1 < 2',
        confirmed: 1,
        failed: 1,
        openSince: null,
      },
    ])
    await asAdmin(t.databaseUrl, `update chain set balance = '5'`)
    expect((await t.call(anchorCalls.chains, {}, staff)).data.list[0]!.balance).toBe('0.000000')
  })

  it('list anchors by state and chain', async () => {
    await anchored(5, 100)
    const id = await failed()
    const { data } = await t.call(anchorCalls.list, { body: {} }, staff)
    expect(data).toMatchObject({
      total: 2,
      list: [
        { id, anchorState: 'failed', reason: 'not-mined', retriable: true, transactions: 0 },
        { anchorState: 'confirmed', retriable: false, chain: '试链' },
      ],
    })
    expect((await t.call(anchorCalls.list, { body: { anchorState: 'confirmed' } }, staff)).data).toMatchObject({
      total: 1,
      list: [{ size: 5 }],
    })
    expect((await t.call(anchorCalls.list, { body: { chainId: 1 } }, staff)).data).toMatchObject({ total: 0, list: [] })
    expect((await t.call(anchorCalls.list, { body: { pageNum: 2, pageSize: 1 } }, staff)).data.list).toMatchObject([
      { size: 5 },
    ])
    expect((await t.call(anchorCalls.get, { params: { id } }, staff)).data).toMatchObject({ id, size: 9 })
  })

  it('see what a chain dropped, and an alarm with what to do until it is covered and somebody had time to judge', async () => {
    const alarms = async (lang = 'zh-CN') =>
      (await t.call(trustCalls.overview, {}, staff, { 'x-lang': lang })).data.alarms.filter(
        (a) => a.alarm === 'anchors-orphaned',
      )
    const { hash } = await anchored(5, 100)
    expect(await alarms()).toEqual([])
    await asAdmin(
      t.databaseUrl,
      `update chain_anchor set state = 'ORPHANED', reason = 'orphaned', orphaned_at = app_now()`,
    )
    expect((await t.call(anchorCalls.list, { body: { anchorState: 'orphaned' } }, staff)).data).toMatchObject({
      total: 1,
      list: [
        {
          size: 5,
          anchorState: 'orphaned',
          reason: 'orphaned',
          orphanedAt: expect.any(String) as string,
          hash,
          retriable: false,
        },
      ],
    })
    expect((await t.call(anchorCalls.chains, {}, staff)).data.list).toMatchObject([
      { confirmed: 0, failed: 0, orphaned: 1 },
    ])
    expect((await t.call(chainCalls.info, { query: { hash } })).data).toMatchObject({
      txCount: 0,
      tx: { hash, height: 100, orphanedAt: expect.any(String) as string },
      nodes: [{ orphaned: 1, latest: null }],
    })
    expect((await t.inject({ url: pathOf(chainCalls.record, { hash }) })).json()).toMatchObject({
      errorCode: 'not-found',
    })
    expect(await alarms()).toMatchObject([{ about: '31337', params: { name: '试链', count: 1 } }])
    expect(await alarms('en')).toMatchObject([{ params: { name: 'Trial' } }])
    await asAdmin(t.databaseUrl, `update chain_anchor set orphaned_at = app_now() - interval '4 days'`)
    expect(await alarms()).toHaveLength(1)
    await anchored(5, 120)
    expect(await alarms()).toEqual([])
    expect((await t.call(chainCalls.info, { query: { hash } })).data).toMatchObject({
      tx: { height: 120, orphanedAt: null },
      nodes: [{ txCount: 1, orphaned: 1, latest: { height: 120 } }],
    })
  })

  it('try a failed one again, once, and that is on the record', async () => {
    const id = await failed()
    expect(await retry(id)).toMatchObject({ success: true })
    expect((await t.call(anchorCalls.get, { params: { id } }, staff)).data).toMatchObject({
      anchorState: 'waiting',
      reason: null,
      retriable: false,
    })
    expect(await retry(id)).toMatchObject({ errorCode: 'wrong-state' })
    const acts = await t.services.db.system.selectFrom('audit').selectAll().where('subjectId', '=', id).execute()
    expect(acts).toMatchObject([
      {
        action: 'anchor.retried',
        subjectKind: 'anchor',
        actorPersonId: staff.personId,
        details: { chain: '试链', size: 9 },
      },
    ])
  })

  it('that was sent goes on from there', async () => {
    const id = await failed()
    await t.services.db.system
      .insertInto('chainTransaction')
      .values({
        txHash: Buffer.alloc(32, 1),
        anchorId: id,
        chainId: 31_337,
        nonce: 0,
        raw: Buffer.from('x'),
        maxFee: '1',
        tip: '1',
      })
      .execute()
    await retry(id)
    expect((await t.call(anchorCalls.get, { params: { id } }, staff)).data).toMatchObject({
      anchorState: 'sent',
      transactions: 1,
    })
  })

  it('wait while the chain is busy with another, and try nothing on one that is set up no more', async () => {
    const [one, two] = [await failed(9), await failed(10)]
    const both = await Promise.all([retry(one), retry(two)])
    expect(both.filter((r) => r.success)).toHaveLength(1)
    expect(both.find((r) => !r.success)).toMatchObject({ errorCode: 'wrong-state' })
    const chains = anchorSettings.of(t.services.config)!.chains.splice(0)
    try {
      await asAdmin(t.databaseUrl, `update chain_anchor set state = 'FAILED'`)
      expect(await retry(one)).toMatchObject({ errorCode: 'wrong-state' })
    } finally {
      anchorSettings.of(t.services.config)!.chains.push(...chains)
    }
  })

  it('are all who may, and only of anchors that are there', async () => {
    const id = await failed()
    for (const call of [anchorCalls.get, anchorCalls.retry])
      expect(await t.call(call, { params: { id } }, customer)).toMatchObject({ errorCode: 'forbidden' })
    expect(await retry(newId())).toMatchObject({ errorCode: 'not-found' })
    expect(await t.call(anchorCalls.get, { params: { id: newId() } }, staff)).toMatchObject({ errorCode: 'not-found' })
  })
})
