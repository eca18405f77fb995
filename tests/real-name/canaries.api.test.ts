import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { handOverCalls } from '../../contract/accounts/hand-over.ts'
import { sessionCalls } from '../../contract/accounts/session.ts'
import { thirdPartyCalls } from '../../contract/accounts/third-party.ts'
import { shareCalls } from '../../contract/certificates/share.ts'
import { evidenceCalls } from '../../contract/evidence/evidence.ts'
import { type Call, pathOf } from '../../contract/kit/call.ts'
import { messageCalls } from '../../contract/messages/messages.ts'
import { keyCalls } from '../../contract/open-api/keys.ts'
import { accountCalls } from '../../contract/operator/accounts.ts'
import { jobCalls } from '../../contract/operator/jobs.ts'
import { outboxCalls } from '../../contract/operator/outbox.ts'
import { personCalls } from '../../contract/operator/people.ts'
import { auditCalls } from '../../contract/platform/audit.ts'
import { exportCalls } from '../../contract/platform/exports.ts'
import { historyCalls } from '../../contract/platform/history.ts'
import { certifyCalls } from '../../contract/real-name/certify.ts'
import { consentCalls } from '../../contract/real-name/consents.ts'
import { identityReviewCalls } from '../../contract/real-name/review.ts'
import { depositCalls } from '../../contract/registry/deposits.ts'
import { parseStatement } from '../../proof/statement.ts'
import { readZip } from '../captures/reading/read-zip.ts'
import type { Member } from '../kit/build-test-app.ts'
import { sendCodeTo } from '../kit/people/codes.ts'
import { deliverAll } from '../kit/people/deliver-news.ts'
import { forgetLimits } from '../kit/people/forget-limits.ts'
import { agree, judge, personalPapers, sendPhoto } from '../kit/people/identities.ts'
import { newKeyPair } from '../kit/people/key-pairs.ts'
import { signedForm } from '../kit/people/signed-form.ts'
import { testBrowser } from '../kit/test-browser.ts'
import { requireTool, runTool } from '../kit/outside/tools.ts'
import { settingsFolder } from '../kit/vendors/settings.ts'
import { visitVendor } from '../kit/vendors/third-parties.ts'
import { runJobs, sendFile } from '../registry/deposit-kit.ts'
import {
  alipay,
  authority,
  company,
  masked,
  me,
  met,
  number,
  operator,
  parties,
  person,
  stranger,
  t,
  watch,
  withCanaries,
} from './canary-kit.ts'
import { answers, columns } from './canary-places.ts'

withCanaries()

const get = (call: Call, params: Record<string, string>, as?: Member) =>
  t.inject({ method: 'GET', url: pathOf(call, params), headers: as ? { 'x-auth-token': as.token } : {} })

it('papers are refused, judged, refused by staff, sent again and pass', async () => {
  const papers = await personalPapers(t, me, person)
  const submit = (more: object) => t.call(certifyCalls.submitPersonal, { body: { ...papers, ...more } as never }, me)
  // Each in the field of the other; with a digit too few; with a field that is none; as a list.
  for (const wrong of [
    { name: number, idcard: person.name },
    { idcard: number.slice(0, 17) },
    { idcard: `${number.slice(0, 17)}1` },
    { validUntil: number },
    { front: number },
    { idcard: [number] },
    { name: { first: person.name } },
  ])
    expect((await submit(wrong)).errorCode).toBe('bad-parameter')
  const raw = (payload: string, type = 'application/json') =>
    t.inject({
      method: 'POST',
      url: pathOf(certifyCalls.submitPersonal),
      payload,
      headers: { 'content-type': type, 'x-auth-token': me.token },
    })
  for (const [payload, type] of [
    [`{"idcard":"${number}","name":"${person.name}"`],
    [number],
    [`idcard=${number}`, 'text/plain'],
    [`<idcard>${number}</idcard>`, 'application/xml'],
  ] as const)
    expect((await raw(payload, type)).json().success).toBe(false)
  expect(
    (await sendPhoto(t, { ...me, name: `${person.name} ${number}` }, 'FRONT', Buffer.from(`%PDF-1.7 ${number}`)))
      .success,
  ).toBe(false)
  expect((await sendPhoto(t, { ...me, name: `${person.name} ${number}` }, 'FRONT')).success).toBe(true)
  const { id } = (await submit({})).data
  expect((await submit({})).errorCode).toBe('identity-open')
  for (const keyWord of [number, me.phone, person.name])
    await t.call(identityReviewCalls.list, { query: { keyWord } }, operator)
  expect((await t.call(identityReviewCalls.list, { query: { keyWord: number } }, stranger)).errorCode).toBe('forbidden')
  const { data } = await t.call(identityReviewCalls.reveal, { params: { id }, body: { reason: '首次审核' } }, operator)
  expect(data).toMatchObject({ name: person.name, number })
  await get(identityReviewCalls.photo, { id, picture: data.photos[0]!.id }, operator)
  await judge(t, operator, id, { verdict: 'REJECT', reason: 'blurred', note: '反面看不清' })
  const again = (await t.call(certifyCalls.submitPersonal, { body: await personalPapers(t, me, person) }, me)).data.id
  await judge(t, operator, again, { verdict: 'PASS' })
  expect((await t.call(certifyCalls.info, {}, me)).data.person).toMatchObject({ name: person.name })
  await deliverAll(t)
})

