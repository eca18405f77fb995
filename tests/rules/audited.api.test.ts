import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import writeSheet from 'write-excel-file/node'
import { handOverCalls } from '../../contract/accounts/hand-over.ts'
import { mailCalls } from '../../contract/accounts/mail.ts'
import { phoneCalls } from '../../contract/accounts/phone.ts'
import { sessionCalls } from '../../contract/accounts/session.ts'
import { settingsCalls } from '../../contract/accounts/settings.ts'
import { subAccountCalls } from '../../contract/accounts/sub-accounts.ts'
import { thirdPartyCalls } from '../../contract/accounts/third-party.ts'
import { totpCalls } from '../../contract/accounts/totp.ts'
import { addressCalls } from '../../contract/addresses/addresses.ts'
import { calls } from '../../contract/calls.ts'
import { batchCalls } from '../../contract/captures/batch.ts'
import { webCaptureCalls } from '../../contract/captures/web.ts'
import { deliveryCalls } from '../../contract/certificates/delivery.ts'
import { shareCalls } from '../../contract/certificates/share.ts'
import { evidenceCalls } from '../../contract/evidence/evidence.ts'
import { feedbackCalls } from '../../contract/evidence/feedback.ts'
import { headerCalls } from '../../contract/invoices/headers.ts'
import { type Call, type CallRequest, pathOf } from '../../contract/kit/call.ts'
import { messageChoiceCalls } from '../../contract/messages/choices.ts'
import { announcementCalls } from '../../contract/messages/announcements.ts'
import { accountCalls } from '../../contract/operator/accounts.ts'
import { jobCalls } from '../../contract/operator/jobs.ts'
import { anchorCalls } from '../../contract/trust/anchors.ts'
import { integrityCalls } from '../../contract/trust/integrity.ts'
import { nameChain } from '../../server/trust/anchors/anchors.repo.ts'
import { keepAnchor } from '../anchors/anchor-kit.ts'
import { anchorsEnv } from '../kit/anchors-env.ts'
import { staffMessageCalls } from '../../contract/operator/messages.ts'
import { callbackCalls } from '../../contract/open-api/callbacks.ts'
import { keyCalls } from '../../contract/open-api/keys.ts'
import { outboxCalls } from '../../contract/operator/outbox.ts'
import { personCalls } from '../../contract/operator/people.ts'
import { exportCalls } from '../../contract/platform/exports.ts'
import { dictEntryCalls } from '../../contract/platform/dictionary-entries.ts'
import { fileCalls } from '../../contract/platform/files.ts'
import { settingsOfPlatformCalls } from '../../contract/platform/settings.ts'
import { listViewCalls } from '../../contract/platform/list-views.ts'
import { depositCalls } from '../../contract/registry/deposits.ts'
import { uploadCalls } from '../../contract/registry/uploads.ts'
import { workCalls } from '../../contract/registry/works.ts'
import { hashPassword } from '../../server/kit/passwords.ts'
import { newId } from '../../server/kit/ids.ts'
import { certifyCalls } from '../../contract/real-name/certify.ts'
import { consentCalls } from '../../contract/real-name/consents.ts'
import { closingCalls } from '../../contract/data-rights/closing.ts'
import { dataCopyCalls } from '../../contract/data-rights/copies.ts'
import { writeCopy } from '../../server/data-rights/copies.jobs.ts'
import { askCopy, proofOf } from '../data-rights/data-kit.ts'
import { identityReviewCalls } from '../../contract/real-name/review.ts'
import { agree, newCreditCode, newResidentId, personalPapers, sendPhoto, verifyPerson } from '../kit/identities.ts'
import { buildTestApp, type Member, type TestApp } from '../kit/build-test-app.ts'
import { answerCaptcha, readCode } from '../kit/codes.ts'
import { forgetLimits } from '../kit/forget-limits.ts'
import { buildEvidence } from '../kit/factories.ts'
import { newPublicKey } from '../kit/key-pairs.ts'
import { dataUrl, formOf, png } from '../kit/pictures.ts'
import { type CertifyVendor, startCertify } from '../kit/vendors/alipay-certify.ts'
import { testBrowser } from '../kit/test-browser.ts'
import { sendFile } from '../registry/deposit-kit.ts'
import { appCode, turnOnTotp } from '../kit/totp.ts'
import { openThirdParties, visitVendor } from '../kit/vendors/third-parties.ts'

const all: [string, Call][] = Object.entries(calls).flatMap(([group, members]) => Object.entries(members).map(([name, call]): [string, Call] => [`${group}.${name}`, call]))
/** Whatever changes something, tries or sends a secret, or hands out bytes. */
const telling = all.filter(([, c]) => c.rate === 'write' || c.rate === 'secret' || c.kind === 'bytes' || !c.idempotent)

