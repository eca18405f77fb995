import { app, exhibit, numbers, page, prose, rows } from '../exhibit.ts'
import { item, swatch } from '../swatch.ts'

const lane = (title: string, at: number): string =>
  `<section><h2>${title}</h2><div class="cards">${rows(at * 18 + 1, at * 18 + 18, (inner) => `<div class="card">${inner}</div>`)}</div></section>`

const letter = (inner: string): string =>
  `<a href="#" class="letter"><b>采购部</b> <time>10 月 12 日</time><br>${inner}</a>`

/** Pin on a map, at a place that a small window shows too. */
const pin = (n: number, at: number): string =>
  `<div class="pin" style="left:${340 + (at % 3) * 230}px;top:${260 + Math.floor(at / 3) * 220}px">${swatch(n)} 第 ${n} 项 门店</div>`

const event = (hour: number): string =>
  `<div class="event" style="top:${hour * 64 + 2}px;left:calc(${(hour * 3) % 7} * (100% - 60px) / 7 + 60px)">${swatch(hour + 1)} 第 ${hour + 1} 项 例会</div>`
const day = (n: number): string => `<span>${swatch(24 + n)} 第 ${24 + n} 项</span>`
const hour = (at: number): string => `<div class="hour">${at}:00</div>`

const panel = (n: number): string =>
  `<section><h2>${['订单', '物流', '投诉', '退款', '库存', '客服'][n]}</h2>${rows(n * 6 + 1, n * 6 + 6)}</section>`

