import type { z } from 'zod'
import type { Right } from './rights.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** How a call answers: the JSON envelope, raw bytes with ranges, or a live event stream. */
type ReplyKind = 'envelope' | 'bytes' | 'events'

/** Bytes of a body with a picture as text; larger ones travel as files. */
export const mostPictureText = 1024 * 1024

/** Who may call how often; the figures stand in `server/kit/calls/rate-limits.ts`. */
export type RateClass = 'read' | 'write' | 'secret' | 'public-query'

export interface Call {
  readonly method: Method
  /** Below the service base `/shimakaze`, with `{name}` for path parameters; beside it where it begins with a slash. */
  readonly path: string
  readonly params?: z.ZodObject
  readonly query?: z.ZodObject
  readonly body?: z.ZodObject
  readonly reply?: z.ZodType
  readonly kind?: ReplyKind
  /** Sent as multipart with one file in the field `file`: a small one that is read whole, or one that is passed on as it comes. */
  readonly upload?: { readonly maxBytes: number } | { readonly streamed: true }
  /** Bytes that its body may have as JSON or as a form, where that is more than its schema lets one reckon: a picture as text. */
  readonly maxBody?: number
  /** Taken from `navigator.sendBeacon` as well, which says that its text is plain and sets no header of its own: JSON all the same. */
  readonly beacon?: boolean
  readonly right: Right
  readonly rate: RateClass
  /** True where repeating the same request leaves the same state. */
  readonly idempotent: boolean
  /** Gives the session that it was sent in a new token; the old one ends with it. */
  readonly renews?: boolean
  /** Ends in a time-stamp: refused beforehand while none can be made. */
  readonly stamps?: boolean
  /** Open also to staff who must first set up the second step of signing in. */
  readonly beforeTotp?: boolean
  /** Refused as `proof-needed` where the session is open and nobody proved who they are within the last quarter of an hour. */
  readonly fresh?: boolean
  /** The specification leaves its path to a variable: mounted under the names that an installation registers, this one unless it registers others. */
  readonly registered?: string
  /** Not named by the specification: an addition of ours. */
  readonly own?: boolean
  /** The old client reads `list` beside `data.list`. */
  readonly topList?: boolean
}

type Part = 'params' | 'query' | 'body'
type Output<C, P extends Part> = C extends { readonly [K in P]: infer S extends z.ZodType } ? z.output<S> : undefined

export interface UploadedFile {
  readonly name: string
  readonly bytes: Uint8Array
}

/** A file while it comes, as large as it may be. */
export interface StreamedFile {
  readonly name: string
  readonly bytes: AsyncIterable<Uint8Array>
}

type FileOf<C> = C extends { readonly upload: { readonly streamed: true } }
  ? StreamedFile | undefined
  : C extends { readonly upload: object }
    ? UploadedFile | undefined
    : undefined

/** What a server implementation receives: every part parsed. */
export interface CallInput<C extends Call> {
  params: Output<C, 'params'>
  query: Output<C, 'query'>
  body: Output<C, 'body'>
  file: FileOf<C>
}

/** What a client may send. */
export type CallRequest<C extends Call> = {
  [P in Part as C extends { readonly [K in P]: z.ZodType } ? P : never]: C extends {
    readonly [K in P]: infer S extends z.ZodType
  }
    ? z.input<S>
    : never
} & (C extends { readonly upload: object } ? { file?: File } : unknown)

export type ReplyOf<C extends Call> = C extends { readonly reply: infer R extends z.ZodType } ? z.output<R> : null

/** Keeps the literal types, so that server, client and documents all derive from the declaration. */
export function defineCall<const C extends Call>(call: C): C {
  return call
}

export type CallGroup = Record<string, Call>

/** The service's base path (specification §7). */
export const serviceBase = '/shimakaze'

/** Where a call's path stands. */
export const fromRoot = (path: string) => (path.startsWith('/') ? path : `${serviceBase}/${path}`)

/** A call's path, or the name that stands in its place unless an installation registers others. */
export const pathNamed = ({ path, registered }: Pick<Call, 'path' | 'registered'>) => registered ?? path

/** Fills `{name}` in a call's path; every value is encoded. */
export function pathOf(call: Call, params: Record<string, string | number | undefined> = {}): string {
  const filled = pathNamed(call).replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(params[name] ?? '')),
  )
  return fromRoot(filled)
}
