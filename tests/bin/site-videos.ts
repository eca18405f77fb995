import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { languages } from '../../contract/kit/language.ts'
import { launchBrowser, openVisitor, type Visitor } from '../kit/browser/browser.ts'
import { startButton, urlsField } from '../kit/browser/capture-form.ts'
import { allRows, waitForState } from '../kit/browser/evidence-list.ts'
import { download } from '../kit/browser/evidence-page.ts'
import { loginByPassword } from '../kit/browser/sign-in.ts'
import { startService } from '../kit/browser/start-service.ts'
import { runTool } from '../kit/outside/tools.ts'

// Takes the films of the website's help from a running product, in both languages: `node tests/bin/site-videos.ts`. Needs ffmpeg.
const into = join(import.meta.dirname, '../../src/public/videos')
const [width, height, rate] = [1280, 720, 10]
const mostBytes = 600 * 1024

/** Notices of a local installation belong to it, not to what the product looks like. */
const tidy = '.local, .skz-local, .activity { display: none !important }'

/** Where the pointer is and what is said beneath, drawn over the page. */
interface Overlay {
  x: number
  y: number
  pressed: boolean
  caption: string
}

const drawOverlay = `({ x, y, pressed, caption, tidy }) => {
  let root = document.getElementById('film')
  if (!root) {
    root = document.createElement('div')
    root.id = 'film'
    root.setAttribute('aria-hidden', 'true')
    root.style.cssText = 'position:fixed;inset:0;z-index:2147483647;pointer-events:none'
    root.innerHTML = '<style></style><p style="position:absolute;left:0;right:0;bottom:0;margin:0;padding:13px 32px;font:600 21px/1.4 system-ui,sans-serif;color:#fff;background:#0e2a30"></p><i style="position:absolute;width:26px;height:26px;margin:-13px;border-radius:50%;border:3px solid #fff;box-shadow:0 0 0 1px rgba(0,0,0,.35)"></i>'
    document.documentElement.append(root)
  }
  const [style, bar, dot] = root.children
  style.textContent = tidy
  bar.textContent = caption
  dot.style.left = x + 'px'
  dot.style.top = y + 'px'
  dot.style.background = pressed ? '#e0562f' : 'rgba(224,86,47,.55)'
  dot.style.transform = pressed ? 'scale(.8)' : 'none'
}`

/** A film is written picture by picture: how long something takes on the machine that records it changes nothing. */
class Film {
  readonly #page: Page
  readonly #encoder
  readonly #ended
  readonly #path: string
  readonly #overlay: Overlay = { x: width / 2, y: height / 2, pressed: false, caption: '' }
  readonly #said: { at: number; caption: string }[] = []
  #frames = 0
  poster: Buffer | undefined

  constructor(page: Page, path: string) {
    this.#page = page
    this.#path = path
    const input = ['-f', 'image2pipe', '-framerate', String(rate), '-c:v', 'png', '-i', '-']
    const vp9 = ['-c:v', 'libvpx-vp9', '-crf', '40', '-b:v', '0', '-deadline', 'good', '-cpu-used', '2', '-row-mt', '1']
    const args = [...input, ...vp9, '-g', '100', '-pix_fmt', 'yuv420p', '-an', path]
    this.#encoder = spawn('ffmpeg', ['-y', '-loglevel', 'error', ...args], { stdio: ['pipe', 'inherit', 'inherit'] })
    this.#ended = once(this.#encoder, 'exit')
  }

  get seconds() {
    return this.#frames / rate
  }

  async #frame(times = 1): Promise<Buffer> {
    await this.#page.evaluate(`(${drawOverlay})(${JSON.stringify({ ...this.#overlay, tidy })})`)
    const png = await this.#page.screenshot({ animations: 'disabled' })
    for (let i = 0; i < times; i++) {
      this.#frames++
      if (!this.#encoder.stdin.write(png)) await once(this.#encoder.stdin, 'drain')
    }
    return png
  }

  async say(caption: string, seconds = 1.6) {
    this.#overlay.caption = caption
    this.#said.push({ at: this.seconds, caption })
    await this.hold(seconds)
  }

  hold = (seconds: number) => this.#frame(Math.round(seconds * rate))

