import { app, exhibit, page, rows } from '../exhibit.ts'

/** Keeps only the rows near what is seen: `box` scrolls (the window where it is null), and all rows are of one height. */
const keepNear = (count: number, height: number): string => `
const [box, list, COUNT, HEIGHT] = [document.querySelector('.main'), document.getElementById('list'), ${count}, ${height}]
list.style.height = COUNT * HEIGHT + 'px'
const draw = () => {
  const at = box ? box.scrollTop : scrollY - list.offsetTop
  const from = Math.max(0, Math.floor(at / HEIGHT) - 2)
  const to = Math.min(COUNT, Math.ceil((at + 800) / HEIGHT) + 2)
  list.innerHTML = Array.from({ length: Math.max(0, to - from) }, (_, k) => '<div class="row near" style="height:' + HEIGHT + 'px;top:' + (from + k) * HEIGHT + 'px">' + item(from + k + 1) + '</div>').join('')
}
;(box || window).addEventListener('scroll', draw)
draw()`

const UNEQUAL = `
const [box, list, COUNT] = [document.querySelector('.main'), document.getElementById('list'), 150]
let known = 0
const tall = (at) => at <= known ? 44 + (at * 37 % 5) * 20 : 60
const topOf = (at) => { let sum = 0; for (let k = 0; k < at; k++) sum += tall(k); return sum }
const draw = () => {
  let from = 0
  while (from < COUNT - 1 && topOf(from + 1) < box.scrollTop) from += 1
  let to = from
  while (to < COUNT && topOf(to) < box.scrollTop + box.clientHeight) { known = Math.max(known, to); to += 1 }
  list.style.height = topOf(COUNT) + 'px'
  list.innerHTML = Array.from({ length: to - from }, (_, k) => '<div class="row near" style="height:' + tall(from + k) + 'px;top:' + topOf(from + k) + 'px">' + item(from + k + 1) + '</div>').join('')
}
box.addEventListener('scroll', draw)
draw()`

const BOTH_WAYS = `
const [box, list, COLUMNS, ROWS, WIDE, TALL] = [document.querySelector('.main'), document.getElementById('list'), 20, 30, 200, 60]
list.style.cssText = 'position:relative;width:' + COLUMNS * WIDE + 'px;height:' + ROWS * TALL + 'px'
const span = (at, size, unit, count) => [Math.max(0, Math.floor(at / unit) - 1), Math.min(count, Math.ceil((at + size) / unit) + 1)]
const draw = () => {
  const [left, right] = span(box.scrollLeft, box.clientWidth, WIDE, COLUMNS)
  const [top, bottom] = span(box.scrollTop, box.clientHeight, TALL, ROWS)
  let html = ''
  for (let y = top; y < bottom; y++) for (let x = left; x < right; x++)
    html += '<div class="cell" style="left:' + x * WIDE + 'px;top:' + y * TALL + 'px">' + item(y * COLUMNS + x + 1) + '</div>'
  list.innerHTML = html
}
box.addEventListener('scroll', draw)
draw()`

/** A framework that puts a new element in the place of the one that was scrolled. */
const REDRAWN = `
let shown = 0
const redraw = (old) => {
  const { scrollTop } = old
  if (scrollTop === shown) return
  shown = scrollTop
  const next = old.cloneNode(true)
  old.replaceWith(next)
  next.scrollTop = scrollTop
  watch(next)
}
const watch = (box) => box.addEventListener('scroll', () => setTimeout(() => redraw(box), 20), { once: true })
watch(document.querySelector('.main'))`

const css = '#list{position:relative}.near{position:absolute;left:0;right:0}'
const inner = app('商品管理', '<div class="main"><div id="list"></div></div>')

/** Lists that keep in the document only what is near the window. */
export const virtual = [
  exhibit('virtual-window', {
    items: 100,
    texts: 100,
    told: ['documents-hold-less', 'seen-in-windows'],
    show: page('<h1>店铺全部商品</h1><div id="list"></div>', { css, script: keepNear(100, 60) }),
  }),
  exhibit('virtual-element', {
    items: 200,
    told: ['documents-hold-less', 'scrolls-inside'],
    show: page(inner, { css, script: keepNear(200, 44) }),
  }),
  exhibit('scroller-redrawn', {
    items: 80,
    told: ['scrolls-inside'],
    show: page(app('工单', `<div class="main">${rows(1, 80)}</div>`), { script: REDRAWN }),
  }),
  exhibit('virtual-unequal', {
    items: 150,
    told: ['documents-hold-less', 'scrolls-inside'],
    show: page(inner, { css, script: UNEQUAL }),
  }),
  exhibit('virtual-both-ways', {
    items: 600,
    told: ['documents-hold-less', 'scrolls-inside'],
    dear: true,
    show: page(inner, {
      css: '.main{overflow:auto}.cell{position:absolute;width:200px;height:60px;padding:16px 8px;border:1px solid #ddd;overflow:hidden;white-space:nowrap}',
      script: BOTH_WAYS,
    }),
  }),
  exhibit('virtual-hundred-thousand', {
    items: 1_800,
    texts: 400,
    least: 400,
    told: ['documents-hold-less', 'scroll-incomplete', 'scrolls-inside'],
    dear: true,
    show: page(inner, { css, script: keepNear(100_000, 44) }),
  }),
]
