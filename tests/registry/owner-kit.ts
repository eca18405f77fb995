import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { parseStatement } from '../../proof/statement.ts'
import { evidenceCalls } from '../../contract/evidence/evidence.ts'
import { pathOf } from '../../contract/kit/call.ts'
import type { Authority } from '../../server/trust/keys/authority.service.ts'
import { buildTestApp, type Member, type TestApp } from '../kit/build-test-app.ts'
import { forgetLimits } from '../kit/people/forget-limits.ts'
import { openLocalAuthority, sendFile } from './deposit-kit.ts'

export let t: TestApp
export let authority: Authority
export let owner: Member

/** A service that seals, and an owner who is new for every test of a file. */
export function withOwner() {
  beforeAll(async () => {
    t = await buildTestApp()
    authority = await openLocalAuthority()
  })
  afterAll(() => t.close())
  beforeEach(async () => {
    await forgetLimits(t)
    owner = await t.member({ name: '林小雨' })
  })
}

export const hashOf = (name: string, bytes: Buffer) => createHash(name).update(bytes).digest('hex')
export const claimOf = (fileId: string, bytes: Buffer) => ({
  fileId,
  sha256: hashOf('sha256', bytes),
  sm3: hashOf('sm3', bytes),
})
export const sent = async (bytes: Buffer, name?: string, who = owner) =>
  (await sendFile(t, who, bytes, name ? { name } : {})).data.fileId
export const detailOf = async (ano: string, who = owner) =>
  (await t.call(evidenceCalls.detail, { body: { ano } }, who)).data
export const packageOf = async (ano: string, who = owner) => {
  const response = await t.inject({
    method: 'GET',
    url: pathOf(evidenceCalls.packageBytes, { ano }),
    headers: { 'x-auth-token': who.token },
  })
  if (response.statusCode !== 200) throw new Error(response.body)
  return new Blob([new Uint8Array(response.rawPayload)])
}
export const statementOf = async (number: string) => {
  const { statement } = await t.services.db.system
    .selectFrom('evidence')
    .select('statement')
    .where('number', '=', number)
    .executeTakeFirstOrThrow()
  return parseStatement(statement!)
}
export const keysOf = (reply: { data: unknown }) =>
  (reply.data as { fields: { path: string; key: string }[] } | null)?.fields.map(({ path, key }) => [path, key])