  async moveTo(aim: Locator) {
    await aim.scrollIntoViewIfNeeded()
    const box = (await aim.boundingBox())!
    const [x, y] = [box.x + Math.min(box.width / 2, 160), box.y + Math.min(box.height / 2, 40)]
    const from = { ...this.#overlay }
    const steps = 7
    for (let i = 1; i <= steps; i++) {
      const eased = (1 - Math.cos((Math.PI * i) / steps)) / 2
      this.#overlay.x = from.x + (x - from.x) * eased
      this.#overlay.y = from.y + (y - from.y) * eased
      await this.#frame()
    }
  }

  async press(aim: Locator) {
    await this.moveTo(aim)
    this.#overlay.pressed = true
    await this.#frame(3)
    this.#overlay.pressed = false
  }

  async type(field: Locator, text: string) {
    const pieces = 8
    for (let i = 1; i <= pieces; i++) {
      await field.fill(text.slice(0, Math.ceil((text.length * i) / pieces)))
      await this.#frame()
    }
  }

  async scrollTo(aim: Locator, further = 0) {
    const from = (await this.#page.evaluate('scrollY')) as number
    const to = from + (await aim.boundingBox())!.y - 20 + further
    for (let i = 1; i <= 8; i++) {
      const top = from + ((to - from) * (1 - Math.cos((Math.PI * i) / 8))) / 2
      await this.#page.evaluate(`scrollTo({ top: ${top}, behavior: 'instant' })`)
      await this.#frame()
    }
  }

  /** The same words as text. */
  #captions(): string {
    const stamp = (seconds: number) => `00:00:${seconds.toFixed(3).padStart(6, '0')}`
    const cues = this.#said.map(
      ({ at, caption }, i) => `${stamp(at)} --> ${stamp(this.#said[i + 1]?.at ?? this.seconds)}\n${caption}\n`,
    )
    return ['WEBVTT\n', ...cues].join('\n')
  }

  async keepPoster() {
    this.poster = await this.#frame()
  }

