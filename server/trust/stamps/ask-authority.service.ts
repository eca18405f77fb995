import axios from 'axios'
import { createHash } from 'node:crypto'
import type { Bytes } from '../../../proof/bytes.ts'
import { findChain } from '../../../proof/signatures/chain.ts'
import { ProofError } from '../../../proof/report.ts'
import { readToken, verifyToken, type VerifiedTimeStamp } from '../../../proof/formats/tsp.ts'
import { assertReachable, guardedAgents } from '../../kit/egress/guarded-agent.ts'
import { outboundErrorOf } from '../../kit/egress/outbound-error.ts'
import type { TimestampProvider } from './timestamps.settings.ts'
import { pruned } from './prune.ts'
import { queryFor, tokenOf } from './query.ts'
import { checkRevocation } from './revoked.ts'
import { StampRefused } from './stamp-refused.types.ts'

/** Tokens weigh some kilobytes; with every certificate an authority may send along still far less. */
const mostBytes = 128 * 1024

export interface Stamped {
  /** As it came. */
  received: Bytes
  /** As it is handed out: see `pruned`. */
  token: Bytes
  stamp: VerifiedTimeStamp
  milliseconds: number
}

/** Asks a provider to stamp `data`, and takes its token only if everybody else would, by the roots that the operator named. */
export async function askStamp(
  provider: TimestampProvider,
  data: Uint8Array,
  allowPrivate: readonly string[],
  now = () => new Date(),
): Promise<Stamped> {
  const query = queryFor(createHash('sha256').update(data).digest(), provider.policy)
  const [began, asked] = [performance.now(), now()]
  const response = await send(provider, query.der, allowPrivate)
  const milliseconds = Math.round(performance.now() - began)
  const received = tokenOf(response)
  try {
    const token = await pruned(received, provider.anchors)
    const stamp = await verifyToken(token, data, provider.anchors)
    if (stamp.nonce !== query.nonce) throw new StampRefused('nonce-differs')
    if (stamp.imprint.hash !== 'SHA-256') throw new ProofError('imprint-differs')
    if (provider.policy && stamp.policy !== provider.policy) throw new StampRefused('policy-differs', stamp.policy)
    checkTime(stamp.genTime, asked, now(), provider.tolerance)
    await checkKey(provider, token, stamp)
    return { received, token, stamp, milliseconds }
  } catch (error) {
    throw error instanceof ProofError ? new StampRefused('not-verified', error.code) : error
  }
}

/** An authority whose clock is wrong by an hour attests an hour that was not. */
function checkTime(time: Date, from: Date, until: Date, tolerance: number) {
  const early = from.getTime() - time.getTime()
  const late = time.getTime() - until.getTime()
  if (Math.max(early, late) > tolerance * 1_000)
    throw new StampRefused('time-differs', String(Math.round((late > 0 ? late : -early) / 1_000)))
}

async function checkKey({ crls, anchors }: TimestampProvider, token: Bytes, { signer, genTime }: VerifiedTimeStamp) {
  if (!crls) return
  const { others } = (await readToken(token)).signed
  const { anchor, between } = await findChain({ signer, others, anchors, at: genTime, purpose: 'time-stamping' })
  await checkRevocation(crls, signer, [...between, anchor], genTime)
}

/** The operator named this host, and so it may be on the operator's own network; every other rule of leaving holds. */
async function send(
  { url, user, password, headers, patience }: TimestampProvider,
  body: Bytes,
  allowPrivate: readonly string[],
): Promise<Uint8Array> {
  const signal = AbortSignal.timeout(patience * 1_000)
  const allowed = [...allowPrivate, new URL(url).hostname]
  try {
    await assertReachable(new URL(url), allowed)
    const { http, https } = guardedAgents(allowed)
    const response = await axios.post<ArrayBuffer>(url, Buffer.from(body), {
      headers: {
        ...headers,
        'content-type': 'application/timestamp-query',
        accept: 'application/timestamp-reply',
        'user-agent': 'shimakaze',
      },
      ...(user !== undefined && password !== undefined ? { auth: { username: user, password } } : {}),
      signal,
      httpAgent: http,
      httpsAgent: https,
      proxy: false,
      maxRedirects: 0,
      decompress: false,
      responseType: 'arraybuffer',
      maxContentLength: mostBytes,
      validateStatus: () => true,
    })
    if (response.status !== 200) throw new StampRefused('status', String(response.status))
    if (!/^application\/timestamp-reply\b/i.test(String(response.headers['content-type'] ?? '')))
      throw new StampRefused('content-type')
    return new Uint8Array(response.data)
  } catch (error) {
    if (error instanceof StampRefused) throw error
    if (signal.aborted) throw new StampRefused('timed-out')
    throw new StampRefused(/maxContentLength/.test((error as Error).message) ? 'too-large' : outboundErrorOf(error))
  }
}
