import { writeFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { verifyPackage } from '../../proof/bundle.ts'
import { parseStatement } from '../../proof/statement.ts'
import { evidenceCalls } from '../../contract/evidence/evidence.ts'
import { shareCalls } from '../../contract/certificates/share.ts'
import { pathOf } from '../../contract/kit/call.ts'
import { consentCalls } from '../../contract/real-name/consents.ts'
import { depositCalls } from '../../contract/registry/deposits.ts'
import type { Authority } from '../../server/trust/keys/authority.service.ts'
import { buildTestApp, type Member, type TestApp } from '../kit/build-test-app.ts'
import { forgetLimits } from '../kit/people/forget-limits.ts'
import { agree, newResidentId, verifyEnterprise, verifyPerson } from '../kit/people/identities.ts'
import { requireTool, runTool } from '../kit/outside/tools.ts'
import { openLocalAuthority, runJobs, sendFile } from '../registry/deposit-kit.ts'
import { settingsFolder, type SettingsFolder } from '../kit/vendors/settings.ts'

let t: TestApp
let authority: Authority
let operator: Member
let folder: SettingsFolder
beforeAll(async () => {
  t = await buildTestApp({ SHIMAKAZE_CAPTURE_REQUIRES_REAL_NAME: 'on' })
  authority = await openLocalAuthority()
  operator = await t.member({ name: '审核员', role: 'operator' })
  folder = await settingsFolder()
})
afterAll(async () => {
  await t.close()
  await folder.remove()
})

async function deposit(who: Member) {
  await forgetLimits(t)
  const fileId = (await sendFile(t, who, Buffer.from(`合同 ${who.personId}`))).data.fileId
  return t.call(depositCalls.files, { body: { fileIds: [fileId], claims: [] } }, who)
}
const statementOf = async (number: string) =>
  parseStatement(
    (
      await t.services.db.system
        .selectFrom('evidence')
        .select('statement')
        .where('number', '=', number)
        .executeTakeFirstOrThrow()
    ).statement!,
  )
const get = async (call: typeof evidenceCalls.packageBytes | typeof evidenceCalls.pdfBytes, ano: string, who: Member) =>
  (await t.inject({ method: 'GET', url: pathOf(call, { ano }), headers: { 'x-auth-token': who.token } })).rawPayload
/** As a stranger with the certificate asks. */
const found = async (ano: string, identity: string) => {
  await forgetLimits(t)
  return (await t.call(shareCalls.byNumber, { query: { idNumber: identity, ano } })).data.exists
}

it('a person’s evidence states who they were known to be; what changes later changes nothing of it', async () => {
  const me = await t.member({ name: '小雨' })
  expect((await deposit(me)).errorCode).toBe('real-name-required')
  const consent = await agree(t, me, 'identity')
  const idcard = newResidentId({ female: true })
  await verifyPerson(t, me, operator, { name: '欧阳娜娜', idcard })
  const { no } = (await deposit(me)).data.list[0]!
  await runJobs(t, authority)
  const masked = `${idcard.slice(0, 4)}**********${idcard.slice(-4)}`
  const { owner, acting } = await statementOf(no)
  expect(owner).toMatchObject({ name: '小雨', identity: { name: '欧阳娜娜', number: masked, way: 'documents' } })
  expect(acting.identity).toEqual(owner.identity)
  expect((await t.call(evidenceCalls.detail, { body: { ano: no } }, me)).data).toMatchObject({
    ownerIdentity: 'verified',
    identity: { name: '欧阳娜娜', number: masked },
  })
  expect((await verifyPackage(new Blob([new Uint8Array(await get(evidenceCalls.packageBytes, no, me))]))).verdict).toBe(
    'valid',
  )
  expect([
    await found(no, ` ${idcard.toLowerCase()}`),
    await found(no, newResidentId()),
    await found(no, masked),
    await found(no, '小雨'),
  ]).toEqual([true, false, false, true])
  await t.call(consentCalls.withdraw, { params: { id: consent } }, me)
  expect((await statementOf(no)).owner).toEqual(owner)
  expect((await t.call(evidenceCalls.detail, { body: { ano: no } }, me)).data.identity).toMatchObject({
    name: '欧阳娜娜',
  })
  // What was erased can be compared with nothing any more.
  expect(await found(no, idcard)).toBe(false)
  expect((await deposit(me)).errorCode).toBe('real-name-required')
})

it('an enterprise’s evidence states the enterprise, and whoever acted by themselves', async () => {
  const boss = await t.member({ name: '风岛公司', kind: 'enterprise' })
  await verifyPerson(t, boss, operator, { name: '欧阳娜娜' })
  const { name, uscc, legalPerson } = await verifyEnterprise(t, boss, operator, { legalPerson: '王远志' })
  const sub = await t.sub(boss, { name: '小李', grants: ['deposits.make', 'evidence.download'] })
  const { no } = (await deposit(sub)).data.list[0]!
  await runJobs(t, authority)
  const statement = await statementOf(no)
  expect(statement.owner).toMatchObject({
    kind: 'enterprise',
    name: '风岛公司',
    identity: { name, number: uscc, way: 'licence' },
  })
  expect(statement.acting).toMatchObject({ name: '小李', role: 'sub', identity: 'not-verified' })
  expect(JSON.stringify(statement)).not.toContain(legalPerson)
  expect(await found(no, uscc.toLowerCase())).toBe(true)
  const pdf = await folder.write('certificate.pdf', '')
  await writeFile(pdf, await get(evidenceCalls.pdfBytes, no, sub))
  requireTool('pdftotext')
  const { text } = runTool('pdftotext', ['-layout', pdf, '-'])
  for (const word of [name, uscc, '营业执照人工审核', '操作人身份', '身份未核验']) expect(text).toContain(word)
})
