/** Widths in pixels in which a picture of the website is sent. */
export const pictureWidths = [160, 320, 640, 1_280, 1_920] as const
export type PictureWidth = (typeof pictureWidths)[number]

/** Of a picture that was sent here, one width, whatever the density of the screen. */
export const addressOf = (address: string, width: PictureWidth) => `${address}?width=${width}`

/** Candidates of a picture that was sent here, for `srcset`. One whose own width is known names none that is wider. */
export function srcSetOf(address: string, own = Infinity): string {
  const widest = pictureWidths.findIndex((width) => width >= own)
  const widths = widest === -1 ? pictureWidths : pictureWidths.slice(0, widest + 1)
  return widths.map((width) => `${address}?width=${width} ${Math.min(width, own)}w`).join(', ')
}
