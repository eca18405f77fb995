import { app, exhibit, page, prose, rows } from '../exhibit.ts'

const areas = ['areas-in-windows']
const css = 'iframe{display:block;width:900px;height:420px;margin:10px 40px;border:1px solid #bbb}'
const around = (frame: string): string => page(`<h1>信息公开</h1>${rows(1, 20)}${frame}${prose(12)}`, { css })
const listed = page(rows(21, 80))

const shadowInShadow = page('<x-outer></x-outer>', {
  script: `const style = '<style>' + document.querySelector('style').textContent + '.box{height:380px;overflow:auto}</style>'
customElements.define('x-inner', class extends HTMLElement {
  constructor() {
    super()
    this.attachShadow({ mode: 'open' }).innerHTML = style + '<div class="box">' + Array.from({ length: 60 }, (_, k) => '<div class="row">' + item(21 + k) + '</div>').join('') + '</div>'
  }
})
customElements.define('x-outer', class extends HTMLElement {
  constructor() {
    super()
    this.attachShadow({ mode: 'closed' }).innerHTML = style + '<x-inner></x-inner>'
  }
})`,
})

/** Text that stands in a closed shadow tree and nowhere else. */
const shadowText = page('<x-notice></x-notice>', {
  script: `customElements.define('x-notice', class extends HTMLElement {
  constructor() {
    super()
    this.attachShadow({ mode: 'closed' }).innerHTML = '<style>' + document.querySelector('style').textContent + '</style>' + Array.from({ length: 30 }, (_, k) => '<div class="row">' + item(1 + k) + '</div>').join('')
  }
})`,
})

/** Pages in pages. */
export const frames = [
  exhibit('frame-same-site', {
    items: 80,
    told: areas,
    show: ({ url }) => ({ '': around(`<iframe src="${url}/frame-same-site/list"></iframe>`), list: listed }),
  }),
  exhibit('frame-other-site', {
    items: 80,
    told: areas,
    show: ({ otherUrl }) => ({ '': around(`<iframe src="${otherUrl}/frame-other-site/list"></iframe>`), list: listed }),
  }),
  exhibit('frame-as-object', {
    items: 80,
    told: areas,
    show: ({ url }) => ({
      '': around(`<object type="text/html" data="${url}/frame-as-object/list"></object>`).replace('iframe{', 'object{'),
      list: listed,
    }),
  }),
  exhibit('frame-as-embed', {
    items: 80,
    told: areas,
    show: ({ otherUrl }) => ({
      '': around(`<embed type="text/html" src="${otherUrl}/frame-as-embed/list">`).replace('iframe{', 'embed{'),
      list: listed,
    }),
  }),
  exhibit('frame-in-frame', {
    items: 100,
    told: areas,
    show: ({ url }) => ({
      '': around(`<iframe src="${url}/frame-in-frame/outer"></iframe>`),
      outer: page(
        `${rows(81, 100)}<iframe src="${url}/frame-in-frame/list" width="700" height="260"></iframe>${prose(2)}`,
      ),
      list: listed,
    }),
  }),
  exhibit('frame-below-window', {
    items: 80,
    told: areas,
    show: ({ otherUrl }) => ({
      '': page(
        `<h1>信息公开</h1>${rows(1, 20)}${prose(45)}<iframe src="${otherUrl}/frame-below-window/list"></iframe>${prose(5)}`,
        { css },
      ),
      list: listed,
    }),
  }),
  exhibit('frame-sandboxed', {
    items: 80,
    told: areas,
    show: ({ url }) => ({ '': around(`<iframe sandbox src="${url}/frame-sandboxed/list"></iframe>`), list: listed }),
  }),
  exhibit('frame-failed', {
    items: 20,
    told: ['frames-failed'],
    show: ({ url }) => ({ '': around(`<iframe src="${url}/frame-failed/broken"></iframe>`), broken: null }),
  }),
  exhibit('frame-with-shadows', {
    items: 80,
    told: areas,
    show: ({ url }) => ({
      '': around(`<iframe src="${url}/frame-with-shadows/inner"></iframe>`),
      inner: shadowInShadow,
    }),
  }),
  exhibit('frame-is-the-app', {
    items: 80,
    told: ['scrolls-inside'],
    show: ({ url }) => ({
      '': page(app('业务系统', `<iframe class="main" src="${url}/frame-is-the-app/list"></iframe>`), {
        css: 'iframe{border:0;width:100%}',
      }),
      list: page(rows(1, 80)),
    }),
  }),
  exhibit('closed-shadow-text', { items: 30, show: shadowText }),
]
