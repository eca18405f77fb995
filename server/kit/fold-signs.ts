const unseen = /[\u{ad}\u{200b}\u{2060}]/gu

/** Words and pages alike, so that one finds the other: one space for all that separates or steers, none for what nobody sees. */
export const foldSigns = (text: string) =>
  text
    .replaceAll(unseen, '')
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .normalize('NFC')

/**
 * Signs alone, for texts of one page that were read in two ways: a layout breaks a line where the document has no space, and the other way round.
 * A search needs the spaces that `foldSigns` leaves: whoever looks for two words means two.
 */
export const withoutSpaces = (text: string) => text.replaceAll(unseen, '').replaceAll(/\s+/gu, '')
