import { app, exhibit, numbers, page, prose, rows } from '../exhibit.ts'
import { item, shadeOf, swatch, textOf } from '../swatch.ts'

/** Address of a picture in one colour. */
const pictureOf = (n: number): string =>
  `data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='640' height='240'%3E%3Crect width='640' height='240' fill='rgb(${shadeOf(n).join()})'/%3E%3C/svg%3E`

const BLANK = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'

const figure = (n: number): string =>
  `${prose(2)}<figure><img src="${BLANK}" data-src="${pictureOf(n)}" width="640" height="240" alt=""><figcaption>${textOf(n)}</figcaption></figure>`

const THREADS = 12
const LONG = '卖家在详情页写的是明前茶，收到的包装上印的却是去年的生产日期，客服先说可以退，后来又说拆封不退。'

/** Comment with two answers on show and two that are folded. */
const thread = (n: number): string => `<li><div class="row">${item(n)}</div><p class="long">${LONG.repeat(5)}</p>
<ul>${rows(THREADS + 2 * n - 1, THREADS + 2 * n, (inner) => `<li><div class="row">${inner}</div></li>`)}
<li hidden>${rows(3 * THREADS + 2 * n - 1, 3 * THREADS + 2 * n)}</li></ul><p><button>展开 2 条回复</button></p></li>`

const shot = (inner: string): string => `<div class="shot">${inner}</div>`
const film = (n: number): string => `<section><div class="strip">${rows(n * 3 - 2, n * 3, shot)}</div></section>`

const notice = `<span class="copy">${swatch(51)} 第 51 项 国庆期间发货顺延　${swatch(52)} 第 52 项 谨防假冒客服</span>`

/** Posts and what is said below and beside them, written from what captures promise. */
export const describedPosts = [
  exhibit('article-images-by-data-src', {
    items: 16,
    show: page(`<article><h1>老字号维权记</h1>${numbers(1, 16).map(figure).join('')}${prose(4)}</article>`, {
      css: `article{width:680px;margin:0 auto}figure{margin:12px 20px}img{display:block;background:#eee;opacity:.2;transition:opacity .3s}img.here{opacity:1}figcaption{color:#666}`,
      script: `const watch = new IntersectionObserver((seen) => {
  for (const { target, isIntersecting } of seen) {
    if (!isIntersecting) continue
    watch.unobserve(target)
    target.addEventListener('load', () => target.classList.add('here'))
    target.src = target.dataset.src
  }
})
for (const one of document.images) watch.observe(one)`,
    }),
  }),
  exhibit('comment-tree-folded', {
    items: 3 * THREADS,
    hidden: 2 * THREADS,
    show: page(`<h1>全部评论</h1>${prose(2)}<ul class="tree">${numbers(1, THREADS).map(thread).join('')}</ul>`, {
      css: `ul{margin:0;padding:0 0 0 28px;list-style:none}.tree{padding:0 20px}ul ul{border-left:2px solid #ddd}.long{display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:2;width:620px;padding:0 20px;overflow:hidden}`,
    }),
  }),
  exhibit('live-room', {
    items: 61,
    told: ['areas-in-windows'],
    show: page(
      app(
        `直播间 ${item(61)}`,
        `<div class="room"><div class="film"><h2>今晚八点 茶具专场</h2><span>主播好</span><span>已下单，什么时候发货</span><span>上次买的有裂纹</span></div><div class="chat">${rows(1, 60)}</div></div>`,
        '<div class="bar"><input aria-label="说点什么" placeholder="说点什么"> <button>发送</button></div>',
      ),
      {
        css: `.room{flex:1;display:flex;min-height:0}.film{position:relative;flex:1;overflow:hidden;background:linear-gradient(#14202e,#25394f);color:#fff}h2{margin:0;padding:60px 30px;font-size:22px}
.film span{position:absolute;left:0;top:140px;white-space:nowrap;animation:fly 9s linear infinite}.film span+span{top:180px;animation-duration:12s}.film span+span+span{top:220px;animation-duration:15s}
@keyframes fly{from{transform:translateX(900px)}to{transform:translateX(-300px)}}.chat{flex:none;width:360px;overflow-y:auto;border-left:1px solid #ddd}.chat .row{height:auto;white-space:normal}`,
        script: `const chat = document.querySelector('.chat')
chat.scrollTop = chat.scrollHeight`,
      },
    ),
  }),
  exhibit('replies-after-skeletons', {
    items: 80,
    show: page(
      `<h1>商品问答</h1>${prose(2)}<ul aria-busy="true">${'<li class="row"><i class="bone"></i></li>'.repeat(8)}</ul>`,
      {
        css: 'ul{margin:0;padding:0;list-style:none}.bone{display:inline-block;width:420px;height:18px;background:#e6e6e6}',
        script: `let at = 0
const list = document.querySelector('ul')
const add = () => {
  list.insertAdjacentHTML('beforeend', Array.from({ length: 8 }, () => '<li class="row">' + item(++at) + '</li>').join(''))
  if (at < 80) requestIdleCallback(add)
}
setTimeout(() => {
  list.textContent = ''
  list.removeAttribute('aria-busy')
  add()
}, 700)`,
      },
    ),
  }),
  exhibit('films-snap-both-ways', {
    items: 18,
    told: ['areas-in-windows', 'scrolls-inside'],
    show: page(`<main><h1 class="title">推荐视频</h1>${numbers(1, 6).map(film).join('')}</main>`, {
      css: `.title{position:absolute;z-index:1}main{height:100vh;overflow-y:auto;scroll-snap-type:y mandatory}section{height:100vh;scroll-snap-align:start}
.strip{display:flex;height:100%;overflow-x:auto;overflow-y:hidden;scroll-snap-type:x mandatory}.shot{flex:none;width:100%;height:100%;padding:30vh 80px;scroll-snap-align:start;background:linear-gradient(#f6efe4,#e4eef6)}`,
    }),
  }),
  exhibit('notice-that-runs', {
    items: 52,
    show: page(`<h1>店铺公告</h1><div class="ticker"><div>${notice.repeat(4)}</div></div>${rows(1, 50)}`, {
      css: `.ticker{width:1200px;margin:0 20px;padding:10px 0;overflow:hidden;background:#fff8e1}.ticker div{display:flex;animation:run 14s linear infinite}.copy{flex:none;width:600px;white-space:nowrap}
@keyframes run{to{transform:translateX(-600px)}}`,
    }),
  }),
  exhibit('note-over-locked-feed', {
    items: 100,
    dim: 0.45,
    told: ['areas-in-windows', 'locked', 'masked'],
    show: page(
      `<div class="feed"><h1>发现</h1>${rows(31, 100)}</div><div class="mask"></div><div class="note" role="dialog" aria-modal="true" aria-label="笔记"><div class="photo"></div><div class="talk"><h2>避雷这家店</h2>${rows(1, 30)}</div></div>`,
      {
        css: `body{overflow:hidden}.feed{width:560px}.mask{position:fixed;inset:0;background:rgba(0,0,0,.45)}.note{position:fixed;left:600px;top:60px;display:flex;width:640px;height:600px;background:#fff}
.photo{flex:none;width:220px;background:linear-gradient(#fbeee6,#f0d5c3)}.talk{flex:1;overflow-y:auto}h2{margin:0;padding:12px 20px;font-size:17px}.talk .row{height:auto;white-space:normal}`,
      },
    ),
  }),
]
