export interface ShopHosts {
  /** Another site, for the frame that gets a process of its own. */
  readonly other: string
  /** A port nothing listens on. */
  readonly closed: string
  readonly socket: string
}

const NAMES = [
  '龙井春茶',
  '景德镇青瓷杯',
  '苏绣团扇',
  '宣纸手账',
  '檀木梳',
  '阳山水蜜桃',
  '景泰蓝书签',
  '云锦围巾',
  '紫砂壶',
  '徽墨',
  '湖笔',
  '端砚',
]

const card = (index: number): string => {
  const name = NAMES[index % NAMES.length]
  const lazy =
    index < 4
      ? `src="/images/${index}.png"`
      : index % 2
        ? `loading="lazy" src="/images/${index}.png"`
        : `data-src="/images/${index}.png"`
  return `<li><img ${lazy} width="400" height="300" alt="${name}"><h3>${name} · 第${index + 1}号</h3><p class="price">¥${(index + 1) * 38}.00</p><p>手工制作，七日无理由退换。库存 ${100 - index} 件。</p></li>`
}

/** A long Chinese shop page that uses most ways a page can load something. */
export const shopPage = ({ other, closed, socket }: ShopHosts): string => `<!doctype html>
<html lang="zh-CN"><head><meta charset="utf-8"><title>岛风百货 — 春季特卖</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="/style.css"><link rel="icon" href="data:,"></head>
<body>
<header><strong>岛风百货</strong><nav><a href="#">首页</a><a href="#">新品</a><a href="#">茶叶</a><a href="#">文房</a></nav></header>
<section class="hero"><h1>春季特卖</h1><p>正品保证 · 假一赔十 · 全国包邮</p></section>
<p id="probe">證據保全：電子數據的取證與鑑定</p>
<ul class="grid">${Array.from({ length: 40 }, (_, index) => card(index)).join('')}</ul>
<section><h2>店铺公告</h2><div id="shadow-host"></div><div id="closed-host"></div></section>
<iframe src="/frame.html" title="同源" width="600" height="120"></iframe>
<iframe src="${other}/other-frame.html" title="异源" width="600" height="160"></iframe>
<iframe srcdoc="<p>内嵌文档</p><img src='/images/srcdoc.png' width=40>" title="内嵌" width="600" height="100"></iframe>
<img src="/missing.png" alt="缺图"><img src="${closed}/refused.png" alt="拒绝连接">
<p id="xhr"></p><p id="post"></p><p id="worker"></p><p id="socket"></p>
<footer>© 岛风百货有限公司　统一社会信用代码 91330100TEST00000X</footer>
<script src="/shop.js" data-socket="${socket}"></script>
</body></html>`

export const shopStyle = `*{box-sizing:border-box}body{margin:0;font:16px/1.6 "Noto Sans CJK SC","Noto Sans SC",sans-serif;color:#222;background:#faf7f2}
header{position:sticky;top:0;display:flex;gap:32px;align-items:center;padding:16px 40px;background:#9b1c1c;color:#fff;font-size:20px}
nav a{color:#fff;margin-right:20px;text-decoration:none}.hero{padding:72px 40px;background:linear-gradient(120deg,#7f1d1d,#d97706);color:#fff;text-align:center}
.hero h1{font-size:56px;margin:0}#probe{font-size:40px;padding:0 40px;background:#fff;margin:0}.grid{list-style:none;display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,320px),1fr));gap:28px;padding:40px;margin:0}
.grid li{background:#fff;border-radius:12px;padding:16px;box-shadow:0 2px 10px #0001;min-height:560px}.grid img{width:100%;height:auto;border-radius:8px;background:#eee}
.price{color:#b91c1c;font-size:24px;font-weight:700;margin:0}section,iframe,footer{margin:24px 40px;max-width:calc(100% - 80px)}#xhr,#post,#worker,#socket{overflow-wrap:anywhere}footer{color:#777;padding:24px 0}`

export const shopScript = `
const socketUrl = document.currentScript.dataset.socket
const seen = new IntersectionObserver((entries) => { for (const entry of entries) if (entry.isIntersecting) { entry.target.src = entry.target.dataset.src; seen.unobserve(entry.target) } })
document.querySelectorAll('img[data-src]').forEach((image) => seen.observe(image))
document.getElementById('shadow-host').attachShadow({ mode: 'open' }).innerHTML = '<p>影子内容：仅存在于影子树中</p><img src="/images/shadow.png" width="40">'
document.getElementById('closed-host').attachShadow({ mode: 'closed' }).innerHTML = '<p>封闭影子内容</p>'
const put = (id, text) => { document.getElementById(id).textContent = text }
const request = new XMLHttpRequest(); request.open('GET', '/api/stock?sku=1'); request.onload = () => put('xhr', request.responseText); request.send()
fetch('/api/order', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ 商品: '龙井春茶', 数量: 2 }) }).then((r) => r.text()).then((text) => put('post', text))
const worker = new Worker('/worker.js'); worker.onmessage = (event) => put('worker', event.data)
const socket = new WebSocket(socketUrl); socket.onopen = () => socket.send('你好'); socket.onmessage = (event) => put('socket', event.data)
new EventSource('/events')
`

export const workerScript = `fetch('/api/from-worker').then((r) => r.text()).then((text) => postMessage('线程：' + text))`

export const framePage = `<!doctype html><meta charset="utf-8"><body style="background:#fff7ed"><p>同源框架</p><script src="/frame.js"></script>`

export const otherFramePage = `<!doctype html><meta charset="utf-8"><body style="background:#eff6ff"><p>异源框架：第三方评价</p><img src="/images/other.png" width="60"><script>fetch('/api/reviews').then((r) => r.json()).then((list) => { document.body.append(list.join('、')) })</script>`
