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
  /** The attribute by which a workbook says that it counts from 1904. */
  epoch?: string
}

/** Cells of style 1 are dates with a time, of style 2 dates, of style 3 times, of styles 4 to 6 numbers with the noughts of six digits. */
const styles = `<styleSheet xmlns="${main}"><numFmts count="4"><numFmt numFmtId="170" formatCode="yyyy\\-mm\\-dd hh:mm"/><numFmt numFmtId="171" formatCode="000000"/><numFmt numFmtId="172" formatCode="[$-804]000000;@"/><numFmt numFmtId="173" formatCode="0.00"/></numFmts><cellStyleXfs count="2"><xf/><xf numFmtId="171"/></cellStyleXfs><cellXfs count="9"><xf numFmtId="0"/><xf numFmtId="170"/><xf numFmtId="14"/><xf numFmtId="20"/><xf numFmtId="171"/><xf numFmtId="172"/><xf xfId="1"/><xf numFmtId="1"/><xf numFmtId="173"/></cellXfs></styleSheet>`

/** A workbook with a sheet of these rows, and others behind it, in as few words as its readers take. */
export function bareSheet(rows: string, { others = [], hidden = [], epoch, ...part }: Book = {}) {
  const all = [sheetOf(rows, part), ...others.map((more) => sheetOf(more, {}))]
  const list = (each: (n: number) => string) => all.map((_, i) => each(i + 1)).join('')
  const related = (inner: string) =>
    `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${inner}</Relationships>`
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${office}/${type}" Target="${target}"/>`
  const files = {
    '_rels/.rels': related(relation('r1', 'officeDocument', 'xl/workbook.xml')),
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${office}">${epoch ? `<workbookPr ${epoch}></workbookPr>` : ''}<sheets>${list((n) => `<sheet name="a${n}" sheetId="${n}"${hidden.includes(n) ? ' state="hidden"' : ''} r:id="r${n}"/>`)}</sheets></workbook>`,
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
