import { app, exhibit, numbers, page } from '../exhibit.ts'
import { paintPapers } from '../page-scripts.ts'

const BONES =
  '.room{position:relative}.near{position:absolute;left:0;right:0}.bone{display:inline-block;width:420px;height:18px;background:#e6e6e6}'

/** Draws the rows of 150 that are on the screen; `isKnown` says whether one is written or stands as a bone. */
const DRAW = `const room = document.querySelector('.room')
room.style.height = 150 * 44 + 'px'
const draw = (top, height, isKnown) => {
  const from = Math.max(0, Math.floor(top / 44) - 2)
  const to = Math.min(150, Math.ceil((top + height) / 44) + 2)
  room.innerHTML = Array.from({ length: Math.max(0, to - from) }, (_, at) => {
    const row = from + at
    return '<div class="row near" style="top:' + row * 44 + 'px">' + (isKnown(row) ? item(row + 1) : '<i class="bone"></i>') + '</div>'
  }).join('')
}
`

interface Blanks {
  readonly told: readonly string[]
  readonly body: string
  /** First row on the screen and their height, as expressions. */
  readonly place: string
  /** Before `addEventListener`. */
  readonly target: string
  readonly wait: number
}

/** A list whose rows are blank while it is scrolled, and written a moment after. */
const blanks = (name: string, { told, body, place, target, wait }: Blanks) =>
  exhibit(name, {
    items: 150,
    told,
    show: page(body, {
      css: BONES,
      script: `${DRAW}let later
const now = (isWritten) => draw(${place}, () => isWritten)
${target}addEventListener('scroll', () => {
  now(false)
  clearTimeout(later)
  later = setTimeout(() => now(true), ${wait})
})
now(true)`,
    }),
  })

const SECTIONS = numbers(1, 12)
  .map((n) => `<div class="part" data-n="${n}"><i class="bone"></i></div>`)
  .join('')

/** Sections of ten items that are filled once they are seen: `fill(show)` calls `show` when that is. */
const sections = (name: string, fill: string, told: readonly string[] = ['scrolls-inside']) =>
  exhibit(name, {
    items: 120,
    told,
    show: ({ url }) => ({
      '': page(app('工作台', `<div class="main">${SECTIONS}</div>`), {
        css: `.part{height:460px}${BONES}`,
        script: `const url = '${url}/${name}/more'
const fill = ${fill}
const watch = new IntersectionObserver((seen) => {
  for (const { target, isIntersecting } of seen) {
    if (!isIntersecting) continue
    watch.unobserve(target)
    fill(() => {
      const n = Number(target.dataset.n)
      target.innerHTML = Array.from({ length: 10 }, (_, at) => '<div class="row">' + item(n * 10 - 9 + at) + '</div>').join('')
    })
  }
})
for (const one of document.querySelectorAll('.part')) watch.observe(one)`,
      }),
      more: '',
    }),
  })

/** Fifteen rows more wherever the end is near, and as many taken away above. */
const takingAway = (script: string): string => `let last = 0
const add = () => {
  box.insertAdjacentHTML('beforeend', Array.from({ length: 15 }, (_, at) => '<div class="row">' + item(last + at + 1) + '</div>').join(''))
  last += 15
}
${script}`

const LIST = app('订单列表', '<div class="main"><div class="room"></div></div>')

/** Pages that draw what they show a moment after it came on the screen, or take away what has gone off it. */
export const late = [
  blanks('blanks-while-scrolled', {
    told: ['documents-hold-less', 'scrolls-inside'],
    body: LIST,
    place: 'box.scrollTop, box.clientHeight',
    target: `const box = document.querySelector('.main')\nbox.`,
    wait: 150,
  }),
  blanks('blanks-in-document', {
    told: ['documents-hold-less', 'seen-in-windows'],
    body: '<h1>搜索结果</h1><div class="room"></div>',
    place: 'scrollY - room.offsetTop, innerHeight',
    target: '',
    wait: 400,
  }),
  exhibit('list-that-asks', {
    items: 150,
    told: ['documents-hold-less', 'scrolls-inside'],
    dear: true,
    show: ({ url }) => ({
      '': page(LIST, {
        css: BONES,
        script: `${DRAW}const box = document.querySelector('.main')
const got = new Set()
const now = () => draw(box.scrollTop, box.clientHeight, (row) => got.has(Math.floor(row / 10)))
const ask = () => {
  for (let part = Math.max(0, Math.floor(box.scrollTop / 440) - 1); part <= (box.scrollTop + box.clientHeight) / 440; part++)
    if (!got.has(part)) fetch('${url}/list-that-asks/more?after=300&part=' + part).then(() => { got.add(part); now() })
}
let later
box.addEventListener('scroll', () => {
  now()
  clearTimeout(later)
  later = setTimeout(ask, 100)
})
now()
ask()`,
      }),
      more: '',
    }),
  }),
  sections('sections-filled-later', '(show) => setTimeout(show, 400)'),
  sections('sections-that-ask', `(show) => fetch(url + '?after=300').then(show)`),
  // Three seconds a window: nobody waits so long for all of them, and what was left is told.
  {
    ...sections('sections-that-ask-long', `(show) => fetch(url + '?after=1500').then(show)`, [
      'looks-incomplete',
      'scrolls-inside',
    ]),
    dear: true,
    least: 30,
    texts: 0,
  },
  exhibit('papers-painted-near', {
    items: 60,
    texts: 0,
    told: ['painted-text', 'scrolls-inside'],
    show: page(
      `<div class="bar">起诉状.pdf　共 10 页</div><div class="viewer">${numbers(1, 10)
        .map((n) => `<div class="paper" data-page="${n}"></div>`)
        .join('')}</div>`,
      {
        css: '.viewer{position:absolute;inset:56px 0 0;overflow:auto;background:#525659}.paper{width:800px;height:1000px;margin:10px auto;background:#fff}canvas{display:block}',
        script: paintPapers(300),
      },
    ),
  }),
  exhibit('feed-that-drops-what-passed', {
    items: 150,
    told: ['documents-hold-less', 'seen-in-windows'],
    show: page('<h1>赛事文字直播</h1><main></main>', {
      script: takingAway(`const box = document.querySelector('main')
add()
add()
add()
addEventListener('scroll', () => {
  if (last === 150 || scrollY + innerHeight < document.documentElement.scrollHeight - 300) return
  add()
  for (let at = 0; at < 15; at++) box.firstChild.remove()
})`),
    }),
  }),
  exhibit('log-that-drops-what-passed', {
    items: 150,
    told: ['documents-hold-less', 'scrolls-inside'],
    show: page(app('直播弹幕记录', '<div class="main"></div>'), {
      script: takingAway(`const box = document.querySelector('.main')
add()
add()
add()
box.addEventListener('scroll', () => {
  if (last === 150 || box.scrollTop + box.clientHeight < box.scrollHeight - 300) return
  add()
  for (let at = 0; at < 15; at++) box.firstChild.remove()
})`),
    }),
  }),
]
