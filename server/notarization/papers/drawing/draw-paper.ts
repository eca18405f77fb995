import type { PaperSignature, TwoTexts } from '../../../../proof/paper/statement.ts'
import { signatureField } from '../../../../proof/paper/strokes.ts'
import { attachFiles, type AttachedFile } from '../../../kit/pdf/attach-files.ts'
import { type Canvas, colours, finished, openCanvas, page } from '../../../kit/paper/canvas.ts'
import { drawLocalBand, drawLocalMark } from '../../../kit/paper/local-band.ts'
import { drawQr, drawSeal } from '../../../kit/paper/ornaments.ts'
import { columns, gap, heading, openSheet, paragraph, row, type Sheet } from '../../../kit/paper/sheet.ts'
import { addSignatureField, nameInCatalogue } from '../../../kit/pdf/signature-field.ts'
import { shanghaiTime } from '../../../../contract/kit/shanghai-time.ts'
import { say } from '../../../kit/words.ts'
import { paperEntry, type PaperModel } from './paper-model.ts'

const { left, width } = columns

const both = (key: string, params: Record<string, unknown> = {}): TwoTexts => [
  say('zh-CN', 'notarization', `paper.${key}`, params),
  say('en', 'notarization', `paper.${key}`, params),
]

/** Sections in which every line is somebody's own words; in others the first line says it, and the rest is about it. */
const prose = new Set(
  ['matter', 'declarations', 'notes', 'rights', 'inquiry', 'decision'].map((name) => both(`section.${name}`)[0]),
)

/** Draws a paper from its statement, with an empty signature field. The same model gives the same bytes. */
export function drawPaper(model: PaperModel, files: readonly AttachedFile[]): Promise<Buffer> {
  const { statement, sealedAt, signatureBytes } = model
  const at = new Date(sealedAt)
  const [title] = statement.title
  const info = { Title: `${title} ${statement.number}`, Author: statement.issuer }
  const canvas = openCanvas(info, at, { accent: model.accent })
  const sheet = openSheet(canvas)
  drawHead(sheet, model)
  for (const { heading: words, rows } of statement.sections) {
    heading(sheet, words)
    const isProse = prose.has(words[0])
    for (const { label, text } of rows)
      row(
        sheet,
        label,
        text
          .split('\n')
          .map((line, i) => (i && !isProse ? { text: line, size: 7, colour: colours.soft } : { text: line })),
      )
  }
  for (const signature of statement.signatures) drawSignature(sheet, signature)
  drawEnd(sheet, model)
  drawMargins(canvas, model)
  nameInCatalogue(canvas.doc, paperEntry, { PaperSHA256: model.statementSha256 })
  attachFiles(canvas.doc, files, at)
  addSignatureField(canvas.doc, at, signatureBytes)
  return finished(canvas)
}

const localWords: TwoTexts = [
  say('zh-CN', 'proof', 'certificate.localBand'),
  say('en', 'proof', 'certificate.localBand'),
]

/** One line in the middle of the page; a long one becomes smaller. */
function centred(sheet: Sheet, text: string, size: number, weight: 'bold' | 'regular', colour: string) {
  const { canvas } = sheet
  const clean = canvas.clean(text)
  const fitted = Math.min(size, (size * width) / canvas.widthOf(clean, size, weight))
  canvas.use(weight, fitted, colour)
  canvas.line(clean, left + (width - canvas.widthOf(clean, fitted, weight)) / 2, sheet.y)
  gap(sheet, fitted * 1.5)
}

function drawHead(sheet: Sheet, { statement, mode }: PaperModel) {
  if (mode === 'local') drawLocalBand(sheet, localWords)
  gap(sheet, 8)
  centred(sheet, statement.issuer, 13, 'regular', colours.ink)
  centred(sheet, statement.title[0], 22, 'bold', sheet.canvas.accent)
  centred(sheet, statement.title[1], 10, 'regular', colours.gold)
  centred(sheet, statement.number, 8.5, 'regular', colours.soft)
  gap(sheet, 8)
  paragraph(sheet, statement.lead[0], { size: 10 })
  gap(sheet, 2)
  paragraph(sheet, statement.lead[1], { size: 7.4, colour: colours.soft })
  gap(sheet, 4)
}

