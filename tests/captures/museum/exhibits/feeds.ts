import { app, exhibit, page, rows } from '../exhibit.ts'

/** Adds twenty rows below whenever the end comes near, so many times. */
const feed = (loads: number): string => `
let [shown, loads, busy] = [0, 0, false]
const list = document.getElementById('list')
const add = () => {
  list.insertAdjacentHTML('beforeend', Array.from({ length: 20 }, (_, k) => '<div class="row">' + item(1 + (shown + k) % 1800) + '</div>').join(''))
  shown += 20
}
const more = () => {
  if (busy || loads >= ${loads} || scrollY + innerHeight < document.documentElement.scrollHeight - 200) return
  busy = true
  setTimeout(() => { loads += 1; add(); busy = false; more() }, 80)
}
add()
addEventListener('scroll', more)
more()`

/** The same, where each twenty rows are asked for and answered late. */
const askingFeed = (loads: number, milliseconds: number): string => `
let [shown, loads, busy] = [0, 0, false]
const list = document.getElementById('list')
const add = () => {
  list.insertAdjacentHTML('beforeend', Array.from({ length: 20 }, (_, k) => '<div class="row">' + item(1 + shown + k) + '</div>').join(''))
  shown += 20
}
const more = async () => {
  if (busy || loads >= ${loads} || scrollY + innerHeight < document.documentElement.scrollHeight - 40) return
  busy = true
  await fetch('feed-that-asks/more?after=${milliseconds}&n=' + loads)
  loads += 1
  add()
  busy = false
}
add()
add()
addEventListener('scroll', more)`

/** Messages stand with the newest last; older ones come while the reader is at the top. `first` is the oldest there is. */
const chat = (numberOf: string, first: number): string => `
const [box, list] = [document.querySelector('.main'), document.getElementById('list')]
let [oldest, busy] = [100, false]
const add = (count) => {
  let html = ''
  const next = Math.max(${first}, oldest - count)
  for (let n = next; n < oldest; n++) html += '<div class="row">' + item((${numberOf})(n)) + '</div>'
  const below = box.scrollHeight - box.scrollTop
  list.insertAdjacentHTML('afterbegin', html)
  oldest = next
  box.scrollTop = box.scrollHeight - below
}
const more = () => {
  if (busy || oldest <= ${first} || box.scrollTop > 60) return
  busy = true
  setTimeout(() => { add(20); busy = false }, 80)
}
add(30)
box.scrollTop = box.scrollHeight
box.addEventListener('scroll', more)`

const talk = (script: string): string =>
  page(app('群聊：业主委员会', '<div class="main"><div id="list"></div></div>'), {
    css: '.main{overflow-anchor:none}',
    script,
  })

/** Pages that load while somebody reads them. */
export const feeds = [
  exhibit('chat-upward', { items: 100, told: ['scrolls-inside'], show: talk(chat('(n) => n + 1', 0)) }),
  exhibit('chat-without-end', {
    items: 1_800,
    texts: 150,
    least: 200,
    told: ['goes-on', 'scrolls-inside'],
    dear: true,
    show: talk(chat('(n) => 1 + (99 - n) % 1800', -10_000_000)),
  }),
  exhibit('chat-reversed', {
    items: 80,
    told: ['scrolls-inside'],
    show: page(app('客服会话', `<div class="main turned">${rows(1, 80)}</div>`), {
      css: '.turned{display:flex;flex-direction:column-reverse}.row{flex:none}',
    }),
  }),
  exhibit('feed-without-end', {
    items: 1_800,
    texts: 300,
    least: 300,
    told: ['goes-on'],
    dear: true,
    show: page('<h1>短视频评论</h1><div id="list"></div>', { script: feed(1_000_000) }),
  }),
  exhibit('feed-that-ends', {
    items: 120,
    show: page('<h1>动态</h1><div id="list"></div>', { script: feed(5) }),
  }),
  exhibit('feed-that-asks', {
    items: 100,
    show: () => ({
      '': page('<h1>订单</h1><div id="list"></div>', { script: askingFeed(3, 900) }),
      more: '',
    }),
  }),
  exhibit('load-more', {
    items: 40,
    hidden: 20,
    show: page(`<h1>商品评价</h1><div id="list">${rows(1, 40)}</div><p><button>查看更多</button></p>`, {
      script: `document.querySelector('button').addEventListener('click', () => {
  document.getElementById('list').insertAdjacentHTML('beforeend', Array.from({ length: 20 }, (_, k) => '<div class="row">' + item(41 + k) + '</div>').join(''))
})`,
    }),
  }),
]
