/** Entries that may be appended to a package after it was sealed. A kind that is not named here is refused like any unknown entry. */
const kinds: readonly RegExp[] = [
  /^META-INF\/(ASiCManifest1\d\d\.xml|timestamp1\d\d\.tst)$/,
  /^trust\/tsa-1\d\d\.pem$/,
  /^anchors\/chain-[1-9]\d{0,14}\.(json|tlog-proof)$/,
]

export const isAppendedPath = (path: string) => kinds.some((kind) => kind.test(path))

export const mostAppendedBytes = 1024 * 1024

/** Numbers of third parties' time-stamps: 101 is the first. */
export const firstStamp = 101
export const lastStamp = 199

/** The three entries of a third party's time-stamp. */
export const stampPaths = (number: number) => ({
  manifest: `META-INF/ASiCManifest${number}.xml`,
  token: `META-INF/timestamp${number}.tst`,
  roots: `trust/tsa-${number}.pem`,
})

/** Every number that one of the entries has, ascending. */
export function stampNumbers(paths: Iterable<string>): number[] {
  const numbers = [...paths]
    .flatMap((path) => /^(?:META-INF\/(?:ASiCManifest|timestamp)|trust\/tsa-)(1\d\d)\./.exec(path)?.[1] ?? [])
    .map(Number)
  return [...new Set(numbers)].toSorted((a, b) => a - b)
}

/** The two entries of a chain: the record of the block, and the proof of the evidence under the checkpoint that the block holds. */
export const anchorPaths = (chain: number) => ({
  record: `anchors/chain-${chain}.json`,
  proof: `anchors/chain-${chain}.tlog-proof`,
})

/** Every chain that one of the entries names, ascending. */
export function anchoredChains(paths: Iterable<string>): number[] {
  const chains = [...paths].flatMap((path) => /^anchors\/chain-(\d+)\./.exec(path)?.[1] ?? []).map(Number)
  return [...new Set(chains)].toSorted((a, b) => a - b)
}
