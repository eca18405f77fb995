import axios, { AxiosError } from 'axios'
import type { Readable } from 'node:stream'
import type { CallbackError } from '../../../contract/open-api/callbacks.ts'
import { assertReachable, guardedAgents, ledInside } from '../../kit/egress/guarded-agent.ts'
import { outboundErrorOf } from '../../kit/egress/outbound-error.ts'
import { namesOfDelivery } from './address.ts'

/** Milliseconds for everything, from looking up the name to the answer's head, and before that to stand in line for the look-up. Together they are less than a lease. */
const usualPatience = { work: 10_000, line: 30_000 }

/** Ends what stood in line for too long, or worked for too long since it began. */
function openTime({ work, line }: typeof usualPatience) {
  const ending = new AbortController()
  const endAfter = (milliseconds: number) => setTimeout(() => ending.abort(), milliseconds)
  let timer = endAfter(line)
  let isBegun = false
  return {
    signal: ending.signal,
    begin() {
      if (isBegun) return
      isBegun = true
      clearTimeout(timer)
      timer = endAfter(work)
    },
    stop: () => clearTimeout(timer),
  }
}

/** Waits no longer than the signal says, whatever becomes of the work. */
const within = <T>(signal: AbortSignal, work: Promise<T>): Promise<T> =>
  Promise.race([
    work,
    new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
    }),
  ])

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
  patience = usualPatience,
): Promise<Answer | { error: CallbackError }> {
  const time = openTime(patience)
  const { signal } = time
  const names = namesOfDelivery(accountId, time)
  try {
    await within(signal, assertReachable(new URL(address), allowPrivate, names))
    // An address in figures needs no look-up.
    time.begin()
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
  } finally {
    time.stop()
  }
}

/** Owners of keys choose the name: those of an inner network are answered like names that do not exist. */
const toldError = (error: unknown): CallbackError =>
  ledInside(error instanceof AxiosError ? error.cause : error) ? 'name-not-found' : outboundErrorOf(error)

const secondsOf = (text: unknown) => (/^\d{1,6}$/.test(String(text)) ? Number(text) : undefined)
