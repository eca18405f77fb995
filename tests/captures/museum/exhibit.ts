import { item, PAGE_SCRIPT, SWATCH_CSS } from './swatch.ts'

/** Addresses that an exhibit may name. */
export interface Site {
  readonly url: string
  /** Same server under a name that is another site to browsers. */
  readonly otherUrl: string
}

/** Documents by the part of the address after the exhibit's name; SVG begins with `<svg`, and null is hung up on. */
type Pages = Readonly<Record<string, string | null>>

export interface Exhibit {
  readonly name: string
  readonly pages: (site: Site) => Pages
  /** Items 1 to this one must be in the pictures. */
  readonly items: number
  /** So many numbers after them must not be. */
  readonly hidden: number
  /** Items 1 to this one must stand in the texts. */
  readonly texts: number
  /** Codes over what is lacking, notes and cautions, sorted. */
  readonly told: readonly string[]
  /** No end can be foretold: so many items, or more, must be there. */
  readonly least?: number
  /** Light that a black mask takes from the items below it. */
  readonly dim?: number
  /** Takes more than ten seconds by its nature: a soak alone tries it. */
  readonly dear: boolean
  /** Code of the failure in which the capture must end. */
  readonly fails?: string
}

type Given = Pick<Exhibit, 'items'> &
  Partial<Omit<Exhibit, 'name' | 'items' | 'pages'>> & { readonly show: string | ((site: Site) => string | Pages) }

/** Declares an exhibit: unless it says otherwise its capture is full and all items are seen and read. */
export function exhibit(name: string, { show, ...given }: Given): Exhibit {
  const pages = (site: Site): Pages => {
    const shown = typeof show === 'string' ? show : show(site)
    return typeof shown === 'string' ? { '': shown } : shown
  }
  return { name, pages, hidden: 0, texts: given.items, told: [], dear: false, ...given }
}

const BASE_CSS = `${SWATCH_CSS}
*{box-sizing:border-box}
body{margin:0;font:15px/1.5 sans-serif;color:#222;background:#fff}
h1{margin:0;padding:12px 20px;font-size:20px}
p{margin:0;padding:8px 20px}
.row{height:44px;padding:10px 20px;border-bottom:1px solid #ddd;white-space:nowrap;overflow:hidden}
.app{display:flex;flex-direction:column;height:100vh;overflow:hidden}
.bar{flex:none;height:56px;padding:14px 20px;background:#1f6feb;color:#fff}
.main{flex:1;min-height:0;overflow-y:auto}`

interface Parts {
  readonly css?: string
  readonly script?: string
  readonly title?: string
  /** Attributes of the root. */
  readonly root?: string
}

/** Whole document around `body`; `script` runs after it and knows the formula of swatches. */
export const page = (body: string, { css = '', script, title = '陈列', root = '' }: Parts = {}): string =>
  `<!doctype html><html lang="zh-CN" ${root}><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${title}</title><style>${BASE_CSS}${css}</style></head><body>${body}${
    script === undefined ? '' : `<script>${PAGE_SCRIPT}${script}</script>`
  }</body></html>`

/** Numbers from the first to the last. */
export const numbers = (from: number, to: number): number[] =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => from + at)

/** One row for each item from the first to the last. */
export const rows = (from: number, to: number, around: (inner: string, n: number) => string = rowOf): string =>
  numbers(from, to)
    .map((n) => around(item(n), n))
    .join('')

const rowOf = (inner: string): string => `<div class="row">${inner}</div>`

/** Layout of a web app: bars above and below, and between them what scrolls. */
export const app = (title: string, main: string, foot = '<div class="bar">办公系统</div>'): string =>
  `<div class="app"><div class="bar">${title}</div>${main}${foot}</div>`

/** Paragraphs without items. */
export const prose = (count: number): string =>
  numbers(1, count)
    .map((n) => `<p>说明第 ${n} 段：本页内容由网站经营者发布，请以页面所示为准。</p>`)
    .join('')
