import { app, exhibit, numbers, page, prose, rows } from '../exhibit.ts'
import { paintPapers } from '../page-scripts.ts'
import { item } from '../swatch.ts'

/** Keeps only those rows of `.room` that `.scroll` shows: `count` items after the first `before`, each 44 pixels tall. */
const keepSeen = (
  before: number,
  count: number,
): string => `const [box, room] = [document.querySelector('.scroll'), document.querySelector('.room')]
room.style.height = ${count} * 44 + 'px'
const draw = () => {
  const from = Math.max(0, Math.floor((box.scrollTop - room.offsetTop) / 44) - 1)
  const to = Math.min(${count}, Math.ceil((box.scrollTop - room.offsetTop + box.clientHeight) / 44) + 1)
  room.innerHTML = Array.from({ length: Math.max(0, to - from) }, (_, at) => '<div class="row near" style="top:' + (from + at) * 44 + 'px">' + item(${before} + from + at + 1) + '</div>').join('')
}
box.addEventListener('scroll', draw)
`

const NEAR = '.room{position:relative}.near{position:absolute;left:0;right:0}'

const heading = (n: number): string => `<h2 id="h${n}">${item(n)}</h2>${rows(8 + n * 9 - 8, 8 + n * 9)}`

/** Boxes above, beside and within pages, written from what captures promise. */
export const describedWindows = [
  exhibit('picker-in-modal', {
    items: 150,
    dim: 0.45,
    told: ['areas-in-windows', 'documents-hold-less', 'masked'],
    show: page(
      `<div class="behind"><h1>填写收货地址</h1>${prose(4)}${rows(1, 30)}</div><dialog aria-label="选择城市"><div class="scroll"><h2>选择城市</h2><div class="room"></div></div><p><button>确定</button></p></dialog>`,
      {
        css: `${NEAR}.behind{width:560px}dialog{display:flex;flex-direction:column;inset:60px 40px auto auto;width:560px;height:600px;margin:0;padding:0}dialog::backdrop{background:rgba(0,0,0,.45)}
.scroll{flex:1;min-height:0;position:relative;overflow-y:auto}h2{position:sticky;top:0;z-index:1;height:48px;margin:0;padding:12px 20px;background:#f5f6f8;font-size:16px}`,
        script: `document.querySelector('dialog').showModal()
${keepSeen(30, 120)}
draw()`,
      },
    ),
  }),
  exhibit('shell-with-orders-and-drawer', {
    items: 150,
    told: ['areas-in-windows', 'documents-hold-less', 'scrolls-inside'],
    show: page(
      `<div class="shell"><nav>商家后台</nav><section class="scroll"><h1>订单管理</h1><div class="filter">全部 待发货 已发货 退款中</div><div class="room"></div></section><aside role="dialog" aria-label="订单详情"><h2>订单详情</h2><div class="list">${rows(121, 150)}</div></aside></div>`,
      {
        css: `${NEAR}.shell{position:fixed;inset:0;display:flex}nav{flex:none;width:140px;padding:20px;background:#20304a;color:#fff}section{position:relative;flex:1;overflow-y:auto;padding-right:420px}
.filter{position:sticky;top:0;z-index:1;height:44px;padding:10px 20px;background:#f2f4f8}aside{position:absolute;top:0;right:16px;bottom:0;display:flex;flex-direction:column;width:400px;background:#fff;box-shadow:-4px 0 12px rgba(0,0,0,.2)}
h2{flex:none;margin:0;padding:14px 20px;font-size:17px}.list{flex:1;min-height:0;overflow-y:auto}`,
        script: `${keepSeen(0, 120)}
draw()`,
      },
    ),
  }),
  // It stands at another place at the end of the page than in the whole-page picture.
  exhibit('sidebar-held-by-program', {
    items: 108,
    told: ['seen-in-windows'],
    show: page(
      `<h1>技术文档</h1>${prose(5)}<div class="both"><main>${rows(1, 80)}</main><aside><div class="side">${rows(81, 108)}</div></aside></div>${prose(10)}`,
      {
        css: `.both{position:relative;display:flex}main{flex:1;min-width:0}aside{position:relative;flex:none;width:360px}.side{width:360px;background:#eef3fb}.side.held{position:fixed;bottom:0}.side.ended{position:absolute;bottom:0}`,
        script: `const [aside, side] = [document.querySelector('aside'), document.querySelector('.side')]
const hold = () => {
  const { top, bottom } = aside.getBoundingClientRect()
  side.className = 'side' + (bottom < innerHeight ? ' ended' : top + side.offsetHeight < innerHeight ? ' held' : '')
}
addEventListener('scroll', hold)
addEventListener('resize', hold)
hold()`,
      },
    ),
  }),
  exhibit('large-type-app', {
    items: 60,
    told: ['scrolls-inside'],
    show: page(`<div class="large">${app('长者专版', `<div class="main">${rows(1, 60)}</div>`)}</div>`, {
      css: `.large{zoom:1.5}.large .app{height:calc(100vh / 1.5)}`,
    }),
  }),
  exhibit('papers-painted-ahead', {
    items: 60,
    texts: 0,
    told: ['painted-text', 'scrolls-inside'],
    show: page(
      `<div class="bar">起诉状.pdf　共 10 页</div><div class="viewer">${numbers(1, 10)
        .map((n) => `<div class="paper" data-page="${n}"></div>`)
        .join('')}</div>`,
      {
        css: `.viewer{position:absolute;inset:56px 0 0;overflow:auto;background:#525659}.paper{width:800px;height:1000px;margin:10px auto;background:#fff}canvas{display:block}`,
        script: paintPapers(900),
      },
    ),
  }),
  exhibit('sale-that-counts-down', {
    items: 60,
    show: page(`<div class="bar held">距结束 <b></b></div><h1>限时抢购</h1>${rows(1, 60)}`, {
      css: '.held{position:sticky;top:0}',
      script: `const end = Date.now() + 8_000_000
const tell = () => {
  const left = end - Date.now()
  document.querySelector('b').textContent = [3_600_000, 60_000, 1_000].map((unit, at) => String(Math.floor(left / unit) % (at === 0 ? 99 : 60)).padStart(2, '0')).join(':')
}
tell()
setInterval(tell, 1_000)`,
    }),
  }),
  exhibit('prices-that-change-in-place', {
    items: 100,
    show: page(
      `<h1>行情</h1>${rows(1, 100, (inner) => `<div class="row">${inner} <b style="float:right;width:200px;text-align:right"></b></div>`)}`,
      {
        script: `setInterval(() => {
  for (const price of document.querySelectorAll('b')) price.textContent = '¥ ' + (Math.random() * 2000).toFixed(2)
}, 90)`,
      },
    ),
  }),
  exhibit('contents-that-follow', {
    items: 80,
    show: page(
      `<h1>隐私政策</h1><div class="both"><nav>${numbers(1, 8)
        .map((n) => `<a href="#h${n}">第${'一二三四五六七八'[n - 1]}章</a>`)
        .join('')}</nav><article>${numbers(1, 8).map(heading).join('')}</article></div>${prose(6)}`,
      {
        css: `.both{display:flex}nav{position:sticky;top:20px;align-self:flex-start;flex:none;width:200px;padding:0 20px}nav a{display:block;padding:6px 10px;color:#444;text-decoration:none}nav .here{color:#fff;background:#1f6feb}article{flex:1}h2{margin:0;padding:12px 20px;font-size:17px}`,
        script: `const [heads, links] = [[...document.querySelectorAll('h2')], [...document.querySelectorAll('nav a')]]
const mark = () => {
  const at = Math.max(0, heads.findLastIndex((one) => one.getBoundingClientRect().top < 100))
  links.forEach((link, place) => link.classList.toggle('here', place === at))
}
addEventListener('scroll', mark)
mark()`,
      },
    ),
  }),
]
