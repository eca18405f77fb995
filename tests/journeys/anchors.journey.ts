import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { toHex } from '../../proof/bytes.ts'
import { type Cluster, joinCluster } from '../../server/kit/db/embedded.ts'
import { newId } from '../../server/kit/ids.ts'
import { askUrl, type Anvil, startAnvil } from '../anchors/anvil.ts'
import { asAdmin } from '../anchors/as-admin.ts'
import { noteOf } from '../anchors/sample.ts'
import { signIn } from '../kit/service-process.ts'
import { anchorsEnv } from '../kit/anchors-env.ts'
import { expectAccessible } from '../kit/browser/axe.ts'
import { launchBrowser, named, openVisitor, type Setting, type Visitor } from '../kit/browser/browser.ts'
import { rowOf } from '../kit/browser/evidence-list.ts'
import { loginByPassword } from '../kit/browser/sign-in.ts'
import { type Service, startService } from '../kit/browser/start-service.ts'
import { until } from '../kit/browser/until.ts'

// A service of its own, which writes to a chain of its own.
let anvil: Anvil
let settings: ReturnType<typeof anchorsEnv>
let service: Service
let cluster: Cluster
let browser: Browser
let visitor: Visitor
beforeAll(async () => {
  anvil = await startAnvil()
  settings = anchorsEnv({ rpc: [anvil.url] }, { everySeconds: 1 })
  service = await startService(settings.env)
  cluster = await joinCluster({ dir: join(dirname(service.log), 'data/postgres') })
  browser = await launchBrowser()
})
afterEach(async () => {
  expect(visitor.problems).toEqual([])
  await visitor.close()
})
afterAll(async () => {
  await browser.close()
  await cluster.leave()
  await service.stop()
  await anvil.kill()
  settings.remove()
})

const sql = (statement: string) => asAdmin(cluster.url('shimakaze'), statement)
const open = async (setting: Setting) => (visitor = await openVisitor(browser, service.url, setting))
const site = (key: string, params?: Record<string, unknown>) => visitor.say('site', `chain.${key}`, params)
const words = (key: string, params?: Record<string, unknown>) => visitor.say('operator', key, params)
/** What reaches beyond the window. */
const widest = () => visitor.page.evaluate<string[]>(`document.documentElement.scrollWidth <= window.screen.width ? [] : [...document.querySelectorAll('*')].filter((e) => e.getBoundingClientRect().right > window.screen.width).map((e) => e.tagName + '.' + e.className)`)
/** Asked every two seconds: strangers may ask sixty times a minute. */
const latest = () => until('a confirmed checkpoint', async () => {
  const { data } = (await (await fetch(`${service.url}/shimakaze/chain/info`)).json()) as { data: { nodes: { latest: { size: number; blockHash: string; hash: string } | null }[] } }
  return data.nodes[0]?.latest ?? (await pause(2_000))
}, 60)

it('a visitor sees that nothing is confirmed yet', async () => {
  await open({ language: 'en', device: 'phone', theme: 'light' })
  await visitor.go('/')
  await visitor.page.getByRole('contentinfo').getByRole('link', { name: visitor.say('site', 'nav.chain') }).click()
  await visitor.page.getByRole('heading', { level: 1, name: site('title') }).waitFor()
  await visitor.page.getByText(site('notYet')).waitFor()
  await expectAccessible(visitor)
})

describe.each<Setting>([{ language: 'zh-CN', device: 'desktop', theme: 'light' }, { language: 'en', device: 'phone', theme: 'dark' }])('with a checkpoint on the chain ($language, $device)', (setting) => {
  beforeAll(async () => {
    // Whoever signs in is on the record, and the record is in the log.
    const { phone, password } = service.accounts.operator
    await signIn(service.url, phone, password)
    await askUrl(anvil.url, 'evm_setIntervalMining', [1])
    await latest()
  })

  it('a visitor finds it, takes its record and verifies it, and an altered one does not hold', async () => {
    const { page, go } = await open(setting)
    const { hash, blockHash } = await latest()
    await go('/chain')
    await page.getByText(hash).first().waitFor()
    expect(await page.getByRole('link', { name: site('explorer') }).getAttribute('href')).toBe(`https://explorer.example/tx/${hash}`)
    await expectAccessible(visitor)
    expect(await page.evaluate('document.documentElement.scrollWidth <= window.innerWidth')).toBe(true)
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: site('record') }).click()])
    const record = await readFile(await download.path())
    const choose = (name: string, buffer: Buffer) => page.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/json', buffer })
    await choose('record.json', record)
    await page.getByRole('heading', { level: 3, name: site('good') }).waitFor()
    await page.getByText(blockHash).waitFor()
    await expectAccessible(visitor)
    expect(await page.evaluate('document.documentElement.scrollWidth <= window.innerWidth')).toBe(true)
    await choose('altered.json', Buffer.from(record.toString().replace('"index":0', '"index":1')))
    await page.getByRole('heading', { level: 3, name: site('bad') }).waitFor()
    await page.getByText(visitor.say('proof', 'reason.bad-trie-proof', { what: 'absent' })).waitFor()
    await expectAccessible(visitor)
    await choose('other.json', Buffer.from('{}'))
    await page.getByText(visitor.say('proof', 'reason.bad-anchor', { what: 'members' })).waitFor()
    await choose('large.json', Buffer.alloc(2 * 1024 * 1024))
    await page.getByText(site('tooLarge')).waitFor()
  })

  it('staff see the chain and its anchors, and try again what was given up', async () => {
    const size = setting.device === 'desktop' ? 905 : 906
    const note = noteOf(size)
    await sql(`insert into chain_anchor (id, chain_id, shard_id, size, digest, note, state, reason) values ('${newId()}', 31337, 1, ${size}, '\\x${createHash('sha256').update(Buffer.from(note).toString().split('\n\n')[0] + '\n').digest('hex')}', '\\x${toHex(note)}', 'FAILED', 'not-mined')`)
    const { page, go } = await open(setting)
    await loginByPassword(visitor, service.accounts.operator)
    await go('/operator/anchors')
    await page.getByRole('heading', { level: 1, name: words('resource.anchors.title') }).waitFor()
    await page.getByRole('region', { name: words('chains.one', { name: setting.language === 'en' ? 'Trial' : '试链' }) }).getByText('0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266').waitFor()
    await rowOf(visitor, words('choice.anchorState.failed')).getByText(words('choice.reason.not-mined')).waitFor()
    await expectAccessible(visitor)
    expect(await widest()).toEqual([])
    await rowOf(visitor, words('choice.anchorState.failed')).getByRole('button', { name: visitor.say('common', 'actionsOf', { name: String(size) }), exact: true }).click()
    await page.getByRole('menuitem', { name: words('action.tryAgain.label'), exact: true }).click()
    await page.getByText(words('action.tryAgain.confirm')).waitFor()
    await expectAccessible(visitor)
    await page.getByRole('dialog').getByRole('button', { name: named(words('action.tryAgain.label')) }).last().click()
    await until('the anchor', async () => ((await sql(`select from chain_anchor where size = ${size} and state = 'CONFIRMED'`)).rowCount ? true : undefined))
    await go('/operator/anchors?anchorState=confirmed')
    await rowOf(visitor, new RegExp(`(^|\\D)${size}(\\D|$)`)).first().getByRole('link').first().click()
    await page.waitForURL('**/operator/anchors/*')
    await page.getByText(words('field.digest')).first().waitFor()
    await expectAccessible(visitor)
  })
})
