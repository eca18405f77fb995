import { expect } from 'vitest'
import type { Call } from '../../../contract/kit/call.ts'
import type { Randomness } from '../randomness.ts'

/** Something that somebody may do to a subject. It is made ready before anybody begins, as on pages that two people have open. */
export interface Act<Subject> {
  name: string
  ready(subject: Subject): Promise<() => Promise<string>>
}

/** It does something to a subject in one of these states, and is refused, or changes nothing, in others. */
export interface ActIn<Subject, State extends string> extends Act<Subject> {
  in: readonly State[]
}

interface Meeting<Subject> {
  /** The state in which it begins, for whoever reads a failure. */
  from?: string
  /** The same beginning each time, of records that nothing else uses. */
  begin(): Promise<Subject>
  /** What stands afterwards, without ids, numbers and times. */
  look(subject: Subject): Promise<unknown>
  /** How often both are done at once. */
  times?: number
}

/** Does two acts at once: what was answered and what stands is as if one had been done after the other, in either order. */
export async function expectInTurn<Subject>(
  { from = '', begin, look, times = 2 }: Meeting<Subject>,
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
    expect(inTurn, `${from}${one.name} and ${other.name}`).toContainEqual(
      await after((first, second) => Promise.all([first(), second()])),
    )
}

/** Any two of them, an act that meets itself too. */
export const pairsOf = <T>(all: readonly T[]): [T, T][] =>
  all.flatMap((one, i) => all.slice(i).map((other): [T, T] => [one, other]))

/** Any two of which at least one does something in a state. */
export const pairsIn = <A extends ActIn<never, State>, State extends string>(acts: readonly A[], state: State) =>
  pairsOf(acts).filter((pair) => pair.some((act) => act.in.includes(state)))

/** Calls that change something and that no act is named after, by their names. */
export const withoutAct = (calls: Record<string, Call>, acts: readonly { name: string }[], side = '') =>
  Object.entries(calls)
    .filter(([, { rate }]) => rate === 'write')
    .map(([name]) => `${side}${name}`)
    .filter((call) => !acts.some(({ name }) => name === call || name.startsWith(`${call},`)))

/** So many of them by chance, each at most once. */
export function someOf<T>(all: readonly T[], count: number, { below }: Randomness): T[] {
  const left = [...all]
  return Array.from({ length: Math.min(count, left.length) }, () => left.splice(below(left.length), 1)[0]!)
}
