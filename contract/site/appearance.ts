import type { Appearance } from '../platform/colours.ts'

/** The appearance a person chose, for console and website alike; the system's where there is none. Scripts may read it: it is no secret. */
export const appearanceCookie = 'shimakaze-appearance'

/** A choice of ours; anything else was written by somebody else and counts for nothing. */
export const chosenAppearance = (wish: string | null | undefined): Appearance | undefined =>
  wish === 'light' || wish === 'dark' ? wish : undefined
