import { z } from 'zod'
import { BulkIds, BulkResult } from '../kit/bulk.ts'
import { defineCall } from '../kit/call.ts'
import { Id, Instant, wireBool } from '../kit/fields.ts'
import { Scroll, scrollOf, sortBy } from '../kit/list.ts'

export const messageTypes = ['evidence', 'judicial', 'account', 'security', 'service'] as const
export const MessageType = z.enum(messageTypes)
export type MessageType = z.output<typeof MessageType>

/** Everything the service tells people of by itself, and under which heading it stands. */
export const typeOfKind = {
  captureFailed: 'evidence',
  captureWaiting: 'evidence',
  captureExpired: 'evidence',
  batchDone: 'evidence',
  feedbackAnswered: 'evidence',
  subAdded: 'account',
  subChanged: 'account',
  subDisabled: 'account',
  subEnabled: 'account',
  subRemoved: 'account',
  friendJoined: 'account',
  identityPassed: 'account',
  identityRefused: 'account',
  identityRevoked: 'account',
  deciderConfirmed: 'account',
  deciderRefused: 'account',
  accountDisabled: 'account',
  accountEnabled: 'account',
  balanceAdded: 'account',
  balanceTaken: 'account',
  balanceLow: 'account',
  transferRefused: 'account',
  packageEnding: 'account',
  packageUsedUp: 'account',
  unitsReturned: 'account',
  invoiceIssued: 'account',
  invoiceRefused: 'account',
  invoiceMailed: 'account',
  invoiceReversed: 'account',
  orderStepped: 'judicial',
  orderWaits: 'judicial',
  orderSaid: 'judicial',
  orderAsked: 'judicial',
  orderDue: 'judicial',
  orderLate: 'judicial',
  newDevice: 'security',
  keyMade: 'security',
  callbackFailed: 'account',
  passwordChanged: 'security',
  phoneChanged: 'security',
  mailChanged: 'security',
  administratorAdded: 'security',
  operatorAdded: 'security',
  totpOn: 'security',
  totpOff: 'security',
  recoveryUsed: 'security',
  thirdBound: 'security',
  thirdUnbound: 'security',
  signedOut: 'security',
  copyReady: 'security',
  closingAsked: 'security',
  closingTakenBack: 'security',
  trustAlarm: 'service',
  caseAnswered: 'service',
  caseClosed: 'service',
  note: 'service',
} as const satisfies Record<string, MessageType>
export type MessageKind = keyof typeof typeOfKind
export const messageKinds = Object.keys(typeOfKind) as [MessageKind, ...MessageKind[]]
export const MessageKind = z.enum(messageKinds)

/** `link` is a path of the console that shows what it is about. */
export const Message = z.object({
  id: Id,
  title: z.string(),
  content: z.string(),
  type: MessageType,
  subtype: MessageKind,
  isRead: z.boolean(),
  date: Instant,
  link: z.string().nullable(),
})
export type Message = z.output<typeof Message>

/** `keyWord` stands in the words of a message, or in what was filled into them. */
export const MessageFind = Scroll.omit({ operatorId: true }).extend({
  type: MessageType.optional(),
  isRead: wireBool.optional(),
  sort: sortBy(['date'], '-date'),
})
export type MessageFind = z.output<typeof MessageFind>

const mine = { right: 'signed-in' } as const

export const messageCalls = {
  /** Of the account that the person acts for, and of the person themselves. */
  list: defineCall({
    method: 'POST',
    path: 'user/user/news',
    body: MessageFind,
    reply: scrollOf(Message),
    rate: 'read',
    idempotent: true,
    ...mine,
  }),
  get: defineCall({
    method: 'GET',
    path: 'user/user/news/{id}',
    own: true,
    params: z.object({ id: Id }),
    reply: Message,
    rate: 'read',
    idempotent: true,
    ...mine,
  }),
  remove: defineCall({
    method: 'DELETE',
    path: 'user/user/news',
    /** Named in the address or in the body: clients differ in what they send with DELETE. */
    query: BulkIds.partial(),
    body: BulkIds.partial(),
    reply: BulkResult.extend({ deleted: z.int() }),
    rate: 'write',
    idempotent: true,
    ...mine,
  }),
  /** Those named, or with `all` every one that can be seen here. */
  read: defineCall({
    method: 'POST',
    path: 'user/user/news/read',
    body: BulkIds.partial().extend({ all: wireBool.optional() }),
    reply: BulkResult.extend({ read: z.int() }),
    rate: 'write',
    idempotent: true,
    ...mine,
  }),
  /** Unread ones, all and by type. */
  count: defineCall({
    method: 'GET',
    path: 'user/user/news/count',
    reply: z.object({ total: z.int(), byType: z.record(MessageType, z.int()) }),
    rate: 'read',
    idempotent: true,
    ...mine,
  }),
}
