import { sql } from 'kysely'
import { anchorSettings } from '../../../../server/trust/anchors/anchors.settings.ts'
import { announcementCalls } from '../../../../contract/messages/announcements.ts'
import { contentCalls } from '../../../../contract/content/content.ts'
import { accountCalls } from '../../../../contract/operator/accounts.ts'
import { jobCalls } from '../../../../contract/operator/jobs.ts'
import { staffMessageCalls } from '../../../../contract/operator/messages.ts'
import { outboxCalls } from '../../../../contract/operator/outbox.ts'
import { personCalls } from '../../../../contract/operator/people.ts'
import { approvalCalls } from '../../../../contract/platform/approvals.ts'
import { adjustmentCalls } from '../../../../contract/payments/adjustments.ts'
import { payOrderCalls } from '../../../../contract/payments/pay-orders.ts'
import { priceCalls } from '../../../../contract/payments/prices.ts'
import { reconciliationCalls } from '../../../../contract/payments/reconciliations.ts'
import { staffOrderCalls } from '../../../../contract/payments/staff-orders.ts'
import { calendarCalls } from '../../../../contract/platform/calendar.ts'
import { dictEntryCalls } from '../../../../contract/platform/dictionary-entries.ts'
import { legalCalls } from '../../../../contract/platform/legal.ts'
import { settingsOfPlatformCalls } from '../../../../contract/platform/settings.ts'
import { anchorCalls } from '../../../../contract/trust/anchors.ts'
import { integrityCalls } from '../../../../contract/trust/integrity.ts'
import { newId } from '../../../../server/kit/ids.ts'
import { settle } from '../../../../server/payments/orders/orders.repo.ts'
import { nameChain } from '../../../../server/trust/anchors/anchors.repo.ts'
import { keepAnchor } from '../../../trust/anchors/anchor-kit.ts'
import { act, nothing, reason, type Scenes, type Stage } from '../stage.ts'

