import { type Canvas, colours, finished, openCanvas, page } from '../../../kit/paper/canvas.ts'
import { shanghaiText } from '../../../../contract/kit/shanghai-time.ts'
import type { StatementModel } from '../statement-model.ts'
import type { LineRecord } from '../statements.repo.ts'
import { type StatementWords, wordsOf } from './statement-words.ts'

const left = 40
const right = page.width - 40
const bottom = page.height - 56
const size = 7.5
const leading = 10.5

interface Column {
  title: string
  x: number
  width: number
  /** Amounts stand beneath each other at their ends. */
  end?: boolean
  text: (line: LineRecord) => string
}

/** A month of the bill on paper: who and when, the sums, then every line with the balance behind it. */
export function drawStatement(model: StatementModel): Promise<Buffer> {
  const words = wordsOf(model)
  const canvas = openCanvas({ Title: words.title, Author: model.platform }, new Date(model.madeAt), {
    lang: model.language,
    accent: model.accent,
  })
  let y = drawHead(canvas, words)
  const columns = columnsOf(words)
  y = drawHeading(canvas, columns, y)
  for (const line of model.lines) {
    const cells = columns.map(({ text, width }) => canvas.lines(text(line), 'regular', size, width))
    const height = Math.max(...cells.map((lines) => lines.length)) * leading + 4
    if (y + height > bottom) {
      canvas.doc.addPage()
      y = drawHeading(canvas, columns, left)
    }
    canvas.use('regular', size)
    for (const [i, column] of columns.entries())
      for (const [n, text] of cells[i]!.entries()) put(canvas, column, text, y + n * leading)
    rule(canvas, y + height - 3)
    y += height
  }
  drawFeet(canvas, model, words)
  return finished(canvas)
}

function put({ line, widthOf }: Canvas, { x, width, end }: Column, text: string, y: number) {
  const used = end ? widthOf(text, size) : width
  line(text, x + width - used, y)
}

const rule = ({ doc }: Canvas, y: number) =>
  void doc.save().lineWidth(0.3).strokeColor(colours.rule).moveTo(left, y).lineTo(right, y).stroke().restore()

function drawHead(canvas: Canvas, words: StatementWords): number {
  canvas.use('bold', 18, canvas.accent)
  canvas.line(words.title, left, left)
  let y = left + 34
  for (const [label, value] of words.facts) {
    canvas.use('regular', 8, colours.soft)
    canvas.line(label, left, y)
    canvas.use('regular', 8.5)
    for (const text of canvas.lines(value, 'regular', 8.5, right - left - 90)) {
      canvas.line(text, left + 90, y)
      y += 13
    }
  }
  for (const note of words.notes) {
    canvas.use('bold', 8.5, colours.warn)
    for (const text of canvas.lines(note, 'bold', 8.5, right - left)) {
      canvas.line(text, left, y)
      y += 13
    }
  }
  return drawSums(canvas, words, y + 6)
}

function drawSums(canvas: Canvas, { sums, money }: StatementWords, y: number): number {
  const width = (right - left) / sums.length
  canvas.doc
    .save()
    .rect(left, y, right - left, 40)
    .fill(colours.band)
    .restore()
  for (const [i, [label, fen]] of sums.entries()) {
    canvas.use('regular', 8, colours.soft)
    canvas.line(label, left + 8 + i * width, y + 6)
    canvas.use('bold', 11)
    canvas.line(money(fen), left + 8 + i * width, y + 19)
  }
  return y + 52
}

function columnsOf({ columns, purpose, product, money }: StatementWords): Column[] {
  return [
    { title: columns.at, x: left, width: 84, text: ({ at }) => shanghaiText(at) },
    { title: columns.purpose, x: 126, width: 52, text: purpose },
    {
      title: columns.subject,
      x: 182,
      width: 124,
      text: (line) => [product(line), line.subject ?? line.reason].filter(Boolean).join(' '),
    },
    { title: columns.person, x: 310, width: 90, text: ({ person }) => person ?? '' },
    { title: columns.amount, x: 404, width: 72, end: true, text: ({ amount }) => money(amount) },
    { title: columns.balance, x: 480, width: right - 480, end: true, text: ({ balanceAfter }) => money(balanceAfter) },
  ]
}

function drawHeading(canvas: Canvas, columns: readonly Column[], y: number): number {
  canvas.use('bold', size, canvas.accent)
  for (const column of columns) put(canvas, column, column.title, y)
  rule(canvas, y + leading + 2)
  return y + leading + 6
}

function drawFeet(canvas: Canvas, { platform }: StatementModel, { page: pageOf, title }: StatementWords) {
  const { count } = canvas.doc.bufferedPageRange()
  for (let i = 0; i < count; i++) {
    canvas.doc.switchToPage(i)
    canvas.use('regular', 7, colours.soft)
    canvas.line(canvas.clean(`${platform} · ${title}`), left, page.height - 40)
    canvas.line(pageOf(i + 1, count), right - 80, page.height - 40)
  }
}
