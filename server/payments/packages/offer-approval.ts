import { formatMoney } from '../../../contract/kit/money.ts'
import type { OfferBody } from '../../../contract/payments/packages.ts'
import { recordAct } from '../../kit/audit/audit.ts'
import { defineApproval } from '../../kit/work/approval-kind.ts'
import { say } from '../../kit/words.ts'

type Request = Omit<OfferBody, 'note'> & { note: string }

/** A package that is sold from then on. */
export const offerApproval = defineApproval<Request>({
  kind: 'offer',
  right: 'platform.manage',
  isAskedByStaff: true,
  say: (lang, { product, units, price, validDays }) =>
    say(lang, 'payments', 'approval.offer', {
      product: say(lang, 'payments', `choice.product.${product}`),
      units,
      price: formatMoney(price),
      validDays,
    }),
  async apply(_services, tx, caller, { id, request, askedBy, askedName }) {
    const of = { platformId: caller.platform.id, personId: askedBy, personName: askedName }
    await tx
      .insertInto('packageOffer')
      .values({ id, ...request, ...of })
      .execute()
    const { note: _, ...terms } = request
    await recordAct(tx, caller, {
      action: 'offer.added',
      subjectKind: 'platform',
      subjectId: caller.platform.id,
      details: { id, ...terms, askedName },
    })
  },
})
