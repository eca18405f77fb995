import pg from 'pg'
import { headerCalls } from '../../contract/invoices/headers.ts'
import { invoiceCalls } from '../../contract/invoices/invoices.ts'
import { staffInvoiceCalls } from '../../contract/invoices/staff-invoices.ts'
import { nuonuoSettings } from '../../server/invoices/gateway/nuonuo/nuonuo.settings.ts'
import { sendSubmissions } from '../../server/invoices/gateway/send-submissions.ts'
import { buildTestApp, type Member } from '../kit/build-test-app.ts'
import { giveSettings } from '../kit/give-settings.ts'
import { forgetLimits } from '../kit/people/forget-limits.ts'
import { nuonuoSeller, type Outcome, startNuonuo } from '../kit/vendors/nuonuo.ts'
import { waitForLock } from '../kit/test-database.ts'
import { paidOrder } from './invoice-kit.ts'

/** A service whose invoices a counterpart of the tax gateway issues, and one of staff who asks it to. */
export async function openGatewayDesk() {
  const t = await buildTestApp()
  const gateway = await startNuonuo()
  const operator = await t.member({ name: '开票员', role: 'operator' })
  const owner = new pg.Client({ connectionString: t.databaseUrl })
  await owner.connect()
  const logged: { level: string; text: string; details: object }[] = []
  const log = (level: string) => (details: object, text: string) => void logged.push({ level, text, details })

  const reach = (more: Partial<typeof nuonuoSeller> = {}) =>
    giveSettings(t.services.config, nuonuoSettings, {
      ...nuonuoSeller,
      endpoint: gateway.endpoint,
      patience: 2,
      platforms: {},
      ...more,
    })
  /** The sweep, as if the time of all that waits had come. */
  async function sweep() {
    await owner.query('update invoice_submission set ask_at = now() where ask_at is not null')
    await sendSubmissions(t.services, { info: log('info'), warn: log('warn'), error: log('error') })
  }
  async function numberOf(id: string) {
    const { rows } = await owner.query<{ number: string }>(
      'select number from invoice_submission where invoice_id = $1 order by created_at desc limit 1',
      [id],
    )
    return rows[0]!.number
  }
  return {
    t,
    gateway,
    operator,
    owner,
    logged,
    reach,
    sweep,
    numberOf,
    submit: (id: string) => t.call(staffInvoiceCalls.submit, { params: { id } }, operator),
    stop: (id: string) =>
      t.call(staffInvoiceCalls.stop, { params: { id }, body: { reason: '平台上没有这张发票' } }, operator),
    get: async (id: string) => (await t.call(staffInvoiceCalls.get, { params: { id } }, operator)).data,
    methods: () => gateway.calls.map((c) => c.method),
    async becomes(id: string, outcome: Outcome) {
      gateway.outcomes.set(await numberOf(id), outcome)
      await sweep()
    },
    /** Somebody waits for a row that another holds. */
    waitUntilBlocked: () => waitForLock(t),
    /** Somebody new with a header; gives how they pay and apply. */
    async applicant() {
      await forgetLimits(t)
      reach()
      // What another left on its way would be asked about in between, in whichever order.
      await owner.query('update invoice_submission set ask_at = null')
      gateway.next.length = 0
      gateway.calls.length = 0
      logged.length = 0
      const me = await t.member({ name: '代理所', kind: 'enterprise' })
      const body = { headType: 'ENTERPRISE' as const, title: '福州某某有限公司', taxNo: '91350100M000100Y43' }
      const { id: headerId } = (await t.call(headerCalls.create, { body }, me)).data
      return { me, applied: (amount?: number) => applyAs(me, headerId, amount) }
    },
    async close() {
      await owner.end()
      await gateway.close()
      await t.close()
    },
  }

  async function applyAs(me: Member, headerId: string, amount = 10_600) {
    const order = await paidOrder(t, me, amount)
    const body = { orderIds: [order], headerId, email: 'books@example.com', remark: '十一月' }
    const { id } = (await t.call(invoiceCalls.apply, { body: body as never }, me)).data
    return { id, order }
  }
}
export type GatewayDesk = Awaited<ReturnType<typeof openGatewayDesk>>
