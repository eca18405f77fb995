import { readFile } from 'node:fs/promises'
import { describe, expect, inject, it } from 'vitest'
import { sessionCalls } from '../../../contract/accounts/session.ts'
import { evidenceCalls } from '../../../contract/evidence/evidence.ts'
import { formatMoney } from '../../../contract/kit/money.ts'
import { walletCalls } from '../../../contract/payments/wallet.ts'
import { expectAccessible } from '../../kit/browser/axe.ts'
import { named, openSecondTab, type Visitor } from '../../kit/browser/browser.ts'
import { callAs, depositFileByCalls, registerByCalls } from '../../kit/browser/by-calls.ts'
import { dressed } from '../../kit/browser/dress.ts'
import { rowOf } from '../../kit/browser/evidence-list.ts'
import {
  addFile,
  downloadPaper,
  drawName,
  openAt,
  tab,
  take,
  typeName,
  waitFor,
  words,
} from '../../kit/browser/order-page.ts'
import { payInSandbox } from '../../kit/browser/money/pay-page.ts'
import { verifyByFile } from '../../kit/browser/public-check.ts'
import { newcomer } from '../../kit/browser/sign-in.ts'
import { sealPng } from '../../kit/pictures.ts'
import { smallPdf } from '../../kit/small-pdf.ts'
import { bothLanguages, openVisitors } from '../../kit/browser/visitors.ts'

const { service } = inject('world')
// The vendors' pages stand on this machine.
const open = openVisitors(service, () => ['127.0.0.1'])
const fee = 120_000
const office = '上海市明理公证处'

async function choose(visitor: Visitor, field: string, option: string) {
  const { page } = visitor
  await page.getByRole('combobox', { name: named(words(visitor)(`field.${field}`)) }).click()
  await page.locator('.ant-select-dropdown:visible .ant-select-item-option').filter({ hasText: option }).click()
}

/** The office writes a matter, and looks at it as its applicants will. */
async function offer(notary: Visitor, matterName: string) {
  const say = words(notary)
  const { page } = notary
  await notary.go('/office/templates')
  await page
    .getByRole('link', { name: named(say('resource.officeTemplates.add')) })
    .first()
    .click()
  await page.getByLabel(say('field.guide'), { exact: true }).waitFor()
  await page.getByLabel(say('field.matterName'), { exact: true }).fill(matterName)
  await page.getByRole('button', { name: named(say('template.addQuestion')) }).click()
  await page.getByLabel(say('field.label'), { exact: true }).fill('侵权方名称')
  await page.getByRole('checkbox', { name: say('field.isRequired') }).check()
  await page.getByRole('button', { name: named(say('template.addQuestion')) }).click()
  await page.getByLabel(say('field.label'), { exact: true }).nth(1).fill('取证人员')
  await page.getByLabel(say('field.kind'), { exact: true }).nth(1).click()
  await page
    .locator('.ant-select-dropdown:visible .ant-select-item-option')
    .filter({ hasText: say('choice.kind.single') })
    .click()
  await page.getByLabel(say('field.options'), { exact: true }).fill('申请人')
  await page.getByRole('button', { name: named(notary.say('common', 'save')) }).click()
  await page.getByText(notary.say('errors', 'field.twoOptions')).first().waitFor()
  await page.getByLabel(say('field.options'), { exact: true }).fill('申请人\n公司员工')
  await page.getByLabel(say('field.inquiry'), { exact: true }).fill('网页由谁取得？\n取得后是否修改过？')
  await expectAccessible(notary)
  await page.getByRole('button', { name: named(notary.say('common', 'save')) }).click()
  await rowOf(notary, matterName).getByText(say('choice.templateState.offered')).waitFor()
  await rowOf(notary, matterName).getByRole('link').first().click()
  await tab(notary, 'preview')
  await page.getByText('侵权方名称').waitFor()
  await expectAccessible(notary)
  await tab(notary, 'versions')
  await page.getByRole('button', { name: say('template.see', { version: 1 }) }).click()
  await page.getByText('网页由谁取得？').waitFor()
  await expectAccessible(notary)
}

interface Asked {
  title: string
  matterName: string
  evidence: string
  password: string
}

