import { shanghaiTime } from '../../contract/kit/shanghai-time.ts'
import { type Language, say, sayIfKnown } from '../kit/words.ts'
import type { Heading } from './copy-readme.ts'
import type { DataRow } from '../kit/personal-data/personal-data.ts'

/** A section as the page for reading tells it. */
export interface Told {
  name: string
  shown: readonly string[]
  count: number
  /** The first ones. */
  rows: DataRow[]
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escaped = (text: string) => text.replaceAll(/[&<>"']/g, (c) => escapes[c]!)

function valueOf(lang: Language, value: unknown): string {
  if (value === null || value === undefined || value === '') return '-'
  if (value instanceof Date) return shanghaiTime(value.toISOString())
  if (typeof value === 'boolean') return say(lang, 'data-copy', value ? 'page.yes' : 'page.no')
  if (Array.isArray(value)) return value.length ? value.map((v) => valueOf(lang, v)).join(', ') : '-'
  if (typeof value === 'object') return JSON.stringify(value)
  return String(value as string | number)
}

const style = `body{font:15px/1.6 system-ui,"PingFang SC","Microsoft YaHei",sans-serif;margin:0 auto;max-width:1100px;padding:24px 16px;color:#1c2a2e;background:#fff}
h1{font-size:24px}h2{font-size:18px;margin:32px 0 4px}p{max-width:75ch;margin:4px 0 12px}nav ul{columns:2;padding-left:20px}a{color:#0b5c6b}
.wide{overflow-x:auto;border:1px solid #c9d3d6}table{border-collapse:collapse;width:100%;font-size:14px}th,td{text-align:left;vertical-align:top;padding:6px 10px;border-bottom:1px solid #e1e7e9;overflow-wrap:anywhere;min-width:90px;white-space:pre-wrap}th{background:#eef3f4}
@media (prefers-color-scheme:dark){body{color:#dfe8ea;background:#0e1416}a{color:#7fd6dd}.wide{border-color:#33444a}th{background:#1c282d}th,td{border-color:#26343a}}@media (max-width:640px){nav ul{columns:1}}`

/** Of headings and links, behind the product's. */
const styleOf = ({ light, dark }: Heading['colours']) =>
  [
    light && `@media not all and (prefers-color-scheme:dark){h1,h2,a{color:${light}}}`,
    dark && `@media (prefers-color-scheme:dark){h1,h2,a{color:${dark}}}`,
  ]
    .filter(Boolean)
    .join('')

/** To be read without a network: no script, nothing from elsewhere, every value escaped. */
export function* pageOf({ at, platform, colours }: Heading, lang: Language, told: readonly Told[]): Generator<string> {
  const word = (key: string, params: Record<string, unknown> = {}) => escaped(say(lang, 'data-copy', key, params))
  const title = word('page.title', { platform: platform[lang] })
  yield `<!doctype html>\n<html lang="${lang}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'"><title>${title}</title><style>${style}${styleOf(colours)}</style></head><body>\n`
  yield `<header><h1>${title}</h1><p>${word('page.lead', { at: shanghaiTime(at.toISOString()) })}</p></header><nav aria-label="${word('page.contents')}"><ul>${told.map((s) => `<li><a href="#${s.name}">${word(`section.${s.name}`)}</a> (${s.count})</li>`).join('')}</ul></nav><main>\n`
  for (const section of told) yield sectionOf(lang, section)
  yield '</main></body></html>\n'
}

function sectionOf(lang: Language, { name, shown, count, rows }: Told): string {
  const word = (key: string, params: Record<string, unknown> = {}) => escaped(say(lang, 'data-copy', key, params))
  const heading = `<section id="${name}" aria-labelledby="h-${name}"><h2 id="h-${name}">${word(`section.${name}`)} (${count})</h2>`
  if (!rows.length) return `${heading}<p>${word('page.none')}</p></section>\n`
  const rest =
    count > rows.length
      ? `<p>${word('page.rest', { shown: rows.length, count, file: `data/${name}.json` })}</p>`
      : `<p>${word('page.whole', { file: `data/${name}.json` })}</p>`
  const head = shown
    .map((c) => `<th scope="col">${escaped(sayIfKnown(lang, 'data-copy', `column.${c}`) ?? c)}</th>`)
    .join('')
  const body = rows
    .map((row) => `<tr>${shown.map((c) => `<td>${escaped(valueOf(lang, row[c]))}</td>`).join('')}</tr>`)
    .join('\n')
  return `${heading}${rest}<div class="wide" tabindex="0" role="group" aria-labelledby="h-${name}"><table><thead><tr>${head}</tr></thead><tbody>\n${body}\n</tbody></table></div></section>\n`
}
