import type { ServerResponse } from 'node:http'
import { html, page, redirect, text } from './replies.ts'
import type { Endpoint, Endpoints } from './replies.ts'

export interface HardPageHosts {
  /** Another site, for frames that get a process of their own. */
  readonly other: string
  readonly socket: string
  /** A port nothing listens on. */
  readonly closed: string
}

const script = (body: string): string => `<script>${body}</script>`
const stripes = (count: number, height: number): string =>
  Array.from(
    { length: count },
    (_, index) =>
      `<p style="margin:0;height:${height}px;background:#${index % 2 ? 'eef' : 'fee'}">第${index + 1}段</p>`,
  ).join('')

/** Marks that can be found again in a picture by their colours. */
const sticky = page(
  `<div style="position:sticky;top:0;height:60px;background:#f0f">店铺</div>${stripes(100, 200)}<div style="position:fixed;bottom:0;left:0;right:0;height:80px;background:#0ff">我们使用 Cookie</div>`,
  '<style>body{margin:0}</style>',
)

const late = page(
  `<h1>正文</h1><p id="late">尚未到达</p>${script('setTimeout(async () => { late.textContent = await (await fetch("/api/from-worker?late")).text() }, 4000)')}`,
)

const dialogs = page(
  `<p id="said"></p>${script(`
  alert('注意'); const sure = confirm('确定？'); const name = prompt('姓名？', '张三')
  said.textContent = JSON.stringify([sure, name])
  addEventListener('beforeunload', (event) => { event.preventDefault(); event.returnValue = '' })
  setTimeout(() => { location.href = '/landing' }, 300)
`)}`,
)

/** Every kind of helper a page may start beside itself. */
const helpers = ({ socket }: HardPageHosts): Endpoint =>
  page(
    `<h1>后台</h1><ul id="out"></ul>${script(`
  const put = (text) => out.append(Object.assign(document.createElement('li'), { textContent: text }))
  new Worker('/dedicated.js').onmessage = ({ data }) => put(data)
  const shared = new SharedWorker('/shared.js'); shared.port.onmessage = ({ data }) => put(data); shared.port.start()
  const socket = new WebSocket('${socket}'); socket.onopen = () => socket.send('你好'); socket.onmessage = ({ data }) => put('套接字' + data)
  new EventSource('/events').onmessage = ({ data }) => put('事件' + data)
  navigator.serviceWorker.register('/service.js').then(() => navigator.serviceWorker.ready).then(async () => {
    await new Promise((done) => { if (navigator.serviceWorker.controller) done(); else navigator.serviceWorker.addEventListener('controllerchange', done) })
    put(await (await fetch('/made-by-service')).text())
    put(await (await fetch('/api/from-worker?through-service')).text())
  })
`)}`,
  )

const serviceScript = `
addEventListener('install', (event) => { skipWaiting(); event.waitUntil(caches.open('v1').then((cache) => cache.addAll(['/api/stock?cached']))) })
addEventListener('activate', (event) => event.waitUntil(clients.claim()))
addEventListener('fetch', (event) => { if (event.request.url.endsWith('/made-by-service')) event.respondWith(new Response('服务线程所造')) })
`

const nested =
  ({ other }: HardPageHosts): Endpoint =>
  (request, response, url) => {
    const depth = Number(url.searchParams.get('depth') ?? 0)
    const next = depth % 2 === 0 ? other : `http://${url.searchParams.get('home')}`
    const home = url.searchParams.get('home') ?? url.host
    const inner =
      depth < 4
        ? `<iframe src="${next}/nested?depth=${depth + 1}&home=${home}" width="${900 - depth * 100}" height="${600 - depth * 100}"></iframe>`
        : `<iframe srcdoc="<p>最内层</p><img src='/images/77.png'>"></iframe>`
    page(`<p>第${depth}层</p>${inner}`)(request, response, url)
  }

const trees = page(
  `<div id="shown"></div><div id="shut"></div><canvas id="drawn" width="400" height="200"></canvas>${script(`
  const inner = document.createElement('div'); inner.attachShadow({ mode: 'closed' }).innerHTML = '<p>双层影子</p>'
  shown.attachShadow({ mode: 'open' }).innerHTML = '<p>开放影子</p>'
  shut.attachShadow({ mode: 'closed' }).append(inner)
  const pen = drawn.getContext('2d'); pen.fillStyle = '#0a0'; pen.fillRect(0, 0, 400, 200)
`)}`,
)

const loop = page(`<h1>开始</h1>${script('for (;;) ;')}<p>不会出现</p>`)
const stuckForEver = page(`<h1>开始</h1>${script('setInterval(() => { for (;;) ; }, 0)')}`)
const deep = page(
  `<h1>深</h1>${script(`
  let at = document.body
  for (let depth = 0; depth < 100000; depth++) { const next = document.createElement('div'); at.append(next); at = next }
  at.textContent = '底'
`)}`,
)

