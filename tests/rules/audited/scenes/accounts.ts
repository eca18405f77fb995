import { handOverCalls } from '../../../../contract/accounts/hand-over.ts'
import { sampleEdition } from '../../../../contract/platform/legal.ts'
import { mailCalls } from '../../../../contract/accounts/mail.ts'
import { phoneCalls } from '../../../../contract/accounts/phone.ts'
import { sessionCalls } from '../../../../contract/accounts/session.ts'
import { settingsCalls } from '../../../../contract/accounts/settings.ts'
import { subAccountCalls } from '../../../../contract/accounts/sub-accounts.ts'
import { subInvitationCalls } from '../../../../contract/accounts/sub-invitations.ts'
import { thirdPartyCalls } from '../../../../contract/accounts/third-party.ts'
import { totpCalls } from '../../../../contract/accounts/totp.ts'
import { newId } from '../../../../server/kit/ids.ts'
import { hashPassword } from '../../../../server/kit/secrets/passwords.ts'
import { type Member } from '../../../kit/build-test-app.ts'
import { answerCaptcha, readCode } from '../../../kit/people/codes.ts'
import { testBrowser } from '../../../kit/test-browser.ts'
import { appCode } from '../../../kit/people/totp.ts'
import { visitVendor } from '../../../kit/vendors/third-parties.ts'
import { act, nothing, password, type Scenes, type Stage } from '../stage.ts'