/** From the choice of evidence over the form to the signature. */
async function apply(owner: Visitor, { title, matterName, evidence, password }: Asked) {
  const say = words(owner)
  const { page } = owner
  await owner.go('/judicialEvidence')
  await page.getByRole('link', { name: say('form.notarization.title'), exact: true }).click()
  await page.getByRole('checkbox', { name: say('pick.choose', { name: evidence }) }).check()
  await page.getByRole('button', { name: named(say('pick.next')) }).click()
  await page.waitForURL('**/notarization/apply?*')
  await page.getByRole('button', { name: named(say('apply.save')) }).click()
  await page.getByText(owner.say('common', 'required')).first().waitFor()
  await choose(owner, 'officeId', office)
  await choose(owner, 'templateId', matterName)
  await page.getByLabel('侵权方名称').fill('某某网络公司')
  await page.getByRole('radio', { name: '公司员工', exact: true }).check()
  for (const [field, text] of [
    ['title', title],
    ['purpose', '著作权侵权诉讼'],
    ['usePlace', '中国大陆'],
    ['agentName', '周律师'],
    ['recipient', '林晓'],
    ['recipientPhone', '13800000000'],
  ] as const)
    await page.getByLabel(say(`field.${field}`), { exact: true }).fill(text)
  await expectAccessible(owner)
  await page.getByRole('button', { name: named(say('apply.save')) }).click()
  await page.waitForURL('**/notarization/applyInfo/*')
  const sign = page.getByRole('button', { name: named(say('handIn.sign')) })
  expect(await sign.isDisabled()).toBe(true)
  await addFile(owner, 'identity', '身份证.pdf')
  await addFile(owner, 'mandate', '授权委托书.pdf')
  await expectAccessible(owner)
  await sign.click()
  const dialog = page.getByRole('dialog')
  const shown = dialog.getByRole('region', { name: say('sign.what') })
  for (const text of [title, '某某网络公司', '周律师', '授权委托书.pdf']) await shown.getByText(text).first().waitFor()
  await drawName(owner, dialog, { step: 'submit', password })
  await dialog.getByRole('button', { name: named(say('action.submit.label')) }).click()
  await page.waitForURL('**/notarization/success?order=*')
  await page.getByText(say('success.steps.issue')).waitFor()
  await expectAccessible(owner)
  await page.getByRole('link', { name: named(say('success.open')) }).click()
  await waitFor(owner, 'SUBMITTED')
}

/** The head of the office uploads its seal, and sees how it will stand on papers. */
async function setSeal(head: Visitor) {
  const say = words(head)
  const { page } = head
  await head.go('/office/seal')
  await page.getByRole('heading', { level: 1, name: say('seal.title') }).waitFor()
  const picture = { name: '印章.png', mimeType: 'image/png', buffer: sealPng() }
  await page.getByRole('main').locator('input[type=file]').setInputFiles(picture)
  await page.getByText(say('seal.saved')).waitFor()
  await page.getByRole('img', { name: say('seal.picture') }).waitFor()
  await expectAccessible(head)
}

/** One side writes with a file, and the other has both. */
async function sendFileTo(from: Visitor, to: Visitor, content: string) {
  const say = words(from)
  await tab(from, 'messages')
  await from.page.getByLabel(say('messages.label')).fill(content)
  const file = { name: '补充说明.pdf', mimeType: 'application/pdf', buffer: smallPdf(content) }
  await from.page.getByRole('tabpanel').locator('input[type=file]').setInputFiles(file)
  await from.page.getByText('补充说明.pdf', { exact: true }).waitFor()
  await expectAccessible(from)
  await from.page.getByRole('button', { name: named(say('messages.send')) }).click()
  await tab(to, 'messages')
  await to.page.getByText(content).waitFor()
  const [download] = await Promise.all([
    to.page.waitForEvent('download'),
    to.page.getByRole('link', { name: /补充说明\.pdf/ }).click(),
  ])
  expect(await readFile((await download.path())!)).toEqual(smallPdf(content))
}

/** The applicant objects, and another notary than who drafted it corrects the certificate. */
async function review(owner: Visitor, notary: Visitor, approver: Visitor) {
  await tab(owner, 'files')
  await addFile(owner, 'grounds', '网页截图.pdf')
  await take(owner, 'requestReview', (dialog) => dialog.getByLabel(words(owner)('field.reason')).fill('网址写错'))
  await waitFor(owner, 'REVIEW')
  await waitFor(notary, 'REVIEW')
  // Who drafted it does not decide.
  expect(await notary.page.getByRole('button', { name: named(words(notary)('action.correct.label')) }).count()).toBe(0)
  await waitFor(approver, 'REVIEW')
  await tab(approver, 'course')
  await approver.page.getByRole('heading', { name: words(approver)('clock.days', { n: 30 }) }).waitFor()
  await expectAccessible(approver)
  await tab(approver, 'files')
  await approver.page.getByText('网页截图.pdf').waitFor()
  await addFile(approver, 'corrected', '更正.pdf')
  await take(approver, 'correct', (dialog) => dialog.getByLabel(words(approver)('field.reason')).fill('更正网址'))
  await waitFor(owner, 'CORRECTED')
}

type Verified = 'inquiry' | 'inform' | 'certificate' | 'corrected'

/** By its file on the website, in a tab of its own, which also tells whether it still stands. */
async function verified(owner: Visitor, website: Visitor, paper: Verified, standing: 'stands' | 'replaced' = 'stands') {
  const file = await readFile(await downloadPaper(owner, 'notarization', paper))
  const verdict = await verifyByFile(website, `${paper}.pdf`, file)
  // The verdict on the paper before is gone once this one is named.
  await verdict.getByText(words(owner)(`paper.notarization.${paper}.title`), { exact: true }).waitFor()
  await verdict.getByRole('heading', { name: owner.say('proof', 'verdict.valid'), exact: true }).waitFor()
  const [known] = owner.say('site', `verify.standing.${standing}`).split('{{at}}')
  await verdict.getByText(known!).waitFor()
}

