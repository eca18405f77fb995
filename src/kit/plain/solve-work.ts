import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'
import type { CaptchaWork } from '../../../contract/accounts/session.ts'

/** The number that the work asks for. Browsers hash beside the page, so that it stays quick; without https they do not. */
export async function solveWork(work: CaptchaWork, controller: AbortController): Promise<string> {
  const solution = await solveChallenge({ challenge: { parameters: work }, deriveKey, controller })
  if (!solution) throw new Error('the work was given up')
  return String(solution.counter)
}
