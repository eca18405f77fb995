import { AppError } from '../errors.ts'
import type { Caller } from './caller.ts'

/** For so long a proof of who somebody is lets them do what decides over money, identities and papers. */
export const freshMinutes = 15

/** Refuses whoever proved who they are too long ago: a session that was stolen or left open is not enough. */
export function requireFresh({ isFresh }: Pick<Caller, 'isFresh'>): void {
  if (!isFresh) throw new AppError('proof-needed', { minutes: freshMinutes })
}
