import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { shareCalls } from '../../contract/certificates/share.ts'
import { utf8 } from '../../proof/bytes.ts'
import { evidenceLeaf } from '../../proof/log/leaf.ts'
import { logKeyOf, provenLeaf } from '../../proof/log/logged.ts'
import { isSignedBy, readPem } from '../../proof/formats/x509.ts'
import { sequenceLog } from '../../server/trust/log/sequencer.service.ts'
import { buildTestApp, type Member, type TestApp } from '../kit/build-test-app.ts'
import { makeUploading, prepareFolder, sealPrepared } from '../kit/sealing.ts'
import { localAuthority, temporary } from '../trust/sample.ts'

let t: TestApp
let owner: Member
beforeAll(async () => {
  t = await buildTestApp()
  owner = await t.member()
})
afterAll(() => t.close())

it('the public check answers with a proof of the log, which anybody verifies under the root', async () => {
  const authority = await localAuthority()
  const record = await makeUploading(t.services, {
    platformId: t.platformId,
    accountId: owner.accountId,
    personId: owner.personId,
  })
  await sealPrepared(t.services, authority, record, await prepareFolder(temporary(), { 'page.txt': 'a page' }))
  const sha256 = createHash('sha256').update('a page').digest('hex')
  const find = async () => (await t.call(shareCalls.byHash, { query: { sha256 } })).data.list
  expect(await find()).toMatchObject([{ ano: record.number, logProof: null }])
  await sequenceLog(t.services, authority, async () => {})
  const [match] = await find()
  const { tokenSha256, proof, certificate } = match!.logProof!
  const [[signer], [root], [other]] = [
    readPem(certificate),
    readPem(authority.trustMaterial().ca),
    readPem((await localAuthority()).trustMaterial().ca),
  ]
  expect([await isSignedBy(signer!, root!), await isSignedBy(signer!, other!)]).toEqual([true, false])
  const asked = (statement: string) =>
    provenLeaf({
      leaf: evidenceLeaf({ statement, token: tokenSha256 }),
      proof: utf8(proof),
      publicKey: logKeyOf(signer!),
    })
  expect(await asked(match!.statementSha256)).toMatchObject({
    index: expect.any(Number) as number,
    origin: expect.stringContaining('/log/') as string,
  })
  await expect(asked('0'.repeat(64))).rejects.toThrow('log-proof-wrong')
})
