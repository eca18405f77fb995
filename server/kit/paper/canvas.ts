import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import PDFDocument from 'pdfkit'
import { plainFont, type PlainFont } from './plain-font.ts'
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
/** Read once per thread: each is 10 MB, and a document takes only its subset of it. */
const openFont = (path: string) => plainFont(readFileSync(require.resolve(`@expo-google-fonts/noto-sans-sc/${path}`)))
const fonts = {
  regular: openFont('400Regular/NotoSansSC_400Regular.ttf'),
  bold: openFont('700Bold/NotoSansSC_700Bold.ttf'),
}

export type Weight = keyof typeof fonts

/** A PDF with two weights of one font, and text that is measured and cleaned before it is put down. */
export interface Canvas {
  doc: PDFKit.PDFDocument
  /** Of headings and frames: the platform's own, where it chose one. */
  accent: string
  faces: Record<Weight, Face>
  use: (weight: Weight, size: number, colour?: string) => void
  /** One line exactly where it is told to stand; pdfkit's own wrapping is never used. */
  line: (text: string, x: number, y: number) => void
  clean: (text: string) => string
  /** Of a line, in points. */
  widthOf: (text: string, size: number, weight?: Weight) => number
  lines: (text: string, weight: Weight, size: number, width: number) => string[]
}

function faceOf({ glyphOf, unitsPerEm }: PlainFont): Face {
  return {
    hasGlyph: (code) => glyphOf(code).id !== 0,
    width: (character) => glyphOf(character.codePointAt(0) ?? 32).advanceWidth / unitsPerEm,
  }
}

export function openCanvas(
  info: Record<string, string>,
  createdAt: Date,
  { lang = 'zh-CN', accent = colours.frame }: { lang?: string; accent?: string | undefined } = {},
): Canvas {
  const doc = new PDFDocument({
    size: [page.width, page.height],
    margin: 0,
    pdfVersion: '1.7',
    bufferPages: true,
    lang,
    displayTitle: true,
    info: { ...info, CreationDate: createdAt, ModDate: createdAt },
  })
  for (const weight of ['regular', 'bold'] as const) doc.registerFont(weight, fonts[weight].source)
  const faces = { regular: faceOf(fonts.regular), bold: faceOf(fonts.bold) }
  const clean = (text: string) => printable(text, faces.regular)
  return {
    accent,
    widthOf: (text, size, weight = 'regular') => [...text].reduce((sum, c) => sum + faces[weight].width(c) * size, 0),
    doc,
    faces,
    clean,
    use: (weight, size, colour = colours.ink) => void doc.font(weight).fontSize(size).fillColor(colour),
    line: (text, x, y) => void doc.text(text, x, y, { lineBreak: false, features: [] }),
    lines: (text, weight, size, width) => wrap(clean(text), size, width, faces[weight]),
  }
}

/** The whole document, once everything stands on it. */
export function finished({ doc }: Canvas): Promise<Buffer> {
  const parts: Buffer[] = []
  return new Promise((resolve, reject) => {
    doc.on('data', (part: Buffer) => parts.push(part))
    doc.on('error', reject)
    doc.on('end', () => resolve(Buffer.concat(parts)))
    doc.end()
  })
}