/** Never the same page for long. */
const moving: Endpoint = (request, response, url) => {
  const turn = Number(url.searchParams.get('turn') ?? 0)
  page(
    `<h1>第${turn}页</h1>${stripes(40, 300)}${script(`setTimeout(() => { location.href = '/moving?turn=${turn + 1}' }, 900)`)}`,
  )(request, response, url)
}

/** From one site to another and back for ever, each with a process of its own: what is asked of one goes unanswered with it. */
const restless =
  ({ other }: HardPageHosts): Endpoint =>
  (request, response, url) => {
    const turn = Number(url.searchParams.get('turn') ?? 0)
    const home = url.searchParams.get('home') ?? url.host
    const next = `${turn % 2 === 0 ? other : `http://${home}`}/restless?turn=${turn + 1}&home=${home}`
    page(`<h1>第${turn}页</h1>${stripes(400, 300)}${script(`setTimeout(() => { location.href = '${next}' }, 900)`)}`)(
      request,
      response,
      url,
    )
  }

/** A page that moves on at a word: `/tell` gives it to whoever listens. */
function mover({ other, closed }: HardPageHosts): Endpoints {
  const listening = new Set<ServerResponse>()
  const told = (to: string): string => script(`new EventSource("/told").onmessage = () => { location.href = '${to}' }`)
  return {
    '/mover': page(`<h1>还在</h1>${stripes(300, 200)}${told('/landing')}`),
    '/mover-away': page(`<h1>还在</h1>${stripes(400, 300)}${told(`${other}/arrival`)}`),
    '/mover-nowhere': page(`<h1>还在</h1>${stripes(400, 300)}${told(`${closed}/gone`)}`),
    '/arrival': page('<div style="height:3000px;background:#f0f">到了</div>', '<style>body{margin:0}</style>'),
    '/told': (_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders()
      listening.add(response)
      response.on('close', () => listening.delete(response))
    },
    '/tell': (_, response) => {
      for (const one of listening) one.write('data: go\n\n')
      response.writeHead(204).end()
    },
  }
}

/** An address that is told again with each request, addresses of the page's own choice, and content that is no request. */
const toldAtLength = {
  '/long-address': page(
    `<h1>地址</h1>${script(`
    history.replaceState(null, '', '/' + 'a'.repeat(1_000_000))
    for (let n = 0; n < 30; n++) fetch('/api/stock?' + n)
  `)}`,
  ),
  '/long-sockets': page(
    `<h1>地址</h1>${script(`
    for (let n = 0; n < 30; n++) new WebSocket('ws://' + location.host + '/' + 'a'.repeat(1_000_000) + n)
  `)}`,
  ),
  '/many-messages': page(
    `<h1>消息</h1>${script(`
    const socket = new WebSocket('ws://' + location.host + '/many')
    socket.onopen = () => { for (let n = 0; n < 300; n++) socket.send('') }
  `)}`,
  ),
  '/long-data': page(
    `<h1>内容</h1>${script(`
    for (let n = 0; n < 30; n++) fetch('data:text/plain,' + 'a'.repeat(1_000_000) + n)
  `)}`,
  ),
}

