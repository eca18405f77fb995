import { zipSync } from 'fflate'

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

interface Part {
  /** Text before the sheet, and before its rows. */
  before?: string
  size?: string
}

const sheetOf = (rows: string, { before = '', size = '' }: Part) =>
  `${before}<worksheet xmlns="${main}">${size}<sheetData>${rows}</sheetData></worksheet>`

interface Book extends Part {
  others?: string[]
  /** Numbers of the sheets that are hidden. */
  hidden?: readonly number[]
}

/** Cells of style 1 are dates with a time, of style 2 dates, of style 3 times. */
const styles = `<styleSheet xmlns="${main}"><numFmts count="1"><numFmt numFmtId="170" formatCode="yyyy\\-mm\\-dd hh:mm"/></numFmts><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="4"><xf numFmtId="0"/><xf numFmtId="170"/><xf numFmtId="14"/><xf numFmtId="20"/></cellXfs></styleSheet>`

/** A workbook with a sheet of these rows, and others behind it, in as few words as its readers take. */
export function bareSheet(rows: string, { others = [], hidden = [], ...part }: Book = {}) {
  const all = [sheetOf(rows, part), ...others.map((more) => sheetOf(more, {}))]
  const list = (each: (n: number) => string) => all.map((_, i) => each(i + 1)).join('')
  const related = (inner: string) =>
    `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${inner}</Relationships>`
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${office}/${type}" Target="${target}"/>`
  const files = {
    '_rels/.rels': related(relation('r1', 'officeDocument', 'xl/workbook.xml')),
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${office}"><sheets>${list((n) => `<sheet name="a${n}" sheetId="${n}"${hidden.includes(n) ? ' state="hidden"' : ''} r:id="r${n}"/>`)}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': related(
      list((n) => relation(`r${n}`, 'worksheet', `worksheets/sheet${n}.xml`)) + relation('s', 'styles', 'styles.xml'),
    ),
    'xl/styles.xml': styles,
    ...Object.fromEntries(all.map((xml, i) => [`xl/worksheets/sheet${i + 1}.xml`, xml])),
  }
  return zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, Buffer.from(text)])), {
    level: 9,
  })
}

/** A cell of so many signs that its reader takes seconds over them: over four million, which are thirty thousand bytes, all the time that it may. */
export const slowSheet = (signs: number) =>
  bareSheet(`<row r="1"><c r="A1" t="inlineStr"><is><t>${'&#65;'.repeat(signs)}</t></is></c></row>`)
