import type { Ink } from './ink.ts'

/** Levels between the lightest and the darkest point below which a picture shows one colour. */
const ONE_COLOUR = 4
const WHITE = 250

export const isPlain = ({ spread }: Ink): boolean => spread < ONE_COLOUR

/** Window and whole-page picture show nothing but one colour. */
export const isOneColour = (first: Ink, tall: Ink | null): boolean => isPlain(first) && tall !== null && isPlain(tall)

/** A white page in window and picture shows nothing; of another colour, it may be what was to be shown. */
export const isBlank = (first: Ink, tall: Ink | null): boolean =>
  isOneColour(first, tall) && tall !== null && tall.first.every((level) => level >= WHITE)