export function staffScenes({ t, owner, operator, administrator, other, must, capture, withTotp }: Stage): Scenes {
  const choiceBody = () => ({ type: 'evidenceLabel' as const, code: newId(), name: '知识产权' })
  const marked = () =>
    must(
      calendarCalls.mark,
      { body: { from: '2027-01-01', to: '2027-01-03', dayKind: 'off', name: '元旦' } },
      administrator,
    )
  const choice = async (body = choiceBody()) => ({
    body,
    ...(await must(dictEntryCalls.create, { body }, administrator)),
  })
  const announcementBody = { titleZh: '公告', contentZh: '内容' }
  const announcement = async () => (await must(announcementCalls.create, { body: announcementBody }, operator)).id
  const published = async () => {
    const id = await announcement()
    await must(announcementCalls.publish, { params: { id } }, operator)
    return id
  }
  const activity = { kind: 'ACTIVITY', titleZh: '活动', summaryZh: '内容' } as const
  const piece = async () => ({ id: (await must(contentCalls.create, { body: activity }, operator)).id })
  const publishedPiece = async () => {
    const params = await piece()
    await must(contentCalls.publish, { params }, operator)
    return params
  }
  const asked = ({ accountId }: { accountId: string }) =>
    must(adjustmentCalls.ask, { body: { accountId, purpose: 'gift', amount: 100, reason } }, operator)
  let days = 1
  const priceAsked = () =>
    must(
      priceCalls.add,
      {
        body: {
          product: 'deposit.file',
          tiers: [{ from: 1, amount: 100 }],
          effectiveAt: new Date(Date.now() + days++ * 86_400_000).toISOString(),
        },
      },
      administrator,
    )
  const priced = async () => {
    const params = await priceAsked()
    await must(approvalCalls.apply, { params }, other)
    return params
  }
  const begun = () =>
    must(payOrderCalls.recharge, { body: { amount: 100, channel: 'wechat', unique_id: newId() } }, owner)
  /** Tried as often as it may be, and still good. */
  async function failedMessage() {
    const id = newId()
    await t.services.db.system
      .insertInto('messageOutbox')
      .values({
        id,
        platformId: t.platformId,
        channel: 'sms',
        recipient: '138****0000',
        template: 'login',
        state: 'failed',
        text: null,
        sealed: 'x',
        goodUntil: new Date(Date.now() + 60_000),
      })
      .execute()
    return id
  }
  async function failedAnchor() {
    const [chain] = anchorSettings.of(t.services.config)!.chains
    await nameChain(t.services.db, chain!)
    return keepAnchor(t.services.db, {
      chainId: chain!.id,
      size: 1,
      digest: Buffer.alloc(32),
      note: Buffer.from('x'),
      state: 'FAILED',
      reason: 'not-mined',
    })
  }
  const job = async (state: 'created' | 'failed') => {
    const { id } = await capture()
    const {
      rows: [row],
    } = await sql<{
      id: string
    }>`update pgboss.job set state = ${state} where data->>'id' = ${id} returning id`.execute(t.services.db.system)
    return row!.id
  }

  return {
    'operatorMessages.toPerson': act(
      () => t.member(),
      (p) =>
        must(
          staffMessageCalls.toPerson,
          { params: { id: p.personId }, body: { title: '标题', content: '内容' } },
          operator,
        ),
    ),
    'operatorMessages.toAccount': act(
      () => t.member(),
      (p) =>
        must(
          staffMessageCalls.toAccount,
          { params: { id: p.accountId }, body: { title: '标题', content: '内容' } },
          operator,
        ),
    ),
    'operatorPeople.revealPhone': act(
      () => t.member(),
      (p) => must(personCalls.revealPhone, { params: { id: p.personId }, body: { reason } }, operator),
    ),
    'operatorPeople.setStanding': act(
      () => t.member(),
      (p) =>
        must(personCalls.setStanding, { params: { id: p.personId }, body: { standing: 'DISABLED', reason } }, operator),
    ),
    'operatorPeople.resetTotp': act(withTotp, ({ member }) =>
      must(personCalls.resetTotp, { params: { id: member.personId }, body: { reason } }, administrator),
    ),
    'operatorPeople.signOut': act(
      () => t.member(),
      (p) => must(personCalls.signOut, { params: { id: p.personId }, body: { reason } }, operator),
    ),
    'operatorAccounts.setTimestamps': act(
      () => t.member(),
      (p) =>
        must(
          accountCalls.setTimestamps,
          { params: { id: p.accountId }, body: { timestamps: 'required', reason } },
          operator,
        ),
    ),
    'operatorAccounts.setStorage': act(
      () => t.member(),
      (p) =>
        must(
          accountCalls.setStorage,
          { params: { id: p.accountId }, body: { storedGib: 500, unfinishedGib: null, reason } },
          operator,
        ),
    ),
    'operatorAccounts.setStanding': act(
      () => t.member(),
      (p) =>
        must(
          accountCalls.setStanding,
          { params: { id: p.accountId }, body: { standing: 'DISABLED', reason } },
          operator,
        ),
    ),
    'adjustments.ask': act(() => t.member(), asked),
    'adjustments.apply': act(
      async () => asked(await t.member()),
      ({ id }) => must(adjustmentCalls.apply, { params: { id } }, administrator),
    ),
    'adjustments.refuse': act(
      async () => asked(await t.member()),
      ({ id }) => must(adjustmentCalls.refuse, { params: { id }, body: { reason } }, administrator),
    ),
    'adjustments.withdraw': act(
      async () => asked(await t.member()),
      ({ id }) => must(adjustmentCalls.withdraw, { params: { id } }, operator),
    ),
    'payOrders.recharge': act(nothing, begun),
    'payOrders.close': act(begun, ({ id }) => must(payOrderCalls.close, { params: { id } }, owner)),
    'staffOrders.askPayback': act(
      async () => {
        const { id } = await begun()
        await t.services.db.asSystem((tx) => settle(tx, id, { vendorNumber: `V${id}`, fen: 100 }))
        return id
      },
      (id) => must(staffOrderCalls.askPayback, { params: { id }, body: { amount: 1, reason } }, operator),
    ),
    'staffOrders.clear': act(
      async () => {
        const { id } = await begun()
        await t.services.db.asSystem((tx) => settle(tx, id, { vendorNumber: `V${id}`, fen: 1 }))
        return id
      },
      (id) =>
        must(
          staffOrderCalls.clear,
          { params: { id }, body: { trouble: 'other-amount', vendorNumber: `V${id}`, reason } },
          operator,
        ),
    ),
    'reconciliations.clear': act(
      async () => {
        const id = newId()
        const day = sql<Date>`date '2026-01-01'`
        const state = { state: 'differs', differences: 1, comparedAt: new Date() }
        const row = { id, platformId: t.platformId, channel: 'wechat', day, ...state }
        await t.services.db.system.insertInto('reconciliation').values(row).execute()
        return id
      },
      (id) => must(reconciliationCalls.clear, { params: { id }, body: { reason } }, operator),
    ),
    'approvals.apply': act(priceAsked, (params) => must(approvalCalls.apply, { params }, other)),
    'approvals.refuse': act(priceAsked, (params) => must(approvalCalls.refuse, { params, body: { reason } }, other)),
    'approvals.withdraw': act(priceAsked, (params) => must(approvalCalls.withdraw, { params }, administrator)),
    'prices.add': act(nothing, priceAsked),
    'prices.remove': act(priced, ({ id }) => must(priceCalls.remove, { params: { id } }, administrator)),
    'announcements.create': act(nothing, announcement),
    'announcements.update': act(announcement, (id) =>
      must(announcementCalls.update, { params: { id }, body: announcementBody }, operator),
    ),
    'announcements.publish': act(nothing, published),
    'announcements.withdraw': act(published, (id) => must(announcementCalls.withdraw, { params: { id } }, operator)),
    'announcements.pin': act(announcement, (id) =>
      must(announcementCalls.pin, { params: { id }, body: { top: true } }, operator),
    ),
    'announcements.remove': act(announcement, (id) => must(announcementCalls.remove, { params: { id } }, operator)),
    'content.create': act(nothing, piece),
    'content.update': act(piece, (params) => must(contentCalls.update, { params, body: activity }, operator)),
    'content.publish': act(nothing, publishedPiece),
    'content.withdraw': act(publishedPiece, (params) => must(contentCalls.withdraw, { params }, operator)),
    'content.remove': act(piece, (params) => must(contentCalls.remove, { params }, operator)),
    'content.restore': act(piece, ({ id }) => must(contentCalls.restore, { params: { id, version: 1 } }, operator)),
    'content.preview': act(piece, (params) => must(contentCalls.preview, { params }, operator)),
    'calendar.mark': act(nothing, marked),
    'calendar.import': act(nothing, () =>
      must(
        calendarCalls.import,
        { body: { rows: [{ day: '2027-10-02', dayKind: 'off', name: '国庆节' }] } },
        administrator,
      ),
    ),
    'calendar.remove': act(
      async () => {
        await marked()
        return (await must(calendarCalls.list, { query: { year: 2027 } }, administrator)).list[0]!
      },
      ({ id }) => must(calendarCalls.remove, { params: { id } }, administrator),
    ),
    'dictEntries.saveWhole': act(nothing, () =>
      must(
        dictEntryCalls.saveWhole,
        { body: { type: 'evidenceLabel', items: [{ code: newId(), name: '婚姻家事' }] } },
        administrator,
      ),
    ),
    'dictEntries.create': act(nothing, () => choice()),
    'dictEntries.update': act(
      () => choice(),
      ({ id, body }) => must(dictEntryCalls.update, { params: { id }, body: { ...body, name: '改名' } }, administrator),
    ),
    'dictEntries.setActive': act(
      () => choice(),
      ({ id }) => must(dictEntryCalls.setActive, { params: { id }, body: { active: false } }, administrator),
    ),
    'legal.publish': act(nothing, () =>
      must(
        legalCalls.publish,
        { body: { agreementZh: '服务条款'.repeat(10), privacyZh: '隐私政策'.repeat(10) } },
        administrator,
      ),
    ),
    'platformSettings.save': act(nothing, () =>
      must(settingsOfPlatformCalls.save, { body: { nameZh: '岛风存证' } }, administrator),
    ),
    'outbox.retry': act(failedMessage, (id) => must(outboxCalls.retry, { params: { id } }, operator)),
    'integrity.start': act(nothing, () => must(integrityCalls.start, { body: { reason: 'as planned' } }, operator)),
    'anchors.retry': act(failedAnchor, (id) => must(anchorCalls.retry, { params: { id } }, operator)),
    'operatorJobs.retry': act(
      () => job('failed'),
      (id) => must(jobCalls.retry, { params: { id } }, operator),
    ),
    'operatorJobs.cancel': act(
      () => job('created'),
      (id) => must(jobCalls.cancel, { params: { id }, body: { reason } }, operator),
    ),
  }
}
