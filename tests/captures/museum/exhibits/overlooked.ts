import { app, exhibit, numbers, page, prose, rows } from '../exhibit.ts'
import { moveByWheel } from '../page-scripts.ts'
import { item, shadeOf, swatch } from '../swatch.ts'

const heroCss = (height: number) =>
  `.show{height:${height}px;overflow:hidden}.track{display:flex;height:100%;transition:transform .3s}.slide{flex:none;width:100%;height:100%;padding:100px 60px;background:#eef3fb}`
const slides = (inner: (n: number) => string, from: number, to: number) =>
  `<div class="show"><div class="track">${numbers(from, to)
    .map((n) => `<div class="slide">${inner(n)}</div>`)
    .join('')}</div></div>`
const turning = (count: number, milliseconds: number) => `let at = 0
setInterval(() => { at = (at + 1) % ${count}; document.querySelector('.track').style.transform = 'translateX(' + -100 * at + '%)' }, ${milliseconds})`

/** Slide without a word. */
const picture = (n: number, fill = `hsl(0 0% ${30 + (n % 5) * 15}%)`) =>
  `<svg width="600" height="200"><rect width="600" height="200" fill="${fill}"/><rect x="40" y="40" width="16" height="12" fill="rgb(${shadeOf(n).join()})"/></svg>`

/** Colours that are all as light. */
const colourOf = (n: number) => {
  const red = 40 + (n % 4) * 50
  return `rgb(${red},${Math.round((30_000 - 77 * red) / 150)},100)`
}

/** A feed whose next rows take longer than a capture waits for them. */
const slowFeed = (name: string, told: readonly string[], [open, close]: readonly [string, string], at: string) =>
  exhibit(name, {
    items: 90,
    told,
    dear: true,
    show: () => ({
      more: '',
      '': page(`${open}<main></main>${close}`, {
        script: `let [shown, busy] = [0, false]
const list = document.querySelector('main')
const add = () => {
  list.insertAdjacentHTML('beforeend', Array.from({ length: 30 }, (_, k) => '<div class="row">' + item(1 + shown + k) + '</div>').join(''))
  shown += 30
}
add()
addEventListener('scroll', async () => {
  const box = ${at}
  if (busy || shown >= 90 || box.scrollTop + box.clientHeight < box.scrollHeight - 40) return
  busy = true
  await fetch('${name}/more?after=6000&n=' + shown)
  add()
  busy = false
}, true)`,
      }),
    }),
  })

