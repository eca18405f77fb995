import { factsOfKind, orderKindNames, orderStates } from '../../../contract/notarization/order-kinds.ts'
import type { JudicialOrder } from '../../../contract/notarization/orders.ts'
import type { Field, Filter, Tone } from '../../kit/resource/resource.ts'

/** Of every kind's states, as each declares them. */
const tones = Object.fromEntries(
  orderKindNames.flatMap((kind) => Object.entries(factsOfKind(kind).states).map(([state, { tone }]) => [state, tone])),
) as Record<string, Tone>

/** What both sides see of an order in lists. */
export const orderFields = {
  orderNumber: { kind: 'text', width: 210 },
  orderKind: { kind: 'choice', width: 120, values: orderKindNames },
  title: { kind: 'text', width: 240 },
  orderState: { kind: 'choice', width: 130, values: orderStates, tones },
  evidenceCount: { kind: 'number', width: 90 },
  fee: { kind: 'money', width: 120 },
  collected: { kind: 'money', width: 120 },
  caseNumber: { kind: 'text', width: 230 },
  dueOn: { kind: 'text', width: 120, sortable: true },
  isLate: { kind: 'flag', width: 80 },
} as const satisfies { [K in keyof JudicialOrder]?: Field<JudicialOrder> }

export const orderFilters = {
  keyWord: { kind: 'keyword' },
  orderState: { kind: 'choice', values: orderStates, words: 'choice.orderState' },
} as const satisfies Record<string, Filter>
