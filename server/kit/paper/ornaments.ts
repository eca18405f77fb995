import QRCode from 'qrcode'
import { colours, page, type Canvas } from './canvas.ts'

/** Interlaced waves along a rectangle, the kind of line work banknotes have; faint, so that text stays clear. */
function guilloche(doc: Canvas['doc'], y: number, height: number) {
  const left = page.margin - 14
  const width = page.width - 2 * left
  doc.save().lineWidth(0.35).strokeColor(colours.rule).strokeOpacity(0.55)
  for (let strand = 0; strand < 7; strand++) {
    const phase = (strand * Math.PI) / 7
    for (let x = 0; x <= width; x += 3) {
      const wave = Math.sin(x / 17 + phase) * Math.cos(x / 61 - phase)
      const py = y + height / 2 + (wave * height) / 2
      if (x === 0) doc.moveTo(left + x, py)
      else doc.lineTo(left + x, py)
    }
    doc.stroke()
  }
  doc.restore()
}

/** The frame every page has. */
export function drawFrame({ doc, accent }: Canvas) {
  const outer = page.margin - 22
  const inner = page.margin - 17
  doc.save()
  doc
    .lineWidth(1.6)
    .strokeColor(accent)
    .rect(outer, outer, page.width - 2 * outer, page.height - 2 * outer)
    .stroke()
  doc
    .lineWidth(0.5)
    .strokeColor(colours.gold)
    .rect(inner, inner, page.width - 2 * inner, page.height - 2 * inner)
    .stroke()
  for (const x of [inner, page.width - inner]) {
    for (const y of [inner, page.height - inner]) {
      doc
        .save()
        .translate(x, y)
        .rotate(45)
        .rect(-3.2, -3.2, 6.4, 6.4)
        .fillAndStroke(colours.paper, colours.gold)
        .restore()
    }
  }
  doc.restore()
}

export const drawBanner = ({ doc }: Canvas, y: number) => guilloche(doc, y, 16)

/** QR code as vectors, runs of dark modules joined. Quiet zone is the caller's white paper. */
export function drawQr({ doc }: Canvas, text: string, x: number, y: number, size: number) {
  const { modules } = QRCode.create(text, { errorCorrectionLevel: 'M' })
  const unit = size / modules.size
  doc.save()
  for (let row = 0; row < modules.size; row++) {
    for (let column = 0; column < modules.size; column++) {
      let run = 0
      while (column + run < modules.size && modules.data[row * modules.size + column + run]) run++
      if (run) doc.rect(x + column * unit, y + row * unit, run * unit, unit)
      column += run
    }
  }
  doc.fill(colours.ink).restore()
}

/** Round seal: star, name along the upper arc, purpose beneath. */
export function drawSeal(
  canvas: Canvas,
  x: number,
  y: number,
  { name, purpose, note }: { name: string; purpose: string; note: string },
) {
  const { doc } = canvas
  const radius = 50
  doc.save().translate(x, y).rotate(-6)
  doc.lineWidth(2.4).strokeColor(colours.seal).strokeOpacity(0.86).fillOpacity(0.86).circle(0, 0, radius).stroke()
  doc
    .lineWidth(0.6)
    .circle(0, 0, radius - 3.6)
    .stroke()
  drawStar(doc, note ? 12 : 15)
  drawArc(canvas, canvas.clean(name), radius - 7)
  centred(canvas, purpose, 18, 8)
  if (note) centred(canvas, note, 29, 6.5)
  doc.restore()
}

function drawStar(doc: Canvas['doc'], radius: number) {
  for (let i = 0; i < 10; i++) {
    const r = i % 2 ? radius * 0.382 : radius
    const angle = (i * Math.PI) / 5 - Math.PI / 2
    const [px, py] = [Math.cos(angle) * r, Math.sin(angle) * r]
    if (i === 0) doc.moveTo(px, py)
    else doc.lineTo(px, py)
  }
  doc.closePath().fill(colours.seal)
}

/** Letters feet inwards along at most 230 degrees; a long name becomes smaller and, past that, is cut. */
function drawArc(canvas: Canvas, text: string, radius: number) {
  const letters = [...text].slice(0, 30)
  const widths = letters.map((c) => canvas.faces.bold.width(c) + 0.12)
  const total = widths.reduce((sum, w) => sum + w, 0)
  const size = Math.min(11, ((230 / 180) * Math.PI * (radius - 9)) / total)
  const spread = Math.min(1.9, (Math.PI * 1.1 * (radius - size)) / (total * size))
  let angle = (-total * size * spread) / (radius - size) / 2
  canvas.use('bold', size, colours.seal)
  for (const [i, letter] of letters.entries()) {
    const half = (widths[i]! * size * spread) / (radius - size) / 2
    angle += half
    canvas.doc.save().rotate((angle * 180) / Math.PI)
    canvas.line(letter, (-canvas.faces.bold.width(letter) * size) / 2, -radius)
    canvas.doc.restore()
    angle += half
  }
}

function centred(canvas: Canvas, text: string, y: number, wish: number) {
  const width = canvas.widthOf(text, 1, 'bold')
  const size = Math.min(wish, 74 / width)
  canvas.use('bold', size, colours.seal)
  canvas.line(text, (-width * size) / 2, y)
}
