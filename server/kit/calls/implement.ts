import type { Readable } from 'node:stream'
import type { z } from 'zod'
import type { Call, CallGroup, CallInput, ReplyOf } from '../../../contract/kit/call.ts'
import type { FieldProblem } from '../../../contract/kit/issues.ts'
import type { Caller, Visitor } from './caller.ts'

/** Bytes to send, with everything ranges and caches need. */
export interface ByteReply {
  size: number
  mediaType: string
  fileName: string
  /** Strong validator: the content's own hash. */
  etag: string
  /** `inline` only for kinds that a browser cannot run. */
  disposition: 'inline' | 'attachment'
  /** Written while it is sent, or for one use: no ranges. */
  whole?: boolean
  /** Everybody's, and never another under the same address: caches on the way may keep it. */
  forever?: boolean
  /** A browser keeps it and asks each time whether it still may: a file of whoever asks, shown over and over. All else no cache keeps, the browser's included. */
  asksAgain?: boolean
  /** Beside or in place of the usual ones. */
  headers?: Record<string, string>
  open(range?: { start: number; end: number }): Readable
}

/** What a live stream needs: whose events, which of them this listener may hear, and whether that still holds. */
export interface StreamReply {
  accountId: string
  personId: string
  /** What its console has heard already, by another stream. */
  since?: number | undefined
  hears(event: { personId: string | null; payload: unknown }): boolean
}

/** A reply that also sets or clears the session cookie, or sets the one that a browser is known by. */
export interface WithCookie<T> {
  cookie: { token: string } | { browser: string } | 'clear'
  data: T
}

/** A visitor of a public call, who may have a session all the same; `notTheirs` where that has no part in the account named. */
export type Guest = Visitor & { caller?: Caller; notTheirs?: boolean }

type Actor<C extends Call> = C extends { right: 'public' } ? Guest : Caller

type Answer<C extends Call> = C extends { kind: 'bytes' }
  ? ByteReply
  : C extends { kind: 'events' }
    ? StreamReply
    : ReplyOf<C> | WithCookie<ReplyOf<C>>

export type Handler<C extends Call> = (actor: Actor<C>, input: CallInput<C>) => Promise<Answer<C>>

/** One function a call: a call that is forgotten does not compile. */
export type Implementation<G extends CallGroup> = { [K in keyof G]: Handler<G[K]> }

type BodyOf<C extends Call> = C extends { body: infer B extends z.ZodType } ? z.output<B> : never

/**
 * What is wrong with a body although its schema takes it: a code that names no place, a day that has passed. Asked together with the schema, so
 * that all wrong fields are told at once; it gets those parts alone that are right by themselves, and is told what is wrong already.
 */
export type Judge<C extends Call> = (
  body: Partial<BodyOf<C>>,
  asked: { actor: Actor<C>; problems: readonly FieldProblem[] },
) => FieldProblem[] | Promise<FieldProblem[]>

/**
 * How many bytes of its file a form may bring, by what it named before it. Asked before the file is read: what this sender may not send at all is
 * refused here.
 */
type FileBound<C extends Call> = (actor: Actor<C>, named: Readonly<Record<string, unknown>>) => number

/** A resource's calls with their functions, ready to be mounted. */
export interface Mounted {
  calls: CallGroup
  handlers: Record<string, (actor: never, input: never) => Promise<unknown>>
  judges: Record<string, (body: never, asked: never) => FieldProblem[] | Promise<FieldProblem[]>>
  bounds: Record<string, (actor: never, named: Readonly<Record<string, unknown>>) => number>
  /** The names that the installation registers for calls which have none of their own. */
  names?: Readonly<Record<string, readonly string[]>>
}

export function implement<G extends CallGroup>(
  calls: G,
  handlers: Implementation<G>,
  judges: { [K in keyof G]?: Judge<G[K]> } = {},
  bounds: { [K in keyof G]?: FileBound<G[K]> } = {},
): Mounted {
  return {
    calls,
    handlers: handlers as unknown as Mounted['handlers'],
    judges: judges as unknown as Mounted['judges'],
    bounds: bounds as unknown as Mounted['bounds'],
  }
}
