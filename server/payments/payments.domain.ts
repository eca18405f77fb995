import { offerApproval } from './packages/offer-approval.ts'
import { priceApproval } from './prices/price-approval.ts'
import { sql } from 'kysely'
import { eraseBy, ofAccounts } from '../kit/personal-data/personal-data.ts'
import { anyOf, shadowOf } from '../kit/personal-data/leaving.ts'
import { defineDomain } from '../kit/work/domain.ts'
import { checkBooks } from './ledger/check-books.ts'
import { adjustmentRoutes } from './adjustments/adjustments.routes.ts'
import { wechatPaySettings } from './channels/wechat/wechat-pay.settings.ts'
import { orderRoutes, staffOrderRoutes } from './orders/orders.routes.ts'
import { emptyNotices } from './orders/empty-notices.ts'
import { watchOrders } from './orders/watch-orders.ts'
import { offerRoutes, packageRoutes } from './packages/packages.routes.ts'
import { watchPackages } from './packages/watch-packages.ts'
import { paidBackOf } from './paybacks/paid-back.ts'
import { sendPaybacks } from './paybacks/send-paybacks.ts'
import { reconcileDays } from './reconciliation/reconcile.service.ts'
import { reconciliationRoutes } from './reconciliation/reconciliation.routes.ts'
import { priceRoutes } from './prices/prices.routes.ts'
import { staffTransferRoutes, transferRoutes } from './transfers/transfers.routes.ts'
import { sendBalanceAlerts } from './wallet/send-alerts.ts'
import { statementRoutes } from './statements/statements.routes.ts'
import { walletRoutes } from './wallet/wallet.routes.ts'

/** What accounts have, and what they spend. */
export const paymentsDomain = defineDomain({
  name: 'payments',
  approvals: [priceApproval, offerApproval],
  personalData: {
    sections: [
      {
        name: 'bill',
        order: 225,
        ofOwner: true,
        tables: ['wallet', 'charge', 'ledger_transfer'],
        shown: ['at', 'amount', 'balanceAfter', 'product', 'number'],
        query: (of) =>
          sql`select t.purpose, t.debit, t.credit, t.amount, t.balance_after, t.reason, c.product, c.quantity, c.subject_number as number, c.state, c.person_name as spent_by, t.created_at as at
            from ledger_transfer t left join charge c on c.id = t.charge_id where ${ofAccounts('t.account_id', of)} order by t.created_at desc, t.id desc`,
      },
      {
        name: 'recharges',
        order: 226,
        ofOwner: true,
        tables: ['pay_order', 'payback'],
        shown: ['at', 'amount', 'channel', 'state', 'number'],
        query: (of) =>
          sql`select number, case when pays_for is null then 'recharge' else 'fee' end as purpose, amount, channel, scene, state, vendor_number, ${paidBackOf} as paid_back, person_name as paid_by, paid_at, created_at as at
            from pay_order where ${ofAccounts('account_id', of)} order by created_at desc, id desc`,
      },
      {
        name: 'transfers',
        order: 228,
        ofOwner: true,
        tables: ['bank_transfer'],
        shown: ['at', 'amount', 'payerName', 'sentOn', 'state', 'number'],
        query: (of) =>
          sql`select number, amount, payer_name, sent_on, said_reference, remark, cardinality(pictures) as pictures, state, answer, person_name as sent_by, ended_at, created_at as at
            from bank_transfer where ${ofAccounts('account_id', of)} order by created_at desc, id desc`,
      },
      {
        name: 'packages',
        order: 227,
        ofOwner: true,
        tables: ['package'],
        shown: ['at', 'product', 'units', 'used', 'price', 'endsAt'],
        query: (of) =>
          sql`select number, product, units, held, used, price, person_name as bought_by, ends_at, created_at as at from package where ${ofAccounts('account_id', of)} order by created_at desc, id desc`,
      },
    ],
    // Transfers are accounting records, which the law keeps (Accounting Law of the PRC, art. 23); who spent is not named in them any more.
    erase: eraseBy(({ person: { id }, owned }) => [
      sql`update charge set person_name = ${shadowOf(id)} where person_id = ${id}`,
      sql`update pay_order set person_name = ${shadowOf(id)} where person_id = ${id}`,
      sql`update pay_notice n set body = '' from pay_order o where o.account_id = ${anyOf(owned)} and n.platform_id = o.platform_id and n.channel = o.channel and n.order_number = o.number`,
      sql`update pay_trouble set cleared_name = ${shadowOf(id)} where cleared_by = ${id}`,
      sql`update reconciliation set cleared_name = ${shadowOf(id)} where cleared_by = ${id}`,
      sql`update price set person_name = ${shadowOf(id)} where person_id = ${id}`,
      sql`update bank_transfer set payer_name = '-', said_reference = '', remark = '', pictures = '{}', answer = '' where account_id = ${anyOf(owned)}`,
      sql`update bank_transfer set person_name = ${shadowOf(id)} where person_id = ${id}`,
      sql`update package set person_name = ${shadowOf(id)} where person_id = ${id}`,
      sql`update package_offer set person_name = ${shadowOf(id)} where person_id = ${id}`,
      sql`update adjustment set reason = '-', answer = '' where account_id = ${anyOf(owned)}`,
      sql`update adjustment set asked_name = ${shadowOf(id)} where asked_by = ${id}`,
      sql`update adjustment set decided_name = ${shadowOf(id)} where decided_by = ${id}`,
    ]),
  },
  settings: [wechatPaySettings],
  routes: (services) => [
    priceRoutes(services),
    orderRoutes(services),
    staffOrderRoutes(services),
    walletRoutes(services),
    adjustmentRoutes(services),
    reconciliationRoutes(services),
    packageRoutes(services),
    offerRoutes(services),
    statementRoutes(services),
    transferRoutes(services),
    staffTransferRoutes(services),
  ],
  sweeps: [
    { name: 'orders that their vendors are asked about', everySeconds: 5, run: watchOrders },
    { name: 'paybacks that their vendors are told of', everySeconds: 5, run: sendPaybacks },
    { name: 'alerts of low balances', everySeconds: 10, run: sendBalanceAlerts },
    { name: 'packages that end or are used up', everySeconds: 60, run: watchPackages },
    { name: 'notices of vendors that are old', everySeconds: 3_600, run: emptyNotices },
    { name: 'bills of vendors', everySeconds: 600, run: reconcileDays },
    { name: 'books of accounts', everySeconds: 60, run: (services, log) => checkBooks(services, log, 'new') },
    {
      name: 'books of accounts from their beginning',
      everySeconds: 86_400,
      run: (services, log) => checkBooks(services, log, 'all'),
    },
  ],
})
