import i18next from 'i18next'
import type { Call, CallRequest, ReplyOf } from '../../../contract/kit/call.ts'
import type { Envelope, FieldIssue } from '../../../contract/kit/envelope.ts'

/** A refusal of the service, in the user's language, with the fields it names. */
export class SiteError extends Error {
  readonly code: string
  readonly fields: Record<string, string>
  /** What the refusal gives to go on with. */
  readonly shown: Record<string, unknown>

  constructor(message: string, code: string, shown: Record<string, unknown> & { fields?: FieldIssue[] } = {}) {
    super(message)
    this.code = code
    this.shown = shown
    this.fields = Object.fromEntries((shown.fields ?? []).map((f) => [f.path, f.message]))
  }
}

/** Method and path of a call as text, checked against the contract, which stays out of this bundle. */
export interface Route<C extends Call> {
  method: C['method']
  path: C['path']
}

export async function ask<C extends Call>(route: Route<C>, request: CallRequest<C>): Promise<ReplyOf<C>> {
  const {
    params = {},
    query,
    body,
  } = request as { params?: Record<string, string>; query?: Record<string, string>; body?: unknown }
  const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const search = query ? `?${new URLSearchParams(query).toString()}` : ''
  let response: Response
  try {
    response = await fetch(`${path.startsWith('/') ? path : `/shimakaze/${path}`}${search}`, {
      method: route.method,
      headers: {
        'x-requested-with': 'shimakaze',
        'x-lang': i18next.language,
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
  } catch {
    throw new SiteError(i18next.t('transport.network'), 'network')
  }
  const envelope = (await response.json().catch(() => null)) as Envelope | null
  if (!envelope) throw new SiteError(i18next.t('transport.unreadable'), 'unreadable')
  if (envelope.success) return envelope.data as ReplyOf<C>
  throw new SiteError(
    envelope.errorMessage,
    envelope.errorCode ?? envelope.statusCode,
    (envelope.data as { fields?: FieldIssue[] } | null) ?? {},
  )
}
