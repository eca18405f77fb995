import writeSheet from 'write-excel-file/node'
import { sheetText } from '../../../../contract/kit/sheet-text.ts'
import type { StatementModel } from '../statement-model.ts'
import { wordsOf } from './statement-words.ts'

const bold = 'bold' as const
const moneyFormat = '#,##0.00'
const hours = 3_600_000

/** What begins with `=` or `-` stays text: a type is always named. */
const text = (value: string) => (value ? { type: String, value: sheetText(value) } : null)
const money = (fen: number) => ({ type: Number, value: fen / 100, format: moneyFormat })
/** Sheets know no zones: the clock of Asia/Shanghai, as the writer takes it. */
const time = (at: Date) => ({ type: Date, value: new Date(at.getTime() + 8 * hours), format: 'yyyy-mm-dd hh:mm:ss' })

/** A sheet of the month: who and when, the sums, then every line; amounts are numbers in yuan, times are times. */
export async function writeStatement(model: StatementModel): Promise<Buffer> {
  const words = wordsOf(model)
  const { columns } = words
  const heading = Object.values(columns).map((value) => ({ ...text(value)!, fontWeight: bold }))
  const lines = model.lines.map((line) => [
    { type: Number, value: line.number },
    time(line.at),
    text(words.purpose(line)),
    text(words.product(line)),
    text(line.subject ?? ''),
    text(line.person ?? ''),
    text(line.reason),
    money(line.amount),
    money(line.balanceAfter),
  ])
  const rows = [
    [{ ...text(words.title)!, fontWeight: bold }],
    ...words.facts.map(([label, value]) => [text(label), text(value)]),
    ...words.notes.map((note) => [text(note)]),
    ...words.sums.map(([label, fen]) => [text(label), money(fen)]),
    [null],
    heading,
    ...lines,
  ]
  return writeSheet(rows, {
    sheet: model.head.month,
    columns: [10, 20, 14, 18, 24, 18, 28, 14, 14].map((width) => ({ width })),
  }).toBuffer()
}
