import { AppError } from '../errors.ts'

export interface TurnBounds {
  /** Pieces that are done at once. One account never has all of them, where there are several. */
  atOnce: number
  /** Pieces that wait or are done, of all accounts and of one, without those that are owed. */
  mostInAll: number
  mostOfOne: number
}

interface Account {
  waiting: (() => void)[]
  working: number
  /** Of both, those that are not owed. */
  asked: number
}

/** Does a piece of work of an account when its turn has come. */
export type InTurn = <T>(accountId: string, work: () => Promise<T>, more?: { isOwed: boolean }) => Promise<T>

/**
 * Accounts share the places for work that takes much memory or time. They stand in one line: whose piece begins goes to its end, and who has fewer
 * pieces in hand goes first, so that the next piece of one account waits behind a piece of every other one. Whoever asks for more than may wait is refused with `busy`, unless the service owes the work and
 * something else bounds it.
 */
export function openTurns({ atOnce, mostInAll, mostOfOne }: TurnBounds): InTurn {
  const atOnceOfOne = Math.max(1, atOnce - 1)
  const accounts = new Map<string, Account>()
  /** Accounts of which a piece may begin, in their order. */
  const line = new Set<string>()
  let [asked, working] = [0, 0]
  const count = (account: Account, isOwed: boolean, by: 1 | -1) => {
    if (isOwed) return
    asked += by
    account.asked += by
  }

  const standInLine = (accountId: string, account: Account) => {
    if (account.waiting.length && account.working < atOnceOfOne) line.add(accountId)
  }
  const begin = (accountId: string) => {
    const account = accounts.get(accountId)!
    line.delete(accountId)
    account.working++
    working++
    account.waiting.shift()!()
    standInLine(accountId, account)
  }
  /** The account with the fewest pieces that are worked on; among equals the first in the line. */
  const next = () => {
    const busyOf = (accountId: string) => accounts.get(accountId)!.working
    return [...line].reduce((one, other) => (busyOf(other) < busyOf(one) ? other : one))
  }
  const goOn = () => {
    while (line.size && working < atOnce) begin(next())
  }
  const enter = (accountId: string, isOwed: boolean): Promise<void> => {
    const account = accounts.get(accountId) ?? { waiting: [], working: 0, asked: 0 }
    if (!isOwed && (asked >= mostInAll || account.asked >= mostOfOne)) return Promise.reject(new AppError('busy'))
    accounts.set(accountId, account)
    count(account, isOwed, 1)
    return new Promise((go) => {
      account.waiting.push(go)
      standInLine(accountId, account)
      goOn()
    })
  }
  const leave = (accountId: string, isOwed: boolean) => {
    const account = accounts.get(accountId)!
    count(account, isOwed, -1)
    working--
    account.working--
    if (account.waiting.length || account.working) standInLine(accountId, account)
    else accounts.delete(accountId)
    goOn()
  }
  return async (accountId, work, { isOwed } = { isOwed: false }) => {
    await enter(accountId, isOwed)
    try {
      return await work()
    } finally {
      leave(accountId, isOwed)
    }
  }
}
