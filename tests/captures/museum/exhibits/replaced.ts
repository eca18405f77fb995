import { app, exhibit, numbers, page, prose, rows } from '../exhibit.ts'

/** Orders, each as long as the others and told apart by numbers alone. */
const ORDERS = `const order = (n) => swatch(n) + ' 订单 ' + (20260000 + n) + ' 金额 ' + (n * 37 % 900 + 100) + ' 元'
`

/** A table that stands still in a long page, and whose rows follow the way that was scrolled. */
const tableThatStays = exhibit('orders-in-table-that-stays', {
  items: 60,
  texts: 0,
  told: ['documents-hold-less', 'seen-in-windows'],
  show: page(`<h1>订单流水</h1>${prose(2)}<div class="long"><table><tbody></tbody></table></div>${prose(30)}`, {
    css: `.long{height:3600px}table{position:sticky;top:60px}td{height:44px;padding:0 20px;white-space:nowrap}`,
    script: `${ORDERS}const body = document.querySelector('tbody')
const show = () => {
  const from = 1 + 12 * Math.max(0, Math.min(4, Math.floor(scrollY / 700)))
  body.innerHTML = Array.from({ length: 12 }, (_, at) => '<tr><td>' + order(from + at) + '</td></tr>').join('')
}
addEventListener('scroll', show)
show()`,
  }),
})

/** A chat of short posts, some of which their author takes back once they were read. */
const postsTakenBack = (name: string, count: number, told: readonly string[]) =>
  exhibit(name, {
    items: 40,
    texts: 0,
    told,
    show: page(`<h1>群聊记录</h1><main>${'<div class="post"></div>'.repeat(40)}</main>`, {
      css: '.post{height:90px;padding:12px 20px;border-bottom:1px solid #ddd}',
      script: `const posts = [...document.querySelectorAll('.post')]
posts.forEach((post, at) => { post.innerHTML = item(at + 1) + '<br>' + '这条消息只说一件事。'.repeat(2) })
addEventListener('scroll', () => {
  if (scrollY + innerHeight < document.documentElement.scrollHeight - 4) return
  for (const post of posts.slice(3, 3 + ${count})) post.remove()
})`,
    }),
  })

/** A box that shows a part of its rows, and is opened in a frame that stays as high as it was. */
const opened = (name: string, told: readonly string[], around: string) =>
  exhibit(name, {
    items: 60,
    least: 5,
    told,
    show: page(`<h1>评论</h1>${prose(3)}<div class="around"><div class="box">${rows(1, 60)}</div></div>${prose(60)}`, {
      css: `.around{${around}}.box{height:260px;overflow:auto}`,
      script: `addEventListener('scroll', () => { if (scrollY > 600) document.querySelector('.box').style.height = 'auto' })`,
    }),
  })

/** Sections that are filled a moment after they are seen, below others that were there from the beginning. */
const lateBelow = (name: string, above: number, wait: number) =>
  exhibit(name, {
    items: above + 60,
    told: ['documents-hold-less', 'scrolls-inside'],
    show: page(
      app(
        '工作台',
        `<div class="main">${rows(1, above)}${numbers(1, 6)
          .map((n) => `<div class="part" data-n="${n}"></div>`)
          .join('')}</div>`,
      ),
      {
        css: '.part{height:460px;background:#fafafa}',
        script: `const main = document.querySelector('.main')
const watch = new IntersectionObserver((seen) => {
  for (const { target, isIntersecting } of seen) {
    clearTimeout(target.later)
    if (!isIntersecting) { target.innerHTML = ''; continue }
    target.later = setTimeout(() => {
      target.innerHTML = Array.from({ length: 10 }, (_, at) => '<div class="row">' + item(${above - 10} + target.dataset.n * 10 + at + 1) + '</div>').join('')
    }, ${wait})
  }
}, { root: main })
for (const part of document.querySelectorAll('.part')) watch.observe(part)`,
      },
    ),
  })

/** Boxes far below, of which each is empty while it is on no screen, and filled a moment after it has come on one. */
const boxesFilledWhenSeen = (name: string, wait: number) =>
  exhibit(name, {
    items: 40,
    texts: 0,
    told: ['areas-in-windows', 'documents-hold-less', 'seen-in-windows'],
    show: page(
      `<h1>门店</h1>${prose(40)}${numbers(0, 1)
        .map((n) => `<div class="box" data-n="${n}"></div>${prose(40)}`)
        .join('')}`,
      {
        css: '.box{height:300px;overflow:auto;border:1px solid #ccc}',
        script: `const watch = new IntersectionObserver((seen) => {
  for (const { target, isIntersecting } of seen) {
    clearTimeout(target.later)
    if (!isIntersecting) { target.innerHTML = '<div style="height:880px"></div>'; continue }
    target.later = setTimeout(() => {
      target.innerHTML = Array.from({ length: 20 }, (_, at) => '<div class="row">' + item(target.dataset.n * 20 + at + 1) + '</div>').join('')
    }, ${wait})
  }
})
for (const box of document.querySelectorAll('.box')) watch.observe(box)`,
      },
    ),
  })

/** Content that others take the place of, and content that comes where none came before. */
export const replaced = [
  tableThatStays,
  postsTakenBack('six-posts-taken-back', 6, ['documents-hold-less', 'seen-in-windows']),
  postsTakenBack('two-posts-taken-back', 2, ['seen-in-windows']),
  opened('box-opened-behind-its-frame', ['areas-unwalked'], 'height:260px;overflow:hidden'),
  opened('box-opened', ['seen-in-windows'], ''),
  boxesFilledWhenSeen('boxes-filled-when-seen', 450),
  lateBelow('sections-late-below-rows', 80, 420),
  lateBelow('sections-late-to-the-end', 30, 420),
]
