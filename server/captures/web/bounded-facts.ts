import type { Json } from '../../../proof/statement/shape.ts'

/** As many signs as a title or an address has on paper, and as many entries as a reader goes through. */
const longest = { title: 1_000, text: 4_000 }
const mostEntries = 100

/** Ends with `…` where it is cut: not in the middle of a sign. */
export const cutText = (text: string, length: number) =>
  (text.length > length ? `${text.slice(0, length - 1)}…` : text).toWellFormed()

/** The last entry is where it ended. Names, which are printed, say that there are more. */
function few(list: readonly Json[]): Json[] {
  if (list.length <= mostEntries) return [...list]
  const isNames = typeof list[0] === 'string'
  return [...list.slice(0, mostEntries - (isNames ? 2 : 1)), ...(isNames ? ['…'] : []), list.at(-1)!]
}

function bounded(value: Json, key = ''): Json {
  if (typeof value === 'string') return cutText(value, key === 'title' ? longest.title : longest.text)
  if (Array.isArray(value)) return key === 'tiles' ? value : few(value).map((inner) => bounded(inner))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, bounded(inner, name)]))
}

/**
 * Bounds the facts that a statement says of a page to a size of the platform's choice: a page gives itself a title of any length, leads
 * through any number of addresses, and asks for any number of hosts. A statement that grows beyond what its readers take proves nothing, and
 * its certificate would have no last page. The files of the capture hold all of it.
 */
export const boundedFacts = <T extends object>(facts: T): T => bounded(facts as Json) as T
