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

type PartOf = (path: string) => string | undefined
const bookPath = 'xl/workbook.xml'

/** The path of a part by its relation; undefined for charts and whatever else is of another kind. */
function pathOf(relation: string | undefined, kind: 'worksheet' | 'styles'): string | undefined {
  if (!relation || !valueOf(relation, 'Type')?.endsWith(`/${kind}`)) return undefined
  const target = valueOf(relation, 'Target') ?? ''
  return target.startsWith('/') ? target.slice(1) : `xl/${target}`
}

/** The sheet that whoever opens a workbook sees: the first that is not hidden and holds anything. */
function sheetToRead(partOf: PartOf, relations: ReadonlyMap<string | undefined, string>): SeenSheet | undefined {
  const seen: SeenSheet[] = []
  let at = 0
  for (const [, of] of (partOf(bookPath) ?? '').matchAll(tagsOf('sheet'))) {
    if (!valueOf(of!, 'name')) continue
    at++
    const path = pathOf(relations.get(valueOf(of!, 'id')), 'worksheet')
    const isHidden = /^(?:very)?hidden$/i.test(valueOf(of!, 'state') ?? '')
    if (path !== undefined && !isHidden) seen.push({ at, path, xml: partOf(path) ?? '' })
  }
  return seen.find((sheet) => isFilled(sheet.xml)) ?? seen[0]
}

/** Numbers of the rows that are hidden, by hand or by a filter. */
function hiddenRows(xml: string): Set<number> {
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
const withoutZone = (xml: string): string =>
  xml.replaceAll(instants, (whole: string, _cell: string, of: string) =>
    valueOf(of, 't') === 'd' ? `${whole}Z` : whole,
  )

/** Attributes of the elements of a name in the first element of another name. */
function listed(xml: string, list: string, name: string): string[] {
  const begin = xml.search(new RegExp(String.raw`<(?:[\w.-]*:)?${list}(?=[\s>])`))
  const length = begin < 0 ? -1 : xml.slice(begin).search(new RegExp(String.raw`</(?:[\w.-]*:)?${list}\s*>`))
  return length < 0 ? [] : Array.from(xml.slice(begin, begin + length).matchAll(tagsOf(name)), ([, of]) => of!)
}

/** Formats that show a number in so many digits and nothing else; beyond thirty they show no number of anybody. */
const onlyNoughts = /^(?:\[\$[^\]]*\])?(0{2,30})(?:;@)?$/

/** The digits in which a style of cells shows a number at least, by the place of the style. */
function digitsOfStyles(styles: string): (number | undefined)[] {
  const digits = new Map<string | undefined, number>()
  for (const of of listed(styles, 'numFmts', 'numFmt')) {
    const [, noughts] = onlyNoughts.exec(valueOf(of, 'formatCode') ?? '') ?? []
    if (noughts) digits.set(valueOf(of, 'numFmtId'), noughts.length)
  }
  if (!digits.size) return []
  const bases = listed(styles, 'cellStyleXfs', 'xf')
  return listed(styles, 'cellXfs', 'xf').map((of) =>
    digits.get(valueOf(of, 'numFmtId') ?? valueOf(bases[Number(valueOf(of, 'xfId') ?? 0)] ?? '', 'numFmtId')),
  )
}

const cellsAndValues = new RegExp(String.raw`(<(?:[\w.-]*:)?(c|v)(?=[\s/>])${said}>)([^<]*)`, 'g')
/** Whole numbers with the noughts that the format of their cell shows before them. */
function withNoughts(xml: string, styles: string): string {
  const digits = digitsOfStyles(styles)
  if (!digits.some(Boolean)) return xml
  let most: number | undefined
  return xml.replaceAll(cellsAndValues, (whole: string, tag: string, name: string, of: string, text: string) => {
    if (name === 'c') {
      most = (valueOf(of, 't') ?? 'n') === 'n' ? digits[Number(valueOf(of, 's') ?? 0)] : undefined
      return whole
    }
    const [, sign, number] = /^(-?)(\d+)$/.exec((most && shownNumber(text.trim())) || '') ?? []
    return number === undefined ? whole : `${tag}${sign}${number.padStart(most!, '0')}`
  })
}

const epoch = /\sdate1904\s*=\s*(?:"[^"]*"|'[^']*')/

interface SeenBook {
  /** Its number among all sheets, from 1; undefined where there is none. */
  at: number | undefined
  hidden: ReadonlySet<number>
  /** It counts days from 1904, as programs of old Macintoshes did. */
  from1904: boolean
  /** Parts that the reader takes in another form than the one that was written. */
  parts: Record<string, string>
}

/** The sheet that is seen of a workbook, with all that its reader must know. */
export function seenBook(partOf: PartOf): SeenBook {
  const relations = new Map<string | undefined, string>()
  for (const [, of] of (partOf('xl/_rels/workbook.xml.rels') ?? '').matchAll(tagsOf('Relationship')))
    relations.set(valueOf(of!, 'Id'), of!)
  const sheet = sheetToRead(partOf, relations)
  const styles = [...relations.values()].flatMap((of) => pathOf(of, 'styles') ?? []).at(-1)
  const book = partOf(bookPath) ?? ''
  const [[properties, of] = []] = book.matchAll(tagsOf('workbookPr'))
  const from1904 = isOn(valueOf(of ?? '', 'date1904'))
  return {
    at: sheet?.at,
    hidden: hiddenRows(sheet?.xml ?? ''),
    from1904,
    parts: {
      ...(sheet?.xml ? { [sheet.path]: withNoughts(withoutZone(sheet.xml), (styles && partOf(styles)) ?? '') } : {}),
      // The reader knows one word for it, and programs write two.
      ...(from1904 ? { [bookPath]: book.replace(properties!, (tag) => tag.replace(epoch, ' date1904="1"')) } : {}),
    },
  }
}

const second = 1_000
const day = 86_400 * second
/** Sheets count days from here: what lies before has no day. */
const firstDay = Date.UTC(1899, 11, 31)
const firstDayFrom1904 = Date.UTC(1904, 0, 2)

/** A date as it was typed: a day, a time of day, or both. A sheet keeps it as a fraction, which is off by less than a second. */
export function shownDate(date: Date, from1904: boolean): string | undefined {
  const at = Math.round(date.getTime() / second) * second
  if (Number.isNaN(at)) return undefined
  const [on, time] = new Date(at).toISOString().slice(0, 19).split('T') as [string, string]
  const clock = time.replace(/:00$/, '')
  if (at < (from1904 ? firstDayFrom1904 : firstDay)) return clock
  return at % day === 0 ? on : `${on} ${clock}`
}

/** A number in digits, as its program shows it, with noughts that stand before it; undefined where the program has lost some digits: it keeps fifteen. */
export function shownNumber(number: string): string | undefined {
  const value = Number(number)
  if (number === '' || !Number.isFinite(value) || Math.abs(value) >= 1e15) return undefined
  const shown = String(Number(value.toPrecision(15)))
  if (!/^-?\d+(?:\.\d+)?$/.test(shown)) return undefined
  const [, noughts = ''] = /^-?(0+)(?=\d)/.exec(number) ?? []
  return shown.replace(/^-?/, (sign) => sign + noughts)
}
