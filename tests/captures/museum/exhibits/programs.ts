import { app, exhibit, numbers, page, rows } from '../exhibit.ts'
import { item } from '../swatch.ts'

const LOCKED = 'html,body{height:100%;overflow:hidden}'

/** An open chat that is held fast over the lower right of the window. */
const openChat =
  '<div style="position:fixed;right:20px;bottom:40px;width:420px;height:520px;background:#fff;border:1px solid"><b>客服</b><p>您好，请问有什么可以帮您？</p></div>'
const toTheRight = (inner: string): string => `<div class="row"><span style="float:right">${inner}</span></div>`

/** A stage that stands still while its words change with the way that was scrolled. */
const STAGE = `
const show = () => { document.querySelector('.stage').innerHTML = '<h2>' + item(1 + Math.min(9, Math.floor(scrollY / 800))) + '</h2>' }
addEventListener('scroll', show)
show()`

/** Sections that take each other's place, one a turn, and no other turn while one moves. */
const SECTIONS = `
let [at, busy] = [0, 0]
const track = document.querySelector('.track')
addEventListener('wheel', (event) => {
  event.preventDefault()
  const next = Math.max(0, Math.min(3, at + Math.sign(event.deltaY)))
  if (performance.now() < busy || next === at) return
  busy = performance.now() + 700
  at = next
  track.style.transform = 'translateY(' + -at * 100 + 'vh)'
}, { passive: false })`

/** Cards whose picture comes and goes with the window, over a ground that has a pattern. */
const CARDS = `
const watch = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries)
    target.innerHTML = isIntersecting ? '<i class="art" style="background:' + shade(Number(target.dataset.n)) + '"></i>' : ''
})
document.querySelectorAll('.card').forEach((card) => watch.observe(card))`

const OWN_BAR = `
const box = document.querySelector('.panel')
box.addEventListener('wheel', (event) => { box.scrollTop += event.deltaY; event.preventDefault() }, { passive: false })`

const WALL = `addEventListener('scroll', () => {
  if (scrollY < 600) return
  document.querySelector('.wall').hidden = false
  document.body.style.overflow = 'hidden'
})`

/** A map that the wheel makes larger. */
const MAP = `
let size = 1
const map = document.querySelector('.map')
const draw = () => {
  map.innerHTML = Array.from({ length: 60 }, (_, k) => '<div class="mark" style="left:' + (k % 10) * 120 * size + 'px;top:' + (Math.floor(k / 10) * 300 * size + 20) + 'px">' + item(k + 1) + '</div>').join('')
}
addEventListener('wheel', (event) => { event.preventDefault(); size *= event.deltaY > 0 ? 0.97 : 1.03; draw() }, { passive: false })
draw()`

const cells = (row: number) =>
  numbers(row * 10 + 1, row * 10 + 10)
    .map((n) => `<td>${item(n)}</td>`)
    .join('')

