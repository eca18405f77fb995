import { AppError } from '../errors.ts'

export interface TurnBounds {
  /** What waits or is done, of all accounts and of one. */
  mostInAll: number
  mostOfOne: number
}

/**
 * Work that takes much memory is done one at a time, in the order in which it was asked for. Who asks for more than may wait is refused with `drawing-busy`,
 * so that one account never keeps the others from their turns.
 */
export function openTurns({ mostInAll, mostOfOne }: TurnBounds) {
  const waiting = new Map<string, number>()
  let all = 0
  let last: Promise<unknown> = Promise.resolve()
  const count = (accountId: string, by: 1 | -1) => {
    all += by
    const own = (waiting.get(accountId) ?? 0) + by
    if (own) waiting.set(accountId, own)
    else waiting.delete(accountId)
  }
  return function inTurn<T>(accountId: string, work: () => Promise<T>): Promise<T> {
    if (all >= mostInAll || (waiting.get(accountId) ?? 0) >= mostOfOne)
      return Promise.reject(new AppError('drawing-busy'))
    count(accountId, 1)
    const done = last.then(work).finally(() => count(accountId, -1))
    last = done.catch(() => {})
    return done
  }
}
