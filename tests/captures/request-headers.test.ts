import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { startFixtureSite } from '../kit/fixture-site/start.ts'
import type { FixtureSite } from '../kit/fixture-site/start.ts'
import { capture } from './capture-kit.ts'
import { leavingNothing } from './hard-page-kit.ts'

leavingNothing()

/** A document, its frames, what they load, and what scripts ask for. */
const paths = [
  '/',
  '/style.css',
  '/shop.js',
  '/images/0.png',
  '/api/stock',
  '/api/order',
  '/other-frame.html',
  '/api/reviews',
]

/** Which hosts are asked differs from visit to visit; Debian's browser keeps cookies from sites in frames, as one setting of Chrome does. */
const apart = new Set(['host', 'referer', 'origin', 'sec-fetch-storage-access'])

type Sent = Record<string, Record<string, unknown>>

const requestTo = (site: FixtureSite, path: string) => site.log.find(({ url }) => new URL(url).pathname === path)

function sentTo(site: FixtureSite): Sent {
  return Object.fromEntries(
    paths.map((path) => {
      const seen = requestTo(site, path)
      if (!seen) throw new Error(`nobody asked for ${path}`)
      return [path, Object.fromEntries(Object.entries(seen.headers).filter(([name]) => !apart.has(name)))]
    }),
  )
}

/** The same browser as it comes, in the language of the capture; without a window, as there is no screen. */
async function stockVisit(): Promise<Sent> {
  const site = await startFixtureSite()
  const profile = await mkdtemp(join(tmpdir(), 'stock-browser-'))
  const path = '/usr/lib/chromium/chromium'
  const browser = spawn(
    path,
    [
      '--headless=new',
      '--no-sandbox',
      '--disable-gpu',
      '--no-first-run',
      '--lang=zh-CN',
      '--accept-lang=zh-CN,zh,en',
      `--user-data-dir=${profile}`,
      '--remote-debugging-pipe',
      `${site.url}/`,
    ],
    { stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'] },
  )
  let said = ''
  browser.stderr?.on('data', (part: Buffer) => void (said += part.toString()))
  const gone = once(browser, 'exit')
  try {
    await once(browser, 'spawn')
    const isAsked = () => paths.every((path) => requestTo(site, path))
    while (!isAsked() && browser.exitCode === null && browser.signalCode === null) await setTimeout(50)
    if (!isAsked()) throw new Error(`the stock browser ended: ${said}`)
    return sentTo(site)
  } finally {
    browser.kill('SIGKILL')
    await gone
    await rm(profile, { recursive: true, force: true, maxRetries: 5 })
    await site.close()
  }
}

it('a capture sends what the same browser sends when nobody steers it, but for the word "headless"', async () => {
  const site = await startFixtureSite()
  const attempt = await capture({ url: `${site.url}/`, scroll: false })
  try {
    await attempt.result
    const [sent, stock] = [sentTo(site), await stockVisit()]
    const plain = JSON.parse(JSON.stringify(stock).replaceAll('HeadlessChrome', 'Chrome')) as Sent
    expect(sent).toEqual(plain)
    expect(sent['/']).toMatchObject({ 'accept-language': 'zh-CN,zh;q=0.9,en;q=0.8' })
  } finally {
    await attempt.remove()
    await site.close()
  }
})