/** With an empty balance: the whole fee through a vendor, and back to the order. */
async function payOnline(owner: Visitor) {
  const { page, say } = owner
  await page
    .getByRole('main')
    .getByRole('button', { name: named(words(owner)('action.pay.label')) })
    .click()
  const online = page.getByRole('dialog').getByRole('region', { name: words(owner)('step.online') })
  await online.getByRole('button').last().waitFor()
  await expectAccessible(owner)
  await online.locator('button:has(.skz-way-alipay)').last().click()
  await page.waitForURL('**/costCenter/wePay?id=*')
  await payInSandbox(owner)
  await page.getByText(say('payments', 'pay.paidFor')).waitFor()
  await expectAccessible(owner)
  await page.getByRole('link', { name: named(say('payments', 'pay.toOrder')) }).click()
}

describe.each(dressed(bothLanguages))('a notarization ($language, $device)', (setting) => {
  it(
    'goes from its evidence to a certificate: inquired, informed, paid, approved by a second notary, verified, corrected after a review',
    { timeout: 300_000 },
    async () => {
      const who = newcomer('公证申请', 'enterprise', '申请人')
      const [title, matterName] = [`网页公证${who.phone.slice(-6)}`, `保全网页${who.phone.slice(-6)}`]
      const [owner, notary] = [await open(setting), await open(setting)]
      await registerByCalls(owner, service, who)
      await depositFileByCalls(owner, '侵权页面')
      await callAs(notary, sessionCalls.login, { body: service.accounts.notary })
      await setSeal(notary)
      await offer(notary, matterName)
      const finished = async () => (await callAs(owner, evidenceCalls.list, { body: { issuable: true } })).list.length
      await expect.poll(finished).toBe(1)
      await apply(owner, { title, matterName, evidence: '侵权页面', password: who.password })

      await openAt(notary, title)
      await tab(notary, 'matter')
      await notary.page.getByText('某某网络公司').waitFor()
      await expectAccessible(notary)
      await sendFileTo(owner, notary, '请尽快受理')
      await take(notary, 'admit')
      await take(notary, 'inquire', async (dialog) => {
        const questions = dialog.getByLabel(words(notary)('field.inquiry'))
        await expect.poll(() => questions.inputValue()).toBe('网页由谁取得？\n取得后是否修改过？')
      })

      await waitFor(owner, 'INQUIRY')
      await take(owner, 'answer', async (dialog) => {
        await dialog.getByLabel('网页由谁取得？').fill('由周律师在平台上取得。')
        await dialog.getByLabel('取得后是否修改过？').fill('没有。')
        await typeName(owner, dialog, who.password)
      })
      await waitFor(notary, 'ACCEPTED')
      await tab(notary, 'course')
      await notary.page.getByText('由周律师在平台上取得。').waitFor()
      await expectAccessible(notary)
      await take(notary, 'inform', (dialog) => dialog.getByLabel(words(notary)('field.fee')).fill('1200'))

      await waitFor(owner, 'SIGNING')
      await take(owner, 'acknowledge', async (dialog) => {
        const shown = dialog.getByRole('region', { name: words(owner)('sign.what') })
        await shown.getByText(formatMoney(fee)).waitFor()
        await typeName(owner, dialog, who.password)
      })
      await waitFor(owner, 'TO_PAY')
      await payOnline(owner)
      await waitFor(owner, 'DRAFTING')
      await waitFor(notary, 'DRAFTING')
      await tab(notary, 'files')
      await addFile(notary, 'certificate', '公证书.pdf')
      await take(notary, 'draft')
      await waitFor(notary, 'DRAFTED')

      const approver = await open(setting)
      await callAs(approver, sessionCalls.login, { body: service.accounts.approver })
      await approver.go(new URL(notary.page.url()).pathname)
      await approver.page.getByRole('heading', { level: 1, name: title }).waitFor()
      await take(approver, 'issue')
      await waitFor(owner, 'ISSUED')
      expect((await callAs(owner, walletCalls.info, {})).balance).toBe(0)
      const website = await openSecondTab(owner)
      for (const paper of ['inquiry', 'inform', 'certificate'] as const) await verified(owner, website, paper)
      await tab(owner, 'files')
      await owner.page.getByRole('img', { name: words(owner)('papers.sealOf', { name: office }) }).waitFor()
      await take(owner, 'confirm')
      await waitFor(owner, 'DELIVERED')
      await expectAccessible(owner)
      await review(owner, notary, approver)
      await verified(owner, website, 'corrected')
      await verified(owner, website, 'certificate', 'replaced')
    },
  )
})