/** What leaves no row, and why. */
const silent: Record<string, string> = {
  'session.captcha': 'a question asked of nobody known; it ends by itself',
  'session.message': 'the same, for older clients',
  'session.memberMessage': 'the same',
  'totp.begin': 'a secret that is not in force; turning it on is on the record',
  'phone.prove': 'the first of two steps; the second is on the record',
  'phone.info': 'tells the holder of a phone about themselves; a wrong code is on the record',
  'thirdParty.begin': 'sends a browser to a vendor; what it brings back is on the record',
  'thirdParty.beginBinding': 'the same, once the person proved to be there; a wrong password is on the record',
  'handOver.qr': 'a code that nobody has answered; the answer is on the record',
  'handOver.scan': 'who asks, told to whoever scanned it; their answer is on the record',
  'batches.template': 'an empty sheet, the same for everybody',
  'certificates.hashOfFile': 'hashes what was sent and keeps nothing',
  'certificates.signature': 'verifies what is stored and changes nothing; the download it names is on the record',
  'behavior.count': 'counts a visit without a visitor',
  'messages.read': 'that somebody read what they were told; what it tells of has its own row',
  'messages.remove': 'takes a message out of its reader’s own list; staff still see what they wrote',
  'files.shown': 'what a platform shows everybody',
  'files.sent': 'an account’s own file, seen by itself',
  'certify.photo': 'a person’s own picture, seen by themselves',
  'operatorTimestamps.trial': 'a stamp over nothing of anybody, which is not kept',
  'chain.record': 'what anybody may verify; it names nobody',
  'listViews.setLayout': 'how wide a person’s own columns are',
}

const anchors = anchorsEnv()
let t: TestApp
let parties: Awaited<ReturnType<typeof openThirdParties>>
let owner: Member
let alipay: CertifyVendor
let operator: Member
let administrator: Member
beforeAll(async () => {
  parties = await openThirdParties()
  t = await buildTestApp({ ...parties.env, ...anchors.env })
  alipay = await startCertify()
  owner = await t.member({ name: '风岛公司', kind: 'enterprise' })
  operator = await t.member({ name: '运营', role: 'operator' })
  administrator = await t.member({ name: '管理', role: 'administrator' })
})
afterAll(async () => {
  await Promise.all([t.close(), parties.close(), alipay.close()])
  anchors.remove()
})

const password = 'a long enough one'
const fuzhou = { provinceCode: '350000', cityCode: '350100', regionCode: '350102', detail: '某路 1 号', phone: '13711112222' }
let phones = 13_500_000_000
const newPhone = () => String(++phones)

async function must<C extends Call>(call: C, request: CallRequest<C>, as?: Member) {
  await forgetLimits(t)
  const reply = await t.call(call, request, as)
  if (!reply.success) throw new Error(JSON.stringify(reply))
  return reply.data
}

async function bytes(call: Call, params: Record<string, string>, query: Record<string, string> = {}, as?: Member) {
  const response = await t.inject({ method: 'GET', url: pathOf(call, params), query, headers: as ? { 'x-auth-token': as.token } : {} })
  if (response.statusCode !== 200) throw new Error(response.body)
}

async function sendSheet() {
  const sheet = await writeSheet([[{ value: 'https://example.com/a' }]]).toBuffer()
  const payload = Buffer.concat([Buffer.from('--b\r\ncontent-disposition: form-data; name="file"; filename="a.xlsx"\r\ncontent-type: application/octet-stream\r\n\r\n'), sheet, Buffer.from('\r\n--b--\r\n')])
  const response = await t.inject({ method: 'POST', url: pathOf(batchCalls.check), payload, headers: { 'content-type': 'multipart/form-data; boundary=b', 'x-auth-token': owner.token } })
  return response.json().data.importId as string
}

type CodeCall = typeof sessionCalls.sendLoginCode | typeof sessionCalls.sendRegisterCode | typeof sessionCalls.sendPasswordCode
async function code(call: CodeCall, phone: string) {
  const { codeId } = await must(call, { body: { phone, ...(await answerCaptcha(t)) } })
  return { phone, codeId, code: readCode(t, phone) }
}
async function subCode(to: { phone?: string; userId?: string }, reads: string) {
  const { codeId } = await must(subAccountCalls.sendCode, { body: { ...to, ...(await answerCaptcha(t)) } }, owner)
  return { codeId, code: readCode(t, reads) }
}

const header = async () => (await must(headerCalls.create, { body: { headType: 'PERSONAL', title: newId() } }, owner)).id
const address = async () => (await must(addressCalls.create, { body: { ...fuzhou, name: newId().slice(0, 20) } }, owner)).id
const view = async () => (await must(listViewCalls.create, { body: { resource: 'evidence', name: newId(), query: '' } }, owner)).id
const capture = async () => (await must(webCaptureCalls.start, { body: { urls: [`https://example.com/${newId()}`] } }, owner)).list[0]!
const evidence = (status?: 'failed' | 'to-confirm') => buildEvidence(t, owner, status ? { status } : {})
const apiKey = async () => { const who = await t.member(); return { who, id: (await must(keyCalls.create, { body: { name: '脚本', publicKey: newPublicKey() } }, who)).id } }
const callingKey = async () => { const { who, id } = await apiKey(); await t.services.db.forAccount(who, (tx) => tx.updateTable('apiKey').set({ callbackUrl: 'https://example.com/' }).where('id', '=', id).execute()); return { who, id } }
const share = async () => must(shareCalls.create, { body: { ano: (await evidence()).number, days: 1, withPackage: true } }, owner)
const upload = async () => (await sendFile(t, owner, Buffer.from('a'))).data.fileId
async function hashAndOriginal() {
  const fileId = await upload()
  const { number: ano, id } = await buildEvidence(t, owner, { category: 'ATTSETATIONHASH' })
  await t.services.db.system.insertInto('hashDeposit').values({ evidenceId: id, accountId: owner.accountId, claimedSha256: createHash('sha256').update('a').digest(), fileName: 'a' }).execute()
  return { ano, fileId }
}
const feedback = async () => (await must(feedbackCalls.give, { body: { ano: (await evidence()).number, reason: 'OTHER', content: '内容' } }, owner)).feedbackId
const choiceBody = () => ({ type: 'lawyerField' as const, code: newId(), name: '知识产权' })
const choice = async (body = choiceBody()) => ({ body, ...(await must(dictEntryCalls.create, { body }, administrator)) })
const announcementBody = { titleZh: '公告', contentZh: '内容' }
const announcement = async () => (await must(announcementCalls.create, { body: announcementBody }, operator)).id
const published = async () => { const id = await announcement(); await must(announcementCalls.publish, { params: { id } }, operator); return id }
/** Tried as often as it may be, and still good. */
async function failedMessage() {
  const id = newId()
  await t.services.db.system.insertInto('messageOutbox').values({ id, platformId: t.platformId, channel: 'sms', recipient: '138****0000', template: 'login', state: 'failed', text: null, sealed: 'x', goodUntil: new Date(Date.now() + 60_000) }).execute()
  return id
}

