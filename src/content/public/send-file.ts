import i18next from 'i18next'
import type { Uploaded } from '../../../contract/platform/files.ts'
import {
  envelopeIn,
  refusalIn,
  type TransportWord,
  unanswered,
  uploadTimeout,
} from '../../../contract/kit/client-policy.ts'
import { SiteError } from '../../site/parts/api.ts'

const say = (key: TransportWord, params?: Record<string, unknown>) =>
  i18next.t(`transport.${key}`, params as never) as unknown as string

/** Sends one file of whoever is signed in. A session that has ended is told and nothing else: the form around it stays. */
export async function sendFile(file: File): Promise<Uploaded> {
  const body = new FormData()
  body.append('scene', 'front')
  body.append('file', file)
  const response = await post(body)
  const requestId = response.headers.get('x-request-id') ?? undefined
  const found = envelopeIn({ status: response.status, body: await response.json().catch(() => null), requestId }, say)
  const told = 'told' in found ? found.told : refusalIn(found.envelope)
  if (told) throw new SiteError(told)
  return (found as { envelope: { data: unknown } }).envelope.data as Uploaded
}

async function post(body: FormData): Promise<Response> {
  try {
    return await fetch('/shimakaze/file/upload/front', {
      method: 'POST',
      signal: AbortSignal.timeout(uploadTimeout),
      headers: { 'x-requested-with': 'shimakaze', 'x-lang': i18next.language },
      body,
    })
  } catch (error) {
    throw new SiteError(unanswered((error as Error).name === 'TimeoutError' ? 'timeout' : 'network', say))
  }
}
