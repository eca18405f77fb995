import { app, exhibit, numbers, page, prose, rows } from '../exhibit.ts'
import { item, shadeOf, swatch, textOf } from '../swatch.ts'

const card = (inner: string): string => `<li><div class="photo"></div>${inner}</li>`

/** Department in a chart: three columns hang below each other one. */
const office = (n: number): string =>
  `<div class="office" style="left:${20 + ((n - 1) % 12) * 280}px;top:${90 + Math.floor((n - 1) / 12) * 200 + ((n - 1) % 3) * 40}px">${swatch(n)} 第 ${n} 项<br>职能部门</div>`

const rowOfFive = (row: number): string =>
  `<div class="five">${numbers(row * 5 - 4, row * 5)
    .map((n) => `<span>${swatch(n)} 第 ${n} 项</span>`)
    .join('')}</div>`

const COLUMNS = 16
const LINES = 40
const cell = (tag: string, n: number): string => `<${tag}>${swatch(n)} 第 ${n} 项</${tag}>`
const ledgerLine = (line: number): string =>
  `<tr>${cell('th', COLUMNS + line)}${numbers(1, COLUMNS)
    .map((column) => cell('td', COLUMNS + LINES + (line - 1) * COLUMNS + column))
    .join('')}</tr>`
const ledger = `<table><thead><tr><th>科目</th>${numbers(1, COLUMNS)
  .map((n) => cell('th', n))
  .join('')}</tr></thead><tbody>${numbers(1, LINES).map(ledgerLine).join('')}</tbody></table>`

/** Sheet that paints what lies below a box that scrolls and shows nothing itself. */
const SHEET = `const [box, sheet, COLUMNS, WIDE, TALL] = [document.querySelector('.scroll'), document.querySelector('canvas'), 14, 200, 60]
const pen = sheet.getContext('2d')
const draw = () => {
  sheet.width = box.clientWidth
  sheet.height = box.clientHeight
  pen.fillStyle = '#fff'
  pen.fillRect(0, 0, sheet.width, sheet.height)
  pen.font = '14px sans-serif'
  for (let at = 0; at < COLUMNS * 30; at++) {
    const [x, y] = [(at % COLUMNS) * WIDE - Math.round(box.scrollLeft), Math.floor(at / COLUMNS) * TALL - Math.round(box.scrollTop)]
    pen.strokeStyle = '#ddd'
    pen.strokeRect(x + 0.5, y + 0.5, WIDE, TALL)
    pen.fillStyle = shade(at + 1)
    pen.fillRect(x + 12, y + 24, 16, 12)
    pen.fillStyle = '#222'
    pen.fillText('第 ' + (at + 1) + ' 项', x + 40, y + 35)
  }
}
box.addEventListener('scroll', draw)
addEventListener('resize', draw)
draw()`

/** Plan that draws the weeks which are in its window. */
const weeks = (
  lines: number,
): string => `const [main, COUNT, WIDE, LINES] = [document.querySelector('main'), 30, 120, ${lines}]
const draw = () => {
  const from = Math.max(0, Math.floor(scrollX / WIDE) - 1)
  const to = Math.min(COUNT, Math.ceil((scrollX + innerWidth) / WIDE) + 1)
  let html = ''
  for (let at = from; at < to; at++) {
    html += '<div class="week" style="left:' + at * WIDE + 'px">'
    for (let line = 1; line <= LINES; line++) html += '<p>' + swatch(at * LINES + line) + ' 第 ' + (at * LINES + line) + ' 项</p>'
    html += '</div>'
  }
  main.innerHTML = html
}
addEventListener('scroll', draw)
addEventListener('resize', draw)
draw()`
const WEEK_CSS =
  'main{position:relative}.week{position:absolute;top:0;width:119px;border-right:1px solid #ddd}.week p{padding:12px 6px;white-space:nowrap}'
