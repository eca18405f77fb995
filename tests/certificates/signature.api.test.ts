import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { certificateCalls } from '../../contract/certificates/certificate.ts'
import { holdObjects } from '../../server/kit/storage/objects.ts'
import type { Authority } from '../../server/trust/keys/authority.service.ts'
import { renewKeys } from '../../server/trust/keys/ceremony.ts'
import { buildTestApp, type Member, type TestApp } from '../kit/build-test-app.ts'
import { buildEvidence } from '../kit/people/factories.ts'
import { requireTool, runTool } from '../kit/outside/tools.ts'
import { localAuthority, makeSample, smallContents, statementFor, temporary } from '../trust/sample.ts'

let t: TestApp
let me: Member
let authority: Authority
beforeAll(async () => {
  t = await buildTestApp()
  me = await t.member()
  authority = await localAuthority(t.services.config.keysDir)
})
afterAll(() => t.close())

const sealedBy = async (by: Authority) => (await makeSample(by, statementFor(smallContents))).pdf

/** Evidence whose certificate is this file. */
async function certified(pdf: Buffer) {
  const e = await buildEvidence(t, me)
  const stored = await t.services.store.put(Readable.from([pdf]))
  await t.services.db.asSystem(async (tx) => {
    await holdObjects(tx, t.services.store, [stored])
    await tx
      .updateTable('evidence')
      .set({ certificateSha256: Buffer.from(stored.sha256, 'hex') })
      .where('id', '=', e.id)
      .execute()
  })
  return e
}

const ask = (number: string, as = me, language = 'en') =>
  t.call(certificateCalls.signature, { params: { ano: number } }, as, { 'x-lang': language })
const failed = (facts: { status: string; code: string; reason: string | null }[]) =>
  facts.filter((f) => f.status === 'failed').map((f) => [f.code, f.reason])

it('tells who sealed the certificate and when, where it is, and what verifying it now proves', async () => {
  const pdf = await sealedBy(authority)
  const e = await certified(pdf)
  const { data } = await ask(e.number)
  expect(data).toMatchObject({
    ano: e.number,
    verdict: 'valid',
    sha256: createHash('sha256').update(pdf).digest('hex'),
    fileSize: pdf.length,
    signature: { timeAuthority: expect.any(String) },
  })
  expect(data.facts.map((f) => [f.code, f.status])).toEqual(
    [
      'certificate-readable',
      'root-compared',
      'certificate-unaltered',
      'certificate-sealed',
      'certificate-attachments',
      'statement',
      'fixed-in-time',
      'logged',
      'keys-not-revoked',
      'certificate-names-evidence',
    ].map((code) => [code, 'proven']),
  )
  expect(data.facts.every((f) => f.reason === null && !f.says.startsWith('fact.'))).toBe(true)
  const download = await t.inject({ url: data.pdfUrl, headers: { 'x-auth-token': me.token } })
  expect(download.rawPayload.equals(pdf)).toBe(true)
  if (!requireTool('openssl')) return
  const file = join(temporary(), 'seal.pem')
  writeFileSync(file, authority.trustMaterial().seal)
  const { text } = runTool('openssl', ['x509', '-in', file, '-noout', '-serial', '-fingerprint', '-sha256', '-text'])
  const seal = data.signature!
  expect(text).toContain(`serial=${seal.certSerial}`)
  expect(text.replaceAll(':', '').toLowerCase()).toContain(seal.certFingerprint)
  expect([/Public-Key: \((\d+) bit\)/.exec(text)?.[1], seal.algorithm]).toEqual(['3072', 'RSA 3072, SHA-256'])
})

it('says the same after the keys were renewed, and those that sealed it destroyed', async () => {
  const e = await certified(await sealedBy(authority))
  const before = (await ask(e.number)).data
  const keysDir = t.services.config.keysDir
  const passphrase = readFileSync(join(keysDir, 'passphrase'), 'utf8').trim()
  await renewKeys({
    keysDir,
    offlineDir: join(keysDir, 'offline'),
    passphrase,
    rootPassphrase: passphrase,
    now: new Date(),
  })
  expect(before.verdict).toBe('valid')
  expect((await ask(e.number)).data).toEqual(before)
})

it('says of an altered certificate, and of one that others sealed, that the seal does not hold, and why', async () => {
  const altered = await sealedBy(authority)
  altered[altered.length - 300]! ^= 1
  const one = (await ask((await certified(altered)).number)).data
  expect(one).toMatchObject({ verdict: 'invalid', signature: null })
  expect(failed(one.facts)[0]).toEqual(['certificate-sealed', expect.any(String)])
  const foreign = (await ask((await certified(await sealedBy(await localAuthority()))).number, me, 'zh-CN')).data
  expect(foreign).toMatchObject({ verdict: 'invalid', signature: null })
  expect(failed(foreign.facts)).toEqual([['certificate-sealed', '证书不是由可信根签发']])
})

it('is refused before there is a certificate, and to strangers', async () => {
  const [queued, waiting] = [await buildEvidence(t, me, { status: 'queued' }), await buildEvidence(t, me)]
  await t.services.db.asSystem((tx) =>
    tx
      .updateTable('evidence')
      .set({ certificateSha256: null, certifiedAt: null })
      .where('id', '=', waiting.id)
      .execute(),
  )
  expect(await ask(queued.number)).toMatchObject({ errorCode: 'wrong-state' })
  expect(await ask(waiting.number)).toMatchObject({ errorCode: 'not-ready' })
  expect(await ask(waiting.number, await t.member())).toMatchObject({ errorCode: 'not-found' })
})
