import { exhibit, page, prose, rows } from '../exhibit.ts'
import { SWATCH_CSS } from '../swatch.ts'

/** Document as the value of an attribute. */
const quoted = (document: string): string => document.replaceAll('&', '&amp;').replaceAll('"', '&quot;')

const FRAME = 'iframe{display:block;margin:0 20px;border:1px solid #bbb}'

/** Pages that are put together from frames and components, written from what captures promise. */
export const describedParts = [
  exhibit('frame-of-srcdoc', {
    items: 60,
    told: ['areas-in-windows'],
    show: page(
      `<h1>商品说明</h1>${rows(1, 20)}<iframe title="卖家说明" width="760" height="360" srcdoc="${quoted(page(`<h1>卖家说明</h1>${rows(31, 60)}`))}"></iframe>${rows(21, 30)}`,
      { css: FRAME },
    ),
  }),
  exhibit('frames-that-both-scroll', {
    items: 95,
    told: ['areas-in-windows'],
    show: ({ url }) => ({
      '': page(
        `<h1>办事大厅</h1>${rows(1, 15)}<iframe title="办理进度" width="1000" height="480" src="${url}/frames-that-both-scroll/outer"></iframe>${rows(16, 30)}`,
        { css: FRAME },
      ),
      outer: page(
        `<h1>办理进度</h1>${rows(31, 50)}<iframe title="附件清单" width="760" height="260" src="${url}/frames-that-both-scroll/inner"></iframe>${rows(51, 70)}`,
        { css: FRAME },
      ),
      inner: page(`<h1>附件清单</h1>${rows(71, 95)}`),
    }),
  }),
  exhibit('frame-that-asks-for-height', {
    items: 90,
    show: ({ otherUrl }) => ({
      '': page(
        `<h1>商品评价</h1>${rows(1, 20)}<iframe title="评价" src="${otherUrl}/frame-that-asks-for-height/inner"></iframe>${rows(81, 90)}`,
        {
          css: 'iframe{display:block;width:100%;height:150px;border:0}',
          script: `addEventListener('message', ({ data }) => { document.querySelector('iframe').style.height = data + 'px' })`,
        },
      ),
      inner: page(`<div class="list">${rows(21, 40)}</div>`, {
        script: `const list = document.querySelector('.list')
new ResizeObserver(() => parent.postMessage(list.offsetHeight, '*')).observe(list)
setTimeout(() => {
  list.insertAdjacentHTML('beforeend', Array.from({ length: 40 }, (_, at) => '<div class="row">' + item(41 + at) + '</div>').join(''))
}, 500)`,
      }),
    }),
  }),
  exhibit('closed-shadow-list-in-page', {
    items: 70,
    told: ['areas-in-windows'],
    show: page(`<h1>交易保障</h1>${rows(1, 15)}<trade-records></trade-records>${rows(16, 30)}`, {
      script: `customElements.define('trade-records', class extends HTMLElement {
  constructor() {
    super()
    const lines = Array.from({ length: 40 }, (_, at) => '<p>' + item(31 + at) + '</p>').join('')
    this.attachShadow({ mode: 'closed' }).innerHTML =
      '<style>${SWATCH_CSS}:host{display:block;margin:0 20px}div{width:640px;height:320px;overflow-y:auto;border:1px solid #888}p{margin:0;padding:9px 16px}</style><div>' + lines + '</div>'
  }
})`,
    }),
  }),
  exhibit('list-in-slots', {
    items: 50,
    hidden: 10,
    told: ['scrolls-inside'],
    show: page(
      `<side-feed><h1 slot="head">消息中心</h1>${rows(1, 50)}<div slot="drawer">${rows(51, 60)}</div></side-feed>`,
      {
        script: `customElements.define('side-feed', class extends HTMLElement {
  constructor() {
    super()
    this.attachShadow({ mode: 'closed' }).innerHTML =
      '<style>:host{display:flex;flex-direction:column;height:100vh}.head{flex:none;background:#eef3fb}.body{flex:1;min-height:0;overflow-y:auto}</style><div class="head"><slot name="head"></slot></div><div class="body"><slot></slot></div>'
  }
})`,
      },
    ),
  }),
  exhibit('scaled-box-that-scrolls', {
    items: 70,
    told: ['areas-in-windows'],
    show: page(
      `<h1>合同预览</h1>${rows(1, 15)}<div class="place"><div class="small"><h2>附件一</h2>${prose(3)}${rows(31, 70)}</div></div>${rows(16, 30)}`,
      {
        css: `.place{height:372px}.small{width:900px;height:480px;margin-left:20px;overflow-y:auto;border:1px solid #888;transform:scale(.75);transform-origin:0 0}h2{margin:0;padding:12px 20px;font-size:17px}`,
      },
    ),
  }),
]
