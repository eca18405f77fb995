import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import type { CaptchaWork } from '../../../contract/accounts/session.ts'

/** Does what a device does that is asked to work. */
export async function solveWork(work: CaptchaWork): Promise<string> {
  const solution = await solveChallenge({ challenge: { parameters: work }, deriveKey })
  return String(solution!.counter)
}
