import { brotliCompressSync, createGzip, gzipSync } from 'node:zlib'
import { hardBodies } from './hard-bodies.ts'
import { hardPages } from './hard-pages.ts'
import { interruptingPages } from './interrupting-pages.ts'
import { picture } from './pictures.ts'
import { html, page, redirect, text } from './replies.ts'
import type { Endpoint, Endpoints } from './replies.ts'
import { trapLeads } from './trap-leads.ts'
import { framePage, otherFramePage, shopPage, shopScript, shopStyle, workerScript } from './shop-page.ts'
import { weightyPages } from './weighty-pages.ts'
import type { ShopHosts } from './shop-page.ts'

export interface EndpointHosts extends ShopHosts {
  /** Where redirects to a forbidden place lead. */
  readonly trap: string
}

/** Bodies of two sizes below a megabyte that unpack to hundreds of megabytes. */
const bomb: Endpoint = (_, response) => {
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-encoding': 'gzip' })
  const gzip = createGzip({ level: 9 })
  gzip.pipe(response)
  const block = Buffer.alloc(1 << 20, '<p>证</p>')
  let left = 600
  const feed = () => {
    while (left-- > 0) if (!gzip.write(block)) return void gzip.once('drain', feed)
    gzip.end()
  }
  response.on('close', () => gzip.destroy())
  feed()
}

const drip: Endpoint = (_, response) => {
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
  const timer = setInterval(() => response.write('<p>慢</p>'), 200)
  response.on('close', () => clearInterval(timer))
}

const huge: Endpoint = (_, response) => {
  const block = Buffer.alloc(1 << 18, 'x')
  response.writeHead(200, { 'content-type': 'text/html' })
  const feed = () => {
    while (!response.destroyed) if (!response.write(block)) return void response.once('drain', feed)
  }
  feed()
}

/** Without a length, and ended by closing: a cut looks like the end. */
const hugeUnsized: Endpoint = ({ socket }) => {
  const block = Buffer.alloc(1 << 18, '<p>x</p>')
  socket.write('HTTP/1.1 200 OK\r\ncontent-type: text/html\r\nconnection: close\r\n\r\n')
  const feed = () => {
    while (!socket.destroyed) if (!socket.write(block)) return void socket.once('drain', feed)
  }
  feed()
}

const events: Endpoint = (_, response) => {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  response.write('data: 开始\n\n')
}

const echo: Endpoint = (request, response) => {
  const parts: Buffer[] = []
  request.on('data', (part: Buffer) => parts.push(part))
  request.on('end', () =>
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ 收到: Buffer.concat(parts).toString(), 订单: 'A-1001' })),
  )
}

const PDF = Buffer.from(
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj 3 0 obj<</Type/Page/MediaBox[0 0 200 200]/Parent 2 0 R>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF',
)

