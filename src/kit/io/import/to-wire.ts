import { plainDigits } from '../../../../contract/kit/money.ts'
import { type MoneyProblem, parseMoney } from '../../../../contract/kit/typed/money.ts'
import { takenOf } from '../../../../contract/kit/typed/clean.ts'
import { shownNumber } from '../../../../contract/kit/workbook.ts'
import { cleanOf, type FieldKind } from '../../resource/resource.ts'
import { choiceWords, type Words } from '../../resource/words.ts'
import type { Resource } from '../../resource/resource.ts'
import { longestCell } from '../sheet/caps.ts'
import { type Cell, textOf } from '../sheet/cells.ts'
import { plain } from './match-columns.ts'
import type { Column } from './template.ts'

/** Why a cell cannot be taken as it stands, before the service is asked; words under `import.cell.<key>`. */
export type CellProblem = 'asText' | 'tooLong' | MoneyProblem
interface Taken {
  value?: unknown
  problem?: CellProblem
  /** The text that was taken, where signs of the cell were left out. */
  cleaned?: string
}

interface Read {
  cell: Cell
  text: string
  /** What people call a value, in any language, to the value. */
  values: ReadonlyMap<string, string>
}

const yes = ['是', '有', '对', 'yes', 'y', 'true', '1', '√', '✓']
const no = ['否', '无', '错', 'no', 'n', 'false', '0', '×']

/** An exponent says that there were more digits. */
const isShortened = (text: string) => /^[+-]?\d(\.\d+)?e\+\d{1,3}$/i.test(text)

function text({ cell, text: said }: Read): Taken {
  if (typeof cell === 'object' && cell !== null) {
    const digits = shownNumber(cell.number)
    return digits === undefined ? { problem: 'asText' } : { value: digits }
  }
  return isShortened(said) ? { problem: 'asText' } : { value: said }
}

function money({ cell, text: said }: Read): Taken {
  const parsed = parseMoney(typeof cell === 'object' && cell !== null ? plainDigits(cell.number) : said)
  return 'fen' in parsed ? { value: parsed.fen } : parsed
}

const split = (said: string) =>
  said
    .split(/[,，、;；\n]/)
    .map((part) => part.trim())
    .filter(Boolean)

/** What each kind makes of a cell. What it does not understand goes on as it is: the service says what is wrong with it. */
const readings: Record<FieldKind, (read: Read) => Taken> = {
  text,
  'long-text': text,
  number: ({ text: said }) => ({ value: said !== '' && Number.isFinite(Number(said)) ? Number(said) : said }),
  instant: ({ text: said }) => ({ value: instant(said) }),
  choice: ({ text: said, values }) => ({ value: values.get(plain(said)) ?? said }),
  choices: ({ text: said, values }) => ({ value: split(said).map((word) => values.get(plain(word)) ?? word) }),
  flag: ({ text: said }) => ({ value: yes.includes(plain(said)) ? true : no.includes(plain(said)) ? false : said }),
  tags: ({ text: said }) => ({ value: split(said) }),
  region: text,
  money,
  phone: text,
  person: text,
  hash: text,
  url: text,
  picture: text,
  video: text,
  captions: text,
  colour: text,
  'rich-text': text,
}

/** Sheets say instants in Asia/Shanghai, as every list does. */
function instant(said: string): string {
  const [, day, time] = /^(\d{4}-\d{2}-\d{2})(?:[ T](\d{2}:\d{2}(?::\d{2})?))?$/.exec(said) ?? []
  const at = day ? new Date(`${day}T${time ?? '00:00'}+08:00`) : undefined
  return at && !Number.isNaN(at.getTime()) ? at.toISOString() : said
}

export type Values = ReadonlyMap<string, ReadonlyMap<string, string>>

/** Every choice's words in every language, by field. */
export function valuesByWord(
  columns: readonly Column[],
  words: Resource['words'],
  languages: readonly Words[],
): Values {
  return new Map(
    columns
      .filter((c) => c.field.kind === 'choice' || c.field.kind === 'choices')
      .map((c) => [
        c.name,
        new Map(
          (c.field.values ?? []).flatMap((value) =>
            [value, ...languages.map((t) => choiceWords(t, words, c.name, value))].map((word) => [plain(word), value]),
          ),
        ),
      ]),
  )
}

export function takeCell(cell: Cell, column: Column, values: Values): Taken {
  const said = textOf(cell)
  if (said === '') return {}
  if (said.length > longestCell) return { problem: 'tooLong' }
  const taken = readings[column.field.kind]({ cell, text: said, values: values.get(column.name) ?? new Map() })
  const clean = cleanOf(column.field)
  if (!clean || typeof taken.value !== 'string') return taken
  const cleaned = takenOf(taken.value, clean)
  return cleaned === undefined ? taken : { value: cleaned, cleaned }
}
