import type { OrderKind } from '../../contract/notarization/order-kinds.ts'

/** Which states an order goes through to each, from where it is handed in and examined. */
function waysOver(...examined: string[]): Record<string, string[]> {
  const handedIn = ['SUBMITTED']
  return {
    DRAFT: [],
    SUBMITTED: handedIn,
    RETURNED: [...handedIn, 'RETURNED'],
    REJECTED: [...handedIn, 'REJECTED'],
    ABANDONED: [...handedIn, 'ABANDONED'],
    EXAMINING: examined,
    SUPPLEMENT: [...examined, 'SUPPLEMENT'],
    DRAFTED: [...examined, 'DRAFTED'],
    TERMINATED: [...examined, 'TERMINATED'],
    REPORTED: [...examined, 'DRAFTED', 'REPORTED'],
    DELIVERED: [...examined, 'DRAFTED', 'REPORTED', 'DELIVERED'],
  }
}
const inquiredOf = ['SUBMITTED', 'INQUIRY', 'ACCEPTED']
const paidNext = [...inquiredOf, 'SIGNING', 'TO_PAY']
const certified = [...paidNext, 'DRAFTING', 'DRAFTED', 'ISSUED']
const bought = ['SUBMITTED', 'QUOTED', 'BUYING', 'ORDERED']
const opened = [...bought, 'RECEIVED', 'UNBOXED']
const proven = [...opened, 'DRAFTED', 'ISSUED']
/** Of a certificate that was delivered. */
const reviewed = (delivered: string[]) => ({
  REVIEW: [...delivered, 'REVIEW'],
  CORRECTED: [...delivered, 'REVIEW', 'CORRECTED'],
  CONCLUDED: [...delivered, 'REVIEW', 'CONCLUDED'],
  REVOKED: [...delivered, 'REVIEW', 'REVOKED'],
})
/** Which states an order of each kind goes through to each of its states. */
export const leadsTo: Record<OrderKind, Record<string, string[]>> = {
  expertise: { ...waysOver('SUBMITTED', 'TO_PAY', 'EXAMINING'), TO_PAY: ['SUBMITTED', 'TO_PAY'] },
  officialSeal: { ...waysOver('SUBMITTED', 'SIGNING', 'EXAMINING'), SIGNING: ['SUBMITTED', 'SIGNING'] },
  notarization: {
    DRAFT: [],
    SUBMITTED: ['SUBMITTED'],
    RETURNED: ['SUBMITTED', 'RETURNED'],
    DECLINED: ['SUBMITTED', 'DECLINED'],
    ABANDONED: ['SUBMITTED', 'ABANDONED'],
    INQUIRY: ['SUBMITTED', 'INQUIRY'],
    ACCEPTED: inquiredOf,
    SUPPLEMENT: [...inquiredOf, 'SUPPLEMENT'],
    TERMINATED: [...inquiredOf, 'TERMINATED'],
    SIGNING: [...inquiredOf, 'SIGNING'],
    TO_PAY: paidNext,
    DRAFTING: [...paidNext, 'DRAFTING'],
    DRAFTED: [...paidNext, 'DRAFTING', 'DRAFTED'],
    ISSUED: certified,
    DELIVERING: [...certified, 'DELIVERING'],
    DELIVERED: [...certified, 'DELIVERED'],
    ...reviewed([...certified, 'DELIVERED']),
  },
  purchase: {
    DRAFT: [],
    SUBMITTED: ['SUBMITTED'],
    RETURNED: ['SUBMITTED', 'RETURNED'],
    DECLINED: ['SUBMITTED', 'DECLINED'],
    ABANDONED: ['SUBMITTED', 'ABANDONED'],
    QUOTED: ['SUBMITTED', 'QUOTED'],
    BUYING: ['SUBMITTED', 'QUOTED', 'BUYING'],
    ORDERED: bought,
    RECEIVED: [...bought, 'RECEIVED'],
    UNBOXED: opened,
    DRAFTED: [...opened, 'DRAFTED'],
    ISSUED: proven,
    DELIVERING: [...proven, 'DELIVERING'],
    DELIVERED: [...proven, 'DELIVERED'],
    ...reviewed([...proven, 'DELIVERED']),
    NOT_SHIPPED: [...bought, 'NOT_SHIPPED'],
    GENUINE: [...bought, 'RECEIVED', 'GENUINE'],
    TERMINATED: [...bought, 'TERMINATED'],
  },
}
