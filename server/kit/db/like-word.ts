/** A word as an ILIKE pattern that finds it anywhere; its own wildcards are letters. */
export const likeWord = (word: string) => `%${word.replaceAll(/[\\%_]/g, '\\$&')}%`
