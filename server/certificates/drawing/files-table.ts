import type { StatementFile } from '../../../proof/statement/part.ts'
import { colours } from '../../kit/paper/canvas.ts'
import { byteSize } from './certificate-words.ts'
import { columns, type Sheet } from '../../kit/paper/sheet.ts'

const { left, width } = columns
const nameSize = 8
const digestSize = 6.8

/** Each file with its size and both digests, never split across pages. */
export function drawFiles(sheet: Sheet, files: readonly StatementFile[]) {
  for (const [i, file] of files.entries()) drawFile(sheet, file, i)
}

function drawFile(sheet: Sheet, file: StatementFile, index: number) {
  const { canvas } = sheet
  const lines = canvas.lines(file.path.replace(/^data\//, ''), 'bold', nameSize, width - 150)
  const height = lines.length * 11 + 2 * 9.6 + 6
  sheet.need(height)
  const top = sheet.y
  if (index % 2)
    canvas.doc
      .save()
      .rect(left, top - 2, width, height - 1)
      .fill(colours.band)
      .restore()
  canvas.use('regular', 7, colours.soft)
  canvas.line(String(index + 1), left + 8, top + 0.8)
  for (const [n, line] of lines.entries()) {
    canvas.use('bold', nameSize)
    canvas.line(line, left + 32, top + n * 11)
  }
  const size = `${byteSize(file.size)} (${file.size.toLocaleString('en-US')})`
  const right = canvas.widthOf(size, 7.5)
  canvas.use('regular', 7.5)
  canvas.line(size, left + width - 8 - right, top + 0.4)
  const below = top + lines.length * 11 + 1
  drawDigest(sheet, 'SHA-256', file.sha256, below)
  drawDigest(sheet, 'SM3', file.sm3, below + 9.6)
  sheet.y = top + height
}

function drawDigest({ canvas }: Sheet, name: string, hex: string, y: number) {
  canvas.use('regular', digestSize, colours.soft)
  canvas.line(name, left + 32, y)
  canvas.use('regular', digestSize)
  canvas.line(hex, left + 70, y)
}