/** Every path of the fixture site. */
export function endpoints(hosts: EndpointHosts): Endpoints {
  return {
    ...hardPages(hosts),
    ...interruptingPages(),
    ...hardBodies,
    ...weightyPages(),
    ...trapLeads,
    '/': (_, response) => {
      const body = gzipSync(shopPage(hosts))
      response.setHeader('set-cookie', ['session=abc; Path=/', 'theme=red; Path=/'])
      response
        .writeHead(200, {
          'content-type': 'text/html; charset=utf-8',
          'content-encoding': 'gzip',
          'content-length': body.length,
        })
        .end(body)
    },
    '/style.css': text('text/css', brotliCompressSync(shopStyle), 200, { 'content-encoding': 'br' }),
    '/shop.js': text('text/javascript', shopScript),
    '/worker.js': text('text/javascript', workerScript),
    '/frame.html': html(framePage),
    '/frame.js': text('text/javascript', `fetch('/api/from-frame')`),
    '/other-frame.html': html(otherFramePage),
    '/api/stock': text('application/json', '{"库存":42}'),
    '/api/reviews': text('application/json', '["好评","物流很快"]'),
    '/api/from-worker': text('text/plain; charset=utf-8', '来自线程'),
    '/api/from-frame': text('text/plain; charset=utf-8', '来自框架'),
    '/api/order': echo,
    '/events': events,
    '/hop1': redirect('/hop2', 301),
    '/hop2': redirect('/hop3', 302),
    '/hop3': redirect('/', 307),
    '/loop': redirect('/loop'),
    '/never': () => {},
    '/drip': drip,
    '/huge': huge,
    '/huge-unsized': hugeUnsized,
    '/bomb': bomb,
    '/slow-image': page('<p>等待图片</p><img src="/never">'),
    '/busy': page('<p>忙</p><script>setInterval(() => fetch("/api/stock?" + Math.random()), 100)</script>'),
    '/endless': page(
      '<div id="list"></div><script>const add = () => { for (let i = 0; i < 20; i++) list.insertAdjacentHTML("beforeend", "<p style=height:200px>条目</p>") }; add(); addEventListener("scroll", add)</script>',
    ),
    '/download': text('application/octet-stream', picture(7), 200, {
      'content-disposition': "attachment; filename*=UTF-8''%E5%90%88%E5%90%8C.BIN",
    }),
    '/json': text('application/json', '{"名称":"龙井春茶"}'),
    '/pdf': text('application/pdf', PDF),
    '/image': text('image/png', picture(3)),
    '/meta-refresh': page('<p>跳转中</p>', '<meta http-equiv="refresh" content="0; url=/landing">'),
    '/js-redirect': page('<script>location.replace("/landing")</script>'),
    '/landing': page('<h1>目的地</h1>'),
    '/error': html('<!doctype html><meta charset="utf-8"><title>服务器错误</title><h1>服务器开小差了</h1>', 500),
    '/holes': page(
      `<h1>缺漏</h1><iframe src="${hosts.closed}/frame" title="无应答"></iframe><iframe src="${hosts.other}/no-such-frame" title="没有"></iframe>
       <img src="http://nowhere.invalid/picture.png" alt=""><img src="/missing.png" alt=""><script src="${hosts.closed}/script.js"></script>
       <img src="${hosts.trap}/pixel.png" alt=""><script src="${hosts.other}/other.js"></script><p id="state"></p>
       <script>
         fetch("${hosts.other}/api/stock").catch(() => { state.textContent = "Failed to load" })
         const left = new AbortController(); fetch("/never", { signal: left.signal }).catch(() => {}); setTimeout(() => left.abort(), 300)
         navigator.sendBeacon("${hosts.closed}/beacon", "x")
       </script>`,
      `<meta http-equiv="content-security-policy" content="script-src 'unsafe-inline' ${hosts.closed}">`,
    ),
    '/challenge': (request, response) => {
      const passed = request.headers.cookie?.includes('passed=1')
      response.writeHead(passed ? 200 : 403, {
        'content-type': 'text/html; charset=utf-8',
        'set-cookie': 'passed=1; Path=/',
      })
      response.end(
        passed
          ? '<!doctype html><title>内容</title><h1>内容</h1>'
          : '<!doctype html><title>请稍候</title><p>正在检查浏览器</p><script>setTimeout(() => location.reload(), 200)</script>',
      )
    },
    '/viewer': page(
      '<h1>接口</h1><p id="state">…</p><script>for (const path of ["/api/none", "/api/gone"]) fetch(path).then((r) => { if (!r.ok) state.textContent = "Failed to load" })</script>',
    ),
    '/blank': page(''),
    '/blank-but-large': page('<i hidden>a</i>'.repeat(90_000)),
    '/alert': page('<h1>弹窗</h1><script>alert("注意"); confirm("确定？"); window.open("/popup")</script>'),
    '/popup': page('<h1>弹出窗口</h1>'),
    '/to-trap': redirect(`${hosts.trap}/secret`),
    '/js-to-trap': page(`<p>x</p><script>location.href=${JSON.stringify(`${hosts.trap}/secret`)}</script>`),
    '/embeds-trap': page(
      `<h1>嵌入</h1><img src="${hosts.trap}/pixel"><iframe src="${hosts.trap}/frame"></iframe><script>fetch("${hosts.trap}/api").catch(() => {}); new WebSocket("${hosts.trap.replace('http', 'ws')}/ws"); navigator.sendBeacon("${hosts.trap}/beacon", "x")</script>`,
    ),
    '/full-height': page(
      `<div style="height:100vh">整屏</div><div style="height:2000px"></div><iframe src="${hosts.other}/other-frame.html"></iframe>`,
    ),
    '/memory': page(
      '<h1>内存</h1><script>const hold = []; setInterval(() => hold.push(new Uint8Array(32 << 20).fill(1)), 20)</script>',
    ),
  }
}