it('an enterprise is refused, and verified', async () => {
  await agree(t, me, 'enterprise')
  const [licence, letter] = [
    (await sendPhoto(t, { ...me, name: company.name }, 'LICENSE')).data.fileId,
    (await sendPhoto(t, me, 'LETTER')).data.fileId,
  ]
  const submit = (more: object) =>
    t.call(certifyCalls.submitEnterprise, { body: { ...company, licence, letter, ...more } as never }, me)
  for (const wrong of [
    { uscc: number },
    { uscc: company.uscc.slice(0, 17) },
    { legalPerson: number },
    { name: [company.name] },
    { licence: company.uscc },
  ])
    expect((await submit(wrong)).errorCode).toBe('bad-parameter')
  const { id } = (await submit({})).data
  for (const keyWord of [company.uscc, company.name])
    await t.call(identityReviewCalls.list, { query: { keyWord } }, operator)
  await judge(t, operator, id, { verdict: 'REJECT', reason: 'mismatch' })
  const pictures = [(await sendPhoto(t, me, 'LICENSE')).data.fileId, (await sendPhoto(t, me, 'LETTER')).data.fileId]
  const second = (await submit({ licence: pictures[0], letter: pictures[1] })).data.id
  await judge(t, operator, second, { verdict: 'PASS' })
  await deliverAll(t)
  expect((await t.call(certifyCalls.info, {}, me)).data.enterprise).toMatchObject({ name: company.name })
})

/** The statement, the certificate and the package of evidence say on purpose who its owner was known to be. */
let ano = ''
let link = ''
it('a verified owner deposits, shares and is asked after', async () => {
  const fileId = (await sendFile(t, me, Buffer.from('合同'))).data.fileId
  const refused = await sendFile(t, me, Buffer.alloc(0), { name: `${number}.txt` })
  expect(refused.success).toBe(false)
  expect((await t.call(depositCalls.files, { body: { fileIds: [number], claims: [] } as never }, me)).errorCode).toBe(
    'bad-parameter',
  )
  expect((await t.call(depositCalls.hash, { body: { sha256: number, fileName: '合同.txt' } }, me)).errorCode).toBe(
    'bad-parameter',
  )
  ano = (await t.call(depositCalls.files, { body: { fileIds: [fileId], claims: [] } }, me)).data.list[0]!.no
  await t.call(
    depositCalls.hash,
    { body: { sha256: createHash('sha256').update('recipe').digest('hex'), fileName: '秘方.txt' } },
    me,
  )
  await runJobs(t, authority)
  const { data } = await t.call(shareCalls.create, { body: { ano, days: 1, withPackage: true } }, me)
  link = data.token
  expect((await t.call(shareCalls.open, { params: { token: link }, query: {} })).success).toBe(true)
  expect((await get(shareCalls.openPackage, { token: link })).statusCode).toBe(200)
  // By the number of somebody who is not its owner, and by the owner's.
  for (const [idNumber, exists] of [
    [number, false],
    [company.uscc, true],
    [me.phone, false],
    [person.name, false],
  ] as const)
    expect((await t.call(shareCalls.byNumber, { query: { ano, idNumber } })).data.exists).toBe(exists)
  expect((await t.call(shareCalls.byNumber, { query: { ano: number, idNumber: company.uscc } })).success).toBe(false)
  await t.call(evidenceCalls.list, { body: { keyWord: number } }, me)
  const { id } = (await t.call(evidenceCalls.detail, { body: { ano } }, me)).data
  await t.call(historyCalls.of, { params: { kind: 'evidence', id } }, me)
  await t.call(depositCalls.fileList, { query: { keyWord: number } }, me)
})

