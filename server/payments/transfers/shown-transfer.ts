import { type Transfer, TransferState } from '../../../contract/payments/transfers.ts'
import type { TransferRecord } from './transfers.repo.ts'

/** A transfer as its payer and staff are both told of it; each reads pictures at an address of their own. */
export const shownTransfer = (t: TransferRecord, addressOf: (picture: string) => string): Transfer => ({
  id: t.id,
  transferNumber: t.number,
  amount: t.amount,
  transferState: TransferState.parse(t.state),
  payerName: t.payerName,
  sentOn: t.sentOn,
  saidReference: t.saidReference,
  remark: t.remark,
  pictures: t.pictures.map((id) => ({ id, url: addressOf(id) })),
  credited: t.credited,
  orderId: t.orderId,
  answer: t.answer,
  personName: t.personName,
  createdAt: t.createdAt.toISOString(),
  endedAt: t.endedAt?.toISOString() ?? null,
})