/** Pages on which parts were once taken for whole. */
export const overlooked = [
  exhibit('hero-with-arrows', {
    items: 41,
    hidden: 4,
    texts: 45,
    told: ['slides-unseen'],
    show: page(`${slides((n) => item(n), 41, 45)}${rows(1, 40)}`, { css: heroCss(480) }),
  }),
  exhibit('hero-of-pictures-with-arrows', {
    items: 41,
    hidden: 4,
    texts: 40,
    told: ['slides-unseen'],
    show: page(`${slides(picture, 41, 45)}${rows(1, 40)}`, { css: `${heroCss(260)}.slide{padding:0}` }),
  }),
  exhibit('hero-of-pictures-that-turns', {
    items: 44,
    texts: 40,
    told: ['areas-in-windows', 'background-differs'],
    dear: true,
    show: page(`${slides(picture, 41, 44)}${rows(1, 40)}`, {
      css: `${heroCss(260)}.slide{padding:0}`,
      script: turning(4, 1_500),
    }),
  }),
  exhibit('hero-of-colours-that-turns', {
    items: 44,
    texts: 40,
    told: ['areas-in-windows', 'background-differs'],
    dear: true,
    show: page(`${slides((n) => picture(n, colourOf(n)), 41, 44)}${rows(1, 40)}`, {
      css: `${heroCss(260)}.slide{padding:0}`,
      script: turning(4, 2_000),
    }),
  }),
  exhibit('hero-that-turns-slowly', {
    items: 47,
    least: 43,
    texts: 47,
    told: ['areas-in-windows', 'slides-unseen'],
    dear: true,
    show: page(`${slides((n) => item(n), 41, 47)}${rows(1, 40)}`, { css: heroCss(300), script: turning(7, 4_000) }),
  }),
  slowFeed('feed-slower-than-patience', [], ['<h1>动态</h1>', ''], 'document.scrollingElement'),
  slowFeed(
    'box-slower-than-patience',
    ['scrolls-inside'],
    ['<div class="app"><div class="bar">动态</div><div class="main">', '</div></div>'],
    "document.querySelector('.main')",
  ),
  exhibit('app-in-body-with-margin', {
    items: 60,
    told: ['scrolls-inside'],
    show: page(`<div class="window"><div class="stage">${rows(1, 60)}</div></div>`, {
      css: 'body{margin:8px}.window{height:100vh;overflow:hidden}',
      script: moveByWheel('', 'innerHeight'),
    }),
  }),
  exhibit('own-bars-below-the-window', {
    items: 60,
    least: 8,
    told: ['areas-unwalked'],
    texts: 0,
    show: page(`<h1>资料</h1>${prose(40)}<div class="box"><div class="stage">${rows(1, 60)}</div></div>${prose(30)}`, {
      css: '.box{height:400px;overflow:hidden;border:1px solid #ccc}',
      script: `const box = document.querySelector('.box')
${moveByWheel('box.', 'box.clientHeight', true)}`,
    }),
  }),
  exhibit('stage-of-years', {
    items: 9,
    texts: 0,
    told: ['documents-hold-less', 'seen-in-windows'],
    show: page('<div class="long"><div class="stage"></div></div>', {
      css: '.long{height:7200px}.stage{position:sticky;top:0;height:100vh;padding:200px}',
      script: `const show = () => {
  const n = 1 + Math.min(8, Math.floor(scrollY / 720))
  document.querySelector('.stage').innerHTML = '<h2>' + swatch(n) + ' ' + (2015 + n) + ' 年营收 ' + n + '.5 亿元</h2>'
}
addEventListener('scroll', show)
show()`,
    }),
  }),
  exhibit('stage-below-the-window', {
    items: 120,
    show: page(
      `<div class="lead"><h1>年度报告</h1></div><div class="both"><div class="stage"><h2>数据说明</h2><svg width="500" height="400"><rect x="20" y="20" width="440" height="340" fill="#cddcf5"/><rect x="60" y="60" width="120" height="260" fill="#1f6feb"/><rect x="240" y="160" width="120" height="160" fill="#e8590c"/></svg></div><main>${rows(1, 120)}</main></div>`,
      { css: '.lead{height:900px}.both{display:flex}.stage{position:sticky;top:0;width:55%;height:100vh}main{flex:1}' },
    ),
  }),
  exhibit('boxes-with-a-line-more', {
    items: 28,
    told: ['areas-in-windows'],
    show: ({ url }) => ({
      '': page(
        `<h1>公告</h1><div class="box">${rows(1, 6)}<p class="end">${item(7)}</p></div><iframe src="${url}/boxes-with-a-line-more/inner"></iframe>${rows(15, 28)}`,
        {
          css: '.box{height:268px;overflow:auto;border:1px solid #ccc}.end{height:36px}iframe{width:600px;height:268px}',
        },
      ),
      inner: page(`${rows(8, 13)}<p class="end">${item(14)}</p>`, { css: '.end{height:36px}' }),
    }),
  }),
  exhibit('locked-page-with-headlines', {
    items: 14,
    hidden: 46,
    texts: 0,
    told: ['locked-unseen'],
    show: page(
      app(
        `${swatch(0)} 门户`,
        `<div class="held"><p class="news"></p>${rows(1, 60)}</div>`,
        '<div class="bar">继续浏览前请同意隐私政策</div>',
      ),
      {
        css: '.held{flex:1;min-height:0;overflow:hidden}.news{height:60px}',
        script: `let at = 0
const words = ['市场监管总局发布新规', '知识产权保护中心成立', '电子证据司法解释施行']
const news = document.querySelector('.news')
const turn = () => { news.textContent = words[at++ % 3] }
turn()
setInterval(turn, 700)`,
      },
    ),
  }),
  exhibit('app-of-fixed-height', {
    items: 18,
    hidden: 42,
    texts: 60,
    told: ['locked-unseen'],
    show: page(`<div class="window">${rows(1, 60)}</div>`, {
      css: 'html,body{height:100%;overflow:hidden}.window{overflow:hidden}',
      script: `document.querySelector('.window').style.height = innerHeight + 'px'`,
    }),
  }),
]
