import { exhibit, numbers, page, prose, rows } from '../exhibit.ts'
import { item } from '../swatch.ts'

const cells = (from: number, to: number): string =>
  numbers(from, to)
    .map((n) => `<td><div class="cell">${item(n)}</div></td>`)
    .join('')
const css = `.wide{margin:10px 40px;width:1100px;overflow-x:auto}table{border-collapse:collapse}
td{padding:0;border:1px solid #ddd}.cell{width:120px;height:60px;padding:18px 4px;overflow:hidden;white-space:nowrap}`
const wide = (to: number): string =>
  page(`<h1>流水明细</h1>${rows(1, 20)}<div class="wide"><table><tr>${cells(21, to)}</tr></table></div>${prose(10)}`, {
    css,
  })

/** Item below a line of code that is a little wider than the block around it. */
const belowCode = (inner: string): string =>
  `<pre class="code"><span>const total = await sum(orders)</span></pre><div class="row">${inner}</div>`
const codeCss =
  '.code{width:600px;margin:10px 40px;overflow-x:auto;background:#f6f8fa}.code span{display:inline-block;width:630px}'

/** Parts that are wider than their place, or scroll both ways. */
export const layout = [
  exhibit('wide-table', { items: 80, told: ['areas-in-windows'], show: wide(80) }),
  exhibit('wide-table-cut', {
    items: 420,
    least: 150,
    told: ['areas-in-windows', 'areas-unwalked'],
    show: wide(420),
  }),
  exhibit('code-blocks', {
    items: 40,
    show: page(`<h1>接入文档</h1>${rows(1, 40, belowCode)}`, { css: codeCss }),
  }),
  exhibit('code-blocks-wide', {
    items: 43,
    told: ['areas-in-windows'],
    show: page(
      `<h1>接口文档</h1>${rows(41, 43, (inner) => `<pre class="code"><span style="width:1500px">const total = 0</span>${inner}</pre>`)}${rows(1, 40)}`,
      { css: codeCss },
    ),
  }),
  exhibit('grid-both-ways', {
    items: 420,
    told: ['areas-in-windows'],
    dear: true,
    show: page(
      `<h1>排班表</h1>${rows(1, 20)}<div class="grid"><table>${numbers(0, 19)
        .map((n) => `<tr>${cells(21 + n * 20, 40 + n * 20)}</tr>`)
        .join('')}</table></div>${prose(10)}`,
      { css: `${css}.grid{width:1000px;height:420px;margin:10px 40px;overflow:auto}` },
    ),
  }),
  exhibit('sticky-column', {
    items: 60,
    told: ['areas-in-windows'],
    show: page(
      `<h1>成绩单</h1>${rows(1, 20)}<div class="wide"><table><tr><th>姓名</th>${cells(21, 40)}</tr><tr><th>学号</th>${cells(41, 60)}</tr></table></div>${prose(10)}`,
      { css: `${css}th{position:sticky;left:0;min-width:160px;background:#eaf2ff}` },
    ),
  }),
]
