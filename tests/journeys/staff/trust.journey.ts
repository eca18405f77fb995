import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Cluster, joinCluster } from '../../../server/kit/db/embedded.ts'
import { asAdmin } from '../../trust/anchors/as-admin.ts'
import { expectAccessible } from '../../kit/browser/axe.ts'
import { named, type Setting } from '../../kit/browser/browser.ts'
import { signInByCalls } from '../../kit/browser/by-calls.ts'
import { dressed } from '../../kit/browser/dress.ts'
import { allRows } from '../../kit/browser/evidence-list.ts'
import { type Service, startService } from '../../kit/browser/start-service.ts'
import { until } from '../../kit/browser/until.ts'
import { bothLanguages, openVisitors } from '../../kit/browser/visitors.ts'

let service: Service
let cluster: Cluster
beforeAll(async () => {
  service = await startService({})
  cluster = await joinCluster({ dir: join(dirname(service.log), 'data/postgres') })
}, 120_000)
afterAll(async () => {
  await cluster.leave()
  await service.stop()
})
const open = openVisitors(() => service)

const sql = (statement: string) => asAdmin(cluster.url('shimakaze'), statement)
const objects = () => join(dirname(service.log), 'data/store/objects')
/** A file of evidence whose bytes are others than they were. */
async function spoil(setting: Setting) {
  const digest = (setting.language === 'en' ? 'ab' : 'cd').repeat(32)
  await sql(`insert into stored_object (sha256, size) values ('\\x${digest}', 7)`)
  await sql(
    `insert into uploaded_file (id, platform_id, account_id, person_id, scene, name, media_type, size, sha256) select gen_random_uuid(), m.platform_id, m.account_id, m.person_id, 'feedback', 'x.png', 'image/png', 7, '\\x${digest}' from membership m limit 1`,
  )
  await mkdir(join(objects(), digest.slice(0, 2)), { recursive: true })
  await writeFile(join(objects(), digest.slice(0, 2), digest), 'altered')
  return digest
}

describe.each(dressed(bothLanguages))('what evidence rests on ($language, $device)', (setting) => {
  it('staff look at keys, log and alarms, start an audit, and see what it finds', async () => {
    const visitor = await open(setting)
    const { page, say, go } = visitor
    const words = (key: string, params?: Record<string, unknown>) => say('operator', key, params)
    const fits = async () =>
      expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
    await signInByCalls(visitor, service.accounts.operator)
    await go('/operator/trust')
    await page.getByRole('heading', { level: 1, name: words('trust.title') }).waitFor()
    await page
      .getByRole('list', { name: words('trust.keys') })
      .getByText('Ed25519')
      .waitFor()
    await expectAccessible(visitor)
    await fits()

    const digest = await spoil(setting)
    await page
      .getByRole('link', { name: words('trust.audits') })
      .last()
      .click()
    await page.getByRole('button', { name: named(words('action.startIntegrity.label')) }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText(words('why.startIntegrity')).waitFor()
    await dialog.getByLabel(words('reason.label')).fill('as planned')
    await expectAccessible(visitor)
    await dialog
      .getByRole('button', { name: named(words('action.startIntegrity.label')) })
      .last()
      .click()
    await dialog.waitFor({ state: 'detached' })
    // Each language its own: a run is kept in the transaction in which it is asked for.
    const [run] = (await sql(`select id from integrity_run order by begun_at desc limit 1`)).rows as { id: string }[]
    await until('the end of the audit', async () =>
      (await sql(`select from integrity_run where id = '${run!.id}' and state = 'RUNNING'`)).rowCount
        ? undefined
        : true,
    )
    // Nobody loads the page again.
    await allRows(visitor)
      .filter({ has: page.locator(`a[href$="${run!.id}"]`) })
      .getByText(words('choice.runState.found'))
      .waitFor({ timeout: 20_000 })
    await expectAccessible(visitor)
    await fits()
    await go(`/operator/integrity/${run!.id}`)
    await page.getByRole('tab', { name: words('tab.findings') }).click()
    await page.getByText(words('choice.what.object-altered')).first().waitFor()
    await page.getByText(digest).first().waitFor()
    await expectAccessible(visitor)
    await fits()

    await go('/operator/trust')
    await page.getByText(words('trust.alarm.integrity-found.title')).first().waitFor()
    await expectAccessible(visitor)
    await fits()
  })
})
