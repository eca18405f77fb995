import type { Browser, Page } from 'playwright-core'
import { sessionCookie } from '../../../server/app/mount/authenticate.ts'
import { launchBrowser } from '../../kit/browser/browser.ts'
import { buildPagesIfStale } from '../../kit/built/build-pages.ts'
import { withFilledService } from '../kit/filled-service.ts'

const wanted = 100_000

interface Frames {
  frames: number
  seconds: number
  worst: number
}

/** Moves the table so many pixels a frame for some seconds and tells how many frames the browser drew meanwhile. */
const scroll = (page: Page, pixels: number, seconds: number) =>
  page.evaluate(`new Promise((done) => {
    const box = document.querySelector('.skz-table-scroll'), began = performance.now()
    let frames = 0, last = began, worst = 0
    const step = (now) => {
      worst = Math.max(worst, now - last); last = now; frames++
      box.scrollTop += ${pixels}
      if (now - began < ${seconds * 1000}) requestAnimationFrame(step)
      else done({ frames, seconds: (now - began) / 1000, worst })
    }
    requestAnimationFrame(step)
  })`) as Promise<Frames>

const report = (name: string, { frames, seconds, worst }: Frames) =>
  console.log(
    `  ${name.padEnd(44)} ${(frames / seconds).toFixed(0).padStart(4)} frames/s   worst frame ${worst.toFixed(0).padStart(4)} ms`,
  )

/** Time from a change to the frame that shows it, for fifty rows; the middle of nine. */
async function rerender(page: Page): Promise<number> {
  const times: number[] = []
  for (let i = 0; i < 9; i++) {
    times.push(
      (await page.evaluate(`new Promise((done) => {
      const boxes = document.querySelectorAll('.skz-table thead input[type=checkbox]'), began = performance.now()
      boxes[0].click()
      requestAnimationFrame(() => setTimeout(() => done(performance.now() - began)))
    })`)) as number,
    )
  }
  return times.toSorted((a, b) => a - b)[4]!
}

/** A telephone of the middle on a slow mobile network, as Lighthouse has it. */
const phone = { latency: 150, downloadThroughput: (1.6 * 1e6) / 8, uploadThroughput: (750 * 1e3) / 8, processor: 4 }
const middle = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1]!

/** First paint and largest content of a page that nothing is kept of, in milliseconds; the middle of five. */
async function firstPaint(browser: Browser, url: string, token: string | undefined): Promise<[number, number]> {
  const runs: [number, number][] = []
  for (let i = 0; i < 5; i++) {
    const context = await browser.newContext({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true })
    if (token) await context.addCookies([{ name: sessionCookie, value: token, url }])
    const page = await context.newPage()
    const cdp = await context.newCDPSession(page)
    await cdp.send('Network.enable')
    await cdp.send('Network.emulateNetworkConditions', { offline: false, ...phone })
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: phone.processor })
    await page.goto(url, { waitUntil: 'load' })
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    runs.push(
      (await page.evaluate(`new Promise((done) => {
        const first = performance.getEntriesByName('first-contentful-paint')[0].startTime
        let largest = first
        new PerformanceObserver((list) => { for (const entry of list.getEntries()) largest = entry.startTime }).observe({ type: 'largest-contentful-paint', buffered: true })
        setTimeout(() => done([first, largest]), 500)
      })`)) as [number, number],
    )
    await context.close()
  }
  return [middle(runs.map(([first]) => first)), middle(runs.map(([, largest]) => largest))]
}

async function paints(browser: Browser, url: string, token: string) {
  console.log('Cold, on a phone (4 times slower, 1.6 Mbit/s, 150 ms away):')
  for (const [name, path, as] of [
    ['website, home', '/', undefined],
    ['website, login', '/login', undefined],
    ['console, overview', '/browse', token],
    ['console, list', '/evidence', token],
  ] as const) {
    const [first, largest] = await firstPaint(browser, `${url}${path}`, as)
    console.log(
      `  ${name.padEnd(20)} first paint ${first.toFixed(0).padStart(5)} ms   largest content ${largest.toFixed(0).padStart(5)} ms`,
    )
  }
}

/** The console's table over the real service: all rows loaded as one scrolls, then scrolled through; fifty rows drawn anew. */
export const benchConsole = (dir: string) =>
  withFilledService(dir, wanted + Math.ceil(wanted / 8), async ({ app, services, token }) => {
    buildPagesIfStale()
    const url = await app.listen({ port: 0, host: '127.0.0.1' })
    const browser = await launchBrowser('whole')
    try {
      await paints(browser, url, token)
      const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
      await context.addCookies([{ name: sessionCookie, value: token, url }])
      const page = await context.newPage()
      console.log(`Table of ${wanted.toLocaleString('en')} rows in the console, through the service:`)
      await page.goto(`${url}/evidence?size=50`)
      await page.locator('tbody tr[data-index="49"]').waitFor()
      console.log(`  50 rows drawn anew (all chosen)              ${(await rerender(page)).toFixed(0).padStart(4)} ms`)
      await page.goto(`${url}/evidence?mode=scroll`)
      await page.locator('tbody tr[data-index]').first().waitFor()
      report('scrolling while it loads on (60 px a frame)', await scroll(page, 60, 8))
      const began = performance.now()
      const loaded = () =>
        page.evaluate(
          `Number(/[\\d,]+/.exec(document.querySelector('p.skz-pages').textContent)[0].replaceAll(',', ''))`,
        ) as Promise<number>
      while ((await loaded()) < wanted)
        await page.evaluate(
          `new Promise((done) => { const b = document.querySelector('.skz-table-scroll'); b.scrollTop = b.scrollHeight; setTimeout(done, 5) })`,
        )
      const seconds = (performance.now() - began) / 1000
      const memory = (await page.evaluate('performance.memory.usedJSHeapSize')) as number
      console.log(
        `  all loaded by going to the end again and again ${seconds.toFixed(1)} s, ${Math.round(memory / 1e6)} MB of JavaScript memory, ${await page.locator('tbody tr[data-index]').count()} rows drawn`,
      )
      await page.evaluate(`document.querySelector('.skz-table-scroll').scrollTop = 0`)
      report('scrolling through all of them (60 px a frame)', await scroll(page, 60, 8))
      report('flinging through them (2,000 px a frame)', await scroll(page, 2_000, 8))
    } finally {
      await browser.close()
      await services.live.close().catch(() => {})
    }
  })
