import type { LineRecord, MonthRecord } from './statements.repo.ts'

/**
 * Whether a month adds up to the fen: each line leaves the balance that the wallet had behind it, from the balance behind the line before the month to the last
 * one's, none is missing, and what came less what was spent is the difference of both ends.
 */
export function addsUp(head: MonthRecord, lines: readonly LineRecord[]): boolean {
  let balance = head.opening
  for (const { amount, balanceAfter } of lines) {
    balance += amount
    if (balance !== balanceAfter) return false
  }
  return (
    lines.length === head.lines &&
    balance === head.closing &&
    head.opening + head.received - head.spent === head.closing
  )
}
