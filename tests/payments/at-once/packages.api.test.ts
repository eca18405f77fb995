import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { webCaptureCalls } from '../../../contract/captures/web.ts'
import { downloadCalls } from '../../../contract/evidence/downloads.ts'
import { evidenceCalls } from '../../../contract/evidence/evidence.ts'
import { feedbackCalls } from '../../../contract/evidence/feedback.ts'
import { adjustmentCalls } from '../../../contract/payments/adjustments.ts'
import { offerCalls, packageCalls, type PackageState } from '../../../contract/payments/packages.ts'
import { depositCalls } from '../../../contract/registry/deposits.ts'
import { newId } from '../../../server/kit/ids.ts'
import { watchPackages } from '../../../server/payments/packages/watch-packages.ts'
import type { Member, TestApp } from '../../kit/build-test-app.ts'
import { buildEvidence } from '../../kit/people/factories.ts'
import { liftLimits } from '../../kit/people/lift-limits.ts'
import { setPrice } from '../../kit/people/second-word.ts'
import { randomness, sized } from '../../kit/randomness.ts'
import { openAccounts } from '../../kit/sweep/account-stands.ts'
import { type ActIn, expectInTurn, pairsIn, someOf, withoutAct } from '../../kit/sweep/meet.ts'
import { type EndedEvidence, endEvidenceIn, purse } from '../kit.ts'
import { openShop, type Shop } from '../package-kit.ts'

// Any two things that buy, use up, give back and end packages at once, from any of their states, end as if one had been done after the other.

let shop: Shop
let t: TestApp
let stands: Awaited<ReturnType<typeof openAccounts>>
let [asker, decider, third]: Member[] = []
beforeAll(async () => {
  shop = await openShop()
  t = shop.t
  await liftLimits(shop.owner)
  stands = await openAccounts(shop.owner)
  asker = await t.member({ name: '客服', role: 'operator' })
  decider = await t.member({ name: '会计', role: 'operator' })
  third = await t.member({ name: '出纳', role: 'operator' })
  await setPrice(t, { product: 'download', tiers: [{ from: 1, amount: 600 }] }, shop.administrator)
})
afterAll(() => shop?.close())

/** Beside the states: one unit left, none left while one is held, and the last days. */
type Situation = PackageState | 'held' | 'ending'

interface Subject {
  who: Member
  offered: Awaited<ReturnType<Shop['offer']>>
  package: string
  /** Captures that a unit of it paid for: one under way and one that failed, where there are such. */
  running: string
  failed: string
  /** Asked for: the unit of one that was collected, given back. */
  refund: string
  /** Evidence whose package can be taken out. */
  number: string
}
type PackageAct = ActIn<Subject, Situation>
type Reply = { errorCode?: string | undefined }

const every: Situation[] = ['active', 'held', 'used-up', 'ending', 'ended']
const usable: Situation[] = ['active', 'ending']
const running: Situation[] = ['active', 'held', 'ending', 'ended']
const act = (name: string, states: readonly Situation[], take: (of: Subject) => Promise<Reply>): PackageAct => ({
  name,
  in: states,
  ready: async (of) => async () => (await take(of)).errorCode ?? 'done',
})

/** Of work that is never refused. */
const done = async (work: Promise<unknown>): Promise<Reply> => {
  await work
  return {}
}

/** As a worker does: once, and only of what nobody called off. */
const ends = (...[id, ...how]: EndedEvidence) =>
  t.services.db.asSystem(async (tx): Promise<Reply> => {
    const found = await tx.selectFrom('evidence').select('status').where('id', '=', id).forUpdate().executeTakeFirst()
    if (!found || !['queued', 'collecting'].includes(found.status)) return { errorCode: 'over' }
    await endEvidenceIn(tx, id, ...how)
    return {}
  })
const refuse = (id: string) => t.call(adjustmentCalls.refuse, { params: { id }, body: { reason: '依法说明' } }, third)
const sell = ({ offered: { id } }: Subject, onSale: boolean) =>
  t.call(offerCalls.sell, { params: { id }, body: { onSale } }, shop.administrator)
const deposit = ({ who }: Subject) =>
  t.call(depositCalls.hash, { body: { sha256: 'a'.repeat(64), fileName: '配方.pdf' } }, who)

