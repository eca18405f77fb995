import { type Canvas, colours, page } from './canvas.ts'
import type { Pair } from './pair.ts'
import { columns, gap, type Sheet } from './sheet.ts'

const { left, width } = columns

/** What every paper of a local installation says above all else, in the leading language and small in the other. */
export function drawLocalBand(sheet: Sheet, [first, second]: Pair) {
  const { canvas } = sheet
  canvas.doc
    .save()
    .rect(left, sheet.y - 6, width, 16)
    .fill(colours.warnBand)
    .restore()
  canvas.use('bold', 8, colours.warn)
  canvas.line(first, left + 8, sheet.y - 4)
  const size = 6.5
  const used = canvas.widthOf(second, size)
  canvas.use('regular', size, colours.warn)
  canvas.line(second, left + width - 8 - used, sheet.y - 2.6)
  gap(sheet, 15)
}

/** The same on pages after the first. */
export function drawLocalMark(canvas: Canvas, words: Pair) {
  canvas.doc
    .save()
    .rect(left, page.margin - 11, width, 12)
    .fill(colours.warnBand)
    .restore()
  canvas.use('bold', 6.8, colours.warn)
  canvas.line(words.join('   '), left + 8, page.margin - 10)
}