/** A name as it was drawn, or typed; beneath it who, when, and how the platform made sure. */
function drawSignature(sheet: Sheet, { name, proof, at, strokes }: PaperSignature) {
  const [high, wide] = [62, (62 * signatureField.width) / signatureField.height]
  heading(sheet, both('section.signature'), high + 60)
  const { canvas } = sheet
  if (strokes.length) drawStrokes(canvas, strokes, left + 12, sheet.y, wide)
  else {
    canvas.use('regular', 24, colours.ink)
    canvas.line(canvas.clean(name).slice(0, 24), left + 16, sheet.y + 14)
  }
  gap(sheet, high + 4)
  row(sheet, both('signedBy'), [{ text: name, weight: 'bold' }])
  row(sheet, both('signedAt'), [
    { text: shanghaiTime(at) },
    { text: both(`proof.${proof}`).join('   '), size: 7, colour: colours.soft },
  ])
}

function drawStrokes({ doc }: Canvas, strokes: readonly number[][], x: number, y: number, wide: number) {
  const scale = wide / signatureField.width
  doc.save().lineWidth(1.5).lineCap('round').lineJoin('round').strokeColor(colours.ink)
  for (const points of strokes) {
    for (let i = 0; i < points.length; i += 2) {
      const [px, py] = [x + points[i]! * scale, y + points[i + 1]! * scale]
      if (i === 0) doc.moveTo(px, py)
      else doc.lineTo(px, py)
    }
    doc.stroke()
  }
  doc.restore()
}

/** Who issued it and when, how it is verified, and the seal of the platform, which vouches for both. */
function drawEnd(sheet: Sheet, { statement, checkUrl, mode, officeSeal }: PaperModel) {
  const { canvas } = sheet
  heading(sheet, both('section.verify'), 190)
  const [first, second] = both('verify', { platform: statement.platform.name })
  paragraph(sheet, first, { size: 8, x: left + 10, width: width - 10 })
  paragraph(sheet, second, { size: 6.6, colour: colours.soft, x: left + 10, width: width - 10 })
  gap(sheet, 8)
  sheet.need(officeSeal ? 126 : 112)
  const top = sheet.y
  drawQr(canvas, checkUrl, left + 10, top, 70)
  drawSeal(canvas, left + width - 66, top + 50, {
    name: statement.platform.name,
    purpose: both('sealText')[0],
    note: mode === 'local' ? say('zh-CN', 'proof', 'certificate.sealLocal') : '',
  })
  const x = left + 96
  paragraph(sheet, statement.issuer, { size: 11, weight: 'bold', x, width: 230 })
  paragraph(sheet, shanghaiTime(statement.created), { size: 8.5, x, width: 230 })
  gap(sheet, 4)
  paragraph(sheet, checkUrl, { size: 7, colour: colours.soft, x, width: 230 })
  if (officeSeal) drawOfficeSeal(canvas, officeSeal, x + 100, top + 64)
}

/** Over the name of the office and the day, as seals are put on paper; 42 millimetres at most. */
function drawOfficeSeal({ doc }: Canvas, picture: Uint8Array, x: number, y: number) {
  const side = 119
  doc.image(Buffer.from(picture), x - side / 2, y - side / 2, { fit: [side, side], align: 'center', valign: 'center' })
}

/** Foot of every page: which paper, and of what it is drawn. */
function drawMargins(canvas: Canvas, { statement, statementSha256, mode }: PaperModel) {
  const { count } = canvas.doc.bufferedPageRange()
  const y = page.height - page.bottom + 9
  for (let i = 0; i < count; i++) {
    canvas.doc.switchToPage(i)
    canvas.use('regular', 6.6, colours.soft)
    canvas.line(`${statement.number}   ${statementSha256}`, left, y)
    const label = `${i + 1} / ${count}`
    canvas.line(label, left + width - canvas.widthOf(label, 6.6), y)
    if (mode === 'local' && i > 0) drawLocalMark(canvas, localWords)
  }
}