const acts: PackageAct[] = [
  act('buy', every, ({ who, offered }) => shop.buy(offered, who)),
  act('buy, under an id', every, ({ who, offered, package: id }) => shop.buy(offered, who, id)),
  act('staff sell, no more', every, (of) => sell(of, false)),
  act('a capture', every, ({ who }) => shop.start(1, who)),
  act('two captures', every, ({ who }) => shop.start(2, who)),
  act('a capture, quoted as free', usable, ({ who }) => shop.start(1, who, 0)),
  act('a deposit', every, deposit),
  act('called off', running, ({ who, running: id }) =>
    t.call(webCaptureCalls.cancel, { body: { ids: [id] } as never }, who),
  ),
  act('it comes about', running, ({ running: id }) => ends(id, 'collected', 'full')),
  act('it comes about in part', running, ({ running: id }) => ends(id, 'collected', 'partial')),
  act('it fails', running, ({ running: id }) => ends(id, 'failed')),
  act('tried again', running, ({ who, failed }) =>
    t.call(webCaptureCalls.retry, { body: { ids: [failed] } as never }, who),
  ),
  act('a download is paid', every, ({ who, number }) =>
    t.call(downloadCalls.pay, { body: { anos: [number] } as never }, who),
  ),
  act('a download', every, ({ who, number: ano }) => t.call(evidenceCalls.packageLink, { params: { ano } }, who)),
  act('a unit is given back', ['active', 'held', 'used-up', 'ending'], ({ refund: id }) =>
    t.call(adjustmentCalls.apply, { params: { id } }, decider),
  ),
  act('a unit is given back, by another', ['used-up'], ({ refund: id }) =>
    t.call(adjustmentCalls.apply, { params: { id } }, third),
  ),
  act('no unit is given back', every, ({ refund }) => refuse(refund)),
  act('a gift', every, ({ who }) => done(purse(t, who).adjust('gift', 5_000))),
  act('its time passes', ['active', 'held', 'used-up', 'ending'], ({ package: id }) => done(shop.endsIn(id, -1))),
  act('owners are told', ['ending', 'used-up'], () => done(watchPackages(t.services))),
]

/** So many units, and how it comes to its state once one of them was used. */
const leadsTo: Record<Situation, { units: number; lead?: (of: Subject) => Promise<unknown> }> = {
  active: { units: 3 },
  held: { units: 2 },
  'used-up': { units: 1 },
  ending: { units: 3, lead: ({ package: id }) => shop.endsIn(id, 6) },
  ended: { units: 3, lead: ({ package: id }) => shop.endsIn(id, -1) },
}

const startOne = async (who: Member) => (await shop.start(1, who)).data.list[0]!.id

/** A capture that was collected by a unit, and what gives that back once another person agrees. */
async function usedBy(who: Member) {
  const id = await startOne(who)
  await ends(id, 'collected', 'full')
  const found = t.services.db.system.selectFrom('evidence').select('number').where('id', '=', id)
  const { number: ano } = await found.executeTakeFirstOrThrow()
  const body = { ano, reason: 'EXCEPTION_RESULT' as const, content: '缺少评论区' }
  const { feedbackId } = (await t.call(feedbackCalls.give, { body }, who)).data
  const answer = { verdict: 'PASS' as const, reply: '页面不完整', refund: true }
  await t.call(feedbackCalls.answer, { params: { id: feedbackId }, body: answer }, asker)
  return (await t.call(adjustmentCalls.list, { query: { keyWord: ano } }, decider)).data.list[0]!.id
}

async function begin(situation: Situation): Promise<Subject> {
  // Staff proved a moment ago who they are.
  await shop.owner.query('update session set proved_at = app_now()')
  const who = await t.member({ name: '客户' })
  const { units, lead } = leadsTo[situation]
  const offered = await shop.offer({ units })
  await purse(t, who).adjust('credit', offered.price)
  const { id } = (await shop.buy(offered, who)).data
  const failed = units > 1 ? await startOne(who) : newId()
  if (units > 1) await ends(failed, 'failed')
  const refund = await usedBy(who)
  const underWay = units > 1 ? await startOne(who) : newId()
  const { number } = await buildEvidence(t, who)
  // Enough for one more package, and then for hardly anything else.
  await purse(t, who).adjust('credit', offered.price + 700)
  const subject = { who, offered, package: id, running: underWay, failed, refund, number }
  await lead?.(subject)
  return subject
}

async function look({ who, offered, package: id }: Subject) {
  // The next sweep tells what this one passed over while somebody held it.
  await watchPackages(t.services)
  const { rows } = await shop.owner.query<{ onSale: boolean }>(
    'select is_on_sale as "onSale" from package_offer where id = $1',
    [offered.id],
  )
  const people = Object.fromEntries([decider!, third!].map(({ personId, name }) => [personId, name]))
  return { ...rows[0], ...(await stands(who.accountId, { [id]: 'the package', ...people })) }
}

describe('two things that are done to a package at once', () => {
  it('are all that its calls can do', () => {
    const { sell: selling } = offerCalls
    expect([...withoutAct(packageCalls, acts), ...withoutAct({ sell: selling }, acts, 'staff ')]).toEqual([])
  })

  it('end as one after the other', { timeout: sized(120_000, 7_200_000) }, async () => {
    const all = (Object.keys(leadsTo) as Situation[]).flatMap((situation) =>
      pairsIn(acts, situation).map((pair) => ({ situation, pair })),
    )
    for (const { situation, pair } of someOf(all, sized(4, 800), randomness('meetings of packages')))
      await expectInTurn({ from: `${situation}: `, begin: () => begin(situation), look }, pair)
  })
})
