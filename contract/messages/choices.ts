import { z } from 'zod'
import { defineCall } from '../kit/call.ts'
import { wireBool } from '../kit/fields.ts'
import { isStaff, type Right, type Role } from '../kit/rights.ts'
import { type MessageKind, MessageKind as Kind, messageKinds, typeOfKind } from './messages.ts'

/** The ways a message may take to somebody. */
export const messageWays = ['page', 'mail', 'sms'] as const
export type MessageWay = (typeof messageWays)[number]
export type Ways = Record<MessageWay, boolean>

/** Told to the phone together with the change itself, so that what its holder did not do is noticed. */
const toldAtOnce: readonly MessageKind[] = [
  'passwordChanged',
  'phoneChanged',
  'mailChanged',
  'totpOn',
  'totpOff',
  'recoveryUsed',
  'thirdBound',
  'thirdUnbound',
  'closingAsked',
  'closingTakenBack',
]

/** What happened to somebody's sign-in, and what staff write to them, takes these ways whatever they choose. */
export function alwaysWays(kind: MessageKind): readonly MessageWay[] {
  if (toldAtOnce.includes(kind)) return ['page', 'sms']
  return typeOfKind[kind] === 'security' || kind === 'note' ? ['page'] : []
}

const mailed: readonly MessageKind[] = [
  'captureFailed',
  'captureExpired',
  'batchDone',
  'feedbackAnswered',
  'caseAnswered',
  'caseClosed',
  'orderStepped',
  'orderWaits',
  'orderSaid',
  'orderAsked',
  'orderDue',
  'orderLate',
  'subAdded',
  'accountDisabled',
  'identityPassed',
  'identityRefused',
  'identityRevoked',
  'newDevice',
  'keyMade',
  'callbackFailed',
  'passwordChanged',
  'phoneChanged',
  'mailChanged',
  'totpOn',
  'totpOff',
  'recoveryUsed',
  'thirdBound',
  'thirdUnbound',
  'copyReady',
  'closingAsked',
  'closingTakenBack',
  'trustAlarm',
  'note',
]

/** Until somebody chooses otherwise. SMS costs money and sleep: none without being asked for. */
export const usualWays = (kind: MessageKind): Ways => ({ page: true, mail: mailed.includes(kind), sms: false })

/** What the installation tells those who run it. */
const ofStaff: readonly MessageKind[] = ['trustAlarm']

/** What offices are told of orders that they answer. */
const ofOffices: readonly MessageKind[] = ['orderWaits', 'orderAsked', 'orderDue', 'orderLate']

/** Staff collect no evidence and own no account of customers; only offices answer orders. */
export const kindsFor = ({ role, rights }: { role: Role; rights: ReadonlySet<Right> }): MessageKind[] =>
  messageKinds.filter((kind) => {
    if (isStaff(role)) return ['security', 'service'].includes(typeOfKind[kind])
    return !ofStaff.includes(kind) && (rights.has('office.read') || !ofOffices.includes(kind))
  })

export const MessageChoice = z.object({ kind: Kind, page: wireBool, mail: wireBool, sms: wireBool })
export type MessageChoice = z.output<typeof MessageChoice>

const mine = { own: true, right: 'signed-in' } as const

export const messageChoiceCalls = {
  /** `possible`: whether a way leads to this person at all; mail goes to their address, SMS to their phone. */
  get: defineCall({
    method: 'GET',
    path: 'user/user/news/settings',
    rate: 'read',
    idempotent: true,
    ...mine,
    reply: z.object({
      possible: z.object({ mail: z.boolean(), sms: z.boolean() }),
      mailMasked: z.string().nullable(),
      phoneMasked: z.string(),
      list: z.array(MessageChoice.extend({ always: z.array(z.enum(messageWays)) })),
    }),
  }),
  /** Those named are changed, the others stay. */
  save: defineCall({
    method: 'PUT',
    path: 'user/user/news/settings',
    body: z.object({ choices: z.array(MessageChoice).min(1).max(messageKinds.length) }),
    rate: 'write',
    idempotent: true,
    ...mine,
  }),
}
