/** The measuring half of a font. */
export interface Face {
  hasGlyph: (codePoint: number) => boolean
  /** Width at size 1. */
  width: (character: string) => number
}

/** Controls, invisible and direction-changing characters: printed by number so that nothing on paper can pose as something else. */
const hidden = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}\p{Cs}]/u

/** Replaces each character that would be drawn as a silent box, or not at all, by its code point. */
export function printable(text: string, { hasGlyph }: Face): string {
  return Array.from(text.normalize('NFC'), (c) => {
    const code = c.codePointAt(0)!
    return hidden.test(c) || !hasGlyph(code) ? `[U+${code.toString(16).toUpperCase().padStart(4, '0')}]` : c
  }).join('')
}

/** A line may end after these: spaces, joints of addresses, ideographs and their punctuation. */
const breakAfter = /[\s/?&=_.,;:+%)\]·、，。；：！？）】》\p{Script=Han}-]/u
/** No line begins with these. */
const notFirst = /[,.;:!?)\]、，。；：！？）】》”’%]/u

/** Breaks a text into lines that fit. A run without a joint, such as a digest, breaks wherever it must. */
export function wrap(text: string, size: number, width: number, { width: measure }: Face): string[] {
  const lines: string[] = []
  let line = ''
  let used = 0
  for (const c of text) {
    const w = measure(c) * size
    if (used + w > width && line) {
      const cut = c === ' ' ? line.length : lastJoint(line, notFirst.test(c))
      lines.push(line.slice(0, cut).trimEnd())
      line = line.slice(cut)
      used = [...line].reduce((sum, k) => sum + measure(k) * size, 0)
      if (c === ' ' && !line) continue
    }
    line += c
    used += w
  }
  return line || !lines.length ? [...lines, line] : lines
}

/** Where to cut a line that is full; a joint too far back would leave it half empty. `clinging`: the next character begins no line. */
function lastJoint(line: string, clinging: boolean): number {
  const characters = [...line]
  for (let i = characters.length - (clinging ? 2 : 1); i >= characters.length / 2; i--) {
    if (breakAfter.test(characters[i]!)) return characters.slice(0, i + 1).join('').length
  }
  return line.length
}
