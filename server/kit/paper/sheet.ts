import { colours, page, type Canvas, type Weight } from './canvas.ts'
import type { Pair } from './pair.ts'
import { drawFrame } from './ornaments.ts'

/** Pages filled from top to bottom. */
export interface Sheet {
  canvas: Canvas
  y: number
  /** Starts a new page unless this much room is left. */
  need: (height: number) => void
}

const left = page.margin
const width = page.width - 2 * page.margin
const labelWidth = 104
const valueLeft = left + labelWidth + 10
const valueWidth = width - labelWidth - 10
const lineHeight = 1.42

export const columns = { left, width, valueLeft, valueWidth } as const

export function openSheet(canvas: Canvas): Sheet {
  drawFrame(canvas)
  const sheet: Sheet = {
    canvas,
    y: page.margin,
    need: (height) => {
      if (sheet.y + height <= page.height - page.bottom) return
      canvas.doc.addPage()
      drawFrame(canvas)
      sheet.y = page.margin + 8
    },
  }
  return sheet
}

export interface TextStyle {
  weight?: Weight
  size: number
  colour?: string
  x?: number
  width?: number
}

/** Puts a text down line by line, crossing pages when it must; returns nothing, the sheet's cursor moves. */
export function paragraph(
  sheet: Sheet,
  text: string,
  { weight = 'regular', size, colour = colours.ink, x = left, width: room = width }: TextStyle,
) {
  for (const line of sheet.canvas.lines(text, weight, size, room)) {
    sheet.need(size * lineHeight)
    sheet.canvas.use(weight, size, colour)
    sheet.canvas.line(line, x, sheet.y)
    sheet.y += size * lineHeight
  }
}

export const gap = (sheet: Sheet, height: number) => {
  sheet.y += height
}

/** Heading in both languages on a tinted bar. */
export function heading(sheet: Sheet, [first, second]: Pair, room = 60) {
  gap(sheet, 4)
  sheet.need(room)
  const { doc } = sheet.canvas
  doc
    .save()
    .rect(left, sheet.y, width, 17)
    .fill(colours.band)
    .rect(left, sheet.y, 3, 17)
    .fill(sheet.canvas.accent)
    .restore()
  sheet.canvas.use('bold', 9.5, sheet.canvas.accent)
  sheet.canvas.line(first, left + 10, sheet.y + 1.8)
  const used = sheet.canvas.widthOf(first, 9.5, 'bold')
  sheet.canvas.use('regular', 7.5, colours.soft)
  sheet.canvas.line(second, left + 10 + used + 8, sheet.y + 3.9)
  sheet.y += 21
}

export interface Value {
  text: string
  weight?: Weight
  size?: number
  colour?: string
}

/** A row: label in both languages on the left, one or more values stacked on the right. */
export function row(sheet: Sheet, [first, second]: Pair, values: Value[]) {
  sheet.need(24)
  const { canvas } = sheet
  const top = sheet.y
  const startPage = canvas.doc.bufferedPageRange().count
  canvas.use('bold', 8, colours.ink)
  canvas.line(first, left + 10, top)
  canvas.use('regular', 6, colours.soft)
  canvas.line(second, left + 10, top + 11)
  for (const { text, weight = 'regular', size = 8.5, colour = colours.ink } of values) {
    paragraph(sheet, text, { weight, size, colour, x: valueLeft, width: valueWidth })
  }
  const crossed = canvas.doc.bufferedPageRange().count !== startPage
  sheet.y = Math.max(sheet.y, crossed ? 0 : top + 20) + 2
  canvas.doc
    .save()
    .lineWidth(0.3)
    .strokeColor(colours.rule)
    .moveTo(left + 10, sheet.y - 1)
    .lineTo(left + width, sheet.y - 1)
    .stroke()
    .restore()
  sheet.y += 2
}

/** A pair as values: the leading language, then the other, smaller. */
export const both = ([first, second]: Pair, style: Omit<Value, 'text'> = {}): Value[] =>
  first === second
    ? [{ text: first, ...style }]
    : [
        { text: first, ...style },
        { text: second, size: 6.8, colour: colours.soft },
      ]
