import { setTimeout as pause } from 'node:timers/promises'
import type { Provider } from '../../../contract/accounts/third-provider.ts'
import { type ErrorCode, errorTable } from '../../../contract/kit/errors.ts'
import type { Visitor } from '../../kit/calls/caller.ts'
import { AppError } from '../../kit/errors.ts'
import { newSecret } from '../../kit/ids.ts'
import type { Services } from '../../kit/services.ts'
import { publicUrlOf } from '../../platform/platform.service.ts'
import { browserHash, browserOf } from '../sign-in/browser.ts'
import { createAttempt, type Purpose, readAttempt, settleAttempt, takeAttempt } from './attempts.repo.ts'
import type { Identity, Way } from './identity.ts'
import { requireWay } from './ways.service.ts'

/** What a browser brings back from a vendor. */
export interface Came {
  provider: Provider
  authCode?: string | undefined
  state: string
}

/** Told by the page that a browser comes back to: what it has to ask for. */
const prefix: Record<Purpose, string> = { SIGN_IN: 's', BIND: 'b', REBIND: 'r' }

/** Sends a browser to a vendor; it is known by a cookie, and by nothing in the address, when it comes back. */
export async function sendAway(
  services: Services,
  visitor: Visitor,
  provider: Provider,
  purpose: Purpose,
  sessionSha256: Buffer | null = null,
) {
  const way = requireWay(services, visitor, provider)
  const [state, browser] = [prefix[purpose] + newSecret(), browserOf(visitor)]
  await services.db.asSystem((tx) =>
    createAttempt(tx, {
      platformId: visitor.platform.id,
      provider,
      appId: way.appId,
      purpose,
      state,
      browser,
      sessionSha256,
    }),
  )
  const back = `${publicUrlOf(services.config, visitor.platform)}/third-account/${provider.toLowerCase()}`
  return { cookie: { browser }, data: { url: way.pageUrl(back, state, visitor.lang) } }
}

export type Met = Identity & {
  attemptId: string
  platformId: string
  provider: Provider
  appId: string
  first: boolean
}

/** Whom the vendor vouches for. An answer that comes twice is exchanged once; the second is told what became of the first. */
export async function meet(
  services: Services,
  visitor: Visitor,
  { provider, authCode = '', state }: Came,
  purpose: Purpose,
  sessionSha256: Buffer | null = null,
): Promise<Met> {
  const way = requireWay(services, visitor, provider)
  const named = { platformId: visitor.platform.id, provider, appId: way.appId }
  const attempt = await takeAttempt(services.db, {
    ...named,
    purpose,
    state,
    browserSha256: browserHash(visitor),
    sessionSha256,
    code: authCode,
  })
  if (!attempt) throw new AppError('third-party-again')
  const identity = await (attempt.first
    ? exchange(services, way, attempt.id, authCode)
    : outcomeOf(services, attempt.id, way.patience))
  return { ...named, ...identity, attemptId: attempt.id, first: attempt.first }
}

async function exchange({ db }: Services, way: Way, id: string, code: string): Promise<Identity> {
  try {
    // A person who does not agree comes back without a code, if at all.
    if (!code) throw new AppError('third-party-refused')
    const found = await way.identityOf(code)
    await settleAttempt(db.system, id, 'FOUND', found)
    return found
  } catch (error) {
    await settleAttempt(db.system, id, error instanceof AppError ? error.code : 'internal')
    throw error
  }
}

const step = 200

/** Waits for the first as long as that waits for the vendor. */
async function outcomeOf(services: Services, id: string, patience: number): Promise<Identity> {
  for (let waited = 0; waited < patience * 1_000 + 2_000; waited += step) {
    const { outcome, subject, also, unionId } = (await readAttempt(services.db.system, id)) ?? {}
    if (outcome && subject) return { subject, also: also ?? null, unionId: unionId ?? null }
    if (outcome) throw new AppError(outcome in errorTable ? (outcome as ErrorCode) : 'third-party-again')
    await pause(step)
  }
  throw new AppError('third-party-busy')
}