const plan = (name: string, lines: number, tall: number) =>
  exhibit(name, {
    items: 30 * lines,
    told: ['documents-hold-less', 'seen-in-windows'],
    show: page(`<h1 class="title">施工进度横道图</h1><main></main>`, {
      css: `${WEEK_CSS}body{width:3600px}.title{position:sticky;left:0;width:400px}main{height:${tall}px}`,
      script: weeks(lines),
    }),
  })

const photograph = (n: number): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="300" height="200"><rect width="300" height="200" fill="rgb(${shadeOf(n).join()})"/></svg>`
const photographs = (count: number) => Object.fromEntries(numbers(1, count).map((n) => [`picture-${n}`, photograph(n)]))

/** Scroll whose pictures are fetched once a visitor comes near. */
const scrollOfPictures = (name: string, between: string) =>
  exhibit(name, {
    items: 24,
    show: ({ url }) => {
      const figure = (n: number) =>
        `<figure><img data-src="${url}/${name}/picture-${n}" width="300" height="200" alt=""><figcaption>${textOf(n)}</figcaption></figure>`
      const scroll = (from: number, to: number) => `<main>${numbers(from, to).map(figure).join('')}</main>`
      return {
        ...photographs(24),
        '': page(`<h1>展品长卷</h1>${scroll(1, 12)}${between}${scroll(13, 24)}`, {
          css: `main{display:flex;width:3900px}figure{flex:none;width:300px;margin:10px}img{display:block;background:#eee}`,
          script: `const watch = new IntersectionObserver((seen) => {
  for (const { target, isIntersecting } of seen) {
    if (!isIntersecting) continue
    watch.unobserve(target)
    target.src = target.dataset.src
  }
})
for (const one of document.images) watch.observe(one)`,
        }),
      }
    },
  })

