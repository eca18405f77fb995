import { type Transfer, TransferState } from '../../contract/payments/transfers.ts'
import type { Field, Filter } from '../kit/resource/resource.ts'

/** What payers and staff read of a bank transfer alike. */
export const transferFields = {
  transferNumber: { kind: 'text', width: 200 },
  amount: { kind: 'money', sortable: true, width: 130 },
  transferState: {
    kind: 'choice',
    width: 120,
    values: TransferState.options,
    tones: { waiting: 'active', checking: 'active', credited: 'good', refused: 'bad' },
  },
  credited: { kind: 'money', width: 130 },
  payerName: { kind: 'text', width: 170 },
  sentOn: { kind: 'text', width: 120 },
  saidReference: { kind: 'text', width: 180 },
  remark: { kind: 'long-text', width: 200 },
  answer: { kind: 'long-text', width: 200 },
  personName: { kind: 'text', width: 140 },
  createdAt: { kind: 'instant', sortable: true, width: 176 },
  endedAt: { kind: 'instant', width: 176 },
} as const satisfies { [K in keyof Transfer]?: Field<Transfer> }

export const transferFilters = {
  keyWord: { kind: 'keyword' },
  transferState: { kind: 'choice', values: TransferState.options, words: 'choice.transferState' },
} as const satisfies Record<string, Filter>