/** Pages as the web has them at its worst. */
export const hardPages = (hosts: HardPageHosts): Endpoints => ({
  ...mover(hosts),
  ...toldAtLength,
  '/tall': page(stripes(300, 200), '<style>body{margin:0}</style>'),
  '/paragraphs': html(`<!doctype html><title>很长</title>${'<p>x</p>'.repeat(100_000)}`),
  '/many-paragraphs': html(`<!doctype html><title>很长</title>${'<p>x</p>'.repeat(375_000)}`),
  '/tall-sticky': page(
    `<div style="position:sticky;top:0;height:60px;background:#f0f"></div><div style="height:300000px">很长</div>`,
    '<style>body{margin:0}</style>',
  ),
  '/late': late,
  '/sticky': sticky,
  '/dialogs': dialogs,
  '/alerts': page(`<h1>弹窗</h1>${script('for (;;) alert("再来一次")')}`),
  '/hands-out': page(
    `<h1>下载</h1>${script(`
    const link = document.createElement('a'); link.download = '清单.csv'
    link.href = URL.createObjectURL(new Blob(['名称,价格\\n龙井,38'])); link.click()
  `)}`,
  ),
  '/hands-out-names': page(
    `<h1>下载</h1>${script(`
    for (const name of ['合同（终稿）.pdf', "report[1] & co's #2!.pdf", '4-a.txt', 'a.txt', 'A.txt', 'con.txt', 'a..b\u202Egpj.exe', '\u{20000}'.repeat(90) + '.pdf']) {
      const link = document.createElement('a'); link.download = name
      link.href = URL.createObjectURL(new Blob([name])); link.click()
    }
  `)}`,
  ),
  '/hands-out-many': page(`<h1>下载</h1>${'<iframe src="/download"></iframe>'.repeat(130)}`),
  '/helpers': helpers(hosts),
  '/dedicated.js': text(
    'text/javascript; charset=utf-8',
    "importScripts('/imported.js'); fetch('/api/from-worker?dedicated').then((r) => r.text()).then((t) => postMessage('专用' + t + imported))",
  ),
  '/imported.js': text('text/javascript; charset=utf-8', "const imported = '导入'"),
  '/shared.js': text(
    'text/javascript; charset=utf-8',
    "onconnect = ({ ports: [port] }) => fetch('/api/from-worker?shared').then((r) => r.text()).then((t) => port.postMessage('共享' + t))",
  ),
  '/service.js': text('text/javascript; charset=utf-8', serviceScript),
  '/nested': nested(hosts),
  '/trees': trees,
  // What scrolls is the middle of it.
  '/messages': page(
    `<header>群聊</header><main>${Array.from({ length: 40 }, (_, at) => `<p>消息 ${at + 1}：货已经发出，请查收。</p>`).join('')}</main><footer>发送</footer>`,
    '<style>body{margin:0;display:flex;flex-direction:column;height:100vh}main{flex:1;min-height:0;overflow-y:auto}</style>',
  ),
  '/chain': page('<p>一</p>', '<meta http-equiv="refresh" content="0; url=/chain-script">'),
  '/chain-script': page(script('location.replace("/chain-http")')),
  '/chain-http': redirect('/chain-form', 307),
  '/chain-form': page(
    `<form method="post" action="/chain-end"><input name="q" value="证据"></form>${script('document.forms[0].submit()')}`,
  ),
  '/chain-end': redirect('/landing', 303),
  '/popups': page(`<h1>窗口</h1>${script('for (let i = 0; i < 3000; i++) window.open("/popup?" + i, "w" + i)')}`),
  '/slow-window': page(`<h1>窗口</h1>${script('window.open("/slow-popup", "slow")')}`),
  '/slow-popup': (request, response, url) =>
    void setTimeout(() => page('<h1>迟到的窗口</h1>')(request, response, url), 2_500),
  '/some-windows': page(`<h1>窗口</h1>${script('for (let i = 0; i < 30; i++) window.open("/popup?" + i, "w" + i)')}`),
  // Each asks for a document that is never shown, as if the page came from there.
  '/claims-another': page(
    `<h1>原页</h1>${script(`setTimeout(() => { location.href = '${hosts.other}/no-content' }, 200)`)}`,
  ),
  '/claims-a-file': html(
    `<!doctype html><meta charset="utf-8"><title>出错</title><h1>出错</h1>${script(`setTimeout(() => { history.replaceState(null, '', '/download'); location.reload() }, 200)`)}`,
    500,
  ),
  '/leads-to-a-file': (request, response, url) =>
    redirect(`http://www.bank.example@${url.host}/pdf`)(request, response, url),
  // Brings words by WebRTC through a relay that the address names, plain and by TLS.
  '/speaks-to-a-relay': page(
    `<h1>等待</h1>${script(`
  const relays = ['turn', 'turns'].map((scheme) => ({ urls: scheme + ':127.0.0.1:' + new URLSearchParams(location.search).get(scheme) + '?transport=tcp', username: 'u', credential: 'c' }))
  const peers = []
  // The browser does not always find a network at once.
  const meet = () => {
    const [one, other] = [0, 1].map(() => new RTCPeerConnection({ iceTransportPolicy: 'relay', iceServers: relays }))
    peers.push(one, other)
    one.createDataChannel('x')
    one.setLocalDescription().then(() => other.setRemoteDescription(one.localDescription)).then(() => other.setLocalDescription())
  }
  meet(); setInterval(meet, 500)`)}`,
  ),
  '/stuck': loop,
  '/stuck-again': stuckForEver,
  '/moving': moving,
  '/restless': restless(hosts),
  '/deep': deep,
  '/wide-tree': page(`<h1>宽</h1>${'<span>字</span>'.repeat(100_000)}`),
  '/vertical': html(
    `<!doctype html><html lang="zh" style="writing-mode:vertical-rl"><meta charset="utf-8"><title>竖排</title><body style="margin:0"><div style="block-size:100px;background:#f0f">右</div>${'<p style="block-size:200px;margin:0">竖排文字</p>'.repeat(12)}<div style="block-size:100px;background:#0ff">左</div>`,
  ),
  '/right-to-left': html(
    '<!doctype html><html lang="ar" dir="rtl"><meta charset="utf-8"><title>من اليمين</title><body style="margin:0"><div style="width:2400px;height:200px;background:linear-gradient(to left,#f0f 100px,#fff 100px 2300px,#0ff 2300px)">نص عربي</div>',
  ),
  '/wide': html(
    '<!doctype html><meta charset="utf-8"><title>横向</title><body style="margin:0"><h1>横向</h1><div style="width:10000px;height:100px;background:linear-gradient(90deg,red,blue)"></div>',
  ),
  '/frame-of-other': page(`<h1>正文</h1><iframe src="${hosts.other}/busy-frame" width="600" height="200"></iframe>`),
  '/busy-frame': page(`<p>异源</p>${script('for (let i = 0; i < 3; i++) fetch("/api/stock?frame" + i)')}`),
})