async function feedbackWithPicture() {
  const { fileId: picture } = await must(fileCalls.uploadPicture, { body: { imgBase: dataUrl(png()), scene: 'feedback' } }, owner)
  const { feedbackId: id } = await must(feedbackCalls.give, { body: { ano: (await evidence()).number, reason: 'OTHER', content: '内容', images: [picture] } }, owner)
  return { id, picture }
}
async function failedAnchor() {
  const [chain] = t.services.config.anchors!.chains
  await nameChain(t.services.db, chain!)
  return keepAnchor(t.services.db, { chainId: chain!.id, size: 1, digest: Buffer.alloc(32), note: Buffer.from('x'), state: 'FAILED', reason: 'not-mined' })
}

const job = async (state: 'created' | 'failed') => {
  const { id } = await capture()
  const { rows: [row] } = await sql<{ id: string }>`update pgboss.job set state = ${state} where data->>'id' = ${id} returning id`.execute(t.services.db.system)
  return row!.id
}
async function codeOf() {
  const { number } = await evidence()
  return { number, ...(await must(deliveryCalls.makeCode, { body: { ano: number, days: 1 } }, owner)) }
}
const withPassword = async () => t.member({ passwordPhc: await hashPassword(password) })
const elsewhere = async (who: Member) => must(sessionCalls.login, { body: { phone: who.phone, password, ...(await answerCaptcha(t)) } })
/** Somebody whose app shows codes, none of which was used. */
async function withTotp() {
  const made = await turnOnTotp(t, await withPassword(), password)
  await t.services.db.system.updateTable('totp').set({ lastStep: 0 }).execute()
  return made
}
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
  const first = await t.call(sessionCalls.login, { body: { phone: member.phone, password, ...(await answerCaptcha(t)) } })
  return { ticket: (first.data as unknown as { ticket: string }).ticket, totp: appCode(secret) }
}
async function submitted() {
  const who = await t.member()
  return { who, ...(await must(certifyCalls.submitPersonal, { body: await personalPapers(t, who) }, who)) }
}
/** Somebody's browser that has been at WeChat, for whom nobody knows there yet. */
async function atWechat(who?: Member) {
  parties.wechat.person = { openid: newId() }
  const browser = testBrowser(t)
  if (who) browser.cookies['bq-x-token'] = who.token
  const begun = who ? await browser.call(thirdPartyCalls.beginBinding, { body: { provider: 'WECHAT', password } }) : await browser.call(thirdPartyCalls.begin, { body: { provider: 'WECHAT' } })
  return { browser, body: await visitVendor(begun.data.url) }
}
async function withWechat() {
  const who = await withPassword()
  const { browser, body } = await atWechat(who)
  await browser.call(thirdPartyCalls.bind, { body })
  return who
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
const bridge = async () => new URL((await must(handOverCalls.bridge, { body: {} }, await t.member())).url).hash.slice(1)
const ok = async (sent: Promise<{ success: boolean }>) => {
  const reply = await sent
  if (!reply.success) throw new Error(JSON.stringify(reply))
}
const reason = '投诉核对'

/** Each call once, as it succeeds; `before` makes what it needs. The same for every call that a new resource brings. */
const act = <T>(before: () => Promise<T> | T, run: (made: T) => Promise<unknown>) => async () => {
  const made = await before()
  return () => run(made)
}
const nothing = () => undefined

const scenes: Record<string, () => Promise<() => Promise<unknown>>> = {
  'session.sendLoginCode': act(nothing, () => code(sessionCalls.sendLoginCode, newPhone())),
  'session.sendRegisterCode': act(nothing, () => code(sessionCalls.sendRegisterCode, newPhone())),
  'session.sendPasswordCode': act(nothing, () => code(sessionCalls.sendPasswordCode, newPhone())),
  'session.login': act(async () => ({ phone: (await t.member({ passwordPhc: await hashPassword(password) })).phone, password, ...(await answerCaptcha(t)) }), (body) => must(sessionCalls.login, { body })),
  'session.register': act(() => code(sessionCalls.sendRegisterCode, newPhone()), (sent) => must(sessionCalls.register, { body: { ...sent, userType: 'personal', name: '新人', password, agreementVersion: '1', consent: true } })),
  'session.resetPassword': act(async () => code(sessionCalls.sendPasswordCode, (await t.member()).phone), (sent) => must(sessionCalls.resetPassword, { body: { ...sent, password } })),
  'session.logout': act(() => t.member(), (who) => must(sessionCalls.logout, {}, who)),
  'session.switchTo': act(nothing, () => must(sessionCalls.switchTo, { params: { userId: owner.membershipId } }, owner)),
  'session.renewToken': act(() => t.member(), ({ token }) => must(sessionCalls.renewToken, { query: { token } })),
  'session.appRegister': act(() => code(sessionCalls.sendRegisterCode, newPhone()), (sent) => must(sessionCalls.appRegister, { body: { ...sent, userType: 'personal', name: '新人', password, agreementVersion: '1', consent: true, deviceId: 'device-1' } })),
  'session.loginTotp': act(secondStep, (body) => must(sessionCalls.loginTotp, { body })),
  'thirdParty.signIn': act(async () => {
    await withWechat()
    const browser = testBrowser(t)
    return { browser, body: await visitVendor((await browser.call(thirdPartyCalls.begin, { body: { provider: 'WECHAT' } })).data.url) }
  }, ({ browser, body }) => ok(browser.call(thirdPartyCalls.signIn, { body }))),
  'thirdParty.bind': act(async () => atWechat(await withPassword()), ({ browser, body }) => ok(browser.call(thirdPartyCalls.bind, { body }))),
  'thirdParty.rebind': act(async () => atWechat(await withWechat()), ({ browser, body }) => ok(browser.call(thirdPartyCalls.rebind, { body }))),
  'thirdParty.unbind': act(withWechat, (who) => must(thirdPartyCalls.unbind, { body: { provider: 'WECHAT', password } }, who)),
  'handOver.decide': act(() => scanned(), ({ who, body }) => must(handOverCalls.decide, { body }, who)),
  'handOver.qrStatus': act(() => scanned(true), ({ screen, params }) => ok(screen.call(handOverCalls.qrStatus, { params }))),
  'handOver.bridge': act(nothing, () => must(handOverCalls.bridge, { body: {} }, owner)),
  'handOver.swap': act(bridge, (token) => must(handOverCalls.swap, { body: { token, type: 'TICKET' } })),
  'settings.update': act(() => t.member(), (who) => must(settingsCalls.update, { body: { name: '新的姓名' } }, who)),
  'settings.renameAccount': act(() => t.member(), (who) => must(settingsCalls.renameAccount, { body: { name: '新的名称' } }, who)),
  'settings.changePassword': act(withPassword, (who) => must(settingsCalls.changePassword, { body: { oldPassword: password, newPassword: 'another long one' } }, who)),
  'settings.endSession': act(async () => { const who = await withPassword(); await elsewhere(who); return { who, id: (await must(settingsCalls.sessions, {}, who)).list.find((s) => !s.current)!.id } }, ({ who, id }) => must(settingsCalls.endSession, { params: { id } }, who)),
  'settings.endOtherSessions': act(async () => { const who = await withPassword(); await elsewhere(who); return who }, (who) => must(settingsCalls.endOtherSessions, {}, who)),
  'totp.turnOn': act(async () => { const who = await withPassword(); return { who, ...(await must(totpCalls.begin, { body: { password } }, who)) } }, ({ who, secret }) => must(totpCalls.turnOn, { body: { totp: appCode(secret) } }, who)),
  'totp.turnOff': act(withTotp, ({ member, secret }) => must(totpCalls.turnOff, { body: { password, totp: appCode(secret) } }, member)),
  'totp.renewCodes': act(withTotp, ({ member, secret }) => must(totpCalls.renewCodes, { body: { password, totp: appCode(secret) } }, member)),
  'phone.sendCode': act(() => t.member(), (who) => phoneCode(who, { scene: 'UNBIND' })),
  'phone.bind': act(newPhoneProven, ({ who, body }) => must(phoneCalls.bind, { body }, who)),
  'mail.sendCode': act(() => t.member(), (who) => mailCode(who)),
  'mail.set': act(async () => { const who = await t.member(); return { who, body: await mailCode(who) } }, ({ who, body }) => must(mailCalls.set, { body }, who)),
  'mail.remove': act(withMail, (who) => must(mailCalls.remove, {}, who)),
  'subAccounts.sendCode': act(newPhone, (phone) => subCode({ phone }, phone)),
  'subAccounts.create': act(async () => { const phone = newPhone(); return { phone, ...(await subCode({ phone }, phone)) } }, (sent) => must(subAccountCalls.create, { body: { ...sent, name: '王五' } }, owner)),
  'subAccounts.setPassword': act(async () => { const sub = await t.sub(owner); return { userId: sub.membershipId, ...(await subCode({ userId: sub.membershipId }, sub.phone)) } }, (sent) => must(subAccountCalls.setPassword, { body: { ...sent, password } }, owner)),
  'subAccounts.update': act(() => t.sub(owner), (s) => must(subAccountCalls.update, { params: { id: s.membershipId }, body: { dept: '法务部' } }, owner)),
  'subAccounts.setStatus': act(() => t.sub(owner), (s) => must(subAccountCalls.setStatus, { params: { id: s.membershipId }, body: { status: 'DISABLED' } }, owner)),
  'subAccounts.setStatusOfMany': act(() => t.sub(owner), (s) => must(subAccountCalls.setStatusOfMany, { body: { ids: [s.membershipId], status: 'DISABLED' } }, owner)),
  'subAccounts.removeMany': act(() => t.sub(owner), (s) => must(subAccountCalls.removeMany, { body: { ids: [s.membershipId] } }, owner)),
  'evidence.update': act(() => evidence(), (e) => must(evidenceCalls.update, { params: { id: e.id }, body: { evidenceName: '新名' } }, owner)),
  'evidence.relabel': act(() => evidence(), (e) => must(evidenceCalls.relabel, { params: { id: e.id }, body: { labels: ['一'] } }, owner)),
  'evidence.hide': act(() => evidence(), (e) => must(evidenceCalls.hide, { params: { id: e.id }, body: { hidden: true } }, owner)),
  'evidence.hideMany': act(() => evidence(), (e) => must(evidenceCalls.hideMany, { body: { ids: [e.id], hidden: true } }, owner)),
  'evidence.relabelMany': act(() => evidence(), (e) => must(evidenceCalls.relabelMany, { body: { ids: [e.id], add: ['一'] } }, owner)),
  'evidence.fileBytes': act(() => evidence(), (e) => bytes(evidenceCalls.fileBytes, { id: e.fileId }, {}, owner)),
  'evidence.pdfBytes': act(() => evidence(), (e) => bytes(evidenceCalls.pdfBytes, { ano: e.number }, {}, owner)),
  'evidence.packageBytes': act(() => evidence(), (e) => bytes(evidenceCalls.packageBytes, { ano: e.number }, {}, owner)),
  'feedback.give': act(nothing, feedback),
  'feedback.picture': act(feedbackWithPicture, ({ id, picture }) => bytes(feedbackCalls.picture, { id, picture }, {}, operator)),
  'feedback.withdraw': act(feedback, (id) => must(feedbackCalls.withdraw, { query: { id } }, owner)),
  'feedback.answer': act(feedback, (id) => must(feedbackCalls.answer, { params: { id }, body: { verdict: 'PASS', reply: '已核实' } }, operator)),
  'webCaptures.start': act(nothing, capture),
  'webCaptures.retry': act(() => evidence('failed'), (e) => must(webCaptureCalls.retry, { body: { ids: [e.id] } }, owner)),
  'webCaptures.confirm': act(() => evidence('to-confirm'), (e) => must(webCaptureCalls.confirm, { body: { no: e.number } }, owner)),
  'webCaptures.cancel': act(capture, (e) => must(webCaptureCalls.cancel, { body: { ids: [e.id] } }, owner)),
  'batches.check': act(nothing, sendSheet),
  'batches.submit': act(sendSheet, (importId) => must(batchCalls.submit, { body: { importId } }, owner)),
  'uploads.upload': act(nothing, upload),
  'uploads.uploadToConfirm': act(nothing, () => sendFile(t, owner, Buffer.from('a'), { call: uploadCalls.uploadToConfirm })),
  'uploads.remove': act(upload, (id) => must(uploadCalls.remove, { params: { id } }, owner)),
  'deposits.files': act(upload, (id) => must(depositCalls.files, { body: { fileIds: [id] } }, owner)),
  'deposits.hash': act(nothing, () => must(depositCalls.hash, { body: { sha256: '0'.repeat(64), fileName: 'a.txt' } }, owner)),
  'deposits.original': act(hashAndOriginal, ({ ano, fileId }) => must(depositCalls.original, { body: { ano, fileId } }, owner)),
  'deposits.renameFile': act(() => evidence(), (e) => must(depositCalls.renameFile, { params: { id: e.fileId }, body: { fileName: '新名.txt' } }, owner)),
  'deposits.takeBack': act(async () => { const e = await evidence(); await must(evidenceCalls.hide, { params: { id: e.id }, body: { hidden: true } }, owner); return e }, (e) => must(depositCalls.takeBack, { body: { anos: [e.number] } }, owner)),
  'works.deposit': act(upload, (id) => must(workCalls.deposit, { body: { title: '海风', kind: 'music', author: '林', owner: '林', obtainWay: 'original', createdOn: '2026-01-02', publishState: 'unpublished', fileIds: [id], statementAccepted: true } }, owner)),
  'share.create': act(nothing, share),
  'share.revoke': act(share, ({ id }) => must(shareCalls.revoke, { params: { id } }, owner)),
  'share.openPackage': act(share, ({ token }) => bytes(shareCalls.openPackage, { token })),
  'delivery.bundleBytes': act(async () => must(deliveryCalls.bundle, { query: { anos: (await evidence()).number } }, owner), ({ taskId }) => bytes(deliveryCalls.bundleBytes, { id: taskId }, {}, owner)),
  'delivery.makeCode': act(nothing, codeOf),
  'delivery.endCode': act(codeOf, ({ number }) => must(deliveryCalls.endCode, { params: { ano: number } }, owner)),
  'delivery.checkCode': act(codeOf, ({ number, code: digits }) => must(deliveryCalls.checkCode, { params: { ano: number }, query: { code: digits } })),
  'delivery.collect': act(async () => { const made = await codeOf(); return { number: made.number, ticket: (await must(deliveryCalls.checkCode, { params: { ano: made.number }, query: { code: made.code } })).ticket! } }, ({ number, ticket }) => bytes(deliveryCalls.collect, { id: number }, { ticket })),
  'invoiceHeaders.create': act(nothing, header),
  'invoiceHeaders.update': act(header, (id) => must(headerCalls.update, { params: { id }, body: { headType: 'PERSONAL', title: newId() } }, owner)),
  'invoiceHeaders.remove': act(header, (id) => must(headerCalls.remove, { params: { id } }, owner)),
  'invoiceHeaders.removeMany': act(header, (id) => must(headerCalls.removeMany, { body: { ids: [id] } }, owner)),
  'invoiceHeaders.makeDefault': act(async () => { await header(); return header() }, (id) => must(headerCalls.makeDefault, { params: { id } }, owner)),
  'invoiceHeaders.import': act(nothing, () => must(headerCalls.import, { body: { rows: [{ headType: 'PERSONAL', title: newId() }], dryRun: false } }, owner)),
  'addresses.create': act(nothing, address),
  'addresses.update': act(address, (id) => must(addressCalls.update, { params: { id }, body: { ...fuzhou, name: '改名' } }, owner)),
  'addresses.remove': act(address, (id) => must(addressCalls.remove, { params: { id } }, owner)),
  'addresses.removeMany': act(address, (id) => must(addressCalls.removeMany, { body: { ids: [id] } }, owner)),
  'addresses.makeDefault': act(async () => { await address(); return address() }, (id) => must(addressCalls.makeDefault, { params: { id } }, owner)),
  'addresses.import': act(nothing, () => must(addressCalls.import, { body: { rows: [{ ...fuzhou, name: newId().slice(0, 20) }], dryRun: false } }, owner)),
  'listViews.create': act(nothing, view),
  'listViews.update': act(view, (id) => must(listViewCalls.update, { params: { id }, body: { name: newId(), query: '' } }, owner)),
  'listViews.remove': act(view, (id) => must(listViewCalls.remove, { params: { id } }, owner)),
  'exports.tell': act(nothing, () => must(exportCalls.tell, { body: { resource: 'evidence', rows: 3, format: 'csv', query: '?status=failed' } }, owner)),
  'messageChoices.save': act(() => t.member(), (who) => must(messageChoiceCalls.save, { body: { choices: [{ kind: 'subAdded', page: true, mail: true, sms: true }] } }, who)),
  'operatorMessages.toPerson': act(() => t.member(), (p) => must(staffMessageCalls.toPerson, { params: { id: p.personId }, body: { title: '标题', content: '内容' } }, operator)),
  'operatorMessages.toAccount': act(() => t.member(), (p) => must(staffMessageCalls.toAccount, { params: { id: p.accountId }, body: { title: '标题', content: '内容' } }, operator)),
  'operatorPeople.revealPhone': act(() => t.member(), (p) => must(personCalls.revealPhone, { params: { id: p.personId }, body: { reason } }, operator)),
  'operatorPeople.setStanding': act(() => t.member(), (p) => must(personCalls.setStanding, { params: { id: p.personId }, body: { standing: 'DISABLED', reason } }, operator)),
  'operatorPeople.resetTotp': act(withTotp, ({ member }) => must(personCalls.resetTotp, { params: { id: member.personId }, body: { reason } }, administrator)),
  'operatorPeople.signOut': act(() => t.member(), (p) => must(personCalls.signOut, { params: { id: p.personId }, body: { reason } }, operator)),
  'operatorAccounts.setTimestamps': act(() => t.member(), (p) => must(accountCalls.setTimestamps, { params: { id: p.accountId }, body: { timestamps: 'required', reason } }, operator)),
  'operatorAccounts.setStanding': act(() => t.member(), (p) => must(accountCalls.setStanding, { params: { id: p.accountId }, body: { standing: 'DISABLED', reason } }, operator)),
  'announcements.create': act(nothing, announcement),
  'announcements.update': act(announcement, (id) => must(announcementCalls.update, { params: { id }, body: announcementBody }, operator)),
  'announcements.publish': act(nothing, published),
  'announcements.withdraw': act(published, (id) => must(announcementCalls.withdraw, { params: { id } }, operator)),
  'announcements.pin': act(announcement, (id) => must(announcementCalls.pin, { params: { id }, body: { top: true } }, operator)),
  'announcements.remove': act(announcement, (id) => must(announcementCalls.remove, { params: { id } }, operator)),
  'dictEntries.saveWhole': act(nothing, () => must(dictEntryCalls.saveWhole, { body: { type: 'lawyerField', items: [{ code: newId(), name: '婚姻家事' }] } }, administrator)),
  'dictEntries.create': act(nothing, () => choice()),
  'dictEntries.update': act(() => choice(), ({ id, body }) => must(dictEntryCalls.update, { params: { id }, body: { ...body, name: '改名' } }, administrator)),
  'dictEntries.setActive': act(() => choice(), ({ id }) => must(dictEntryCalls.setActive, { params: { id }, body: { active: false } }, administrator)),
  'files.uploadPicture': act(nothing, () => must(fileCalls.uploadPicture, { body: { imgBase: dataUrl(png()) } }, owner)),
  'files.upload': act(nothing, async () => expect((await t.inject({ method: 'POST', url: pathOf(fileCalls.upload), ...formOf({ file: png() }, owner.token) })).json()).toMatchObject({ success: true })),
  'platformSettings.save': act(nothing, () => must(settingsOfPlatformCalls.save, { body: { nameZh: '岛风存证' } }, administrator)),
  'apiKeys.create': act(nothing, apiKey),
  'apiKeys.update': act(apiKey, ({ who, id }) => must(keyCalls.update, { params: { id }, body: { name: '改名' } }, who)),
  'apiKeys.setStatus': act(apiKey, ({ who, id }) => must(keyCalls.setStatus, { params: { id }, body: { status: 'DISABLED' } }, who)),
  'callbacks.trial': act(callingKey, ({ who, id }) => must(callbackCalls.trial, { params: { id } }, who)),
  'callbacks.again': act(async () => { const { who, id } = await callingKey(); return { who, id: (await must(callbackCalls.trial, { params: { id } }, who)).id } }, ({ who, id }) => must(callbackCalls.again, { params: { id } }, who)),
  'apiKeys.revoke': act(apiKey, ({ who, id }) => must(keyCalls.revoke, { params: { id } }, who)),
  'certify.sendPhoto': act(async () => { const who = await t.member(); await agree(t, who, 'identity'); return who }, (who) => sendPhoto(t, who, 'FRONT')),
  'certify.sendPhotoText': act(async () => { const who = await t.member(); await agree(t, who, 'identity'); return who }, (who) => must(certifyCalls.sendPhotoText, { body: { imgBase: dataUrl(png()), side: 'BACK' } }, who)),
  'certify.sendPaper': act(async () => { await agree(t, owner, 'enterprise') }, () => sendPhoto(t, owner, 'LICENSE')),
  'certify.removePaper': act(async () => { await agree(t, owner, 'enterprise'); return (await sendPhoto(t, owner, 'LETTER')).data.fileId }, (fileId) => must(certifyCalls.removePaper, { query: { fileId } }, owner)),
  'certify.submitPersonal': act(async () => { const who = await t.member(); return { who, body: await personalPapers(t, who) } }, ({ who, body }) => must(certifyCalls.submitPersonal, { body }, who)),
  'certify.submitEnterprise': act(async () => { const who = await t.member({ kind: 'enterprise' }); const { name: legalPerson } = await verifyPerson(t, who, operator); await agree(t, who, 'enterprise'); return { who, body: { name: '风岛公司', uscc: newCreditCode(), legalPerson, licence: (await sendPhoto(t, who, 'LICENSE')).data.fileId } } }, ({ who, body }) => must(certifyCalls.submitEnterprise, { body }, who)),
  'certify.cancel': act(submitted, ({ who }) => must(certifyCalls.cancel, { body: { type: 'PERSONAL' } }, who)),
  'certify.aliCertify': act(async () => { const who = await t.member(); await agree(t, who, 'identityAlipay'); return who }, async (who) => { const signIn = t.services.config.alipay; t.services.config.alipay = alipay.settings; await must(certifyCalls.aliCertify, { body: { cert_name: '张三丰', cert_no: newResidentId() } }, who); t.services.config.alipay = signIn }),
  'consents.give': act(() => t.member(), (who) => agree(t, who, 'identity')),
  'consents.withdraw': act(async () => { const who = await t.member(); return { who, id: await agree(t, who, 'identity') } }, ({ who, id }) => must(consentCalls.withdraw, { params: { id } }, who)),
  'identityReview.reveal': act(submitted, ({ id }) => must(identityReviewCalls.reveal, { params: { id }, body: { reason } }, operator)),
  'identityReview.photo': act(async () => { const { id } = await submitted(); return { id, picture: (await must(identityReviewCalls.reveal, { params: { id }, body: { reason } }, operator)).photos[0]!.id } }, ({ id, picture }) => bytes(identityReviewCalls.photo, { id, picture }, {}, operator)),
  'identityReview.judge': act(async () => { const { id } = await submitted(); await must(identityReviewCalls.reveal, { params: { id }, body: { reason } }, operator); return id }, (id) => must(identityReviewCalls.judge, { params: { id }, body: { verdict: 'REJECT', reason: 'blurred' } }, operator)),
  'identityReview.revoke': act(async () => (await verifyPerson(t, await t.member(), operator)).id, (id) => must(identityReviewCalls.revoke, { params: { id }, body: { reason } }, operator)),
  'dataCopies.ask': act(async () => { const who = await t.member(); return { who, body: await proofOf(t, who) } }, ({ who, body }) => must(dataCopyCalls.ask, { body }, who)),
  'dataCopies.download': act(async () => { const who = await t.member(); const id = await askCopy(t, who); await writeCopy(t.services, { jobId: newId(), id }); return { who, id } }, ({ who, id }) => bytes(dataCopyCalls.download, { id }, {}, who)),
  'dataCopies.identity': act(async () => { const who = await t.member(); await verifyPerson(t, who, operator); return { who, body: await proofOf(t, who) } }, ({ who, body }) => must(dataCopyCalls.identity, { body }, who)),
  'closing.ask': act(async () => { const who = await t.member(); return { who, body: { ...(await proofOf(t, who)), confirm: '注销账户' } } }, ({ who, body }) => must(closingCalls.ask, { body }, who)),
  'closing.takeBack': act(async () => { const who = await t.member(); await must(closingCalls.ask, { body: { ...(await proofOf(t, who)), confirm: '注销账户' } }, who); return who }, (who) => must(closingCalls.takeBack, {}, who)),
  'outbox.retry': act(failedMessage, (id) => must(outboxCalls.retry, { params: { id } }, operator)),
  'integrity.start': act(nothing, () => must(integrityCalls.start, { body: { reason: 'as planned' } }, operator)),
  'anchors.retry': act(failedAnchor, (id) => must(anchorCalls.retry, { params: { id } }, operator)),
  'operatorJobs.retry': act(() => job('failed'), (id) => must(jobCalls.retry, { params: { id } }, operator)),
  'operatorJobs.cancel': act(() => job('created'), (id) => must(jobCalls.cancel, { params: { id }, body: { reason } }, operator)),
}

const count = async () => Number((await t.services.db.system.selectFrom('audit').select((e) => e.fn.countAll<number>().as('n')).executeTakeFirstOrThrow()).n)

describe('every call that changes, tries or hands out something leaves a row', () => {
  it.each(telling.filter(([name]) => !(name in silent)))('%s', async (name) => {
    const scene = scenes[name]
    expect(scene, `${name} has no scene here, and no reason to be silent`).toBeDefined()
    const run = await scene!()
    const before = await count()
    await run()
    expect(await count()).toBeGreaterThan(before)
  })

  it('names in its exceptions and scenes only calls that are there', () => {
    const names = telling.map(([name]) => name)
    expect([...Object.keys(silent), ...Object.keys(scenes)].filter((name) => !names.includes(name))).toEqual([])
    expect(Object.keys(silent).filter((name) => name in scenes)).toEqual([])
  })
})

describe('reads that change something leave a row too', () => {
  it('packages gathered, a shared certificate opened', async () => {
    const { number } = await evidence()
    const { token } = await share()
    const before = await count()
    await must(deliveryCalls.bundle, { query: { anos: number } }, owner)
    await must(shareCalls.open, { params: { token } })
    expect(await count()).toBe(before + 2)
  })
})

describe('what is refused', () => {
  const last = async () => t.services.db.system.selectFrom('audit').select(['action', 'accountId', 'subjectId', 'actorPersonId', 'actorPart', 'details']).orderBy('at', 'desc').orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()
  const login = async (body: { phone: string; password?: string; code?: string; codeId?: string }) => t.call(sessionCalls.login, { body: { ...body, ...(await answerCaptcha(t)) } })

  it('a wrong password of somebody known is told to their account, as a visitor’s try', async () => {
    const who = await t.member({ passwordPhc: await hashPassword(password) })
    await login({ phone: who.phone, password: 'not the right one' })
    expect(await last()).toMatchObject({ action: 'session.refused', accountId: who.accountId, subjectId: who.personId, actorPersonId: null, actorPart: 'visitor', details: { way: 'password', reason: 'wrong-credentials' } })
  })

  it('a phone nobody has leaves as many rows, which name nobody, and the answer is the same', async () => {
    const who = await t.member({ passwordPhc: await hashPassword(password) })
    const answers = []
    for (const phone of [who.phone, newPhone()]) {
      const before = await count()
      answers.push(await login({ phone, password: 'not the right one' }))
      expect(await count()).toBe(before + 1)
    }
    expect({ ...answers[0], requestId: '' }).toEqual({ ...answers[1], requestId: '' })
    expect(await last()).toMatchObject({ action: 'session.refused', accountId: null, subjectId: null })
  })

  it('a wrong code by SMS, and a wrong extraction code', async () => {
    const who = await t.member()
    const { codeId } = await code(sessionCalls.sendLoginCode, who.phone)
    expect(await last()).toMatchObject({ action: 'sms.sent', accountId: who.accountId, details: { scene: 'login' } })
    await login({ phone: who.phone, codeId, code: '000000' })
    expect(await last()).toMatchObject({ action: 'sms.refused', accountId: who.accountId, subjectId: who.personId })
    const { number, code: digits } = await codeOf()
    await must(deliveryCalls.checkCode, { params: { ano: number }, query: { code: digits === '000000' ? '000001' : '000000' } })
    expect(await last()).toMatchObject({ action: 'code.refused', accountId: owner.accountId, actorPart: 'visitor' })
  })

  it('a wrong password and a wrong second step of whoever is signed in, and of whoever signs in', async () => {
    const { member, secret } = await withTotp()
    await t.call(settingsCalls.changePassword, { body: { oldPassword: 'not the right one', newPassword: 'another long one' } }, member)
    expect(await last()).toMatchObject({ action: 'password.refused', accountId: member.accountId, subjectId: member.personId, actorPersonId: member.personId })
    const wrong = String((Number(appCode(secret)) + 1) % 1_000_000).padStart(6, '0')
    await t.call(totpCalls.turnOff, { body: { password, totp: wrong } }, member)
    expect(await last()).toMatchObject({ action: 'totp.refused', accountId: member.accountId, actorPersonId: member.personId })
    const first = await t.call(sessionCalls.login, { body: { phone: member.phone, password, ...(await answerCaptcha(t)) } })
    await t.call(sessionCalls.loginTotp, { body: { ticket: (first.data as unknown as { ticket: string }).ticket, totp: wrong } })
    expect(await last()).toMatchObject({ action: 'totp.refused', accountId: member.accountId, subjectId: member.personId, actorPersonId: null, actorPart: 'visitor' })
  })

  it('an invitation tells the inviting account nothing of whether its guest is registered', async () => {
    const known = await t.member()
    for (const phone of [known.phone, newPhone()]) {
      await must(subAccountCalls.sendCode, { body: { phone, ...(await answerCaptcha(t)) } }, owner)
      expect(await last()).toMatchObject({ action: 'sms.sent', accountId: owner.accountId, subjectId: null, actorPersonId: owner.personId })
    }
  })

  it('pictures of one evidence are one look an hour, a file is a download each time', async () => {
    const e = await evidence()
    const looks = async (action: string) => (await t.services.db.system.selectFrom('audit').select('id').where('subjectId', '=', e.id).where('action', '=', action).execute()).length
    await bytes(evidenceCalls.fileBytes, { id: e.fileId }, {}, owner)
    await bytes(evidenceCalls.fileBytes, { id: e.fileId }, {}, owner)
    expect(await looks('file.downloaded')).toBe(2)
    const [picture, hash] = [newId(), createHash('sha256').update(`content of ${e.number}`).digest()]
    await t.services.db.system.insertInto('evidenceFile').values({ id: picture, evidenceId: e.id, accountId: owner.accountId, ordinal: 1, path: 'data/p.png', mediaType: 'image/png', size: `content of ${e.number}`.length, sha256: hash, sm3: hash }).execute()
    await bytes(evidenceCalls.fileBytes, { id: picture }, {}, owner)
    await bytes(evidenceCalls.fileBytes, { id: picture }, {}, owner)
    expect(await looks('evidence.viewed')).toBe(1)
  })
})
