/** Where a page full of attempts aims, and what it may use of its own site. */
export interface Aim {
  /** Origin of the trap, spelled as an address or a name. */
  readonly to: string
  /** Host and port of the same, for protocols other than http. */
  readonly place: string
  /** A file of this machine that any user may read. */
  readonly file: string
}

type Vector = (url: string, aim: Aim) => string

/** Markup that makes a browser ask for something. */
export const MARKUP: Readonly<Record<string, Vector>> = {
  img: (url) => `<img src="${url}">`,
  'img-srcset': (url) => `<img srcset="${url} 2x, ${url}1 1x">`,
  'picture-image': (url) => `<picture><source srcset="${url}"><img src="data:,"></picture>`,
  'input-image': (url) => `<input type="image" src="${url}">`,
  'table-background-image': (url) => `<table background="${url}"><td>x</table>`,
  iframe: (url) => `<iframe src="${url}"></iframe>`,
  embed: (url) => `<embed src="${url}" width="9" height="9">`,
  object: (url) => `<object data="${url}" width="9" height="9"></object>`,
  'object-pdf': (url) => `<object data="${url}" type="application/pdf"></object>`,
  script: (url) => `<script src="${url}" async></script>`,
  'script-module': (url) => `<script type="module" src="${url}"></script>`,
  modulepreload: (url) => `<link rel="modulepreload" href="${url}">`,
  'preload-script': (url) => `<link rel="preload" as="script" href="${url}">`,
  'preload-font': (url) => `<link rel="preload" as="font" crossorigin href="${url}">`,
  prefetch: (url) => `<link rel="prefetch" href="${url}">`,
  preconnect: (url) => `<link rel="preconnect" href="${url}"><link rel="preconnect" crossorigin href="${url}">`,
  'dns-prefetch': (url) => `<link rel="dns-prefetch" href="${url}">`,
  prerender: (url) => `<link rel="prerender" href="${url}">`,
  dictionary: (url) => `<link rel="compression-dictionary" href="${url}">`,
  stylesheet: (url) => `<link rel="stylesheet" href="${url}">`,
  'css-import': (url) => `<style>@import url("${url}");</style>`,
  'css-background-image': (url) => `<div style="background:url('${url}');width:9px;height:9px"></div>`,
  'css-content-image': (url) => `<style>#c::before{content:url("${url}")}</style><p id="c">c</p>`,
  'css-mask-image': (url) => `<div style="mask:url('${url}#a');width:9px;height:9px">m</div>`,
  'css-filter-image': (url) => `<div style="filter:url('${url}#a');width:9px;height:9px">m</div>`,
  'css-cursor-image': (url) => `<div style="cursor:url('${url}'),auto">cursor</div>`,
  'css-font': (url) =>
    `<style>@font-face{font-family:leak;src:url("${url}")}</style><p style="font-family:leak">字</p>`,
  'icon-image': (url) => `<link rel="icon" href="${url}"><link rel="apple-touch-icon" href="${url}">`,
  manifest: (url) => `<link rel="manifest" href="${url}">`,
  video: (url) => `<video src="${url}" preload="auto" autoplay muted></video>`,
  'video-source': (url) => `<video preload="auto"><source src="${url}" type="video/mp4"></video>`,
  'video-poster-image': (url) => `<video poster="${url}" width="9"></video>`,
  'video-track': (url) =>
    `<video crossorigin src="/video" muted autoplay><track default kind="captions" src="${url}"></video>`,
  audio: (url) => `<audio src="${url}" preload="auto"></audio>`,
  'svg-image': (url) => `<svg width="9" height="9"><image href="${url}" width="9" height="9"/></svg>`,
  'svg-use': (url) => `<svg width="9" height="9"><use href="${url}#a"/></svg>`,
  'svg-filter-image': (url) =>
    `<svg width="9" height="9"><filter id="f"><feImage href="${url}"/></filter><rect width="9" height="9" filter="url(#f)"/></svg>`,
  'speculation-prefetch': (url) =>
    `<script type="speculationrules">{"prefetch":[{"source":"list","urls":["${url}"],"eagerness":"immediate"}]}</script>`,
  'speculation-prerender': (url) =>
    `<script type="speculationrules">{"prerender":[{"source":"list","urls":["${url}"],"eagerness":"immediate"}]}</script>`,
  'frame-data': (url) => `<iframe src="data:text/html,<img src='${url}'>"></iframe>`,
  'frame-srcdoc': (url) => `<iframe srcdoc="<img src='${url}'><script src='${url}-script'></script>"></iframe>`,
  'frame-sandboxed': (url) => `<iframe sandbox="allow-scripts" srcdoc="<script>fetch('${url}')</script>"></iframe>`,
  'frame-301': (url) => `<iframe src="/lead-301?${url}"></iframe>`,
  'frame-307': (url) => `<iframe src="/lead-307?${url}"></iframe>`,
  'frame-meta': (url) => `<iframe src="/lead-meta?${url}"></iframe>`,
  'frame-refresh': (url) => `<iframe src="/lead-refresh?${url}"></iframe>`,
  'frame-script': (url) => `<iframe src="/lead-script?${url}"></iframe>`,
  'frame-svg-image': (url) => `<iframe src="/lead-svg?${url}"></iframe>`,
  'frame-xslt': (url) => `<iframe src="/lead-xslt?${url}"></iframe>`,
  'img-of-svg-image': (url) => `<img src="/lead-svg?${url}">`,
  'img-302': (url) => `<img src="/lead-302?${url}">`,
  'script-308': (url) => `<script src="/lead-308?${url}"></script>`,
  'object-pdf-302': (url) => `<object data="/lead-302?${url}" type="application/pdf"></object>`,
  'embed-pdf': (url) => `<embed src="/lead-pdf?${url}" type="application/pdf">`,
  // In a frame of its own: led to another site, the address is opened instead of kept.
  'frame-download-302': (url) =>
    `<iframe srcdoc="<a id='a' href='/lead-302?${url}' download='leak.txt'>d</a><script>a.click()</script>"></iframe>`,
  'form-get': (url) =>
    `<iframe name="fg"></iframe><form action="${url}" target="fg"></form><script>document.forms[document.forms.length-1].submit()</script>`,
  'form-post': (url) =>
    `<iframe name="fp"></iframe><form method="post" action="${url}" target="fp"></form><script>document.forms[document.forms.length-1].submit()</script>`,
  ping: (url) => `<a id="pinged" href="#here" ping="${url}">p</a><script>pinged.click()</script>`,
  'file-frame': (_, { file }) => `<iframe src="file://${file}"></iframe>`,
  'file-object': (_, { file }) => `<object data="file://${file}"></object><embed src="file://${file}">`,
  'file-style': (_, { file }) =>
    `<link rel="stylesheet" href="file://${file}"><script src="file://${file}"></script><img src="file://${file}">`,
  'source-frame': (url) => `<iframe src="view-source:${url}"></iframe>`,
  'chrome-frame': () => '<iframe src="chrome://version"></iframe><iframe src="chrome://net-export"></iframe>',
  'ftp-frame': (_, { place }) => `<iframe src="ftp://${place}/ftp"></iframe><img src="ftp://${place}/ftp">`,
}

