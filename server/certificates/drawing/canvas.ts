import { createRequire } from 'node:module'
import PDFDocument from 'pdfkit'
import { printable, wrap, type Face } from './print-text.ts'

export const page = { width: 595.28, height: 841.89, margin: 52, bottom: 68 } as const

export const colours = {
  paper: '#ffffff',
  ink: '#1b2430',
  soft: '#5d6875',
  frame: '#1f3a5f',
  gold: '#b08d57',
  rule: '#c9b88f',
  band: '#f7f4ec',
  seal: '#c0181f',
  warn: '#8a4b00',
  warnBand: '#fff1d6',
} as const

const require = createRequire(import.meta.url)
const fontFile = (path: string) => require.resolve(`@expo-google-fonts/noto-sans-sc/${path}`)
const fonts = {
  regular: fontFile('400Regular/NotoSansSC_400Regular.ttf'),
  bold: fontFile('700Bold/NotoSansSC_700Bold.ttf'),
}

export type Weight = keyof typeof fonts

/** A PDF with two weights of one font, and text that is measured and cleaned before it is put down. */
export interface Canvas {
  doc: PDFKit.PDFDocument
  faces: Record<Weight, Face>
  use: (weight: Weight, size: number, colour?: string) => void
  /** One line exactly where it is told to stand; pdfkit's own wrapping is never used. */
  line: (text: string, x: number, y: number) => void
  clean: (text: string) => string
  lines: (text: string, weight: Weight, size: number, width: number) => string[]
}

/** The part of pdfkit's current font (fontkit) that its types leave out. */
interface FontAccess {
  _font: {
    font: {
      hasGlyphForCodePoint: (code: number) => boolean
      glyphForCodePoint: (code: number) => { advanceWidth: number }
      unitsPerEm: number
    }
  }
}

/** No ligatures: an `ff` joined into one glyph has no place in a digest. fontkit takes an object, which pdfkit's types do not know. */
const plainLetters = {
  liga: false,
  clig: false,
  dlig: false,
  kern: false,
} as unknown as PDFKit.Mixins.OpenTypeFeatures[]

function faceOf(doc: PDFKit.PDFDocument, weight: Weight): Face {
  doc.font(weight)
  const { font } = (doc as unknown as FontAccess)._font
  const widths = new Map<string, number>()
  return {
    hasGlyph: (code) => font.hasGlyphForCodePoint(code),
    width: (character) => {
      const known = widths.get(character)
      if (known !== undefined) return known
      const width = font.glyphForCodePoint(character.codePointAt(0) ?? 32).advanceWidth / font.unitsPerEm
      widths.set(character, width)
      return width
    },
  }
}

export function openCanvas(info: Record<string, string>, createdAt: Date): Canvas {
  const doc = new PDFDocument({
    size: [page.width, page.height],
    margin: 0,
    pdfVersion: '1.7',
    bufferPages: true,
    lang: 'zh-CN',
    displayTitle: true,
    info: { ...info, CreationDate: createdAt, ModDate: createdAt },
  })
  doc.registerFont('regular', fonts.regular)
  doc.registerFont('bold', fonts.bold)
  const faces = { regular: faceOf(doc, 'regular'), bold: faceOf(doc, 'bold') }
  const clean = (text: string) => printable(text, faces.regular)
  return {
    doc,
    faces,
    clean,
    use: (weight, size, colour = colours.ink) => void doc.font(weight).fontSize(size).fillColor(colour),
    line: (text, x, y) => void doc.text(text, x, y, { lineBreak: false, features: plainLetters }),
    lines: (text, weight, size, width) => wrap(clean(text), size, width, faces[weight]),
  }
}