export function accountScenes({ t, parties, owner, newPhone, must, code, withPassword, withTotp }: Stage): Scenes {
  async function subCode(to: { phone?: string; userId?: string }, reads: string) {
    const { codeId } = await must(subAccountCalls.sendCode, { body: { ...to, ...(await answerCaptcha(t)) } }, owner)
    return { codeId, code: readCode(t, reads) }
  }
  async function invited(phone: string) {
    const { id, url } = await must(subInvitationCalls.invite, { body: { phone, name: '王五' } as never }, owner)
    return { id, phone, token: url.split('#')[1]! }
  }
  async function invitedCode({ token, phone }: { token: string; phone: string }) {
    const { codeId } = await must(subInvitationCalls.sendCode, { params: { token }, body: await answerCaptcha(t) })
    return { codeId, code: readCode(t, phone) }
  }
  const elsewhere = async (who: Member) =>
    must(sessionCalls.login, { body: { phone: who.phone, password, ...(await answerCaptcha(t)) } })
  async function phoneCode(who: Member, to: { scene: 'UNBIND' | 'REBIND'; phone?: string; ticket?: string }) {
    const { codeId } = await must(phoneCalls.sendCode, { body: { ...to, ...(await answerCaptcha(t)) } }, who)
    return { codeId, code: readCode(t, to.phone ?? who.phone) }
  }
  async function mailCode(who: Member) {
    const mail = `${who.phone}@example.com`
    const { codeId } = await must(mailCalls.sendCode, { body: { mail, ...(await answerCaptcha(t)) } }, who)
    return { mail, codeId, code: readCode(t, mail) }
  }
  async function withMail() {
    const who = await t.member()
    await must(mailCalls.set, { body: await mailCode(who) }, who)
    return who
  }
  async function newPhoneProven() {
    const [who, phone] = [await t.member(), newPhone()]
    const { ticket } = await must(phoneCalls.prove, { body: await phoneCode(who, { scene: 'UNBIND' }) }, who)
    return { who, body: { phone, ticket, ...(await phoneCode(who, { scene: 'REBIND', phone, ticket })) } }
  }
  async function secondStep() {
    const { member, secret } = await withTotp()
    const first = await t.call(sessionCalls.login, {
      body: { phone: member.phone, password, ...(await answerCaptcha(t)) },
    })
    return { ticket: (first.data as unknown as { ticket: string }).ticket, totp: appCode(secret) }
  }
  /** Somebody's browser that has been at WeChat, for whom nobody knows there yet. */
  async function atWechat(who?: Member) {
    parties.wechat.person = { openid: newId() }
    const browser = testBrowser(t)
    if (who) browser.cookies['bq-x-token'] = who.token
    const begun = who
      ? await browser.call(thirdPartyCalls.beginBinding, { body: { provider: 'WECHAT', password } })
      : await browser.call(thirdPartyCalls.begin, { body: { provider: 'WECHAT' } })
    return { browser, body: await visitVendor(begun.data.url) }
  }
  async function withWechat() {
    const who = await withPassword()
    const { browser, body } = await atWechat(who)
    await browser.call(thirdPartyCalls.bind, { body })
    return who
  }
  const bridge = async () =>
    new URL((await must(handOverCalls.bridge, { body: {} }, await t.member())).url).hash.slice(1)
  const ok = async (sent: Promise<{ success: boolean }>) => {
    const reply = await sent
    if (!reply.success) throw new Error(JSON.stringify(reply))
  }
  /** A code on a screen that somebody has scanned; and let in, where they are to have. */
  async function scanned(letIn = false) {
    const [screen, who] = [testBrowser(t), await t.member()]
    const { data } = await screen.call(handOverCalls.qr, {})
    const shown = { appId: data.appId, secret: data.qr.split('.').at(-1)! }
    await must(handOverCalls.scan, { body: shown }, who)
    const params = { appId: data.appId }
    const { number } = (await screen.call(handOverCalls.qrStatus, { params })).data
    const body = { ...shown, approve: true, number: number! }
    if (letIn) await must(handOverCalls.decide, { body }, who)
    return { screen, who, body, params }
  }

  return {
    'session.sendLoginCode': act(nothing, () => code(sessionCalls.sendLoginCode, newPhone())),
    'session.sendRegisterCode': act(nothing, () => code(sessionCalls.sendRegisterCode, newPhone())),
    'session.sendPasswordCode': act(nothing, () => code(sessionCalls.sendPasswordCode, newPhone())),
    'session.login': act(
      async () => ({
        phone: (await t.member({ passwordPhc: await hashPassword(password) })).phone,
        password,
        ...(await answerCaptcha(t)),
      }),
      (body) => must(sessionCalls.login, { body }),
    ),
    'session.register': act(
      () => code(sessionCalls.sendRegisterCode, newPhone()),
      (sent) =>
        must(sessionCalls.register, {
          body: {
            ...sent,
            userType: 'personal',
            name: '新人',
            password,
            agreementVersion: sampleEdition,
            consent: true,
          },
        }),
    ),
    'session.resetPassword': act(
      async () => code(sessionCalls.sendPasswordCode, (await t.member()).phone),
      (sent) => must(sessionCalls.resetPassword, { body: { ...sent, password } }),
    ),
    'session.logout': act(
      () => t.member(),
      (who) => must(sessionCalls.logout, {}, who),
    ),
    'session.switchTo': act(nothing, () =>
      must(sessionCalls.switchTo, { params: { userId: owner.membershipId } }, owner),
    ),
    'session.proveAgain': act(withPassword, (of) => must(sessionCalls.proveAgain, { body: { password } }, of)),
    'session.renewToken': act(
      () => t.member(),
      ({ token }) => must(sessionCalls.renewToken, { query: { token } }),
    ),
    'session.appRegister': act(
      () => code(sessionCalls.sendRegisterCode, newPhone()),
      (sent) =>
        must(sessionCalls.appRegister, {
          body: {
            ...sent,
            userType: 'personal',
            name: '新人',
            password,
            agreementVersion: sampleEdition,
            consent: true,
            deviceId: 'device-1',
          },
        }),
    ),
    'session.loginTotp': act(secondStep, (body) => must(sessionCalls.loginTotp, { body })),
    'thirdParty.signIn': act(
      async () => {
        await withWechat()
        const browser = testBrowser(t)
        return {
          browser,
          body: await visitVendor(
            (await browser.call(thirdPartyCalls.begin, { body: { provider: 'WECHAT' } })).data.url,
          ),
        }
      },
      ({ browser, body }) => ok(browser.call(thirdPartyCalls.signIn, { body })),
    ),
    'thirdParty.bind': act(
      async () => atWechat(await withPassword()),
      ({ browser, body }) => ok(browser.call(thirdPartyCalls.bind, { body })),
    ),
    'thirdParty.rebind': act(
      async () => atWechat(await withWechat()),
      ({ browser, body }) => ok(browser.call(thirdPartyCalls.rebind, { body })),
    ),
    'thirdParty.unbind': act(withWechat, (who) =>
      must(thirdPartyCalls.unbind, { body: { provider: 'WECHAT', password } }, who),
    ),
    'handOver.decide': act(
      () => scanned(),
      ({ who, body }) => must(handOverCalls.decide, { body }, who),
    ),
    'handOver.qrStatus': act(
      () => scanned(true),
      ({ screen, params }) => ok(screen.call(handOverCalls.qrStatus, { params })),
    ),
    'handOver.bridge': act(nothing, () => must(handOverCalls.bridge, { body: {} }, owner)),
    'handOver.swap': act(bridge, (token) => must(handOverCalls.swap, { body: { token, type: 'TICKET' } })),
    'settings.update': act(
      () => t.member(),
      (who) => must(settingsCalls.update, { body: { name: '新的姓名' } }, who),
    ),
    'settings.renameAccount': act(
      () => t.member(),
      (who) => must(settingsCalls.renameAccount, { body: { name: '新的名称' } }, who),
    ),
    'settings.changePassword': act(withPassword, (who) =>
      must(settingsCalls.changePassword, { body: { oldPassword: password, newPassword: 'another long one' } }, who),
    ),
    'settings.endSession': act(
      async () => {
        const who = await withPassword()
        await elsewhere(who)
        return { who, id: (await must(settingsCalls.sessions, {}, who)).list.find((s) => !s.current)!.id }
      },
      ({ who, id }) => must(settingsCalls.endSession, { params: { id } }, who),
    ),
    'settings.endOtherSessions': act(
      async () => {
        const who = await withPassword()
        await elsewhere(who)
        return who
      },
      (who) => must(settingsCalls.endOtherSessions, {}, who),
    ),
    'totp.turnOn': act(
      async () => {
        const who = await withPassword()
        return { who, ...(await must(totpCalls.begin, { body: { password } }, who)) }
      },
      ({ who, secret }) => must(totpCalls.turnOn, { body: { totp: appCode(secret) } }, who),
    ),
    'totp.turnOff': act(withTotp, ({ member, secret }) =>
      must(totpCalls.turnOff, { body: { password, totp: appCode(secret) } }, member),
    ),
    'totp.renewCodes': act(withTotp, ({ member, secret }) =>
      must(totpCalls.renewCodes, { body: { password, totp: appCode(secret) } }, member),
    ),
    'phone.sendCode': act(
      () => t.member(),
      (who) => phoneCode(who, { scene: 'UNBIND' }),
    ),
    'phone.bind': act(newPhoneProven, ({ who, body }) => must(phoneCalls.bind, { body }, who)),
    'mail.sendCode': act(
      () => t.member(),
      (who) => mailCode(who),
    ),
    'mail.set': act(
      async () => {
        const who = await t.member()
        return { who, body: await mailCode(who) }
      },
      ({ who, body }) => must(mailCalls.set, { body }, who),
    ),
    'mail.remove': act(withMail, (who) => must(mailCalls.remove, {}, who)),
    'subAccounts.sendCode': act(newPhone, (phone) => subCode({ phone }, phone)),
    'subAccounts.create': act(
      async () => {
        const phone = newPhone()
        return { phone, ...(await subCode({ phone }, phone)) }
      },
      (sent) => must(subAccountCalls.create, { body: { ...sent, name: '王五' } }, owner),
    ),
    'subInvitations.invite': act(newPhone, invited),
    'subInvitations.withdraw': act(
      () => invited(newPhone()),
      ({ id }) => must(subInvitationCalls.withdraw, { body: { ids: [id] } }, owner),
    ),
    'subInvitations.sendCode': act(() => invited(newPhone()), invitedCode),
    'subInvitations.accept': act(
      async () => {
        const invitation = await invited(newPhone())
        return { params: { token: invitation.token }, ...(await invitedCode(invitation)) }
      },
      ({ params, ...proof }) =>
        must(subInvitationCalls.accept, {
          params,
          body: { ...proof, name: '王五', agreementVersion: sampleEdition, consent: true },
        }),
    ),
    'subAccounts.setPassword': act(
      async () => {
        const sub = await t.sub(owner)
        return { userId: sub.membershipId, ...(await subCode({ userId: sub.membershipId }, sub.phone)) }
      },
      (sent) => must(subAccountCalls.setPassword, { body: { ...sent, password } }, owner),
    ),
    'subAccounts.update': act(
      () => t.sub(owner),
      (s) => must(subAccountCalls.update, { params: { id: s.membershipId }, body: { dept: '法务部' } }, owner),
    ),
    'subAccounts.setStatus': act(
      () => t.sub(owner),
      (s) => must(subAccountCalls.setStatus, { params: { id: s.membershipId }, body: { status: 'DISABLED' } }, owner),
    ),
    'subAccounts.setStatusOfMany': act(
      () => t.sub(owner),
      (s) => must(subAccountCalls.setStatusOfMany, { body: { ids: [s.membershipId], status: 'DISABLED' } }, owner),
    ),
    'subAccounts.removeMany': act(
      () => t.sub(owner),
      (s) => must(subAccountCalls.removeMany, { body: { ids: [s.membershipId] } }, owner),
    ),
  }
}
