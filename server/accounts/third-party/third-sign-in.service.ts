import type { z } from 'zod'
import type { MetThird } from '../../../contract/accounts/third-party.ts'
import type { Provider } from '../../../contract/accounts/third-provider.ts'
import type { Visitor } from '../../kit/calls/caller.ts'
import { AppError } from '../../kit/errors.ts'
import type { Services } from '../../kit/services.ts'
import { requirePlatform } from '../../platform/platform.service.ts'
import { readPerson } from '../people.repo.ts'
import { enter, type Known } from '../sign-in/sign-in.service.ts'
import { issueTicket } from '../sign-in/tickets.ts'
import { hasTotp } from '../proofs/totp.service.ts'
import { commitSignInAttempt } from '../sign-in/sign-in-attempts.ts'
import { type Came, meet, sendAway } from './exchange.service.ts'
import { findHolder } from './third-accounts.repo.ts'

/** Long enough for a code that comes late and a second one. */
const ticketTtl = 900
export const bindScene = 'third-bind'

export function begin(
  services: Services,
  visitor: Visitor,
  { provider, notaryId }: { provider: Provider; notaryId?: string | undefined },
) {
  requirePlatform(visitor.platform, notaryId)
  return sendAway(services, visitor, provider, 'SIGN_IN')
}

/** Lets in whom the vendor vouches for; whom nobody here knows gives a phone number first. */
export async function signInByThird(
  services: Services,
  visitor: Visitor,
  { notaryId, ...came }: Came & { notaryId?: string | undefined },
): Promise<z.output<typeof MetThird>> {
  requirePlatform(visitor.platform, notaryId)
  const met = await meet(services, visitor, came, 'SIGN_IN')
  const holder = await findHolder(services.db.system, met)
  if (holder) return enterKnown(services, visitor, holder, met)
  const bindTicket = await services.db.asSystem((tx) =>
    issueTicket(tx, {
      platformId: met.platformId,
      scene: bindScene,
      subject: met.attemptId,
      ttl: ticketTtl,
      tries: 20,
    }),
  )
  return { bindTicket, ttl: ticketTtl }
}

async function enterKnown(
  services: Services,
  visitor: Visitor,
  holder: Known,
  { provider, first }: { provider: Provider; first: boolean },
) {
  // One answer makes one session; the browser that has it needs no second.
  if (!first && !(await hasTotp(services, holder.id))) throw new AppError('third-party-done')
  try {
    return await enter(services, visitor, holder, { way: provider })
  } catch (e) {
    if (e instanceof AppError && e.code !== 'totp-needed')
      await commitSignInAttempt(
        services.db,
        visitor,
        (await readPerson(services.db.system, holder.id)).phone,
        'session.refused',
        {
          way: provider,
          reason: e.code,
        },
      )
    throw e
  }
}
