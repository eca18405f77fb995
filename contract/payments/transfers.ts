import { z } from 'zod'
import { defineCall } from '../kit/call.ts'
import { amountFrom, Fen, Id, Instant, OptionalPlain, PersonBetween, StaffReason, wireList } from '../kit/fields.ts'
import { Day } from '../kit/page.ts'
import { Scroll, scrollOf, sortBy } from '../kit/list.ts'
import { OptionalSlipNumber, SlipNumber } from './slip-number.ts'

/** Where money is sent to; none where the platform names no account. */
export const BankDetails = z.object({ payee: z.string(), bank: z.string(), account: z.string() })
export type BankDetails = z.output<typeof BankDetails>

export const TransferState = z.enum(['waiting', 'checking', 'credited', 'refused', 'withdrawn'])
export type TransferState = z.output<typeof TransferState>

export const transferBounds = { least: 100, most: 100_000_000 } as const
export const mostSlips = 3

/** Money that an account says it sent to the platform's bank. */
export const Transfer = z.object({
  id: Id,
  transferNumber: z.string(),
  /** As the payer says. */
  amount: Fen,
  transferState: TransferState,
  payerName: z.string(),
  sentOn: z.string(),
  saidReference: z.string(),
  remark: z.string(),
  pictures: z.array(z.object({ id: Id, url: z.string() })),
  /** What arrived and was credited, and the order that it stands in. */
  credited: Fen.nullable(),
  orderId: Id.nullable(),
  /** Why it was refused. */
  answer: z.string(),
  personName: z.string(),
  createdAt: Instant,
  endedAt: Instant.nullable(),
})
export type Transfer = z.output<typeof Transfer>

export const StaffTransfer = Transfer.extend({ accountId: Id, accountName: z.string() })
export type StaffTransfer = z.output<typeof StaffTransfer>

export const TransferFind = Scroll.pick({ pageNum: true, pageSize: true, cursor: true, keyWord: true }).extend({
  transferState: TransferState.optional(),
  sort: sortBy(['createdAt', 'amount'], '-createdAt'),
})
export type TransferFind = z.output<typeof TransferFind>

export const TransferBody = z.object({
  amount: amountFrom(transferBounds.least, transferBounds.most, 'transfer'),
  payerName: PersonBetween(1, 100),
  sentOn: Day,
  saidReference: OptionalSlipNumber,
  remark: OptionalPlain(200),
  pictures: wireList(Id, mostSlips).default([]),
  /** Repeating a request with the same id answers with the same transfer. */
  unique_id: z.string().min(8).max(100),
})
export type TransferBody = z.output<typeof TransferBody>

/** What one of staff found on the bank's statement; another applies it. */
export const ArrivalBody = z.object({
  amount: amountFrom(1, transferBounds.most, 'transfer'),
  reference: SlipNumber,
})
export type ArrivalBody = z.output<typeof ArrivalBody>

const byId = { params: z.object({ id: Id }) }
const read = { own: true, right: 'money.read', rate: 'read', idempotent: true } as const
const pay = { own: true, right: 'money.pay', rate: 'write' } as const
const look = { own: true, right: 'operator.money', rate: 'read', idempotent: true } as const
const act = { own: true, right: 'operator.money', rate: 'write', idempotent: false, method: 'POST' } as const

export const transferCalls = {
  /** Where to send money; null where bank transfers are not taken. */
  details: defineCall({
    method: 'GET',
    path: 'trade/transfer/details',
    reply: z.object({ details: BankDetails.nullable() }),
    ...read,
  }),
  send: defineCall({
    method: 'POST',
    path: 'trade/transfer',
    body: TransferBody,
    reply: Transfer,
    idempotent: false,
    ...pay,
  }),
  list: defineCall({
    method: 'GET',
    path: 'trade/transfer/list',
    query: TransferFind,
    reply: scrollOf(Transfer),
    ...read,
  }),
  get: defineCall({ method: 'GET', path: 'trade/transfer/info/{id}', ...byId, reply: Transfer, ...read }),
  /** While nobody checks it. */
  withdraw: defineCall({ method: 'POST', path: 'trade/transfer/withdraw/{id}', ...byId, idempotent: false, ...pay }),
}

export const staffTransferCalls = {
  list: defineCall({
    method: 'GET',
    path: 'operator/transfer',
    query: TransferFind,
    reply: scrollOf(StaffTransfer),
    ...look,
  }),
  get: defineCall({ method: 'GET', path: 'operator/transfer/{id}', ...byId, reply: StaffTransfer, ...look }),
  /** A picture of the bank's slip. */
  picture: defineCall({
    method: 'GET',
    path: 'operator/transfer/{id}/picture/{picture}',
    params: z.object({ id: Id, picture: Id }),
    kind: 'bytes',
    ...look,
  }),
  arrive: defineCall({
    path: 'operator/transfer/{id}/arrive',
    ...byId,
    body: ArrivalBody,
    reply: z.object({ id: Id }),
    ...act,
  }),
  refuse: defineCall({
    path: 'operator/transfer/{id}/refuse',
    ...byId,
    body: z.object({ reason: StaffReason }),
    ...act,
  }),
}
