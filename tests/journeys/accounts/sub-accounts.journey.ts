import { beforeAll, describe, expect, inject, it } from 'vitest'
import { sessionCalls } from '../../../contract/accounts/session.ts'
import { expectAccessible } from '../../kit/browser/axe.ts'
import { named, openSecondTab, type Visitor } from '../../kit/browser/browser.ts'
import { callAs, captureByCalls, depositHashByCalls, joinByCalls, registerByCalls } from '../../kit/browser/by-calls.ts'
import { dressed } from '../../kit/browser/dress.ts'
import { namesShown, rowOf, waitForState } from '../../kit/browser/evidence-list.ts'
import { newPhone, somebody, passCaptcha, takeCode } from '../../kit/browser/sign-in.ts'
import { bothLanguages, openVisitors } from '../../kit/browser/visitors.ts'

const { service, shop } = inject('world')
const list = '/accountSetting/childAdmin'
const open = openVisitors(service)

const enterprise = (name: string) => somebody(name, 'enterprise')

/** Invites somebody; the link to send them, as it is shown this once. */
async function invite(visitor: Visitor, { phone, name, grants }: { phone: string; name: string; grants: string[] }) {
  const { page, say, go } = visitor
  await go(`${list}/add`)
  await page.getByLabel(say('accounts', 'field.phone'), { exact: true }).fill(phone)
  await page.getByLabel(say('accounts', 'field.name'), { exact: true }).fill(name)
  while (await page.getByRole('checkbox', { checked: true }).count())
    await page.getByRole('checkbox', { checked: true }).first().uncheck()
  for (const grant of grants)
    await page.getByRole('checkbox', { name: say('accounts', `choice.grants.${grant}`), exact: true }).check()
  await expectAccessible(visitor)
  await page.getByRole('button', { name: named(say('accounts', 'invite.submit')) }).click()
  await page.getByRole('heading', { name: say('accounts', 'invite.ready', { name }) }).waitFor()
  await expectAccessible(visitor)
  return (await page.getByRole('main').locator('code').textContent()) ?? ''
}

/** Opens the link of an invitation on one's own screen, proves the phone, and is in. */
async function join(visitor: Visitor, link: string, phone: string, account: string) {
  const { page, say, go } = visitor
  await go(link)
  await page.getByText(say('site', 'invitation.by', { account })).waitFor()
  await expectAccessible(visitor)
  await passCaptcha(visitor)
  await takeCode(visitor, service, phone)
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: say('site', 'invitation.submit') }).click()
  await page.waitForURL('**/browse')
  await page.getByRole('heading', { level: 1 }).waitFor()
}

const acting = ({ page, say }: Visitor, person: string, account: string) =>
  page.getByText(say('console', 'account.actingFor', { person, account }))

/** Chooses another account in the menu of the page. */
async function switchTo({ page }: Visitor, name: string) {
  await page.getByRole('banner').getByRole('button').last().click()
  await Promise.all([page.waitForURL('**/browse'), page.getByRole('menuitem', { name: new RegExp(name) }).click()])
  await page.getByRole('heading', { level: 1 }).waitFor()
}

describe.each(dressed(bothLanguages))('in $language on a $device', (setting) => {
  const company = enterprise(setting.language === 'en' ? 'Rivers and Partners' : '江河知识产权公司')
  let main: Visitor
  beforeAll(async () => {
    main = await open(setting)
    await registerByCalls(main, service, company, list)
  })

  it('an enterprise invites somebody with two grants, who captures, and is refused what they lack', async () => {
    const employee = { phone: newPhone(), name: setting.language === 'en' ? 'Ben Lake' : '湖小波' }
    await main.page.getByText(main.say('accounts', 'resource.subAccounts.empty')).waitFor()
    await expectAccessible(main)
    const link = await invite(main, { ...employee, grants: ['captures.start', 'evidence.download'] })
    await main.page.getByRole('link', { name: named(main.say('accounts', 'invite.toList')) }).click()
    const stateOf = (state: string) =>
      rowOf(main, employee.name).filter({ hasText: main.say('accounts', `choice.invitationState.${state}`) })
    await stateOf('PENDING').waitFor()
    await expectAccessible(main)

    const sub = await open(setting)
    // A link that was cut off says so, and the whole one that follows in the same tab is read.
    await sub.go('/sub-invitation#cut-off')
    await sub.page.getByText(sub.say('site', 'invitation.empty')).waitFor()
    await join(sub, link, employee.phone, company.name)
    await acting(sub, employee.name, company.name).waitFor()
    // The page of whoever invited says so by itself; the link is used up.
    await stateOf('ACCEPTED').waitFor()
    await main.page
      .getByRole('link', { name: main.say('accounts', 'resource.subAccounts.title'), exact: true })
      .last()
      .click()
    await rowOf(main, employee.name).waitFor()
    await expectAccessible(main)
    await sub.go(link)
    await sub.page.getByText(sub.say('errors', 'code.invitation-gone')).waitFor()
    await expectAccessible(sub)
    await captureByCalls(sub, { urls: [`${shop}/`], name: 'Spring sale' })
    await waitForState(sub, 'Spring sale', 'collected', 'partial')
    // Names, labels and shares are not theirs to change: nothing of that is offered.
    expect(
      await rowOf(sub, 'Spring sale')
        .getByRole('button', { name: sub.say('common', 'actionsOf', { name: 'Spring sale' }), exact: true })
        .count(),
    ).toBe(0)
    await expectAccessible(sub)
    await rowOf(sub, 'Spring sale').getByRole('link').first().click()
    await sub.page.getByRole('button', { name: named(sub.say('evidence', 'certificate')) }).waitFor()
    expect(await sub.page.getByRole('button', { name: named(sub.say('evidence', 'share.open')) }).count()).toBe(0)
    await sub.go(list)
    await sub.page.getByText(sub.say('common', 'forbidden')).waitFor()

    await main.go('/evidence')
    await rowOf(main, 'Spring sale').waitFor()
    if (setting.device === 'desktop') await rowOf(main, 'Spring sale').filter({ hasText: employee.name }).waitFor()
    await rowOf(main, 'Spring sale').getByRole('link').first().click()
    await main.page.getByText(employee.name).first().waitFor()
    await depositHashByCalls(main, 'Of the main account')
    await sub.go('/evidence')
    await rowOf(sub, 'Spring sale').waitFor()
    expect(await namesShown(sub)).toEqual(['Spring sale'])
  })

  it('whoever is disabled is told so, and comes back once enabled', async () => {
    const employee = { phone: newPhone(), name: 'Cleo Brook' }
    const sub = await open(setting)
    await joinByCalls(sub, service, main, { ...employee, grants: ['captures.start'] })
    await sub.go('/evidence')
    await acting(sub, employee.name, company.name).waitFor()
    await main.go(list)
    const take = async (action: string) => {
      await rowOf(main, employee.name)
        .getByRole('button', { name: main.say('common', 'actionsOf', { name: employee.name }), exact: true })
        .click()
      await main.page
        .getByRole('menuitem', { name: main.say('accounts', `action.${action}.label`), exact: true })
        .click()
    }
    await take('disable')
    await main.page
      .getByRole('dialog')
      .getByRole('button', { name: named(main.say('accounts', 'action.disable.label')) })
      .click()
    await rowOf(main, employee.name)
      .filter({ hasText: main.say('accounts', 'choice.status.DISABLED') })
      .waitFor()
    await sub.load('/evidence')
    await sub.page.getByText(sub.say('errors', 'code.account-not-yours')).waitFor()
    await sub.page.getByRole('link', { name: sub.say('common', 'signInAgain') }).waitFor()
    await take('enable')
    await rowOf(main, employee.name)
      .filter({ hasText: main.say('accounts', 'choice.status.ACTIVE') })
      .waitFor()
    await sub.load('/evidence')
    await acting(sub, employee.name, company.name).waitFor()
  })
})