  async end(): Promise<void> {
    this.#encoder.stdin.end()
    const [code] = (await this.#ended) as [number]
    if (code) throw new Error(`ffmpeg ended with ${code}`)
    const poster = this.#path.replace(/webm$/, 'webp')
    await writeFile(`${poster}.png`, this.poster!)
    const light = ['-vf', 'scale=800:-1', '-quality', '60']
    runTool('ffmpeg', ['-y', '-loglevel', 'error', '-i', `${poster}.png`, ...light, poster])
    await rm(`${poster}.png`)
    await writeFile(this.#path.replace(/webm$/, 'vtt'), this.#captions())
    const { size } = await stat(this.#path)
    console.log(`${this.#path.split('/').at(-1)}: ${this.seconds} s, ${Math.round(size / 1024)} KB`)
    if (size > mostBytes) throw new Error(`${this.#path} is larger than ${mostBytes} bytes`)
  }
}

/** What is said beneath each step. */
const captions = {
  'zh-CN': {
    capture: {
      url: '1. 填写要取证的网址',
      start: '2. 点“开始取证”，平台用全新的浏览器打开网页',
      wait: '3. 采集完成后立即固化，在列表中打开',
      evidence: '4. 查看保全号、哈希值与时间戳',
      screenshot: '5. 整页截图与其他文件都已保存',
      certificate: '6. 存证证书：任何人都可凭它核验',
    },
    verify: {
      open: '1. 打开“核验证据”，选择“用文件核验”',
      file: '2. 选择收到的证据包，文件不会上传',
      report: '3. 查看结论：证据包内的证明已逐项验算',
      each: '4. 文件、时间戳、签章、日志各有结果',
    },
    name: '春季特卖页面',
  },
  en: {
    capture: {
      url: '1. Enter the URL to capture',
      start: '2. Choose “Capture”. A fresh browser opens the page',
      wait: '3. It’s sealed as soon as it’s collected. Open it from the list',
      evidence: '4. See its preservation number, hashes and time-stamp',
      screenshot: '5. The full-page screenshot is kept with the other files',
      certificate: '6. The certificate lets anyone verify it',
    },
    verify: {
      open: '1. Open “Check evidence” and choose “By file”',
      file: '2. Select the package you received. It isn’t uploaded',
      report: '3. Read the result: every proof in the package was checked',
      each: '4. Files, time-stamp, signature and log each have their own',
    },
    name: 'Spring sale page',
  },
} as const

/** The first page of a certificate. */
async function paperOf(pdf: Uint8Array): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'shimakaze-films-'))
  try {
    await writeFile(join(folder, 'paper.pdf'), pdf)
    runTool('pdftoppm', [
      '-png',
      '-f',
      '1',
      '-l',
      '1',
      '-scale-to-x',
      '900',
      '-scale-to-y',
      '-1',
      join(folder, 'paper.pdf'),
      join(folder, 'page'),
    ])
    const name = (await readdir(folder)).find((file) => file.endsWith('.png'))!
    return (await readFile(join(folder, name))).toString('base64')
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** A page that is worth keeping, where everything that it asks for is there. */
const pageOf = (lang: string) => {
  const [title, lead, items] =
    lang === 'en'
      ? ['Spring sale', 'Until 30 April. While stocks last.', ['Tea set', 'Desk lamp', 'Notebook', 'Rain jacket']]
      : ['春季特卖', '截至 4 月 30 日，售完即止。', ['茶具', '台灯', '笔记本', '雨衣']]
  const cards = items.map(
    (name, i) =>
      `<li><div style="background:hsl(${190 + i * 28} 38% 74%)"></div><b>${name}</b><p>¥ ${[128, 89, 26, 199][i]}.00</p></li>`,
  )
  return `<!doctype html><html lang="${lang}"><meta charset="utf-8"><title>${title}</title><link rel="icon" href="data:,">
<style>body{margin:0;font:18px/1.6 system-ui,sans-serif;color:#233}header{padding:44px 64px;background:#12505c;color:#fff}h1{margin:0;font-size:44px}ul{list-style:none;margin:0;padding:40px 64px;display:grid;grid-template-columns:repeat(2,1fr);gap:32px}div{height:260px;border-radius:10px}b{display:block;margin-top:12px}p{margin:0}</style>
<header><h1>${title}</h1><p>${lead}</p></header><ul>${cards.join('')}</ul></html>`
}

async function startShop() {
  const server = createServer(({ url }, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.end(pageOf(url === '/en' ? 'en' : 'zh-CN'))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { url, close: () => server.close() }
}

const pathOf = (name: string, { setting: { language } }: Visitor) =>
  join(into, `${name}-${language === 'en' ? 'en' : 'zh'}.webm`)

async function filmCapture(visitor: Visitor, address: string): Promise<{ name: string; bytes: Buffer }> {
  const { page, go, say, setting } = visitor
  const { capture: words, name } = captions[setting.language]
  await go('/onlineForensics/web/add')
  await urlsField(visitor).waitFor()
  const film = new Film(page, pathOf('capture', visitor))
  await film.say(words.url)
  await film.press(urlsField(visitor))
  await film.type(urlsField(visitor), address)
  await film.type(page.getByLabel(say('evidence', 'field.name')), name)
  await film.hold(0.6)
  await film.say(words.start, 1)
  await film.press(startButton(visitor))
  await startButton(visitor).click()
  await page.waitForURL('**/onlineForensics/url')
  await allRows(visitor).first().waitFor()
  await film.hold(1.4)
  await waitForState(visitor, name, 'collected', 'partial')
  await film.say(words.wait, 1.6)
  const row = allRows(visitor).first().getByRole('link').first()
  await film.press(row)
  await row.click()
  const tab = page.getByRole('tab', { name: say('evidence', 'tab.screenshot') })
  await tab.waitFor()
  await page.waitForLoadState('networkidle', { timeout: 5_000 }).catch(() => {})
  await film.say(words.evidence, 3)
  await film.keepPoster()
  await film.press(tab)
  await tab.click()
  await page.getByRole('tabpanel').locator('img').first().waitFor()
  await page.waitForLoadState('networkidle', { timeout: 5_000 }).catch(() => {})
  await film.say(words.screenshot, 2.6)
  const certificate = await download(visitor, 'certificate')
  const packed = await download(visitor, 'package')
  const paper = await paperOf(certificate.bytes)
  await page.evaluate(
    `document.body.innerHTML = '<img alt="" style="display:block;width:720px;margin:24px auto 90px;box-shadow:0 2px 18px rgba(0,0,0,.2)" src="data:image/png;base64,${paper}">'`,
  )
  await page.waitForTimeout(300)
  await film.say(words.certificate, 3)
  await film.scrollTo(page.locator('body > img'), 420)
  await film.hold(2)
  await film.end()
  return packed
}

async function filmVerify(visitor: Visitor, { name, bytes }: { name: string; bytes: Buffer }) {
  const { page, go, say, setting } = visitor
  const { verify: words } = captions[setting.language]
  await go('/website-show/query')
  const byFile = page.getByRole('button', { name: say('site', 'query.by.file') })
  await byFile.waitFor()
  const film = new Film(page, pathOf('verify', visitor))
  await film.say(words.open, 2.4)
  await film.press(byFile)
  await byFile.click()
  await film.hold(0.8)
  await film.say(words.file, 1.4)
  await film.press(page.locator('label.drop'))
  await page.locator('label.drop input').setInputFiles({ name, mimeType: 'application/octet-stream', buffer: bytes })
  await page.getByRole('progressbar').waitFor({ state: 'detached' })
  const report = page.getByRole('region', { name: say('site', 'verify.title') })
  await report.waitFor()
  await film.scrollTo(report)
  await film.say(words.report, 3.2)
  await film.keepPoster()
  const results = report.getByRole('listitem')
  await film.scrollTo(results.nth(Math.min(2, (await results.count()) - 1)))
  await film.say(words.each, 4.5)
  await film.end()
}

async function main() {
  await mkdir(into, { recursive: true })
  const browser = await launchBrowser()
  const [service, shop] = await Promise.all([startService(), startShop()])
  try {
    for (const language of languages) {
      const visitor = await openVisitor(browser, service.url, { language, device: 'desktop', theme: 'light' })
      await visitor.page.setViewportSize({ width, height })
      await loginByPassword(visitor, service.accounts[language === 'en' ? 'personal' : 'enterprise'])
      const packed = await filmCapture(visitor, `${shop.url}/${language === 'en' ? 'en' : 'sale'}`)
      await filmVerify(visitor, packed)
      await visitor.close()
    }
  } finally {
    shop.close()
    await service.stop()
    await browser.close()
  }
}

await main()