/** Pages that move or change what they show by programs of their own. */
export const programs = [
  exhibit('chat-over-page', {
    items: 80,
    told: ['seen-in-windows'],
    show: page(rows(1, 80, toTheRight) + openChat),
  }),
  exhibit('fixed-ground', {
    items: 60,
    show: page(`<div class="ground"></div><div class="corner"></div>${rows(1, 60)}`, {
      css: '.ground,.corner{position:fixed;z-index:-1;inset:0;background:#f7f4ee}.corner{inset:auto auto 0 0;width:600px;height:300px}body{background:none}',
    }),
  }),
  // Nobody can bring the last of its rows out from below the chat.
  exhibit('chat-over-list', {
    items: 69,
    hidden: 11,
    texts: 69,
    told: ['scrolls-inside'],
    show: page(app('工单', `<div class="main">${rows(1, 80, toTheRight)}</div>`) + openChat),
  }),
  exhibit('stage-that-stays', {
    items: 10,
    told: ['documents-hold-less', 'seen-in-windows'],
    show: page('<div class="long"><div class="stage"></div></div>', {
      css: '.long{height:8000px}.stage{position:sticky;top:0;height:100vh;padding:200px}',
      script: STAGE,
    }),
  }),
  exhibit('sections-by-wheel', {
    items: 4,
    told: ['scrolls-inside'],
    dear: true,
    show: page(
      `<div class="screen"><div class="track">${numbers(1, 4)
        .map((n) => `<section>${item(n)}<h2>产品介绍 ${'甲乙丙丁'[n - 1]}</h2></section>`)
        .join('')}</div></div>`,
      {
        css: `${LOCKED}.screen{position:fixed;inset:0;overflow:hidden}.track{transition:transform .3s ease}section{height:100vh;padding:200px}`,
        script: SECTIONS,
      },
    ),
  }),
  exhibit('columns-that-stick', {
    items: 30,
    told: ['areas-in-windows'],
    show: page(
      `<h1>报表</h1><div class="wide"><table>${[0, 1, 2].map((row) => `<tr><th>项目 ${row + 1}</th>${cells(row)}</tr>`).join('')}</table></div>`,
      {
        css: '.wide{overflow-x:auto;width:900px}table{border-collapse:separate;border-spacing:0}th{position:sticky;left:0;z-index:2;min-width:340px;height:60px;background:#ddd}td{min-width:330px;white-space:nowrap}',
      },
    ),
  }),
  exhibit('wide-table-taller-than-window', {
    items: 120,
    told: ['areas-in-windows'],
    show: page(
      `<h1>公示</h1><div class="wide"><table>${numbers(1, 60)
        .map((n) => `<tr><td class="first">${item(n)}</td><td>${item(n + 60)}</td></tr>`)
        .join('')}</table></div>`,
      { css: '.wide{overflow-x:auto;width:900px}table{width:2000px}tr{height:30px}.first{width:1500px}' },
    ),
  }),
  exhibit('cards-that-unload', {
    items: 30,
    texts: 0,
    told: ['seen-in-windows'],
    show: page(
      `<h1>图集</h1>${numbers(1, 30)
        .map((n) => `<div class="card" data-n="${n}"></div>`)
        .join('')}`,
      {
        css: '.card{height:200px;margin:10px;background:repeating-linear-gradient(45deg,#eee 0 10px,#ccc 10px 20px)}.art{display:inline-block;width:300px;height:200px}',
        script: CARDS,
      },
    ),
  }),
  exhibit('bar-of-its-own', {
    items: 51,
    hidden: 29,
    texts: 51,
    told: ['areas-unwalked'],
    show: page(`<h1>通知</h1>${rows(1, 40)}<div class="panel">${rows(41, 80)}</div>`, {
      css: '.panel{position:absolute;right:40px;top:60px;width:420px;height:500px;overflow:hidden;background:#eef}',
      script: OWN_BAR,
    }),
  }),
  exhibit('wall-on-the-way', {
    items: 80,
    told: ['locked', 'masked', 'seen-in-windows'],
    show: page(`${rows(1, 80)}<div class="wall" hidden>请登录后继续浏览</div>`, {
      css: '.wall{position:fixed;inset:0;padding:300px;background:#fff}.wall[hidden]{display:none}',
      script: WALL,
    }),
  }),
  exhibit('sheet-below', {
    items: 12,
    hidden: 10,
    texts: 12,
    show: page(
      `<div class="app"><div class="bar">首页</div><div>${rows(1, 12)}</div><div class="sheet">${rows(13, 22)}</div></div>`,
      {
        css: '.app{position:relative}.sheet{position:absolute;left:0;right:0;bottom:0;background:#eee;transform:translateY(100%)}',
      },
    ),
  }),
  exhibit('map-by-wheel', {
    items: 30,
    hidden: 30,
    texts: 20,
    show: page('<div class="map"></div>', {
      css: `${LOCKED}.map{position:relative;width:100vw;height:100vh;overflow:hidden;background:#def}.mark{position:absolute}`,
      script: MAP,
    }),
  }),
]