it('somebody who acts in three accounts works in two tabs, and nothing of one is ever under another', async () => {
  const setting = bothLanguages[0]
  const lawyer = { ...service.accounts.personal, name: '陈默' }
  const first = { name: '风岛文化传播有限公司', evidence: '风岛的证据' }
  const second = { ...enterprise('乙方文化公司'), evidence: '乙方的证据' }
  const owner = await open(setting)
  await callAs(owner, sessionCalls.login, { body: service.accounts.enterprise })
  await depositHashByCalls(owner, first.evidence)
  await owner.context.clearCookies()
  await registerByCalls(owner, service, second)
  await depositHashByCalls(owner, second.evidence)
  const one = await open(setting)
  await joinByCalls(one, service, owner, { ...lawyer, grants: ['evidence.all', 'captures.start', 'invoices.write'] })
  await callAs(one, sessionCalls.login, { body: service.accounts.personal })
  await depositHashByCalls(one, '律师自己的')
  await one.go('/browse')
  const two = await openSecondTab(one)
  const all = [first.evidence, second.evidence, '律师自己的']
  const seesOnly = async (visitor: Visitor, name: string, way: 'go' | 'load' = 'go') => {
    await visitor[way]('/evidence')
    await rowOf(visitor, name).first().waitFor()
    expect((await namesShown(visitor)).filter((n) => all.includes(n))).toEqual([name])
  }
  await two.go('/browse')
  await switchTo(two, first.name)
  await acting(two, lawyer.name, first.name).waitFor()
  await seesOnly(two, first.evidence, 'load')

  // The first tab stays where it is, and so does what is typed in it.
  await seesOnly(one, '律师自己的')
  await one.go('/accountSetting/controlOverInvoices/header?form=new')
  const title = (visitor: Visitor) =>
    visitor.page.locator('.ant-drawer').getByLabel(visitor.say('invoices', 'field.title'), { exact: true })
  await title(one).fill('草稿抬头')

  // From the second tab into the third account, where there is no draft of the first; a link of another account leads there.
  await switchTo(two, second.name)
  await acting(two, lawyer.name, second.name).waitFor()
  await seesOnly(two, second.evidence)
  await expectAccessible(two)
  await two.go('/accountSetting/controlOverInvoices/header?form=new')
  await title(two).waitFor()
  expect(await title(two).inputValue()).toBe('')
  const targets = (await (await one.context.request.get('/shimakaze/login/switch/list')).json()) as {
    data: { list: { name: string; accountId: string }[] }
  }
  expect(targets.data.list.map((a) => a.name)).toEqual([lawyer.name, first.name, second.name])
  await two.load(`/evidence?account=${targets.data.list[1]!.accountId}`)
  await acting(two, lawyer.name, first.name).waitFor()
  await expect.poll(() => new URL(two.page.url()).search).toBe('')

  // One address, two tabs, two accounts: what one may open answers in the other as if it did not exist.
  await rowOf(two, first.evidence).getByRole('link').first().click()
  await two.page.getByRole('heading', { level: 1, name: first.evidence }).waitFor()
  await one.go(new URL(two.page.url()).pathname)
  await one.page.getByText(one.say('errors', 'code.not-found')).waitFor()
})
