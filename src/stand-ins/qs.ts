/*
 * Stand-in for the library `qs` in what Refine brings along: addresses of the console are flat, and a list repeats its name. Nothing
 * nested is read out of an address that somebody else wrote.
 */
type Query = Record<string, unknown>

function parse(text: string): Query {
  const query: Record<string, string | string[]> = Object.create(null) as Record<string, string | string[]>
  for (const [name, value] of new URLSearchParams(text))
    query[name] = name in query ? [query[name]!, value].flat() : value
  return { ...query }
}

function stringify(query: Query, { addQueryPrefix = false }: { addQueryPrefix?: boolean } = {}): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    [value]
      .flat()
      .filter((v) => v !== undefined && v !== null)
      .map((v): [string, string] => [name, String(v)]),
  )
  const text = new URLSearchParams(pairs).toString()
  return text && addQueryPrefix ? `?${text}` : text
}

export default { parse, stringify }