it('programs ask by signed requests', async () => {
  const pair = newKeyPair()
  const { data: key } = await t.call(keyCalls.create, { body: { name: '夜间任务', publicKey: pair.publicKey } }, me)
  const send = (operation: string, payload: object | string, over: object = {}) => {
    const form = signedForm({ accessKey: key.accessKey, privateKey: pair.privateKey }, operation, payload)
    return t.inject({
      method: 'POST',
      url: `/open-api/v1/${operation}?idcard=${number}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ ...form, ...over }).toString(),
    })
  }
  expect((await send('query', { nos: [ano] })).json()).toMatchObject({ success: true })
  for (const name of ['certificate', 'package']) expect((await send(name, { no: ano })).statusCode).toBe(200)
  for (const payload of [
    { nos: [number] },
    { idcard: number },
    `{"idcard":"${number}"`,
    { nos: [{ name: person.name }] },
  ])
    expect((await send('query', payload)).json().success).toBe(false)
  for (const over of [{ access_key: number }, { signature: number }, { tonce: number }, { payload: person.name }])
    expect((await send('query', { nos: [ano] }, over)).json().success).toBe(false)
  expect((await send(number, {})).statusCode).toBe(404)
  await expect
    .poll(async () => (await t.call(keyCalls.log, { params: { id: key.id }, query: {} }, me)).data.total)
    .toBeGreaterThan(5)
  await t.call(keyCalls.get, { params: { id: key.id } }, me)
})

it('people sign in by every way there is', async () => {
  const { codeId, code } = await sendCodeTo(t, me.phone, sessionCalls.sendLoginCode)
  const browser = testBrowser(t)
  expect(
    (await browser.call(sessionCalls.login, { body: { phone: me.phone, codeId: codeId!, code } as never })).success,
  ).toBe(true)
  for (const phone of [number, person.name])
    expect((await browser.call(sessionCalls.login, { body: { phone, password: number } as never })).success).toBe(false)
  parties.wechat.person = { openid: 'canary' }
  const { data } = await browser.call(thirdPartyCalls.begin, { body: { provider: 'WECHAT' } })
  expect((await browser.call(thirdPartyCalls.signIn, { body: await visitVendor(data.url) })).success).toBe(true)
  expect(
    (await browser.call(thirdPartyCalls.signIn, { body: { provider: 'WECHAT', state: number, authCode: number } }))
      .success,
  ).toBe(false)
  const shown = (await browser.call(handOverCalls.qr, {})).data
  const [appId = '', secret = ''] = new URL(shown.qr).hash.slice(1).split('.')
  expect((await t.call(handOverCalls.scan, { body: { appId, secret } }, me)).success).toBe(true)
  expect((await t.call(handOverCalls.scan, { body: { appId, secret: number } }, me)).success).toBe(false)
  const bridge = await t.call(handOverCalls.bridge, { body: { to: '/browse' } }, me)
  expect(bridge.success).toBe(true)
  expect((await t.call(handOverCalls.swap, { body: { token: number } })).success).toBe(false)
})

it('lists that are shown and exported, and what staff see of people', async () => {
  for (const keyWord of [number, me.phone, person.name, company.name, company.uscc]) {
    for (const call of [
      personCalls.list,
      accountCalls.list,
      jobCalls.list,
      auditCalls.platformList,
      identityReviewCalls.list,
    ] as Call[])
      await t.call(call as typeof personCalls.list, { query: { keyWord } }, operator)
    // The console tells the address under which a list was exported, with what was looked for.
    for (const as of [operator, me])
      expect(
        (
          await t.call(
            exportCalls.tell,
            {
              body: {
                resource: 'operatorPeople',
                rows: 1,
                format: 'xlsx',
                query: `?keyWord=${encodeURIComponent(keyWord)}&standing=ACTIVE&sort=-createdAt`,
              },
            },
            as,
          )
        ).success,
      ).toBe(true)
  }
  await t.call(personCalls.list, { query: {} }, operator)
  await t.call(personCalls.get, { params: { id: me.personId } }, operator)
  await t.call(accountCalls.list, { query: {} }, operator)
  await t.call(outboxCalls.list, { body: {} }, operator)
  await t.call(jobCalls.list, { query: {} }, operator)
  await t.call(auditCalls.platformList, { query: { pageSize: 100 } }, operator)
  await t.call(identityReviewCalls.list, { query: { pageSize: 100 } }, operator)
  await t.call(auditCalls.list, { query: { pageSize: 100 } }, me)
  await t.call(evidenceCalls.list, { body: { pageSize: 100 } }, me)
  await t.call(messageCalls.list, { body: { pageSize: 100 } }, me)
  expect((await t.services.live.missed(me.accountId, 0)).length).toBeGreaterThan(0)
})

it('a person takes consent back, and Alipay verifies them anew', async () => {
  const { list } = (await t.call(consentCalls.list, {}, me)).data
  await t.call(consentCalls.withdraw, { params: { id: list.find((c) => c.purpose === 'identity')!.id } }, me)
  await agree(t, me, 'identityAlipay')
  alipay.holder = { name: person.name, number }
  const begin = (more: object = {}) =>
    t.call(certifyCalls.aliCertify, { body: { cert_name: person.name, cert_no: number, ...more } }, me)
  expect((await begin({ cert_no: person.name })).success).toBe(false)
  for (const mischief of ['hang', 'half', '502', 'forged'] as const) {
    alipay.next = [mischief]
    expect((await begin()).success).toBe(false)
  }
  await forgetLimits(t)
  const { certify_id } = (await begin()).data
  const query = (id = certify_id) => t.call(certifyCalls.aliQuery, { query: { certify_id: id } }, me)
  alipay.next = ['value changed']
  expect((await query()).success).toBe(false)
  expect((await query(number)).errorCode).toBe('not-found')
  alipay.act(certify_id)
  expect((await query()).data.passed).toBe('T')
  await deliverAll(t)
})

it('the certificate and the package say who the owner was known to be, and nothing else of them', async () => {
  const folder = await settingsFolder()
  const pdf = await folder.write('certificate.pdf', '')
  await writeFile(pdf, (await get(evidenceCalls.pdfBytes, { ano }, me)).rawPayload)
  requireTool('pdftotext')
  const { text } = runTool('pdftotext', ['-layout', pdf, '-'])
  await folder.remove()
  expect(watch.in(text)).toEqual(['name', 'company', 'uscc'])
  expect(text).toContain(masked)
  const bundle = readZip((await get(evidenceCalls.packageBytes, { ano }, me)).rawPayload)
  expect(
    [...bundle].flatMap(([path, bytes]) =>
      watch.in(`${path} ${bytes.toString('utf8')}`).map((what) => `${path}: ${what}`),
    ),
  ).toEqual(['evidence.json: name', 'evidence.json: company', 'evidence.json: uscc'])
  const statement = parseStatement(bundle.get('evidence.json')!)
  expect([statement.owner.identity, statement.acting.identity]).toMatchObject([
    { name: company.name, number: company.uscc, way: 'licence' },
    { name: person.name, number: masked, way: 'documents' },
  ])
  // Of what the service keeps as files, packages alone: everything else is sealed.
  expect(
    new Set((await watch.files()).map((place) => place.replace(/^store\/objects\/\w\w\/\w{64}/, 'object'))),
  ).toEqual(new Set(['object: name', 'object: company', 'object: uscc']))
})

it('all places at which they may stand were met', () => {
  expect([...Object.keys(columns), ...Object.keys(answers)].filter((place) => !met.has(place))).toEqual([])
})
