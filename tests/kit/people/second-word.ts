import type { z } from 'zod'
import { type OfferBody, offerCalls } from '../../../contract/payments/packages.ts'
import { type PriceBody, priceCalls } from '../../../contract/payments/prices.ts'
import { approvalCalls } from '../../../contract/platform/approvals.ts'
import type { Member, TestApp } from '../build-test-app.ts'

const others = new WeakMap<TestApp, Promise<Member>>()

/** Another administrator of the platform: with one alone nothing that takes two can be asked for. */
export function otherAdministrator(t: TestApp): Promise<Member> {
  const other = others.get(t) ?? t.member({ name: '复核员', role: 'administrator', kind: 'enterprise' })
  others.set(t, other)
  return other
}

/** Another administrator agrees to a change. */
export async function agree(t: TestApp, id: string, as?: Member): Promise<void> {
  const reply = await t.call(approvalCalls.apply, { params: { id } }, as ?? (await otherAdministrator(t)))
  if (!reply.success) throw new Error(JSON.stringify(reply))
}

/** A price that one administrator asks for and the other one agrees to. Gives the answer of the first. */
export async function setPrice(t: TestApp, body: z.input<typeof PriceBody>, as: Member) {
  await otherAdministrator(t)
  const reply = await t.call(priceCalls.add, { body: body as PriceBody }, as)
  if (reply.success) await agree(t, reply.data.id)
  return reply
}

/** A package that one administrator offers and the other one agrees to. Gives the answer of the first. */
export async function offerPackage(t: TestApp, body: z.input<typeof OfferBody>, as: Member) {
  await otherAdministrator(t)
  const reply = await t.call(offerCalls.add, { body: body as OfferBody }, as)
  if (reply.success) await agree(t, reply.data.id)
  return reply
}
