/** What may be appended to a package after it was sealed. A kind that is not named here is refused like any unknown entry. */
const kinds: readonly RegExp[] = [/^META-INF\/(ASiCManifest1\d\d\.xml|timestamp1\d\d\.tst)$/, /^trust\/tsa-1\d\d\.pem$/]

export const isLaterPath = (path: string) => kinds.some((kind) => kind.test(path))

export const mostLaterBytes = 1024 * 1024

/** Numbers of third parties' time-stamps: 101 is the first. */
export const firstStamp = 101
export const lastStamp = 199

/** The three entries of a third party's time-stamp. */
export const stampPaths = (number: number) => ({ manifest: `META-INF/ASiCManifest${number}.xml`, token: `META-INF/timestamp${number}.tst`, roots: `trust/tsa-${number}.pem` })

/** Every number that one of the entries has, ascending. */
export function stampNumbers(paths: Iterable<string>): number[] {
  const numbers = [...paths].flatMap((path) => /^(?:META-INF\/(?:ASiCManifest|timestamp)|trust\/tsa-)(1\d\d)\./.exec(path)?.[1] ?? []).map(Number)
  return [...new Set(numbers)].toSorted((a, b) => a - b)
}
