/*
 * A workbook as people see it, whichever program wrote it: sheets and rows that are hidden are not meant, dates have their times, and a number is
 * the one that its program shows. Both readers of sheets look it up here, in the XML itself.
 */

const said = `((?:"[^"]*"|'[^']*'|[^"'<>])*)`
const tagsOf = (name: string) => new RegExp(String.raw`<(?:[\w.-]*:)?${name}(?=[\s/>])${said}>`, 'g')
const valueOf = (attributes: string, name: string): string | undefined => {
  const [, double, single] =
    new RegExp(String.raw`\s(?:[\w.-]*:)?${name}\s*=\s*(?:"([^"]*)"|'([^']*)')`).exec(attributes) ?? []
  return double ?? single
}
const isOn = (value: string | undefined) => value === '1' || value === 'true'

/** Some cell of it has a value. */
const isFilled = (xml: string) => /<(?:[\w.-]*:)?(?:v|is)[\s>]/.test(xml)

interface SeenSheet {
  /** Among all of them, from 1. */
  at: number
  path: string
  xml: string
}

/** The path of a sheet by its relation; undefined for charts and whatever else is none. */
function sheetPath(relation: string | undefined): string | undefined {
  if (!relation || !valueOf(relation, 'Type')?.endsWith('/worksheet')) return undefined
  const target = valueOf(relation, 'Target') ?? ''
  return target.startsWith('/') ? target.slice(1) : `xl/${target}`
}

/** The sheet that whoever opens a workbook sees: the first that is not hidden and holds anything. */
export function sheetToRead(partOf: (path: string) => string | undefined): SeenSheet | undefined {
  const relations = new Map<string | undefined, string>()
  for (const [, of] of (partOf('xl/_rels/workbook.xml.rels') ?? '').matchAll(tagsOf('Relationship')))
    relations.set(valueOf(of!, 'Id'), of!)
  const seen: SeenSheet[] = []
  let at = 0
  for (const [, of] of (partOf('xl/workbook.xml') ?? '').matchAll(tagsOf('sheet'))) {
    if (!valueOf(of!, 'name')) continue
    at++
    const path = sheetPath(relations.get(valueOf(of!, 'id')))
    const isHidden = /^(?:very)?hidden$/i.test(valueOf(of!, 'state') ?? '')
    if (path !== undefined && !isHidden) seen.push({ at, path, xml: partOf(path) ?? '' })
  }
  return seen.find((sheet) => isFilled(sheet.xml)) ?? seen[0]
}

/** Numbers of the rows that are hidden, by hand or by a filter. */
export function hiddenRows(xml: string): Set<number> {
  const hidden = new Set<number>()
  let at = 0
  for (const [, of] of xml.matchAll(tagsOf('row'))) {
    at = Number(valueOf(of!, 'r') ?? at + 1)
    if (isOn(valueOf(of!, 'hidden'))) hidden.add(at)
  }
  return hidden
}

const instants = new RegExp(
  String.raw`(<(?:[\w.-]*:)?c(?=[\s/>])${said}>\s*<(?:[\w.-]*:)?v>)(\d{4}-\d\d-\d\dT[\d:.]+)(?=<)`,
  'g',
)
/** An instant without a zone is none of the machine that reads it: sheets have no zones. */
export const withoutZone = (xml: string): string =>
  xml.replaceAll(instants, (whole: string, _cell: string, of: string) =>
    valueOf(of, 't') === 'd' ? `${whole}Z` : whole,
  )

const second = 1_000
const day = 86_400 * second
/** Sheets count days from here: what lies before has no day. */
const firstDay = Date.UTC(1899, 11, 31)

/** A date as it was typed: a day, a time of day, or both. A sheet keeps it as a fraction, which is off by less than a second. */
export function shownDate(date: Date): string | undefined {
  const at = Math.round(date.getTime() / second) * second
  if (Number.isNaN(at)) return undefined
  const [on, time] = new Date(at).toISOString().slice(0, 19).split('T') as [string, string]
  const clock = time.replace(/:00$/, '')
  if (at < firstDay) return clock
  return at % day === 0 ? on : `${on} ${clock}`
}

/** A number in digits, as its program shows it; undefined where the program has lost some: it keeps fifteen. */
export function shownNumber(number: string): string | undefined {
  const value = Number(number)
  if (number === '' || !Number.isFinite(value) || Math.abs(value) >= 1e15) return undefined
  const shown = String(Number(value.toPrecision(15)))
  return /^-?\d+(?:\.\d+)?$/.test(shown) ? shown : undefined
}
