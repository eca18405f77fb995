import { formatMoney } from '../../../contract/kit/money.ts'
import { shanghaiTime } from '../../../contract/kit/shanghai-time.ts'
import type { PriceBody } from '../../../contract/payments/prices.ts'
import { recordAct } from '../../kit/audit/audit.ts'
import type { Caller } from '../../kit/calls/caller.ts'
import type { Tx } from '../../kit/db/db.ts'
import { AppError } from '../../kit/errors.ts'
import { type AskedChange, defineApproval } from '../../kit/work/approval-kind.ts'
import { type Language, say } from '../../kit/words.ts'
import * as repo from './prices.repo.ts'

type Request = Pick<PriceBody, 'product' | 'tiers' | 'partialPercent'> & { effectiveAt: string | null; note: string }

function sayPrice(lang: Language, { product, tiers, partialPercent, effectiveAt }: Request): string {
  const word = (key: string, params = {}) => say(lang, 'payments', `approval.${key}`, params)
  return word('price', {
    product: say(lang, 'payments', `choice.product.${product}`),
    tiers: tiers.map(({ from, amount }) => word('tier', { from, amount: formatMoney(amount) })).join(word('comma')),
    partialPercent,
    from: effectiveAt ? shanghaiTime(effectiveAt) : word('atOnce'),
  })
}

/** It begins when it was asked to, or now; never in the past: what was charged would not be what is shown. */
async function apply(tx: Tx, caller: Caller, { id, request, askedBy, askedName }: AskedChange<Request>) {
  const { effectiveAt, ...price } = request
  if (effectiveAt && (await repo.isPast(tx, effectiveAt))) throw new AppError('approval-outdated')
  const platformId = caller.platform.id
  const row = { ...price, id, platformId, effectiveAt, personId: askedBy, personName: askedName }
  if (!(await repo.insertPrice(tx, row))) throw new AppError('approval-outdated')
  const { product, tiers, partialPercent } = price
  await recordAct(tx, caller, {
    action: 'price.added',
    subjectKind: 'platform',
    subjectId: platformId,
    details: { product, tiers, partialPercent, effectiveAt, askedName },
  })
}

/** A product costs something else from a day on. */
export const priceApproval = defineApproval<Request>({
  kind: 'price',
  right: 'platform.manage',
  isAskedByStaff: true,
  say: sayPrice,
  apply: (_services, tx, caller, asked) => apply(tx, caller, asked),
})
