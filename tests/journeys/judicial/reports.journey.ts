import { readFile } from 'node:fs/promises'
import { describe, expect, inject, it } from 'vitest'
import { evidenceCalls } from '../../../contract/evidence/evidence.ts'
import { expectAccessible } from '../../kit/browser/axe.ts'
import { named } from '../../kit/browser/browser.ts'
import { callAs, captureByCalls, registerByCalls } from '../../kit/browser/by-calls.ts'
import { dressed } from '../../kit/browser/dress.ts'
import { captureTime, rowOf } from '../../kit/browser/evidence-list.ts'
import { tab, words } from '../../kit/browser/order-page.ts'
import { verifyByFile } from '../../kit/browser/public-check.ts'
import { newcomer } from '../../kit/browser/sign-in.ts'
import { bothLanguages, openVisitors } from '../../kit/browser/visitors.ts'

const { service, shop } = inject('world')
const open = openVisitors(service)

describe.each(dressed(bothLanguages))('a preservation report ($language, $device)', (setting) => {
  it(
    'is made over evidence that was chosen, downloaded once it is sealed, and verified',
    { timeout: 200_000 },
    async () => {
      const who = newcomer('保全', 'enterprise', '申请人')
      const owner = await open(setting)
      const say = words(owner)
      const { page } = owner
      await registerByCalls(owner, service, who)
      await captureByCalls(owner, { urls: [`${shop}/landing`], name: '侵权页面' })
      const finished = async () => (await callAs(owner, evidenceCalls.list, { body: { issuable: true } })).list.length
      await expect.poll(finished, { timeout: captureTime }).toBe(1)

      await owner.go('/judicialEvidence/report')
      await page.getByText(say('resource.preservations.empty')).waitFor()
      await page
        .getByRole('link', { name: named(say('resource.preservations.add')) })
        .first()
        .click()
      await page.getByRole('checkbox', { name: say('pick.choose', { name: '侵权页面' }) }).check()
      await page.getByRole('button', { name: named(say('pick.next')) }).click()
      await page.getByLabel(say('field.addressee'), { exact: true }).fill('上海知识产权法院')
      await page.getByRole('button', { name: named(say('report.make')) }).click()
      await page.getByText(owner.say('common', 'required')).first().waitFor()
      await page.getByLabel(say('field.title'), { exact: true }).fill('某某公司侵权证据')
      await expectAccessible(owner)
      await page.getByRole('button', { name: named(say('report.make')) }).click()

      await page.getByRole('heading', { level: 1, name: '某某公司侵权证据' }).waitFor()
      await tab(owner, 'report')
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('link', { name: named(say('report.download')) }).click({ timeout: 60_000 }),
      ])
      await page.getByRole('link', { name: '侵权页面' }).waitFor()
      await expectAccessible(owner)
      await owner.go('/judicialEvidence/report')
      await rowOf(owner, '某某公司侵权证据').waitFor()
      await expectAccessible(owner)
      const verdict = await verifyByFile(owner, 'report.pdf', await readFile((await download.path())!))
      await verdict.getByRole('heading', { name: owner.say('proof', 'verdict.valid'), exact: true }).waitFor()
    },
  )
})
