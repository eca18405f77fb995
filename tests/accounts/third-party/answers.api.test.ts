import { describe, expect, it } from 'vitest'
import { thirdPartyCalls } from '../../../contract/accounts/third-party.ts'
import type { Provider } from '../../../contract/accounts/third-provider.ts'
import { testBrowser } from '../../kit/test-browser.ts'
import type { AlipayVendor } from '../../../server/sandbox/alipay-gateway.ts'
import { wechatId } from '../../kit/vendors/third-parties.ts'
import type { WechatMischief } from '../../kit/vendors/wechat.ts'
import { alipay, bindTo, go, passwordPhc, people, signIn, t, wechat, withVendors } from './kit.ts'
import { roomInMinute } from '../../kit/people/forget-limits.ts'

withVendors()

describe('what the vendors answer', () => {
  it.each<[string, WechatMischief, string]>([
    ['a code that is wrong', { errcode: 40029 }, 'third-party-again'],
    ['a code that was used', { errcode: 40163 }, 'third-party-again'],
    ['busy', { errcode: -1, anyway: true }, 'third-party-busy'],
    ['too often', { errcode: 45009 }, 'third-party-busy'],
    ['a wrong secret', { errcode: 40125, errmsg: 'invalid appsecret secret-of-wechat' }, 'third-party-broken'],
    ['an unknown application', { errcode: 40013 }, 'third-party-broken'],
    ['no permission', { errcode: 48001 }, 'third-party-broken'],
    ['nothing', 'hang', 'third-party-busy'],
    ['half', 'hang up', 'third-party-busy'],
    ['a page', 'html', 'third-party-busy'],
    ['500', '500', 'third-party-busy'],
    ['ten megabytes', 'huge', 'third-party-busy'],
    ['no id', { answer: { access_token: 'x' } }, 'third-party-broken'],
    ['an id that is none', { answer: { openid: { $ne: 1 } } }, 'third-party-broken'],
  ])('of WeChat, %s, is told in our words, and the code is not sent again', async (_, mischief, code) => {
    const browser = testBrowser(t)
    const came = await go(browser)
    wechat.next = [mischief]
    const reply = await signIn(browser, came)
    expect([reply.errorCode, JSON.stringify(reply).includes('secret-of-wechat')]).toEqual([code, false])
    // The same answer once more is told what became of the first.
    expect([(await signIn(browser, came)).errorCode, wechat.asked.length]).toEqual([code, 1])
  })

  it.each<[string, AlipayVendor['next'][number], string]>([
    ['a code that is wrong', { code: '40002', subCode: 'isv.code-invalid', inError: true }, 'third-party-again'],
    ['too often', { code: '40005', subCode: 'isv.limited' }, 'third-party-busy'],
    ['no permission', { code: '40006', subCode: 'isv.insufficient-isv-permissions' }, 'third-party-broken'],
    ['a forged answer', 'forged', 'third-party-broken'],
    ['an unsigned answer', 'unsigned', 'third-party-broken'],
    ['a changed answer', 'value changed', 'third-party-broken'],
    ['two answers', 'second before', 'third-party-broken'],
    ['nothing', 'hang', 'third-party-busy'],
  ])('of Alipay, %s, is told in our words', async (_, mischief, code) => {
    const browser = testBrowser(t)
    const came = await go(browser, 'ALIPAY')
    alipay.next = [mischief]
    expect(await signIn(browser, came)).toMatchObject({ errorCode: code })
    expect(browser.cookies['bq-x-token']).toBeUndefined()
  })

  it.each<[string, () => void, () => string, Provider]>([
    ['older than ten minutes', () => void (wechat.skew = 601_000), () => wechat.codeOf(wechatId), 'WECHAT'],
    ['of another application', () => {}, () => wechat.codeOf('wxanotherone'), 'WECHAT'],
    ['that nobody gave', () => {}, () => 'x'.repeat(32), 'WECHAT'],
    ['of another application', () => {}, () => alipay.codeOf('2021000000000009'), 'ALIPAY'],
    ['that nobody gave', () => {}, () => 'x'.repeat(32), 'ALIPAY'],
  ])('a code %s lets nobody in', async (_, wait, codeOf, provider) => {
    const browser = testBrowser(t)
    const came = await go(browser, provider)
    const authCode = codeOf()
    wait()
    expect(await signIn(browser, { ...came, authCode })).toMatchObject({ errorCode: 'third-party-again' })
  })

  it('is asked for by one address sixty times a minute at most', async () => {
    await roomInMinute()
    const browser = testBrowser(t)
    const replies = []
    for (let i = 0; i < 61; i++)
      replies.push((await browser.call(thirdPartyCalls.begin, { body: { provider: 'WECHAT' } })).errorCode ?? 'ok')
    expect([replies.slice(0, 60).every((r) => r === 'ok'), replies[60]]).toEqual([true, 'too-frequent'])
  })

  it('is enough without a unionid; with one, another application of the same owner knows the person', async () => {
    const member = await t.member({ passwordPhc })
    await bindTo(member)
    const { unionid } = wechat.person
    await t.services.db.system
      .updateTable('thirdAccount')
      .set({ appId: 'wxanotherone', subject: 'another-openid' })
      .where('personId', '=', member.personId)
      .execute()
    const browser = testBrowser(t)
    expect(await signIn(browser, await go(browser))).toMatchObject({ data: { userId: member.membershipId } })
    wechat.person = { openid: `lonely-${unionid}` }
    expect(await signIn(browser, await go(browser))).toMatchObject({ data: { bindTicket: expect.any(String) } })
  })

  it('knows somebody of Alipay by either name once both were told', async () => {
    const member = await t.member({ passwordPhc })
    const { userId } = alipay.person
    await bindTo(member, 'ALIPAY')
    const browser = testBrowser(t)
    for (const person of [{ openId: `open-${people}`, userId: userId! }, { userId: userId! }]) {
      alipay.person = person
      expect(await signIn(browser, await go(browser, 'ALIPAY'))).toMatchObject({
        data: { userId: member.membershipId },
      })
    }
  })
})
