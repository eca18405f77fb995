import { setTimeout as pause } from 'node:timers/promises'

/** Asks again until there is an answer; what did not come by then is named. */
export async function until<T>(
  what: string,
  ask: () => Promise<T | undefined> | T | undefined,
  tries = 600,
): Promise<T> {
  for (let left = tries; left > 0; left--) {
    const answer = await ask()
    if (answer !== undefined) return answer
    await pause(100)
  }
  throw new Error(`Waited in vain for ${what}`)
}
