import { readFile } from 'node:fs/promises'
import { describe, expect, inject, it } from 'vitest'
import { evidenceCalls } from '../../../contract/evidence/evidence.ts'
import { expectAccessible } from '../../kit/browser/axe.ts'
import { named, type Visitor } from '../../kit/browser/browser.ts'
import { callAs, captureByCalls, registerByCalls, signInByCalls } from '../../kit/browser/by-calls.ts'
import { dressed } from '../../kit/browser/dress.ts'
import { captureTime, rowOf } from '../../kit/browser/evidence-list.ts'
import { addFile, downloadPaper, openAt, tab, take, typeName, waitFor, words } from '../../kit/browser/order-page.ts'
import {
  answerByCalls,
  draftByCalls,
  draftNotarizationByCalls,
  signByCalls,
} from '../../kit/browser/orders-by-calls.ts'
import { verifyByFile } from '../../kit/browser/public-check.ts'
import { newcomer } from '../../kit/browser/sign-in.ts'
import { bothLanguages, openVisitors } from '../../kit/browser/visitors.ts'

const { service, shop } = inject('world')
const open = openVisitors(service)

const collected = async (owner: Visitor) =>
  (await callAs(owner, evidenceCalls.list, { body: { issuable: true } })).list.length

describe.each(dressed(bothLanguages))('what cannot be done yet, or not at all ($language, $device)', (setting) => {
  it(
    'a hash deposit says why it cannot be appraised, and is once its original is there',
    { timeout: 240_000 },
    async () => {
      const who = newcomer('哈希鉴定', 'enterprise', '申请人')
      const owner = await open(setting)
      const say = words(owner)
      const { page } = owner
      await registerByCalls(owner, service, who)
      const original = { name: '配方.txt', mimeType: 'text/plain', buffer: Buffer.from(`配方 ${who.phone}`) }
      await owner.go('/confirmWeigh/add?kind=hash')
      await page.getByRole('main').locator('input[type=file]').setInputFiles(original)
      await expect.poll(() => page.getByLabel(owner.say('evidence', 'field.sha256')).inputValue()).not.toBe('')
      await page.getByRole('button', { name: named(owner.say('registry', 'hash.submit')) }).click()
      await page.getByText(owner.say('evidence', 'original.why')).waitFor()

      const choice = () => page.getByRole('checkbox', { name: say('pick.choose', { name: '配方.txt' }) })
      await owner.go('/judicialEvidence/expertise/add')
      await page.locator('.skz-bad').first().waitFor()
      expect(await choice().isDisabled()).toBe(true)
      await expectAccessible(owner)

      await owner.go('/confirmWeigh/hash')
      await page
        .getByRole('link', { name: owner.say('evidence', 'original.add') })
        .first()
        .click()
      await page.getByRole('main').locator('input[type=file]').setInputFiles(original)
      await page.getByRole('button', { name: named(owner.say('registry', 'original.submit')) }).click()
      await expect.poll(() => collected(owner), { timeout: captureTime }).toBe(1)
      await owner.go('/judicialEvidence/expertise/add')
      await choice().check()
      await page.getByRole('button', { name: named(say('pick.next')) }).click()
      await page.waitForURL('**/expertise/apply?*')
      await page.getByText('配方.txt').waitFor()

      const title = `哈希鉴定${who.phone.slice(-6)}`
      const id = await draftByCalls(owner, { title })
      await signByCalls(owner, id, 'submit', who)
      const institute = await open(setting)
      await signInByCalls(institute, service.accounts.institute, '/office/orders')
      await openAt(institute, title)
      await tab(institute, 'evidence')
      await institute.page.getByRole('tabpanel').getByRole('button', { name: '配方.txt', exact: true }).click()
      await institute.page.getByRole('dialog').getByText(words(institute)('evidence.asHandedIn')).waitFor()
      await institute.page.keyboard.press('Escape')
      await answerByCalls(institute, id, 'accept', { fee: 0 })
      await waitFor(institute, 'TO_PAY')
    },
  )

  it(
    'a notarization is returned, handed in again, and refused with a ground of the law',
    { timeout: 240_000 },
    async () => {
      const who = newcomer('公证退回', 'enterprise', '申请人')
      const title = `退回公证${who.phone.slice(-6)}`
      const [owner, notary] = [await open(setting), await open(setting)]
      const [say, office] = [words(owner), words(notary)]
      await registerByCalls(owner, service, who)
      await captureByCalls(owner, { urls: [`${shop}/landing`], name: '侵权页面' })
      await expect.poll(() => collected(owner), { timeout: captureTime }).toBe(1)
      const id = await draftNotarizationByCalls(owner, { title })
      await signByCalls(owner, id, 'submit', who)

      await signInByCalls(notary, service.accounts.notary, '/office/orders')
      await openAt(notary, title)
      await take(notary, 'return', (dialog) => dialog.getByLabel(office('field.reason')).fill('请补充利害关系证明'))

      await owner.go(`/judicialEvidence/notarization/detail/${id}`)
      await waitFor(owner, 'RETURNED')
      await tab(owner, 'course')
      await owner.page.getByText('请补充利害关系证明').waitFor()
      await tab(owner, 'files')
      await addFile(owner, 'interest', '利害关系证明.pdf')
      await take(owner, 'submit', (dialog) => typeName(owner, dialog, who.password))

      await waitFor(notary, 'SUBMITTED')
      await notary.page
        .getByRole('button', { name: notary.say('common', 'actionsOf', { name: title }), exact: true })
        .click()
      await notary.page.getByRole('menuitem', { name: office('action.decline.label') }).click()
      const refusal = notary.page.getByRole('dialog')
      await refusal.getByRole('combobox').click()
      await notary.page
        .locator('.ant-select-item-option')
        .filter({ hasText: office('choice.code.no-interest') })
        .click()
      await refusal.getByLabel(office('field.reason')).fill('申请人不是作品的权利人')
      await refusal.getByRole('button', { name: named(office('action.decline.label')) }).click()
      await refusal.waitFor({ state: 'hidden' })

      await waitFor(owner, 'DECLINED')
      await tab(owner, 'course')
      await owner.page.getByText('申请人不是作品的权利人').waitFor()
      await expectAccessible(owner)
      const paper = await readFile(await downloadPaper(owner, 'notarization', 'refusal'))
      const verdict = await verifyByFile(owner, 'refusal.pdf', paper)
      await verdict.getByRole('heading', { name: owner.say('proof', 'verdict.valid'), exact: true }).waitFor()
      await owner.go('/judicialEvidence/notarization')
      await rowOf(owner, title).getByText(say('choice.orderState.DECLINED')).waitFor()
    },
  )
})
