/** A text in the leading language, and in the other. */
export type Pair = readonly [string, string]
