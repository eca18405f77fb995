import axios, { AxiosError } from 'axios'
import type { Readable } from 'node:stream'
import type { CallbackError } from '../../../contract/open-api/callbacks.ts'
import { assertReachable, guardedAgents, ledInside } from '../../kit/egress/guarded-agent.ts'
import { outboundErrorOf } from '../../kit/egress/outbound-error.ts'
import { namesOfDelivery } from './address.ts'

/** Milliseconds for everything, from looking up the name to the answer's head. */
const usualTimeout = 10_000

interface Answer {
  status: number
  /** Seconds after which the receiver wants to be asked again. */
  retryAfter: number | undefined
}

/** POSTs to an address that an account chose: judged, pinned, no redirects followed, and nothing of what it answers is read but status and head. */
export async function post(
  { url: address, accountId }: { url: string; accountId: string },
  headers: Record<string, string>,
  body: string,
  allowPrivate: readonly string[],
  timeout = usualTimeout,
): Promise<Answer | { error: CallbackError }> {
  const signal = AbortSignal.timeout(timeout)
  const names = namesOfDelivery(accountId, signal)
  try {
    await assertReachable(new URL(address), allowPrivate, names)
    const { http, https } = guardedAgents(allowPrivate, names)
    const {
      status,
      headers: answered,
      data,
    } = await axios.post<Readable>(address, body, {
      headers,
      signal,
      httpAgent: http,
      httpsAgent: https,
      proxy: false,
      maxRedirects: 0,
      decompress: false,
      responseType: 'stream',
      validateStatus: () => true,
      transformRequest: (text: string) => text,
    })
    data.destroy()
    return { status, retryAfter: secondsOf(answered['retry-after']) }
  } catch (error) {
    return { error: signal.aborted ? 'timed-out' : toldError(error) }
  }
}

/** Owners of keys choose the name: those of an inner network are answered like names that do not exist. */
const toldError = (error: unknown): CallbackError =>
  ledInside(error instanceof AxiosError ? error.cause : error) ? 'name-not-found' : outboundErrorOf(error)

const secondsOf = (text: unknown) => (/^\d{1,6}$/.test(String(text)) ? Number(text) : undefined)
