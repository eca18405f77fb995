import { describe, expect, it } from 'vitest'
import { phoneCalls } from '../../../contract/accounts/phone.ts'
import { settingsCalls } from '../../../contract/accounts/settings.ts'
import { thirdPartyCalls } from '../../../contract/accounts/third-party.ts'
import { endSessionsOf } from '../../../server/accounts/sign-in/sessions.repo.ts'
import type { Member } from '../../kit/build-test-app.ts'
import { answerCaptcha, readCode } from '../../kit/people/codes.ts'
import { forgetLimits } from '../../kit/people/forget-limits.ts'
import { testBrowser } from '../../kit/test-browser.ts'
import { visitVendor } from '../../kit/vendors/third-parties.ts'
import { waitForLock } from '../../kit/test-database.ts'
import {
  acts,
  bindTo,
  go,
  inSession,
  password,
  passwordPhc,
  people,
  signIn,
  t,
  testBrowserOf,
  wechat,
  withVendors,
} from './kit.ts'

withVendors()

describe('binding in the settings', () => {
  it('binds, changes and unbinds, tells the person each time, and the card shows it', async () => {
    const member = await t.member({ passwordPhc })
    const cards = async () => (await t.call(settingsCalls.profile, {}, member)).data.thirdAccounts
    expect(await cards()).toEqual([
      { provider: 'WECHAT', open: true, boundAt: null },
      { provider: 'ALIPAY', open: true, boundAt: null },
    ])
    expect((await bindTo(member)).reply).toMatchObject({ data: { bound: true } })
    expect((await cards())[0]).toMatchObject({ boundAt: expect.stringMatching(/^20/) })
    wechat.person = { openid: `changed-${people}` }
    expect((await bindTo(member, 'WECHAT', thirdPartyCalls.rebind)).reply).toMatchObject({ data: { bound: true } })
    const browser = testBrowser(t)
    expect(await signIn(browser, await go(browser))).toMatchObject({ data: { userId: member.membershipId } })
    expect(await t.call(thirdPartyCalls.unbind, { body: { provider: 'WECHAT', password } }, member)).toMatchObject({
      data: { unbound: true },
    })
    expect(await signIn(testBrowserOf(browser), await go(browser))).toMatchObject({
      data: { bindTicket: expect.any(String) },
    })
    expect(await t.call(thirdPartyCalls.unbind, { body: { provider: 'WECHAT', password } }, member)).toMatchObject({
      errorCode: 'wrong-state',
    })
    expect((await acts(member.personId)).filter((a) => a.startsWith('third.'))).toEqual([
      'third.bound',
      'third.rebound',
      'third.unbound',
    ])
  })

  it('leaves no way in for a session that was ended while the vendor answered', async () => {
    const member = await t.member({ passwordPhc })
    let binding: ReturnType<typeof bindTo> | undefined
    await t.services.db.asSystem(async (tx) => {
      await endSessionsOf(tx, member.personId)
      binding = bindTo(member)
      await waitForLock(t)
    })
    expect((await binding)?.reply).toMatchObject({ errorCode: 'session-gone' })
    const ways = t.services.db.system.selectFrom('thirdAccount').select('id').where('personId', '=', member.personId)
    expect(await ways.execute()).toEqual([])
  })

  it('demands that the person is there: neither begins nor ends with a session alone', async () => {
    const member = await t.member({ passwordPhc })
    const browser = await inSession(member)
    for (const call of [thirdPartyCalls.beginBinding, thirdPartyCalls.unbind])
      expect(await browser.call(call, { body: { provider: 'WECHAT', password: 'not the right one' } })).toMatchObject({
        errorCode: 'bad-parameter',
      })
  })

  it('refuses what is somebody’s without telling whose, and an answer in another session, for another purpose or of a visitor', async () => {
    const [owner, other] = [await t.member({ passwordPhc, name: '周瑜' }), await t.member({ passwordPhc })]
    await bindTo(owner)
    const taken = (await bindTo(other)).reply
    expect([taken.errorCode, JSON.stringify(taken).includes('周瑜')]).toEqual(['third-party-taken', false])
    wechat.person = { openid: `fresh-${people}` }
    const browser = await inSession(other)
    const came = await visitVendor(
      (await browser.call(thirdPartyCalls.beginBinding, { body: { provider: 'WECHAT', password } })).data.url,
    )
    expect(await browser.call(thirdPartyCalls.rebind, { body: came })).toMatchObject({ errorCode: 'third-party-again' })
    expect(await signIn(browser, came)).toMatchObject({ errorCode: 'third-party-again' })
    const swapped = testBrowserOf(browser)
    swapped.cookies['bq-x-token'] = owner.token
    expect(await swapped.call(thirdPartyCalls.bind, { body: came })).toMatchObject({ errorCode: 'third-party-again' })
    expect(await browser.call(thirdPartyCalls.bind, { body: came })).toMatchObject({ data: { bound: true } })
    expect(await browser.call(thirdPartyCalls.bind, { body: came })).toMatchObject({ data: { bound: true } })
  })

  it('lets one of two have it who bind the same at once', async () => {
    const both = await Promise.all(
      [1, 2].map(async () => {
        const browser = await inSession(await t.member({ passwordPhc }))
        return {
          browser,
          came: await visitVendor(
            (await browser.call(thirdPartyCalls.beginBinding, { body: { provider: 'WECHAT', password } })).data.url,
          ),
        }
      }),
    )
    const replies = await Promise.all(
      both.map(({ browser, came }) => browser.call(thirdPartyCalls.bind, { body: came })),
    )
    expect(replies.map((r) => r.errorCode ?? 'bound').toSorted()).toEqual(['bound', 'third-party-taken'])
  })

  it('does not take the last ways to sign in away, both at once', async () => {
    const member = await withTwoThirds()
    const codes = [await codeToProve(member)]
    await forgetLimits(t)
    codes.push(await codeToProve(member))
    const replies = await withoutOtherWays(member, () =>
      Promise.all(
        (['WECHAT', 'ALIPAY'] as const).map((provider, i) =>
          t.call(thirdPartyCalls.unbind, { body: { provider, ...codes[i] } }, member),
        ),
      ),
    )
    expect(replies.map((r) => r.errorCode ?? 'unbound').toSorted()).toEqual(['last-way', 'unbound'])
  })

  it('does not take the last way to sign in away', async () => {
    const member = await withTwoThirds()
    const unbind = async (provider: 'WECHAT' | 'ALIPAY') => {
      await forgetLimits(t)
      const code = await codeToProve(member)
      return withoutOtherWays(member, () => t.call(thirdPartyCalls.unbind, { body: { provider, ...code } }, member))
    }
    expect(await unbind('WECHAT')).toMatchObject({ data: { unbound: true } })
    expect(await unbind('ALIPAY')).toMatchObject({ errorCode: 'last-way' })
    expect((await t.call(settingsCalls.profile, {}, member)).data.thirdAccounts[1]).toMatchObject({
      boundAt: expect.any(String),
    })
  })
})

async function withTwoThirds() {
  const member = await t.member({ passwordPhc })
  await bindTo(member)
  await bindTo(member, 'ALIPAY')
  return member
}

/** Neither a password nor a code by SMS leads in. */
async function withoutOtherWays<T>({ personId }: Member, act: () => Promise<T>): Promise<T> {
  const { messages, db } = t.services
  const { can } = messages
  messages.can = (channel, template) => channel !== 'sms' && can(channel, template)
  try {
    await db.system.updateTable('person').set({ passwordPhc: null }).where('id', '=', personId).execute()
    return await act()
  } finally {
    messages.can = can
  }
}

async function codeToProve(member: Member) {
  const { data } = await t.call(phoneCalls.sendCode, { body: { scene: 'PROVE', ...(await answerCaptcha(t)) } }, member)
  return { codeId: data.codeId, code: readCode(t, member.phone) }
}
