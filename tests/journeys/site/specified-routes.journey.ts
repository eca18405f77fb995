import { describe, expect, inject, it } from 'vitest'
import { shownCalls } from '../../../contract/content/shown.ts'
import { lawyerCalls } from '../../../contract/content/lawyers.ts'
import { evidenceCalls } from '../../../contract/evidence/evidence.ts'
import { shareCalls } from '../../../contract/certificates/share.ts'
import { headerCalls } from '../../../contract/invoices/headers.ts'
import { invoiceCalls } from '../../../contract/invoices/invoices.ts'
import { callAs, captureByCalls, registerByCalls, signInByCalls } from '../../kit/browser/by-calls.ts'
import type { Visitor } from '../../kit/browser/browser.ts'
import { dressed } from '../../kit/browser/dress.ts'
import { captureTime } from '../../kit/browser/evidence-list.ts'
import { draftByCalls, draftNotarizationByCalls, draftPurchaseByCalls } from '../../kit/browser/orders-by-calls.ts'
import { topUpByCalls } from '../../kit/browser/money/pay-by-calls.ts'
import { somebody } from '../../kit/browser/sign-in.ts'
import { openVisitors } from '../../kit/browser/visitors.ts'
import type { Part, ShownRoute } from '../../rules/specification/shown-route.ts'
import { shownRoutes } from '../../rules/specification/shown-routes.ts'

const { service, shop } = inject('world')
const open = openVisitors(service)
// Columns have headings on a wide screen alone.
const settings = [
  { language: 'zh-CN', device: 'desktop', theme: 'light' },
  { language: 'en', device: 'desktop', theme: 'dark' },
] as const
const routes = Object.entries(shownRoutes)

/** The words of a part, before what is filled into them: more may stand beside them, and a space between two Chinese characters. */
function wordsOf({ say }: Visitor, key: string): RegExp {
  const [domain = '', name = ''] = key.split(':')
  const [text = ''] = say(domain, name).split('{{')
  return new RegExp([...text].map((c) => c.replace(/[$()*+.?[\\\]^{|}]/, '\\$&')).join('\\s?'))
}

function locate(visitor: Visitor, part: Part) {
  const [role, key = ''] = part.split(' ')
  const main = visitor.page.getByRole('main')
  const words = wordsOf(visitor, key)
  return role === 'text' ? main.getByText(words) : main.getByRole(role as 'heading', { name: words })
}

/** The parts of a page that a person looking at it does not find. */
async function missingOn(visitor: Visitor, address: string, { parts }: ShownRoute): Promise<Part[]> {
  await visitor.go(address)
  const missing: Part[] = []
  for (const part of parts)
    await locate(visitor, part)
      .first()
      .waitFor({ timeout: missing.length ? 1_000 : 10_000 })
      .catch(() => missing.push(part))
  return missing
}

/** An enterprise with one evidence, shared, one header, one invoice asked for, and drafts of an appraisal, a notarization and a purchase. */
async function prepare(visitor: Visitor) {
  await registerByCalls(visitor, service, somebody('青石书店有限公司', 'enterprise', '沈青'))
  await captureByCalls(visitor, { urls: [`${shop}/landing`] })
  const latest = async () => (await callAs(visitor, evidenceCalls.list, { body: {} as never })).list[0]
  await expect.poll(async () => (await latest())?.status, { timeout: captureTime }).toBe('collected')
  const { ano } = (await latest())!
  const { token } = await callAs(visitor, shareCalls.create, { body: { ano } as never })
  const header = await callAs(visitor, headerCalls.create, {
    body: { headType: 'PERSONAL', title: '沈青' } as never,
  })
  const { id } = await callAs(visitor, invoiceCalls.apply, {
    body: { orderIds: [await topUpByCalls(visitor, 100)], headerId: header.id, email: 'books@example.com' },
  })
  const [order, notarization] = [await draftByCalls(visitor), await draftNotarizationByCalls(visitor)]
  const purchase = await draftPurchaseByCalls(visitor)
  const { list: lawyers } = await callAs(visitor, lawyerCalls.list, { body: {} })
  const { list: news } = await callAs(visitor, shownCalls.newsList, { body: {} })
  return {
    lawyer: lawyers[0]!.id,
    news: news[0]!.id,
    evidence: ano,
    share: token,
    header: header.id,
    invoice: id,
    order,
    notarization,
    purchase,
  }
}

describe.each(dressed(settings))('in $language', (setting) => {
  it('every specified route shows what it is for', async () => {
    const [visitor, enterprise] = [await open(setting), await open(setting)]
    const made = await prepare(enterprise)
    const [notary, operator, administrator] = [await open(setting), await open(setting), await open(setting)]
    await signInByCalls(notary, service.accounts.notary)
    await signInByCalls(operator, service.accounts.operator)
    await signInByCalls(administrator, service.accounts.administrator)
    const people = { enterprise, notary, operator, administrator }
    const missing: Record<string, Part[]> = {}
    for (const [route, shown] of routes) {
      const address = (shown.at ?? route).replaceAll(/\{(\w+)\}/g, (_, name) => made[name as keyof typeof made])
      const parts = await missingOn(shown.as ? people[shown.as] : visitor, address, shown)
      if (parts.length) missing[route] = parts
    }
    expect(missing).toEqual({})
    // A page that nobody has is answered so.
    expect(visitor.problems.splice(0).filter((p) => !p.includes('404'))).toEqual([])
  }, 180_000)
})
