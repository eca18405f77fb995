import type { Page, Request } from 'playwright-core'
import { beforeAll, expect, inject, it } from 'vitest'
import type { Visitor } from '../../kit/browser/browser.ts'
import { registerByCalls } from '../../kit/browser/by-calls.ts'
import { somebody } from '../../kit/browser/sign-in.ts'
import { bothLanguages, openVisitors } from '../../kit/browser/visitors.ts'

const { service } = inject('world')
const open = openVisitors(service)
const list = '/accountSetting/addressAdmin'
/** More than a browser has connections for to one host. */
const most = 9

let visitor: Visitor
/** Streams that did not end, and whose they are: nobody tells the end of what a closed page had asked for. */
const streams = new Map<Request, Page>()
const openStreams = () => [...streams].filter(([, page]) => !page.isClosed())
const tabs: Page[] = []
beforeAll(async () => {
  visitor = await open(bothLanguages[0])
  const isStream = (r: Request) => new URL(r.url()).pathname === '/shimakaze/live'
  visitor.context.on('request', (r) => isStream(r) && streams.set(r, r.frame().page()))
  visitor.context.on('requestfinished', (r) => streams.delete(r))
  visitor.context.on('requestfailed', (r) => streams.delete(r))
  await registerByCalls(visitor, service, somebody('林小雨', 'personal'))
})

async function addAddress(name: string) {
  const { page } = visitor
  const data = {
    name,
    phone: '13800138000',
    provinceCode: '350000',
    cityCode: '350100',
    regionCode: '350102',
    detail: '某路 100 号',
  }
  const reply = await page.request.post('/shimakaze/address', {
    data,
    headers: { 'x-requested-with': 'shimakaze', origin: new URL(page.url()).origin },
  })
  expect(await reply.json()).toMatchObject({ success: true })
}
const seenByAll = (name: string) => Promise.all(tabs.map((tab) => tab.getByText(name).first().waitFor()))
const hearing = () => openStreams().map(([, tab]) => tabs.indexOf(tab))
/** As if the person had come back to it. */
async function lookAt(tab: number) {
  await tabs[tab]!.evaluate(`document.dispatchEvent(new Event('visibilitychange'))`)
  await expect.poll(hearing).toEqual([tab])
}
const atOneStream = () => expect.poll(() => openStreams().length).toBe(1)

it('many tabs of the console work beside each other, and each hears at once what happens', async () => {
  tabs.push(visitor.page)
  await visitor.go(list)
  while (tabs.length < most) {
    const tab = await visitor.context.newPage()
    await tab.goto(`${service.url}${list}`)
    tabs.push(tab)
  }
  for (const tab of tabs) await tab.getByRole('heading', { level: 1 }).waitFor()
  await atOneStream()
  await addAddress('欧阳先')
  await seenByAll('欧阳先')
})

it('goes on when the tab that heard is closed, and misses nothing', async () => {
  for (const name of ['司马光', '诸葛亮']) {
    const last = tabs.length - 1
    if (hearing()[0] !== last) await lookAt(last)
    await tabs.pop()!.close()
    await addAddress(name)
    await seenByAll(name)
    await atOneStream()
  }
})

it('misses nothing that happens while a new tab takes over', async () => {
  // The others have something else to do first.
  for (const other of tabs)
    await other.evaluate(
      `{ const post = BroadcastChannel.prototype.postMessage; BroadcastChannel.prototype.postMessage = function (told) { setTimeout(() => post.call(this, told), 100) } }`,
    )
  const tab = await visitor.context.newPage()
  const asked = Promise.withResolvers<URL>()
  const goOn = Promise.withResolvers<void>()
  await tab.route(
    '**/shimakaze/live?*',
    async (route) => {
      asked.resolve(new URL(route.request().url()))
      await goOn.promise
      await route.continue()
    },
    { times: 1 },
  )
  await tab.goto(`${service.url}${list}`)
  expect((await asked.promise).searchParams.get('since')).toMatch(/^\d+$/)
  // Nobody hears just now.
  tabs.push(tab)
  await expect.poll(hearing).toEqual([tabs.length - 1])
  await addAddress('慕容雪')
  goOn.resolve()
  await seenByAll('慕容雪')
})

it('is heard by the tab that somebody looks at', async () => {
  await lookAt(hearing()[0] === 0 ? 1 : 0)
  await addAddress('上官月')
  await seenByAll('上官月')
  for (const tab of tabs.splice(1)) await tab.close()
  await expect.poll(hearing).toEqual([0])
})

it('hears again after a proxy had nothing behind it for a moment', async () => {
  const { context, page, problems } = visitor
  await context.route('**/shimakaze/live?*', (route) => route.fulfill({ status: 502 }), { times: 1 })
  const [heard] = await Promise.all([
    page.waitForResponse((r) => new URL(r.url()).pathname === '/shimakaze/live' && r.status() === 200),
    page.reload(),
  ])
  expect(heard.headers()['content-type']).toBe('text/event-stream')
  await addAddress('皇甫安')
  await seenByAll('皇甫安')
  await expect.poll(() => problems).toEqual([expect.stringContaining('502')])
  problems.length = 0
})

const elsewhere = '/accountSetting/costCenter'
/** Another tab tells when the event of it has come. */
async function addWhileElsewhere(name: string) {
  const { context, go } = visitor
  const other = await context.newPage()
  await other.goto(`${service.url}${list}`)
  await other.getByText('皇甫安').first().waitFor()
  await go(elsewhere)
  await addAddress(name)
  await other.getByText(name).first().waitFor()
  await other.close()
}

it('shows what came while another page was looked at, however soon one is back', async () => {
  await visitor.load(list)
  await seenByAll('皇甫安')
  await addWhileElsewhere('公孙明')
  await visitor.go(list)
  await seenByAll('公孙明')
})

it('keeps rows that load on while one looks at them, says that they have changed, and renews them for whoever comes back', async () => {
  const { page } = visitor
  const say = (key: string, params?: Record<string, unknown>) => visitor.say('common', key, params)
  await page.getByRole('button', { name: say('list.byScroll') }).click()
  await page.getByText(say('list.loaded', { n: 7, total: 7, more: '' })).waitFor()
  const changed = page.getByText(say('list.changed'))
  await addAddress('令狐安')
  await changed.waitFor()
  expect(await page.getByText('令狐安').count()).toBe(0)
  await changed.getByRole('button').click()
  await seenByAll('令狐安')
  expect(await changed.count()).toBe(0)
  await addWhileElsewhere('东方明')
  await page.goBack()
  await seenByAll('东方明')
  await expect.poll(() => changed.count()).toBe(0)
})
