import type { HttpError } from '@refinedev/core'
import type { ShowType, Told } from '../contract/kit/client-policy.ts'
import type { FieldIssue } from '../contract/kit/envelope.ts'

/** Refine decides by statuses of HTTP; the service answers refusals with 200 and says in the envelope what they are. */
const statuses: Record<string, number> = {
  'session-gone': 401,
  forbidden: 403,
  'account-not-yours': 403,
  'not-found': 404,
  conflict: 409,
  'too-frequent': 429,
  internal: 500,
}

/** A refusal of the service, or a transport failure, decoded once. Refine and antd forms read `errors` and `statusCode`. */
export class ApiError extends Error implements HttpError {
  [key: string]: unknown
  readonly statusCode: number
  readonly code: string
  readonly showType: ShowType
  readonly fields: FieldIssue[]
  readonly requestId: string | undefined
  readonly errors: Record<string, string>
  /** What the refusal shows of the record, such as the version somebody else saved. */
  readonly shown: Record<string, unknown>

  constructor(init: Omit<Told, 'showType'> & { showType?: ShowType }) {
    super(init.message)
    this.code = init.code
    this.statusCode = init.statusCode ?? statuses[init.code] ?? 400
    this.showType = init.showType ?? 2
    this.fields = init.fields ?? []
    this.requestId = init.requestId
    this.shown = init.shown ?? {}
    this.errors = Object.fromEntries(this.fields.map((f) => [f.path, f.message]))
  }

  /** True where the same request may succeed if sent again: nothing was refused, the way there failed. */
  get isTransport() {
    return this.code === 'network' || this.code === 'timeout'
  }
}
