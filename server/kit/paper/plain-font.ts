import { create, type Font } from 'fontkit'

interface PlainGlyph {
  readonly id: number
  readonly advanceWidth: number
  readonly codePoints: readonly number[]
}

/** A font whose letters stand one after the other, each as it is. */
export interface PlainFont {
  /** For pdfkit. */
  readonly source: PDFKit.Mixins.PDFFontSource
  readonly unitsPerEm: number
  /** Glyph 0 where the font has none for it. */
  glyphOf(codePoint: number): PlainGlyph
}

/**
 * Neither ligatures nor kerning: an `ff` joined into one glyph has no place in a digest. Without them there is nothing to shape, which takes most of
 * the time of a certificate. Glyphs are records of our own: fontkit keeps for each the character that it was first asked for by, and a document must
 * not depend on those drawn before it.
 */
export function plainFont(file: Buffer): PlainFont {
  const font = create(file) as Font
  const known = new Map<number, PlainGlyph>()
  const glyphOf = (code: number): PlainGlyph => {
    const glyph = known.get(code) ?? read(code)
    known.set(code, glyph)
    return glyph
  }
  const read = (code: number) => {
    const { id, advanceWidth } = font.glyphForCodePoint(code)
    return { id, advanceWidth, codePoints: [code] }
  }
  const layout = (text: string) => {
    const glyphs = Array.from(text, (character) => glyphOf(character.codePointAt(0)!))
    // Scaled in place by pdfkit.
    const positions = glyphs.map(({ advanceWidth }) => ({
      xAdvance: advanceWidth,
      yAdvance: 0,
      xOffset: 0,
      yOffset: 0,
    }))
    return { glyphs, positions, advanceWidth: glyphs.reduce((sum, { advanceWidth }) => sum + advanceWidth, 0) }
  }
  const source = Object.assign(font, { layout })
  return { source: source as unknown as PDFKit.Mixins.PDFFontSource, unitsPerEm: font.unitsPerEm, glyphOf }
}
