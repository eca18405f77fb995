/** As long as the service takes words and secrets. */
export const longestWord = 100

/** Text of an address, which anybody may have written. */
export const wordIn = (params: URLSearchParams, name: string): string | undefined =>
  params
    .get(name)
    ?.replaceAll(/\p{Cc}/gu, ' ')
    .trim()
    .slice(0, longestWord) || undefined
