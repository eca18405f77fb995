import { exhibit, numbers, page, prose, rows } from '../exhibit.ts'
import { item, swatch } from '../swatch.ts'

const good = (inner: string): string => `<li class="good"><div class="photo"></div>${inner}</li>`

const STRIP =
  'position:sticky;display:flex;gap:24px;height:48px;padding:12px 20px;background:#fff;border-bottom:1px solid #ddd'

const strip = (kind: string, n: number, names: readonly string[]): string =>
  `<nav class="${kind}">${names.map((name) => `<a href="#">${name}</a>`).join('')}<span>${item(n)}</span></nav>`

const chapter = (title: string, n: number): string =>
  `<section><h2>${title}</h2>${strip('second', 60 + n, ['图文', '参数', '包装'])}${rows(n * 20 - 39, n * 20 - 20)}</section>`

const COLUMNS = 16
const LINES = 25
/** Cell with the number of its item and few words, so that it stays narrow. */
const priceCell = (tag: string, n: number): string => `<${tag}>${swatch(n)} 第 ${n} 项</${tag}>`
const priceLine = (line: number): string =>
  `<tr>${priceCell('th', COLUMNS + line)}${numbers(1, COLUMNS)
    .map((column) => priceCell('td', COLUMNS + LINES + (line - 1) * COLUMNS + column))
    .join('')}</tr>`
const prices = `<table><thead><tr><th>规格</th>${numbers(1, COLUMNS)
  .map((n) => priceCell('th', n))
  .join('')}</tr></thead><tbody>${numbers(1, LINES).map(priceLine).join('')}</tbody></table>`

const CARDS = 24
/** Card that shows item `n`: every second one lies on its front. */
const card = (n: number): string => {
  const faces = n % 2 === 1 ? [item(CARDS + n), item(n)] : [item(n), item(CARDS + n)]
  return `<div class="card"><div class="body${n % 2 === 1 ? ' turned' : ''}"><div class="face">${faces[0]}</div><div class="face back">${faces[1]}</div></div></div>`
}

/** Pages of shops, written from what captures promise. */
export const describedShops = [
  exhibit('shop-listing-with-cart', {
    items: 67,
    show: page(
      `<header><h1>茗香旗舰店</h1><p>首页 &gt; 茶叶 &gt; 绿茶</p></header><div class="shop"><ul>${rows(1, 60, good)}</ul><aside><h2>热销榜</h2>${rows(61, 66)}</aside></div><footer>${prose(3)}</footer><div class="cart"><span>购物车 3 件</span><span>${item(67)}</span><button>去结算</button></div>`,
      {
        css: `.shop{display:flex;gap:20px;padding:0 20px;align-items:flex-start}ul{flex:1;display:grid;grid-template-columns:repeat(3,1fr);gap:16px;margin:0;padding:0;list-style:none}
.good{padding:10px;border:1px solid #ddd}.photo{height:110px;background:linear-gradient(#f4f7ee,#dfe9cf)}
aside{position:sticky;top:20px;flex:none;width:260px;border:1px solid #ddd}aside h2{margin:0;padding:10px 20px;font-size:16px}aside .row{height:auto;white-space:normal}
footer{padding-bottom:72px}.cart{position:fixed;left:0;right:0;bottom:0;display:flex;gap:24px;height:56px;padding:14px 20px;background:#fff3e0;border-top:1px solid #e0c9a6}`,
      },
    ),
  }),
  exhibit('product-with-two-tab-strips', {
    items: 64,
    show: page(
      `<h1>青花瓷茶具六件套</h1><div class="photo"></div>${prose(3)}${strip('first', 61, ['商品详情', '评价', '问答'])}${chapter('商品详情', 2)}${chapter('评价', 3)}${chapter('问答', 4)}`,
      {
        css: `.photo{height:300px;margin:0 20px;background:linear-gradient(90deg,#eaf1fb,#cfdff5)}h2{margin:0;padding:12px 20px;font-size:17px}
.first{${STRIP};top:0;z-index:2}.second{${STRIP};top:48px;z-index:1;background:#f7f7f7}`,
      },
    ),
  }),
  exhibit('price-table-held-both-ways', {
    items: COLUMNS + LINES + COLUMNS * LINES,
    told: ['areas-in-windows'],
    show: page(`<h1>代理商价目表</h1>${prose(12)}<div class="box">${prices}</div>${prose(14)}`, {
      css: `.box{width:1000px;height:520px;margin:0 20px;overflow:auto;border:1px solid #ccc}table{border-collapse:separate;border-spacing:0}
th,td{min-width:150px;height:44px;padding:0 12px;border-right:1px solid #ddd;border-bottom:1px solid #ddd;background:#fff;text-align:left;white-space:nowrap;font-weight:400}
thead th{position:sticky;top:0;z-index:1;background:#f2f2f2}tr>th:first-child{position:sticky;left:0;background:#f8f8f8}thead tr>th:first-child{z-index:2}`,
    }),
  }),
  exhibit('cards-turned-over', {
    items: CARDS,
    hidden: CARDS,
    show: page(
      `<h1>会员权益</h1>${prose(3)}<div class="cards">${numbers(1, CARDS).map(card).join('')}</div>${prose(8)}`,
      {
        css: `.cards{display:grid;grid-template-columns:repeat(3,1fr);gap:20px;padding:20px}.card{height:150px;perspective:900px}.body{position:relative;height:100%;transform-style:preserve-3d}
.turned{transform:rotateY(180deg)}.face{position:absolute;inset:0;padding:40px 16px;border:1px solid #ddd;background:#fff;backface-visibility:hidden}.back{transform:rotateY(180deg);background:#fdf6ec}`,
      },
    ),
  }),
  exhibit('cart-drawer-open', {
    items: 90,
    told: ['areas-in-windows'],
    show: page(
      `<main><h1>数码商城</h1>${rows(1, 60)}</main><aside><h2>购物车</h2><div class="list">${rows(61, 90)}</div><p><button>去结算</button></p></aside>`,
      {
        css: `main{margin-right:460px}aside{position:fixed;top:0;right:0;bottom:0;display:flex;flex-direction:column;width:440px;background:#fff;box-shadow:-4px 0 12px rgba(0,0,0,.2)}
h2{flex:none;margin:0;padding:14px 20px;font-size:17px}.list{flex:1;min-height:0;overflow-y:auto}aside p{flex:none}`,
      },
    ),
  }),
]
