import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { toHex } from '../../../proof/bytes.ts'
import { digestOf } from '../../../proof/evm/calldata.ts'
import { readSignedCheckpoint } from '../../../proof/log/checkpoint.ts'
import { type Cluster, joinCluster } from '../../../server/kit/db/embedded.ts'
import { newId } from '../../../server/kit/ids.ts'
import { askUrl, type Anvil, startAnvil } from '../../trust/anchors/anvil.ts'
import { hasAnvil } from '../../trust/anchors/on-anvil.ts'
import { asAdmin } from '../../trust/anchors/as-admin.ts'
import { noteOf } from '../../trust/anchors/sample.ts'
import { signIn } from '../../kit/outside/service-process.ts'
import { anchorsEnv } from '../../kit/outside/anchors-env.ts'
import { expectAccessible } from '../../kit/browser/axe.ts'
import { named, type Visitor } from '../../kit/browser/browser.ts'
import { signInByCalls } from '../../kit/browser/by-calls.ts'
import { dressed } from '../../kit/browser/dress.ts'
import { allRows } from '../../kit/browser/evidence-list.ts'
import { type Service, startService } from '../../kit/browser/start-service.ts'
import { until } from '../../kit/browser/until.ts'
import { bothLanguages, openVisitors } from '../../kit/browser/visitors.ts'

// A service of its own, which writes to a chain of its own.
let anvil: Anvil
let settings: ReturnType<typeof anchorsEnv>
let service: Service
let cluster: Cluster
beforeAll(async () => {
  anvil = await startAnvil()
  settings = anchorsEnv({ rpc: [anvil.url] }, { everySeconds: 1 })
  service = await startService(settings.env)
  cluster = await joinCluster({ dir: join(dirname(service.log), 'data/postgres') })
}, 120_000)
afterAll(async () => {
  await cluster.leave()
  await service.stop()
  await anvil.kill()
  settings.remove()
})
const open = openVisitors(() => service)

const sql = (statement: string) => asAdmin(cluster.url('shimakaze'), statement)
const site = ({ say }: Visitor, key: string, params?: Record<string, unknown>) => say('site', `chain.${key}`, params)
/** What reaches beyond the window. */
const widest = ({ page }: Visitor) =>
  page.evaluate<string[]>(
    `document.documentElement.scrollWidth <= window.screen.width ? [] : [...document.querySelectorAll('*')].filter((e) => e.getBoundingClientRect().right > window.screen.width).map((e) => e.tagName + '.' + e.className)`,
  )
const expectInside = async (visitor: Visitor) => expect(await widest(visitor)).toEqual([])

interface Held {
  hash: string
  blockHash: string
}
/** The newest that is confirmed, as the page of chains shows it. */
const newest = async (): Promise<Held | undefined> => {
  const { rows } = await sql(
    `select '0x' || encode(tx_hash, 'hex') as hash, '0x' || encode(block_hash, 'hex') as "blockHash" from chain_anchor where state = 'CONFIRMED' order by height desc limit 1`,
  )
  return rows[0] as Held | undefined
}
/** Of a log of its own, which nothing else is written to, so that nothing but this test has to do with it. */
const oldLog = 0
const anchorRow = (size: number) => rowsOf(`shard_id = ${oldLog} and size = ${size}`)
const rowsOf = async (where: string) =>
  (await sql(`select id, state from chain_anchor where ${where} order by begun_at`)).rows as {
    id: string
    state: string
  }[]
/** One that was given up last, so that no other is begun on the chain before it, and none is under way: then it may be tried again. */
async function giveUp(size: number) {
  const note = noteOf(size)
  const digest = toHex(await digestOf(readSignedCheckpoint(note).text))
  // All at once, so that the service finds the checkpoint with its anchor.
  await sql(`
    insert into log_shard (id, name, origin, certificate) overriding system value values (${oldLog}, '2019', 'log.example.com/2019', '') on conflict do nothing;
    insert into log_checkpoint (shard_id, size, root, note) values (${oldLog}, ${size}, sha256('x'), '\\x${toHex(note)}');
    insert into chain_anchor (id, chain_id, shard_id, size, digest, note, state, reason, begun_at) values ('${newId()}', 31337, ${oldLog}, ${size}, '\\x${digest}', '\\x${toHex(note)}', 'FAILED', 'not-mined', app_now() + interval '1 hour')`)
  await until(
    'a chain that is busy with nothing',
    async () =>
      (
        await sql(`
    select where not exists (select from chain_anchor where state in ('WAITING', 'SENT', 'SEEN')) and not exists (select from chain_anchor a
      where state = 'ORPHANED' and not exists (select from chain_anchor o where o.shard_id = a.shard_id and o.size >= a.size and o.state = 'CONFIRMED'))`)
      ).rowCount || undefined,
  )
}

it.runIf(hasAnvil)('a visitor sees that nothing is confirmed yet', async () => {
  const visitor = await open({ language: 'en', device: 'phone', theme: 'light' })
  const { page, go, say } = visitor
  await go('/')
  await page
    .getByRole('contentinfo')
    .getByRole('link', { name: say('site', 'nav.chain') })
    .click()
  await page.getByRole('heading', { level: 1, name: site(visitor, 'title') }).waitFor()
  await page.getByText(site(visitor, 'notYet')).waitFor()
  await expectAccessible(visitor)
})

