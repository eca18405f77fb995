import { exhibit, numbers, page, prose, rows } from '../exhibit.ts'
import { moveByWheel } from '../page-scripts.ts'

const LOCK = 'html,body{height:100%;overflow:hidden}'
const notice =
  '<div class="ask"><p>我们使用 Cookie。继续浏览前请先选择。</p><p><button>全部接受</button> <button>拒绝</button></p></div>'
const BAR = '.ask{position:fixed;left:0;right:0;bottom:0;height:160px;background:#fff8e1}.room{height:160px}'
const WALL = `.mask{position:fixed;inset:0;background:rgba(0,0,0,.45)}.ask{position:fixed;right:40px;top:120px;width:360px;background:#fff}`
const DIM = 0.45
const wall = `<div class="mask"></div>${notice}`

/** Pages that let nobody scroll or look before something is answered, or that scroll by script. */
export const locks = [
  exhibit('consent-lock', {
    items: 80,
    told: ['locked'],
    show: page(`<h1>新闻首页</h1>${rows(1, 80)}<div class="room"></div>${notice}`, { css: LOCK + BAR }),
  }),
  exhibit('consent-wall', {
    items: 80,
    dim: DIM,
    told: ['locked', 'masked'],
    show: page(`<h1>新闻首页</h1>${rows(1, 80)}${wall}`, { css: LOCK + WALL }),
  }),
  exhibit('consent-lock-full-height', {
    items: 3,
    hidden: 27,
    texts: 30,
    told: ['locked-unseen'],
    show: page(
      `${numbers(1, 10)
        .map((n) => `<section>${rows(n * 3 - 2, n * 3)}</section>`)
        .join('')}${notice}`,
      { css: `${LOCK}${BAR}section{height:100vh}` },
    ),
  }),
  exhibit('mask-without-lock', {
    items: 80,
    dim: DIM,
    told: ['masked'],
    show: page(`<h1>登录后查看更多</h1>${rows(1, 80)}${wall}`, { css: WALL }),
  }),
  exhibit('modal-with-list', {
    items: 60,
    told: ['areas-in-windows', 'masked'],
    show: page(`<div class="text"><h1>协议更新</h1>${prose(40)}</div><dialog>${rows(1, 60)}</dialog>`, {
      css: '.text{width:560px}dialog{margin:0;inset:60px 40px auto auto;width:560px;height:600px;overflow:auto;padding:0}',
      script: `document.querySelector('dialog').showModal()`,
    }),
  }),
  exhibit('dialog-with-list', {
    items: 90,
    told: ['areas-in-windows'],
    show: page(`<div class="text"><h1>客户列表</h1>${rows(1, 50)}</div><dialog open>${rows(51, 90)}</dialog>`, {
      css: '.text{width:560px}dialog{position:fixed;margin:0;inset:60px 40px auto auto;width:560px;height:500px;overflow:auto;padding:0}',
    }),
  }),
  exhibit('popover-open', {
    items: 61,
    show: page(`<h1>消息</h1>${rows(1, 60)}<div popover="manual">${rows(61, 61)}</div>`, {
      css: '[popover]{margin:0;inset:20px 20px auto auto;width:520px}',
      script: `document.querySelector('[popover]').showPopover()`,
    }),
  }),
  exhibit('scripted-scroll', {
    items: 60,
    told: ['scrolls-inside'],
    show: page(`<div class="stage">${rows(1, 60)}</div>`, {
      css: 'html,body{height:100vh;overflow:hidden}',
      script: moveByWheel('', 'innerHeight'),
    }),
  }),
]