/** Scripts that make a browser ask for something; what they get, they show. */
export const SCRIPTS: Readonly<Record<string, Vector>> = {
  fetch: (url) => `fetch('${url}').then((r) => r.text()).then(show)`,
  'fetch-no-cors': (url) => `fetch('${url}', { mode: 'no-cors' })`,
  'fetch-post': (url) =>
    `fetch('${url}', { method: 'POST', body: '{}', headers: { 'content-type': 'application/json', 'x-own': '1' } })`,
  'fetch-keepalive': (url) => `fetch('${url}', { keepalive: true })`,
  'fetch-302': (url) => `fetch('/lead-302?${url}').then((r) => r.text()).then(show)`,
  'fetch-later': (url) => `fetchLater('${url}', { activateAfter: 0 })`,
  xhr: (url) =>
    `const x = new XMLHttpRequest(); x.open('GET', '${url}'); x.onload = () => show(x.responseText); x.send()`,
  'xhr-sync': (url) => `const x = new XMLHttpRequest(); x.open('GET', '${url}', false); x.send(); show(x.responseText)`,
  websocket: (_, { place }) => `new WebSocket('ws://${place}/websocket')`,
  'websocket-tls': (_, { place }) => `new WebSocket('wss://${place}/websocket-tls')`,
  'websocket-stream': (_, { place }) => `new WebSocketStream('ws://${place}/websocket-stream')`,
  eventsource: (url) => `new EventSource('${url}')`,
  beacon: (url) => `navigator.sendBeacon('${url}', 'x')`,
  'dynamic-import': (url) => `import('${url}')`,
  'blob-worker-import': (url) => `new Worker(URL.createObjectURL(new Blob(["importScripts('${url}')"])))`,
  'blob-worker-fetch': (url) => `new Worker(URL.createObjectURL(new Blob(["fetch('${url}')"])))`,
  'worker-302': (url) => `new Worker('/lead-302?${url}')`,
  'shared-worker-fetch': (url) => `new SharedWorker(URL.createObjectURL(new Blob(["fetch('${url}')"])))`,
  'service-worker': (url) => `navigator.serviceWorker.register('/lead-service?${url}')`,
  'font-face': (url) => `new FontFace('f2', 'url(${url})').load()`,
  'image-object': (url) => `new Image().src = '${url}'`,
  'audio-worklet-module': (url) => `new OfflineAudioContext(1, 1, 8000).audioWorklet.addModule('${url}')`,
  'paint-worklet-module': (url) => `CSS.paintWorklet.addModule('${url}')`,
  'cache-add': (url) => `caches.open('c').then((c) => c.add('${url}'))`,
  webtransport: (_, { place }) => `new WebTransport('https://${place}/webtransport')`,
  stun: (_, { place }) =>
    `const p = new RTCPeerConnection({ iceServers: [{ urls: 'stun:${place}' }] }); p.createDataChannel('d'); p.createOffer().then((o) => p.setLocalDescription(o))`,
  turn: (_, { place }) =>
    `const p = new RTCPeerConnection({ iceServers: [{ urls: ['turn:${place}', 'turn:${place}?transport=tcp', 'turns:${place}'], username: 'u', credential: 'c' }] }); p.createDataChannel('d'); p.createOffer().then((o) => p.setLocalDescription(o))`,
  candidate: (_, { place }) => `
    const [a, b] = [new RTCPeerConnection(), new RTCPeerConnection()]; a.createDataChannel('d')
    a.createOffer().then(async (o) => { await a.setLocalDescription(o); await b.setRemoteDescription(o); const s = await b.createAnswer(); await b.setLocalDescription(s); await a.setRemoteDescription(s)
      const [host, port] = ['${place}'.slice(0, '${place}'.lastIndexOf(':')), '${place}'.split(':').at(-1)]
      await a.addIceCandidate({ candidate: 'candidate:1 1 udp 2122260223 ' + host.replace(/[[\\]]/g, '') + ' ' + port + ' typ host', sdpMid: '0', sdpMLineIndex: 0 }) })`,
  payment: (url) =>
    `new PaymentRequest([{ supportedMethods: '${url}' }], { total: { label: 't', amount: { currency: 'CNY', value: '1' } } }).canMakePayment()`,
  identity: (url) =>
    `navigator.credentials.get({ identity: { providers: [{ configURL: '${url.replace('http:', 'https:')}', clientId: 'c' }] } })`,
  'window-open': (url) => `window.open('${url}')`,
  'window-post': (url) =>
    `const f = document.createElement('form'); f.method = 'post'; f.action = '${url}'; f.target = '_blank'; document.body.append(f); f.submit()`,
  'window-blob': (url) => `window.open(URL.createObjectURL(new Blob(["<img src='${url}'>"], { type: 'text/html' })))`,
  'window-blank': (url) => `const w = window.open('about:blank'); w.document.write("<img src='${url}'>")`,
  'window-file': (_, { file }) => `window.open('file://${file}')`,
  'window-chrome': () => `window.open('chrome://version'); window.open('view-source:about:blank')`,
  // In a frame: an address of another site is opened instead of kept, and would take the page along.
  download: (url) =>
    `const f = document.createElement('iframe'); f.name = 'dl'; const a = document.createElement('a'); a.target = 'dl'; a.href = '${url}'; a.download = 'leak.txt'; document.body.append(f, a); a.click()`,
  'file-fetch': (_, { file }) => `fetch('file://${file}').then((r) => r.text()).then(show)`,
  'file-xhr': (_, { file }) =>
    `const x = new XMLHttpRequest(); x.open('GET', 'file://${file}'); x.onload = () => show(x.responseText); x.send()`,
}

/** One page that tries everything at once, each vector under its own path. */
export function vectorPage(aim: Aim): string {
  const at = (name: string) => `${aim.to}/${name}`
  const markup = Object.entries(MARKUP).map(([name, make]) => make(at(name), aim))
  const scripts = Object.entries(SCRIPTS).map(([name, make]) => `try { (() => { ${make(at(name), aim)} })() } catch {}`)
  return `<!doctype html><html lang="zh-CN"><meta charset="utf-8"><title>试探</title><body><h1>试探内网</h1><pre id="shown"></pre>
${markup.join('\n')}
<script>const show = (text) => shown.append(text); addEventListener('unhandledrejection', (event) => event.preventDefault())
${scripts.join('\n')}
document.body.append('全部试过')</script>`
}
