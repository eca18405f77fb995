import { page } from './replies.ts'
import type { Endpoint, Endpoints } from './replies.ts'

const script = (body: string): string => `<script>${body}</script>`
const LINES = Array.from({ length: 30 }, (_, index) => `<p>第${index + 1}条：买方应当在收货之后七日内付款。</p>`).join(
  '',
)

/** Comes in two parts, and asks for a program between them: the browser reads no further then, for any visitor. */
const leaves: Endpoint = (_, response) => {
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
  response.write(
    `<!doctype html><html lang="zh-CN"><title>测试页</title><body><h1>正在打开微信</h1>${script("location.href = 'weixin://dl/chat'")}`,
  )
  setTimeout(() => response.end('<p>其余</p>'), 100)
}

/** What asks a visitor for something that no dialog of the page's is. */
export const interruptingPages = (): Endpoints => ({
  '/prints-at-load': page(`<h1>订单打印</h1>${LINES}${script('onload = () => print()')}`),
  '/prints-for-ever': page(`<h1>订单打印</h1>${LINES}${script('print(); setInterval(() => print(), 100)')}`),
  '/prints-little': page(
    `<h1>公告</h1><div class="body">${LINES}</div>`,
    '<style>@media print{.body{display:none}}</style>',
  ),
  '/prints-nothing': page(`<h1>公告</h1>${LINES}`, '<style>@media print{body{display:none}}</style>'),
  '/leaves-for-program': leaves,
  '/links-to-programs': page(
    `<h1>联系我们</h1><a id="mail" href="mailto:a@example.com">邮件</a><a id="call" href="tel:110">电话</a><a id="chat" href="weixin://dl/chat">微信</a>
    <iframe src="alipays://platformapi/startapp"></iframe>${script(`
    setInterval(() => { mail.click(); call.click(); chat.click() }, 300)
    open('taobao://item')
  `)}`,
  ),
  '/asks-for-files': page(
    `<h1>上传</h1><input type="file" id="file"><p id="said"></p>${script(`
    file.click()
    const say = (word) => said.append(word + ' ')
    const asked = [() => showOpenFilePicker(), () => document.documentElement.requestFullscreen(), () => document.body.requestPointerLock(),
      () => Notification.requestPermission(), () => navigator.mediaDevices.getUserMedia({ video: true })]
    for (const ask of asked) Promise.resolve().then(ask).then((answer) => say(answer), (error) => say(error.name))
    addEventListener('beforeunload', (event) => event.preventDefault())
  `)}`,
  ),
})
