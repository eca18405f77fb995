import type { Right } from '../../../contract/kit/rights.ts'
import type { Caller } from '../calls/caller.ts'
import type { Tx } from '../db/db.ts'
import type { Services } from '../services.ts'
import type { Language } from '../words.ts'

/** A change that somebody asked for, as whoever carries it out sees it. `request` is as its kind kept it. */
export interface AskedChange<Request = unknown> {
  id: string
  subjectId: string | null
  accountId: string | null
  askedBy: string
  askedName: string
  request: Request
}

/** A kind of change that two people make: one asks, another decides. */
export interface ApprovalKind<Request = unknown> {
  kind: string
  /** Whoever has it decides. */
  right: Right
  /** Whether only the platform's staff ask for it: whoever left them asked for nothing. */
  isAskedByStaff: boolean
  /** The change in one sentence. */
  say(lang: Language, request: Request): string
  /** Holds what the change rests on, before the request itself is held. */
  lock?(tx: Tx, asked: AskedChange<Request>, caller: Caller): Promise<unknown>
  /** Makes the change, in the transaction that holds the request. */
  apply(services: Services, tx: Tx, caller: Caller, asked: AskedChange<Request>): Promise<void>
  /** Tells whoever waits that it was refused. */
  refused?(services: Services, tx: Tx, caller: Caller, asked: AskedChange<Request> & { reason: string }): Promise<void>
  /** Follows the commit of a change. */
  applied?(services: Services): void
  /** The request as it is kept once it is decided, where it holds more than the record needs. */
  kept?(request: Request): Request
}

/** Declares a kind of change; its request is known to the kind alone. */
export const defineApproval = <Request>(kind: ApprovalKind<Request>): ApprovalKind => kind as ApprovalKind
