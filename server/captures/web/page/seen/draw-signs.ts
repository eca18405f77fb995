/**
 * A page function that draws signs in the fonts of the elements that show them, and compares each with a code point that no font has.
 * A sign counts as a box where one of its elements shows it so. Text is found in open shadow trees, frames of the same site, what styles
 * add before and after an element, and fields; where nothing is found the body's font is tried.
 */
export const DRAW_SIGNS = `(signs) => {
  const MOST_ELEMENTS = 60_000, MOST_FONTS = 6, MOST_MS = 4_000
  const end = performance.now() + MOST_MS
  const wanted = new Set(signs)
  const places = new Map(signs.map((sign) => [sign, new Map()]))
  const fontOf = ({ fontStyle, fontWeight, fontFamily }) => fontStyle.split(' ')[0] + ' ' + fontWeight + ' 32px ' + fontFamily
  const note = (text, element, pseudo) => {
    let font
    for (const sign of text) {
      if (!wanted.has(sign)) continue
      const fonts = places.get(sign)
      if (fonts.size >= MOST_FONTS) continue
      if (font === undefined && !element.checkVisibility({ visibilityProperty: true })) return
      font ??= fontOf(getComputedStyle(element, pseudo))
      fonts.set(font, element.ownerDocument)
    }
  }
  const isWanted = (text) => { for (const sign of text) if (wanted.has(sign)) return true; return false }
  // A style may take its text from an attribute, which its computed value names.
  const contentOf = (element, pseudo) => {
    const { content } = getComputedStyle(element, pseudo)
    if (content === 'none' || content === 'normal') return ''
    return content.includes('attr(') ? content + [...element.attributes].map(({ value }) => value).join('') : content
  }
  let elements = 0
  const walk = (root) => {
    if (!root) return
    const walker = (root.ownerDocument ?? root).createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (node.nodeType === 3) {
        const element = node.parentElement ?? root.host
        if (element && isWanted(node.data)) note(node.data, element, null)
        continue
      }
      if (++elements > MOST_ELEMENTS || performance.now() > end) return
      if (node.shadowRoot) walk(node.shadowRoot)
      if (['iframe', 'frame', 'object', 'embed'].includes(node.localName)) walk(node.contentDocument)
      if (node.localName === 'input' || node.localName === 'textarea') note(node.value + node.placeholder, node, null)
      for (const pseudo of ['::before', '::after']) note(contentOf(node, pseudo), node, pseudo)
    }
  }
  walk(document)
  const pens = new Map()
  const penOf = (own) => {
    let pen = pens.get(own)
    if (!pen) {
      const canvas = own.createElement('canvas')
      canvas.width = 64
      canvas.height = 48
      pen = canvas.getContext('2d', { willReadFrequently: true })
      pens.set(own, pen)
    }
    return pen
  }
  const ink = (pen, text) => {
    pen.clearRect(0, 0, 64, 48)
    pen.fillText(text, 8, 36)
    return pen.getImageData(0, 0, 64, 48).data
  }
  const absent = new Map()
  const isBox = (sign, font, own) => {
    const pen = penOf(own)
    pen.font = font
    let byFont = absent.get(own)
    if (!byFont) absent.set(own, (byFont = new Map()))
    if (!byFont.has(font)) byFont.set(font, ink(pen, '\\u{10fffd}'))
    const box = byFont.get(font)
    return ink(pen, sign).every((level, at) => level === box[at])
  }
  const drawn = {}
  const body = fontOf(getComputedStyle(document.body ?? document.documentElement))
  for (const [sign, fonts] of places) {
    if (performance.now() > end) break
    const isFound = fonts.size > 0
    const tried = isFound ? [...fonts] : [[body, document]]
    drawn[sign] = { isFound, isBox: tried.some(([font, own]) => isBox(sign, font, own)) }
  }
  return drawn
}`
