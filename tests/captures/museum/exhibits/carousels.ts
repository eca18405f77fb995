import { exhibit, page, rows } from '../exhibit.ts'

const sliding = (inner: string): string => `<div class="slide">${inner}</div>`
const css = `.show{width:800px;height:260px;margin:10px 40px;overflow:hidden}.track{display:flex;transition:transform .3s}
.slide{flex:none;width:800px;height:260px;padding:100px 60px;background:#eef3fb}`

/** Parts of which one is on the screen at a time. */
export const carousels = [
  exhibit('carousel-scrolls', {
    items: 52,
    told: ['areas-in-windows'],
    show: page(
      `<h1>限时特惠</h1><div class="show reel"><div class="track">${rows(41, 52, sliding)}</div></div>${rows(1, 40)}`,
      {
        css: `${css}.reel{overflow-x:auto;height:280px}`,
      },
    ),
  }),
  exhibit('carousel-turns', {
    items: 44,
    told: ['areas-in-windows'],
    dear: true,
    show: page(
      `<h1>首页推荐</h1><div class="show"><div class="track">${rows(41, 44, sliding)}</div></div>${rows(1, 40)}`,
      {
        css,
        script: `let at = 0
setInterval(() => { at = (at + 1) % 4; document.querySelector('.track').style.transform = 'translateX(' + -800 * at + 'px)' }, 2000)`,
      },
    ),
  }),
  exhibit('carousel-arrows', {
    items: 41,
    hidden: 7,
    texts: 48,
    told: ['slides-unseen'],
    show: page(
      `<h1>商品图片</h1><div class="show"><div class="track">${rows(41, 48, sliding)}</div></div><p><button>上一张</button> <button>下一张</button></p>${rows(1, 40)}`,
      { css },
    ),
  }),
  exhibit('tabs-stacked', {
    items: 12,
    hidden: 24,
    show: page(
      `<h1>账户中心</h1><div class="tabs"><div class="tab">${rows(13, 24)}</div><div class="tab">${rows(25, 36)}</div><div class="tab">${rows(1, 12)}</div></div>`,
      { css: '.tabs{position:relative;height:540px}.tab{position:absolute;inset:0;background:#fff}' },
    ),
  }),
  exhibit('accordion-closed', {
    items: 40,
    hidden: 40,
    show: page(
      `<h1>常见问题</h1>${rows(1, 40, (inner, n) => `<div class="row">${inner}</div><div class="answer">${rows(40 + n, 40 + n)}</div>`)}`,
      { css: '.answer{max-height:0;overflow:hidden}' },
    ),
  }),
  exhibit('details-closed', {
    items: 30,
    hidden: 30,
    show: page(
      `<h1>办事指南</h1>${rows(1, 30, (inner, n) => `<details><summary>${inner}</summary>${rows(30 + n, 30 + n)}</details>`)}`,
      { css: 'summary{padding:10px 20px}' },
    ),
  }),
  exhibit('details-open', {
    items: 60,
    show: page(
      `<h1>办事指南</h1>${rows(1, 30, (inner, n) => `<details open><summary>${inner}</summary>${rows(30 + n, 30 + n)}</details>`)}`,
      { css: 'summary{padding:10px 20px}' },
    ),
  }),
]
