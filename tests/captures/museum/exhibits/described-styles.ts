import { exhibit, numbers, page, prose, rows } from '../exhibit.ts'
import { item, shadeOf, swatch, textOf } from '../swatch.ts'

const PARTS = 8
const part = (n: number): string =>
  `<h2 id="part-${n}" style="top:${(n - 1) * 34}px">${item(72 + n)}</h2>${rows(n * 9 - 8, n * 9)}`

const statementLine = (n: number): string =>
  `<rect x="20" y="${n * 36 + 24}" width="16" height="12" fill="rgb(${shadeOf(n).join()})"/><text x="44" y="${n * 36 + 35}">${textOf(n)}</text><line x1="20" x2="880" y1="${n * 36 + 46}" y2="${n * 36 + 46}" stroke="#ddd"/>`

const cell = (n: number): string => `<td>${swatch(n)} 第 ${n} 项</td>`
const sidewaysLine = (line: number): string =>
  `<tr>${numbers(line * 20 + 21, line * 20 + 40)
    .map(cell)
    .join('')}</tr>`

/** Pages that styles and painting make hard, written from what captures promise. */
export const describedStyles = [
  exhibit('terms-opened-at-a-heading', {
    items: 72 + PARTS,
    show: page(
      `<h1>用户服务协议</h1>${prose(4)}<article>${numbers(1, PARTS).map(part).join('')}</article>${prose(10)}`,
      {
        css: `html{scroll-behavior:smooth}h2{position:sticky;height:34px;margin:0;padding:6px 20px;overflow:hidden;background:#f2f4f8;font-size:15px}h2:target{color:#b00020}`,
        script: `location.hash = 'part-5'`,
      },
    ),
  }),
  exhibit('print-hides-everything', {
    items: 60,
    told: ['pdf'],
    show: page(`<h1>付费文档在线阅读</h1>${prose(3)}${rows(1, 60)}`, { css: '@media print{body{display:none}}' }),
  }),
  exhibit('cards-by-view-timeline', {
    items: 60,
    told: ['seen-in-windows'],
    show: page(`<div class="read"></div><h1>品牌故事</h1>${prose(3)}${rows(1, 60)}${prose(16)}`, {
      css: `.read{position:fixed;z-index:1;left:0;top:0;width:100%;height:4px;background:#c0392b;transform-origin:0 0;animation:grow linear both;animation-timeline:scroll()}
.row{height:60px;padding-top:18px;animation:come linear both;animation-timeline:view();animation-range:entry 0% cover 10%}
@keyframes grow{from{transform:scaleX(0)}}@keyframes come{from{opacity:0;transform:translateY(40px)}}`,
    }),
  }),
  exhibit('statement-in-svg', {
    items: 60,
    show: page(
      `<h1>账户交易明细</h1>${prose(2)}<svg width="900" height="2240" viewBox="0 0 900 2240" role="img" aria-label="交易明细" shape-rendering="crispEdges"><text x="20" y="30" font-weight="bold">交易时间 摘要 金额</text>${numbers(1, 60).map(statementLine).join('')}</svg>${prose(3)}`,
      { css: 'svg{display:block;font:15px sans-serif}' },
    ),
  }),
  exhibit('chart-with-legend', {
    items: 24,
    texts: 12,
    told: ['painted-text'],
    show: page(
      `<h1>月度销量统计</h1>${prose(2)}<canvas width="900" height="400" role="img" aria-label="销量柱状图"></canvas><div class="legend">${rows(1, 12)}</div>${prose(16)}`,
      {
        css: 'canvas{display:block;margin:0 20px;border:1px solid #ddd}.legend{columns:2}.legend .row{break-inside:avoid}',
        script: `const pen = document.querySelector('canvas').getContext('2d')
pen.font = '15px sans-serif'
pen.fillStyle = '#222'
pen.fillText('单位：万件　数据来源：本店后台', 20, 30)
for (let at = 0; at < 12; at++) {
  const height = 60 + ((at * 53) % 220)
  pen.fillStyle = shade(13 + at)
  pen.fillRect(30 + at * 70, 350 - height, 40, height)
  pen.fillStyle = '#222'
  pen.fillText(at + 1 + ' 月', 32 + at * 70, 375)
}`,
      },
    ),
  }),
  exhibit('rtl-table-sideways', {
    items: 140,
    told: ['areas-in-windows'],
    show: page(
      `<h1><bdi lang="ug">مەھسۇلات جەدۋىلى</bdi> 产品目录</h1>${rows(1, 20)}<div class="wide" dir="rtl"><table><tbody>${numbers(1, 5).map(sidewaysLine).join('')}</tbody></table></div>${rows(21, 40)}`,
      {
        css: `.wide{width:900px;margin:0 20px;overflow-x:auto;border:1px solid #bbb}table{border-collapse:collapse}td{min-width:150px;height:44px;padding:0 12px;border:1px solid #ddd;white-space:nowrap}`,
      },
    ),
  }),
  exhibit('vertical-text-in-box', {
    items: 70,
    told: ['areas-in-windows'],
    show: page(
      `<h1>古籍影印与释文</h1>${rows(1, 15)}<div class="book"><h2>卷一</h2>${rows(31, 70, (inner) => `<p>${inner}</p>`)}</div>${rows(16, 30)}`,
      {
        css: `.book{width:760px;height:480px;margin:0 20px;overflow-x:auto;overflow-y:hidden;border:1px solid #bbb;writing-mode:vertical-rl}.book h2{margin:0;padding:20px 10px;font-size:18px}.book p{padding:20px 8px}`,
      },
    ),
  }),
]