/** Programs in a browser, written from what captures promise. */
export const describedApps = [
  exhibit('kanban-five-lanes', {
    items: 90,
    told: ['areas-in-windows'],
    show: page(
      app(
        '项目看板',
        `<div class="lanes">${['待处理', '进行中', '待验收', '已完成', '已关闭'].map(lane).join('')}</div>`,
      ),
      {
        css: `.lanes{flex:1;display:flex;gap:12px;min-height:0;padding:12px;background:#f0f2f5}section{flex:1;display:flex;flex-direction:column;min-width:0;background:#fff}h2{flex:none;margin:0;padding:10px 14px;font-size:16px}
.cards{flex:1;min-height:0;overflow-y:auto}.card{min-height:84px;margin:8px;padding:10px;border:1px solid #ddd}`,
      },
    ),
  }),
  exhibit('mail-three-panes', {
    items: 80,
    told: ['areas-in-windows', 'scrolls-inside'],
    show: page(
      app(
        '企业邮箱',
        `<div class="panes"><nav><p>收件箱</p><p>已发送</p><p>草稿</p></nav><div class="letters">${rows(1, 40, letter)}</div><article><h2>关于合同盖章的往来</h2><p>发件人：法务部　收件人：采购部</p>${prose(4)}${rows(41, 80)}</article></div>`,
        '',
      ),
      {
        css: `.panes{flex:1;display:flex;min-height:0}nav{flex:none;width:160px;background:#f5f6f8}.letters{flex:none;width:420px;overflow-y:auto;border-right:1px solid #ddd}.letter{display:block;height:64px;padding:8px 16px;border-bottom:1px solid #eee;color:inherit;text-decoration:none;white-space:nowrap;overflow:hidden}
article{flex:1;min-width:0;overflow-y:auto}h2{margin:0;padding:14px 20px;font-size:18px}`,
      },
    ),
  }),
  exhibit('map-with-list', {
    items: 46,
    told: ['scrolls-inside'],
    show: page(
      app(
        '附近门店',
        `<div class="both"><div class="list">${rows(1, 40)}</div><div class="map"><div class="ground">${numbers(0, 5)
          .map((at) => pin(41 + at, at))
          .join('')}</div><small>© 地图数据</small></div></div>`,
        '',
      ),
      {
        css: `.both{flex:1;display:flex;min-height:0}.list{flex:none;width:420px;overflow-y:auto}.map{position:relative;flex:1;overflow:hidden}
.ground{position:absolute;left:-300px;top:-200px;width:2400px;height:1800px;background:repeating-linear-gradient(90deg,transparent 0 118px,#fff 118px 124px),repeating-linear-gradient(#e8efe2 0 92px,#fff 92px 98px)}
.pin{position:absolute;padding:4px 8px;background:#fff;border:1px solid #888;border-radius:4px;white-space:nowrap}small{position:absolute;right:6px;bottom:4px}`,
      },
    ),
  }),
  exhibit('options-recycled', {
    items: 150,
    told: ['areas-in-windows', 'documents-hold-less'],
    show: page(
      `<h1>选择商品规格</h1>${prose(3)}<p><input role="combobox" aria-expanded="true" aria-controls="options" aria-label="规格" value="龙井"></p><div class="options" id="options" role="listbox" tabindex="0"><div class="room"></div></div>${rows(1, 30)}`,
      {
        css: `.options{width:520px;height:300px;margin:0 20px 20px;overflow-y:auto;border:1px solid #888}.room{position:relative;height:4800px}.option{position:absolute;left:0;top:0;width:100%;height:40px;padding:8px 14px;white-space:nowrap;will-change:transform}`,
        script: `const box = document.querySelector('.options')
const nodes = Array.from({ length: 10 }, () => {
  const node = document.createElement('div')
  node.className = 'option'
  node.setAttribute('role', 'option')
  box.firstElementChild.append(node)
  return node
})
const show = () => {
  const first = Math.floor(box.scrollTop / 40)
  for (let at = first; at < first + 10; at++) {
    const node = nodes[at % 10]
    node.hidden = at >= 120
    node.innerHTML = item(31 + at)
    node.style.transform = 'translateY(' + at * 40 + 'px)'
  }
}
box.addEventListener('scroll', show)
show()`,
      },
    ),
  }),
  exhibit('calendar-opened-at-noon', {
    items: 31,
    told: ['scrolls-inside'],
    show: page(
      app(
        '会议日历',
        `<div class="week"><div class="days"><span></span>${numbers(1, 7).map(day).join('')}</div><div class="hours">${numbers(0, 23).map(hour).join('')}${numbers(0, 23).map(event).join('')}</div></div>`,
        '',
      ),
      {
        css: `.week{flex:1;min-height:0;overflow-y:auto}.days{position:sticky;top:0;z-index:1;display:grid;grid-template-columns:60px repeat(7,1fr);height:44px;padding-top:10px;background:#f5f6f8}.hours{position:relative}.hour{height:64px;padding:4px 8px;border-bottom:1px solid #eee;color:#666}
.event{position:absolute;width:140px;height:58px;padding:6px;border:1px solid #9bb7e0;border-radius:4px;background:#eaf2fd}`,
        script: `document.querySelector('.week').scrollTop = 12 * 64 - 100`,
      },
    ),
  }),
  exhibit('data-screen-scaled', {
    items: 38,
    show: page(
      `<div class="screen"><h1>商城经营数据大屏</h1><div class="panels">${numbers(0, 5).map(panel).join('')}</div><p>${item(37)}</p><p>${item(38)}</p></div>`,
      {
        root: 'style="color-scheme:dark"',
        css: `html,body{height:100%;overflow:hidden;background:#0b1a33;color:#d7e6ff}.screen{position:absolute;left:0;top:0;width:1920px;height:1080px;transform-origin:0 0;font-size:22px}.screen .s{width:30px;height:24px}h1{text-align:center;font-size:34px}
.panels{display:grid;grid-template-columns:repeat(3,1fr);gap:20px;padding:20px}section{height:400px;border:1px solid #27518f}h2{margin:0;padding:8px 20px;font-size:24px}.row{height:54px;border-color:#1b3a69}`,
        script: `const fit = () => {
  document.querySelector('.screen').style.transform = 'scale(' + Math.min(innerWidth / 1920, innerHeight / 1080) + ')'
}
addEventListener('resize', fit)
fit()`,
      },
    ),
  }),
]
