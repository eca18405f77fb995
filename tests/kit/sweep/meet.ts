import { expect } from 'vitest'
import type { Randomness } from '../randomness.ts'

/** Something that somebody may do to a subject. It is made ready before anybody begins, as on pages that two people have open. */
export interface Act<Subject> {
  name: string
  ready(subject: Subject): Promise<() => Promise<string>>
}

interface Meeting<Subject> {
  /** The same beginning each time, of records that nothing else uses. */
  begin(): Promise<Subject>
  /** What stands afterwards, without ids, numbers and times. */
  look(subject: Subject): Promise<unknown>
  /** How often both are done at once. */
  times?: number
}

/** Does two acts at once: what was answered and what stands is as if one had been done after the other, in either order. */
export async function expectInTurn<Subject>(
  { begin, look, times = 2 }: Meeting<Subject>,
  [one, other]: readonly [Act<Subject>, Act<Subject>],
): Promise<void> {
  type Taken = () => Promise<string>
  async function after(take: (one: Taken, other: Taken) => Promise<[string, string]>) {
    const subject = await begin()
    const replies = await take(await one.ready(subject), await other.ready(subject))
    return { replies, stands: await look(subject) }
  }
  const inTurn = [
    await after(async (first, second) => [await first(), await second()]),
    await after(async (second, first) => {
      const reply = await first()
      return [await second(), reply]
    }),
  ]
  for (let i = 0; i < times; i++)
    expect(inTurn, `${one.name} and ${other.name}`).toContainEqual(
      await after((first, second) => Promise.all([first(), second()])),
    )
}

/** Any two of them, an act that meets itself too. */
export const pairsOf = <T>(all: readonly T[]): [T, T][] =>
  all.flatMap((one, i) => all.slice(i).map((other): [T, T] => [one, other]))

/** So many of them by chance, each at most once. */
export function someOf<T>(all: readonly T[], count: number, { below }: Randomness): T[] {
  const left = [...all]
  return Array.from({ length: Math.min(count, left.length) }, () => left.splice(below(left.length), 1)[0]!)
}