describe.runIf(hasAnvil).each(dressed(bothLanguages))(
  'with a checkpoint on the chain ($language, $device)',
  (setting) => {
    beforeAll(async () => {
      // Whoever signs in is on the record, and the record is in the log.
      const { phone, password } = service.accounts.operator
      await signIn(service.url, phone, password)
      await askUrl(anvil.url, 'evm_setIntervalMining', [1])
      await until('a confirmed checkpoint', newest)
    }, 90_000)

    it('a visitor finds it, takes its record and verifies it, and an altered one does not hold', async () => {
      const visitor = await open(setting)
      const { page, go, say } = visitor
      await go('/chain')
      const record = page.getByRole('link', { name: site(visitor, 'record') })
      // Which one is newest changes while the page is open: what it shows is what counts.
      const hash = (await record.getAttribute('href'))!.split('/').at(-1)!
      const {
        rows: [block],
      } = await sql(
        `select '0x' || encode(block_hash, 'hex') as hash from chain_anchor where tx_hash = '\\x${hash.slice(2)}' and state = 'CONFIRMED'`,
      )
      await page.getByText(hash, { exact: true }).waitFor()
      expect(await page.getByRole('link', { name: site(visitor, 'explorer') }).getAttribute('href')).toBe(
        `https://explorer.example/tx/${hash}`,
      )
      await expectAccessible(visitor)
      await expectInside(visitor)
      const [download] = await Promise.all([page.waitForEvent('download'), record.click()])
      const bytes = await readFile(await download.path())
      const choose = (name: string, buffer: Buffer) =>
        page.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/json', buffer })
      await choose('record.json', bytes)
      await page.getByRole('heading', { level: 3, name: site(visitor, 'good'), exact: true }).waitFor()
      await page.getByText((block as { hash: string }).hash).waitFor()
      await expectAccessible(visitor)
      await expectInside(visitor)
      await choose('altered.json', Buffer.from(bytes.toString().replace('"index":0', '"index":1')))
      await page.getByRole('heading', { level: 3, name: site(visitor, 'bad'), exact: true }).waitFor()
      await page.getByText(say('proof', 'reason.bad-trie-proof', { what: 'absent' })).waitFor()
      await expectAccessible(visitor)
      await choose('other.json', Buffer.from('{}'))
      await page.getByText(say('proof', 'reason.bad-anchor', { what: 'members' })).waitFor()
      await choose('large.json', Buffer.alloc(2 * 1024 * 1024))
      await page.getByText(site(visitor, 'tooLarge')).waitFor()
    })

    it('staff try again what was given up, and see what the chain drops, with what to do', async () => {
      const size = setting.device === 'desktop' ? 905 : 906
      await giveUp(size)
      const visitor = await open(setting)
      const { page, go, say } = visitor
      const words = (key: string, params?: Record<string, unknown>) => say('operator', key, params)
      await signInByCalls(visitor, service.accounts.operator)
      await go('/operator/anchors?anchorState=failed')
      await page.getByRole('heading', { level: 1, name: words('resource.anchors.title') }).waitFor()
      const chain = page.getByRole('region', {
        name: words('chains.one', { name: setting.language === 'en' ? 'Trial' : '试链' }),
      })
      await chain.getByText('0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266').waitFor()
      const row = allRows(visitor).filter({ has: page.getByRole('link', { name: String(size), exact: true }) })
      await row.getByText(words('choice.reason.not-mined')).waitFor()
      await expectAccessible(visitor)
      await expectInside(visitor)
      await row.getByRole('button', { name: say('common', 'actionsOf', { name: String(size) }), exact: true }).click()
      await page.getByRole('menuitem', { name: words('action.tryAgain.label'), exact: true }).click()
      await page.getByText(words('action.tryAgain.confirm')).waitFor()
      await expectAccessible(visitor)
      await page
        .getByRole('dialog')
        .getByRole('button', { name: named(words('action.tryAgain.label')) })
        .last()
        .click()
      const held = await until('the anchor', async () => (await anchorRow(size)).find((a) => a.state === 'CONFIRMED'))

      // The chain goes back behind it, which the service sees within a minute; here it looks at once.
      const {
        rows: [at],
      } = await sql(`select height from chain_anchor where id = '${held.id}'`)
      // No block comes between the question for the head and the way back from it.
      await askUrl(anvil.url, 'evm_setIntervalMining', [0])
      const head = Number(await anvil.ask('eth_blockNumber'))
      await anvil.ask('anvil_reorg', head - (at as { height: number }).height + 1, [])
      await askUrl(anvil.url, 'evm_setIntervalMining', [1])
      await until('the lost block', async () => {
        await sql('update chain_anchor set check_at = app_now() where check_at is not null')
        return (await rowsOf(`id = '${held.id}' and state = 'ORPHANED'`)).length || undefined
      })
      await go('/operator/anchors?anchorState=orphaned')
      await row.getByText(words('choice.reason.orphaned')).waitFor()
      await chain.getByText(words('chains.orphaned'), { exact: true }).waitFor()
      await expectAccessible(visitor)
      await expectInside(visitor)
      await row.getByRole('link').first().click()
      await page.waitForURL(`**/operator/anchors/${held.id}`)
      await page.getByText(words('field.orphanedAt')).waitFor()
      await expectAccessible(visitor)
      await go('/operator/trust')
      await page.locator('.skz-alarms').getByText(words('trust.alarm.anchors-orphaned.title')).waitFor()
      await expectAccessible(visitor)
      await go('/chain')
      await page.getByText(site(visitor, 'orphaned'), { exact: true }).waitFor()
      await expectInside(visitor)
      // All of it is in the chain again: this checkpoint, or another that covers it.
      await until(
        'another block',
        async () =>
          (await rowsOf(`shard_id = ${oldLog} and size >= ${size} and state = 'CONFIRMED'`)).length || undefined,
      )
    })
  },
)
