import { dirname, join } from 'node:path'
import { approvalCalls } from '../../../contract/platform/approvals.ts'
import { joinCluster } from '../../../server/kit/db/embedded.ts'
import { asAdmin } from '../../trust/anchors/as-admin.ts'
import { expectAccessible } from './axe.ts'
import { named, type Visitor } from './browser.ts'
import { callAs } from './by-calls.ts'
import { rowOf, takeRowAction } from './evidence-list.ts'
import type { Service } from './start-service.ts'
import { until } from './until.ts'

/** As if somebody had signed in a while ago. */
async function passProofTime({ log }: Service, phone: string) {
  const cluster = await joinCluster({ dir: join(dirname(log), 'data/postgres') })
  await asAdmin(
    cluster.url('shimakaze'),
    `update session set proved_at = proved_at - interval '20 minutes'
      where person_id = (select id from person where phone = '${phone}')`,
  )
  await cluster.leave()
}

/** The controller agrees to what waits, on the page of it. Their session was left open: it asks whether it is them, and goes on with what it was about to do. */
export async function agreeOnPage(controller: Visitor, service: Service) {
  const { page, say, go } = controller
  const { phone, password } = service.accounts.controller
  const label = say('operator', 'action.applyApproval.label')
  await go('/operator/approvals?approvalState=waiting')
  const waiting = async () =>
    (await callAs(controller, approvalCalls.list, { query: { approvalState: 'waiting' } })).list
  const { change } = (await waiting())[0]!
  await rowOf(controller, change).waitFor()
  await expectAccessible(controller)
  await takeRowAction(controller, change, label)
  await passProofTime(service, phone)
  await page
    .getByRole('dialog')
    .getByRole('button', { name: named(label) })
    .click()
  const proof = page.getByRole('dialog', { name: say('console', 'prove.title') })
  await proof.getByLabel(say('accounts', 'settings.proof.passwordLabel')).fill(password)
  await expectAccessible(controller)
  await proof.getByRole('button', { name: named(say('console', 'prove.submit')) }).click()
  await proof.waitFor({ state: 'hidden' })
  await until('nothing waits', async () => (await waiting()).length === 0 || undefined)
}
