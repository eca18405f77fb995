import { app, exhibit, numbers, page, prose, rows } from '../exhibit.ts'
import { item } from '../swatch.ts'

const inside = ['scrolls-inside']

/** Markup of a custom element whose app lies in a shadow tree. */
const shadowApp = (mode: 'open' | 'closed', count: number): string =>
  page('<x-app></x-app>', {
    script: `const html = ${JSON.stringify(app('工作台', '<div class="main"></div>'))}
customElements.define('x-app', class extends HTMLElement {
  constructor() {
    super()
    const root = this.attachShadow({ mode: '${mode}' })
    root.innerHTML = '<style>' + document.querySelector('style').textContent + '</style>' + html
    root.querySelector('.main').innerHTML = Array.from({ length: ${count} }, (_, at) => '<div class="row">' + item(at + 1) + '</div>').join('')
  }
})`,
  })

/** Pages that scroll inside an element. */
export const scrollers = [
  exhibit('inner-main', {
    items: 80,
    told: inside,
    show: page(app('聊天记录', `<div class="main">${rows(1, 80)}</div>`)),
  }),
  exhibit('shadow-main-open', { items: 80, told: inside, show: shadowApp('open', 80) }),
  exhibit('shadow-main-closed', { items: 80, told: inside, show: shadowApp('closed', 80) }),
  exhibit('two-columns', {
    items: 110,
    told: ['areas-in-windows', 'scrolls-inside'],
    show: page(
      `<div class="cols"><div class="list">${rows(1, 40)}</div><div class="pane">${rows(41, 110)}</div></div>`,
      { css: '.cols{display:flex;height:100vh}.list{width:380px;overflow:auto}.pane{flex:1;overflow:auto}' },
    ),
  }),
  exhibit('equal-panes', {
    items: 100,
    told: ['areas-in-windows', 'scrolls-inside'],
    show: page(
      `<div class="cols"><div class="pane">${rows(1, 50)}</div><div class="pane">${rows(51, 100)}</div></div>`,
      { css: '.cols{display:flex;height:100vh}.pane{width:50%;overflow:auto}' },
    ),
  }),
  exhibit('split-rows', {
    items: 80,
    told: ['areas-in-windows', 'scrolls-inside'],
    show: page(`<div class="pane">${rows(1, 40)}</div><div class="pane">${rows(41, 80)}</div>`, {
      css: '.pane{height:50vh;overflow:auto}',
    }),
  }),
  exhibit('nested-three', {
    items: 100,
    told: ['areas-in-windows', 'scrolls-inside'],
    show: page(
      app(
        '案件管理',
        `<div class="main">${rows(1, 30)}<div class="box">${rows(31, 50)}<div class="box in">${rows(51, 80)}</div></div>${rows(81, 100)}</div>`,
      ),
      { css: '.box{height:420px;margin:10px 40px;overflow:auto;border:1px solid #bbb}.in{height:240px}' },
    ),
  }),
  exhibit('nested-four', {
    items: 80,
    hidden: 30,
    told: ['areas-in-windows', 'areas-unwalked', 'scrolls-inside'],
    show: page(
      app(
        '档案目录',
        `<div class="main">${rows(1, 30)}<div class="box">${rows(31, 50)}<div class="box in">${rows(51, 78)}<div class="box last">${rows(79, 110)}</div></div></div></div>`,
      ),
      {
        css: '.box{height:480px;margin:10px 40px;overflow:auto;border:1px solid #bbb}.in{height:320px}.last{height:96px}',
      },
    ),
  }),
  exhibit('bars-in-element', {
    items: 80,
    told: inside,
    show: page(
      app(
        '工单',
        `<div class="main"><div class="stick up">筛选条件：全部</div>${rows(1, 80)}<div class="stick low">共 80 项</div></div>`,
      ),
      {
        css: '.stick{position:sticky;height:60px;padding:16px 20px;background:#eaf2ff}.up{top:0}.low{bottom:0;height:50px}',
      },
    ),
  }),
  exhibit('sticky-table-head', {
    items: 70,
    told: inside,
    show: page(
      app(
        '用户管理',
        `<div class="main"><table><thead><tr><th>编号与说明</th></tr></thead><tbody>${numbers(1, 70)
          .map((n) => `<tr><td>${item(n)}</td></tr>`)
          .join('')}</tbody></table></div>`,
      ),
      {
        css: 'table{width:100%}th{position:sticky;top:0;height:44px;background:#eaf2ff}td{height:44px;padding:0 20px}',
      },
    ),
  }),
  exhibit('snap-element', {
    items: 10,
    told: inside,
    show: page(`<div class="reel">${rows(1, 10, (inner) => `<section>${inner}</section>`)}</div>`, {
      css: '.reel{height:100vh;overflow-y:auto;scroll-snap-type:y mandatory}section{height:100vh;scroll-snap-align:start;padding:300px 80px}',
    }),
  }),
  exhibit('smooth-element', {
    items: 80,
    told: inside,
    show: page(app('知识库', `<div class="main">${rows(1, 80)}</div>`), { css: '.main{scroll-behavior:smooth}' }),
  }),
  exhibit('body-scrolls', {
    items: 80,
    told: inside,
    show: page(`<h1>移动端站点</h1>${rows(1, 80)}`, {
      css: 'html{height:100%;overflow:hidden}body{height:100%;overflow-y:auto}',
    }),
  }),
  exhibit('paper-viewer', {
    items: 48,
    told: inside,
    show: page(
      app(
        '判决书预览',
        `<div class="main desk">${numbers(1, 8)
          .map((n) => `<div class="paper">${rows(n * 6 - 5, n * 6)}</div>`)
          .join('')}</div>`,
      ),
      {
        css: '.desk{background:#525659}.paper{width:820px;height:1000px;margin:12px auto;padding:40px;background:#fff}',
      },
    ),
  }),
  exhibit('log-box', {
    items: 120,
    told: ['areas-in-windows'],
    show: page(`<h1>故障说明</h1>${rows(1, 40)}<div class="log">${rows(41, 80)}</div>${rows(81, 120)}`, {
      css: '.log{height:240px;margin:0 40px;overflow:auto;border:1px solid #bbb}',
    }),
  }),
  exhibit('sidebar-scrolls', {
    items: 110,
    told: ['areas-in-windows'],
    show: page(`<nav class="side">${rows(81, 110)}</nav><h1>产品文档</h1>${rows(1, 80)}`, {
      css: 'body{padding-left:320px}.side{position:fixed;left:0;top:0;width:320px;height:600px;overflow-y:auto;background:#eef3fb}',
    }),
  }),
  exhibit('many-boxes', {
    items: 50 * 20,
    told: ['areas-in-windows', 'areas-unwalked'],
    dear: true,
    least: 100,
    show: page(
      `${prose(3)}${numbers(1, 50)
        .map((n) => `<div class="log">${rows(n * 20 - 19, n * 20)}</div>`)
        .join('')}`,
      { css: '.log{height:240px;margin:10px 40px;overflow:auto;border:1px solid #bbb}' },
    ),
  }),
]
