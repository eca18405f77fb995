/** Words and pages alike, so that one finds the other: one space for all that separates or steers, none for what nobody sees. */
export const foldSigns = (text: string) =>
  text
    .replaceAll(/[\u{ad}\u{200b}\u{2060}]/gu, '')
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .normalize('NFC')
