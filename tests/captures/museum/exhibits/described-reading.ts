import { exhibit, numbers, page, prose, rows } from '../exhibit.ts'
import { item, shadeOf } from '../swatch.ts'

const picture = (n: number, width: number, height: number): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="${width}" height="${height}" fill="rgb(${shadeOf(n).join()})"/></svg>`

/** Pictures that a page names `picture-` and the number of their item. */
const pictures = (from: number, to: number, width: number, height: number): Record<string, string> =>
  Object.fromEntries(numbers(from, to).map((n) => [`picture-${n}`, picture(n, width, height)]))

const BUBBLES = 50
const bubble = (n: number): string => `<div class="bubble${n % 3 === 0 ? ' mine' : ''}">${item(n)}</div>`
/** One day of a chat: ten bubbles, and after them two pictures of unknown size. */
const dayOf = (folder: string, day: number): string =>
  `<div class="day"><h2>10 月 ${day + 10} 日</h2>${numbers(day * 10 - 9, day * 10)
    .map(bubble)
    .join('')}${numbers(BUBBLES + day * 2 - 1, BUBBLES + day * 2)
    .map(
      (n) =>
        `<div class="bubble${n % 2 === 0 ? ' mine' : ''}"><img src="${folder}/picture-${n}?after=${n * 10}" alt=""></div>`,
    )
    .join('')}</div>`

const CHAPTERS = 5
const CHAPTER = 20

/** Pages that are read from the first line to the last, written from what captures promise. */
export const describedReading = [
  exhibit('detail-pictures-in-stack', {
    items: 46,
    texts: 30,
    show: ({ url }) => ({
      '': page(
        `<h1>手工紫砂壶 宜兴原矿</h1><div class="photo"></div>${prose(3)}<nav><a href="#">图文详情</a><a href="#">规格参数</a><a href="#">售后保障</a></nav><div class="detail"><p>正在加载图文详情</p></div><h2>看了又看</h2>${rows(1, 30)}`,
        {
          css: `.photo{height:420px;margin:0 20px;background:linear-gradient(90deg,#f3ece4,#e2d2bf)}nav{position:sticky;top:0;display:flex;gap:24px;height:48px;padding:12px 20px;background:#fff;border-bottom:1px solid #ddd}
.detail{min-height:600px}img{display:block;width:790px;margin:0 auto}h2{margin:0;padding:12px 20px;font-size:17px}`,
          script: `const detail = document.querySelector('.detail')
const fill = () => {
  detail.innerHTML = Array.from({ length: 16 }, (_, at) => '<img loading="lazy" alt="" src="${url}/detail-pictures-in-stack/picture-' + (31 + at) + '?after=150">').join('')
}
new IntersectionObserver(([{ isIntersecting }], watch) => {
  if (!isIntersecting) return
  watch.disconnect()
  setTimeout(fill, 400)
}).observe(detail)`,
        },
      ),
      ...pictures(31, 46, 790, 460),
    }),
  }),
  exhibit('transcript-with-bubbles', {
    items: BUBBLES + 10,
    texts: BUBBLES,
    told: ['scrolls-inside'],
    show: ({ url }) => ({
      '': page(
        `<div class="shell"><header>与“茗香旗舰店”的聊天记录</header><section>${numbers(1, 5)
          .map((day) => dayOf(`${url}/transcript-with-bubbles`, day))
          .join('')}</section></div>`,
        {
          css: `.shell{position:fixed;inset:0;display:flex;flex-direction:column}header{flex:none;height:52px;padding:14px 20px;background:#ededed}section{flex:1;min-height:0;overflow-y:auto;background:#f5f5f5}
.day h2{position:sticky;top:0;width:max-content;margin:8px auto;padding:2px 12px;background:#dadada;font-size:13px}.bubble{width:max-content;max-width:60%;margin:10px 20px;padding:10px 14px;border-radius:6px;background:#fff}
.mine{margin-left:auto;background:#d4efc4}img{display:block}`,
          script: `const list = document.querySelector('section')
const end = () => { list.scrollTop = list.scrollHeight }
for (const one of document.images) one.addEventListener('load', () => { if (performance.now() < 2000) end() })
end()`,
        },
      ),
      ...pictures(BUBBLES + 1, BUBBLES + 10, 260, 180),
    }),
  }),
  exhibit('columns-of-a-reader', {
    items: 88,
    show: page(`<h1>判决书全文</h1>${prose(3)}${rows(1, 88)}${prose(3)}`, {
      css: `html{overflow-y:hidden}body{height:100vh;padding:20px;columns:560px;column-gap:40px;column-fill:auto}.row{break-inside:avoid}`,
      script: `addEventListener('wheel', ({ deltaX, deltaY }) => scrollBy(deltaX + deltaY, 0))`,
    }),
  }),
  // The line that says that a chapter is on its way is gone in the end.
  exhibit('novel-by-chapters', {
    items: CHAPTERS * CHAPTER,
    show: page(`<h1>连载小说</h1><main></main><p class="end">正在加载下一章</p>`, {
      script: `const [main, end] = [document.querySelector('main'), document.querySelector('.end')]
let [count, waits] = [0, false]
const add = () => {
  count += 1
  const lines = Array.from({ length: ${CHAPTER} }, (_, at) => '<div class="row">' + item((count - 1) * ${CHAPTER} + at + 1) + '</div>').join('')
  main.insertAdjacentHTML('beforeend', '<article data-chapter="' + count + '"><h2>第' + '一二三四五'[count - 1] + '章</h2>' + lines + '</article>')
  if (count === ${CHAPTERS}) end.textContent = '已到最后一章'
}
const near = () => {
  const read = [...main.children].findLast((one) => one.getBoundingClientRect().top < innerHeight / 2)
  if (read && read.dataset.chapter !== history.state) {
    history.replaceState(read.dataset.chapter, '', '/novel-by-chapters?chapter=' + read.dataset.chapter)
    document.title = read.firstChild.textContent
  }
  if (waits || count === ${CHAPTERS} || end.getBoundingClientRect().top > innerHeight + 200) return
  waits = true
  setTimeout(() => {
    waits = false
    add()
    near()
  }, 250)
}
addEventListener('scroll', near)
add()
near()`,
    }),
  }),
  exhibit('article-folded-below-fade', {
    items: 47,
    hidden: 25,
    show: page(
      `<h1>买到假货该如何维权</h1><div class="fold">${rows(1, 12)}${prose(8)}${rows(48, 72)}<div class="fade"></div></div><p><button>展开阅读全文</button></p><h2>35 条评论</h2>${rows(13, 47)}`,
      {
        css: `.fold{position:relative;height:640px;overflow:hidden}.fade{position:absolute;left:0;right:0;bottom:0;height:100px;background:linear-gradient(rgba(255,255,255,0),#fff)}h2{margin:0;padding:12px 20px;font-size:17px}`,
      },
    ),
  }),
]