/** Pages that are wider than their window, written from what captures promise. */
export const describedWide = [
  exhibit('rtl-shop-wide', {
    items: 121,
    show: page(`<header><bdi lang="ug">دۇكان</bdi> 民族用品店 ${item(121)}</header><ul>${rows(1, 120, card)}</ul>`, {
      root: 'dir="rtl"',
      css: `body{width:2800px}header{position:sticky;top:0;right:0;z-index:1;width:100vw;height:52px;padding:14px 20px;background:#f6efe4}ul{display:grid;grid-template-columns:repeat(8,1fr);gap:12px;margin:0;padding:12px;list-style:none}
li{padding:8px;border:1px solid #ddd;white-space:nowrap;overflow:hidden}.photo{height:70px;background:linear-gradient(#f4f7ee,#dfe9cf)}`,
    }),
  }),
  exhibit('chart-of-offices', {
    items: 120,
    show: page(`<div class="bar held">组织架构图</div><main>${numbers(1, 120).map(office).join('')}</main>`, {
      css: `.held{position:fixed;left:0;right:0;top:0;z-index:1}main{position:relative;width:3400px;height:2300px;background:repeating-linear-gradient(90deg,transparent 0 278px,#eef1f5 278px 280px)}
.office{position:absolute;width:180px;height:80px;padding:14px;border:1px solid #9bb7e0;background:#fff}`,
    }),
  }),
  exhibit('ledger-held-in-document', {
    items: COLUMNS + LINES + COLUMNS * LINES,
    show: page(`<h1>总账明细</h1>${prose(2)}${ledger}`, {
      css: `table{border-collapse:separate;border-spacing:0}th,td{min-width:150px;height:44px;padding:0 12px;border-right:1px solid #ddd;border-bottom:1px solid #ddd;background:#fff;text-align:left;white-space:nowrap;font-weight:400}
thead th{position:sticky;top:0;z-index:1;background:#f2f2f2}tr>th:first-child{position:sticky;left:0;background:#f8f8f8}thead tr>th:first-child{z-index:2}`,
    }),
  }),
  exhibit('sheet-painted-while-scrolled', {
    items: 14 * 30,
    texts: 0,
    told: ['painted-text', 'scrolls-inside'],
    show: page(
      app('在线表格', `<div class="sheet"><canvas></canvas><div class="scroll"><div class="room"></div></div></div>`),
      {
        css: `.sheet{position:relative;flex:1;min-height:0}canvas{position:absolute;left:0;top:0}.scroll{position:absolute;inset:0;overflow:auto}.room{width:2801px;height:1801px}`,
        script: SHEET,
      },
    ),
  }),
  plan('plan-of-weeks-sideways', 6, 320),
  plan('plan-both-ways', 24, 1120),
  exhibit('plan-from-right-to-left', {
    items: 180,
    told: ['documents-hold-less', 'seen-in-windows'],
    show: page(`<h1 class="title">施工进度横道图</h1><main></main>`, {
      root: 'dir="rtl"',
      css: `${WEEK_CSS}body{width:3600px}.title{position:sticky;right:0;width:400px}main{height:320px}`,
      script: weeks(6).replaceAll('scrollX', '-scrollX').replace('left:', 'right:'),
    }),
  }),
  exhibit('plan-in-box', {
    items: 720,
    told: ['documents-hold-less', 'scrolls-inside'],
    show: page(app('施工进度横道图', '<div class="main"><main></main></div>'), {
      css: `${WEEK_CSS}.main{overflow:auto}main{width:3600px;height:1120px}`,
      script: `const box = document.querySelector('.main')\n${weeks(24)
        .replace("document.querySelector('main')", 'box.firstChild')
        .replaceAll('scrollX', 'box.scrollLeft')
        .replaceAll('innerWidth', 'box.clientWidth')
        .replace("addEventListener('scroll'", "box.addEventListener('scroll'")}`,
    }),
  }),
  scrollOfPictures('scroll-of-pictures-wide', ''),
  scrollOfPictures('scroll-of-pictures-wide-and-tall', prose(40)),
  exhibit('pictures-beside-the-picture', {
    items: 18,
    texts: 0,
    told: ['page-wide', 'seen-in-windows'],
    show: ({ url }) => ({
      ...photographs(18),
      '': page(
        `<h1>长卷</h1><main>${numbers(1, 18)
          .map((n) => `<img width="300" height="200" alt="" src="${url}/pictures-beside-the-picture/picture-${n}">`)
          .join('')}</main>`,
        { css: 'main{display:flex;width:5600px}img{flex:none;margin:5px}' },
      ),
    }),
  }),
  exhibit('columns-wider-than-the-picture', {
    items: 120,
    told: ['page-wide', 'seen-in-windows'],
    show: page(`<h1>判决书全文</h1>${prose(3)}${rows(1, 120)}${prose(3)}`, {
      css: `html{overflow-y:hidden}body{height:100vh;padding:20px;columns:560px;column-gap:40px;column-fill:auto}.row{break-inside:avoid}`,
      script: `addEventListener('wheel', ({ deltaX, deltaY }) => scrollBy(deltaX + deltaY, 0))`,
    }),
  }),
  exhibit('body-from-right-to-left', {
    items: 200,
    show: page(numbers(1, 40).map(rowOfFive).join(''), {
      css: 'body{direction:rtl}.five{display:flex;width:2400px}.five span{flex:none;width:480px;height:50px;padding:10px}',
    }),
  }),
  exhibit('program-that-holds-the-left-edge', {
    items: 40,
    show: page(`${rows(1, 40)}<div style="position:absolute;left:1500px;top:0">页外装饰</div>`, {
      script: `addEventListener('scroll', () => { if (scrollX > 0) scrollTo(0, scrollY) })`,
    }),
  }),
  exhibit('deck-of-slides-sideways', {
    items: 30,
    show: page(
      `<main>${numbers(1, 3)
        .map((n) => `<section><h1>第${'一二三'[n - 1]}页</h1>${rows(n * 10 - 9, n * 10)}</section>`)
        .join('')}</main>`,
      {
        css: `html{overflow-y:hidden;scroll-snap-type:x mandatory}main{display:flex;width:300vw}section{flex:none;width:100vw;height:100vh;padding:60px 80px;scroll-snap-align:start}`,
      },
    ),
  }),
]
