import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { certificateCalls } from '../../contract/certificates/certificate.ts'
import { settingsCalls } from '../../contract/accounts/settings.ts'
import { pathOf } from '../../contract/kit/call.ts'
import { uploadCalls } from '../../contract/registry/uploads.ts'
import { buildTestApp, type Member, type TestApp } from '../kit/build-test-app.ts'

let t: TestApp
let company: Member
beforeAll(async () => {
  t = await buildTestApp()
  await t.app.listen({ port: 0, host: '127.0.0.1' })
})
beforeEach(async () => {
  company = await t.member({ name: '风岛公司', kind: 'enterprise' })
})
afterAll(() => t.close())

/** Half a request, that was let in; the rest of it comes when the test says so. */
async function begin(method: string, path: string, type: string, [first, rest]: [string, string], { token }: Member) {
  const { port } = t.app.server.address() as { port: number }
  const socket = connect(port, '127.0.0.1')
  let text = ''
  socket.on('data', (data) => (text += data.toString()))
  const came = once(t.app.server, 'request')
  socket.write(
    [
      `${method} ${path} HTTP/1.1`,
      'Host: localhost',
      'Connection: close',
      `Content-Type: ${type}`,
      `Content-Length: ${Buffer.byteLength(first + rest)}`,
      `X-Auth-Token: ${token}`,
      '',
      first,
    ].join('\r\n'),
  )
  await came
  await new Promise((done) => setTimeout(done, 1_200))
  const end = async () => {
    const closed = once(socket, 'close')
    socket.write(rest)
    await closed
    return text
  }
  const hangUp = async () => {
    socket.destroy()
    await new Promise((done) => setTimeout(done, 100))
  }
  return Object.assign(end, { hangUp })
}

const rename = (who: Member) =>
  begin('PUT', pathOf(settingsCalls.update), 'application/json', ['{"name":"后来的', '名字"}'], who)
const nameOf = async (personId: string) =>
  (await t.services.db.system.selectFrom('person').select('name').where('id', '=', personId).executeTakeFirstOrThrow())
    .name

describe('files that are held in memory', () => {
  const type = 'multipart/form-data; boundary=b'
  const form = (name: string): [string, string] => [
    `--b\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: text/plain\r\n\r\nhello`,
    ' you\r\n--b--\r\n',
  ]
  const send = async (who: Member) =>
    (
      await t.inject({
        method: 'POST',
        url: pathOf(certificateCalls.hashOfFile),
        headers: { 'content-type': type, 'x-auth-token': who.token },
        payload: form('whole').join(''),
      })
    ).json<{ success: boolean }>().success

  it('wait for those of the same sender that are still coming, and for nobody else’s', async () => {
    const halves = await Promise.all(
      Array.from({ length: 4 }, () => begin('POST', pathOf(certificateCalls.hashOfFile), type, form('half'), company)),
    )
    let answered = false
    const fifth = send(company).then((success) => (answered = success))
    expect(await send(await t.member())).toBe(true)
    expect(answered).toBe(false)
    expect(await halves[0]!()).toContain('"success":true')
    expect(await fifth).toBe(true)
    for (const end of halves.slice(1)) expect(await end()).toContain('"success":true')
  })

  it('keep no place for whoever hung up while they waited', { timeout: 30_000 }, async () => {
    const half = () => begin('POST', pathOf(certificateCalls.hashOfFile), type, form('half'), company)
    const halves = await Promise.all(Array.from({ length: 4 }, half))
    const waiting = await Promise.all(Array.from({ length: 4 }, half))
    for (const end of waiting) await end.hangUp()
    for (const end of halves) expect(await end()).toContain('"success":true')
    expect(await Promise.race([send(company), new Promise((late) => setTimeout(late, 5_000, 'late'))])).toBe(true)
  })
})

describe('a call whose body comes late', () => {
  it('is not done in another account than it began in', async () => {
    const sub = await t.sub(company, { grants: ['deposits.make'] })
    const other = await t.member({ name: '另一家', kind: 'enterprise' })
    const memberships = t.services.db.system.updateTable('membership')
    await memberships.set({ personId: sub.personId, role: 'sub' }).where('id', '=', other.membershipId).execute()
    const end = await begin('PUT', pathOf(settingsCalls.update), 'application/json', ['{"name":"后来的', '名字"}'], sub)
    await memberships.set({ status: 'DISABLED' }).where('id', '=', sub.membershipId).execute()
    expect(await end()).toContain('"errorCode":"account-not-yours"')
  })

  it('does nothing for a session that ended meanwhile', async () => {
    const end = await rename(company)
    await t.services.db.system.deleteFrom('session').where('personId', '=', company.personId).execute()
    expect(await end()).toContain('"errorCode":"session-gone"')
    expect(await nameOf(company.personId)).toBe('风岛公司')
  })

  it('does nothing that its sender may do no more', async () => {
    const sub = await t.sub(company, { grants: ['deposits.make'] })
    const head =
      '--b\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\nContent-Type: text/plain\r\n\r\nhello'
    const type = 'multipart/form-data; boundary=b'
    const end = await begin('POST', pathOf(uploadCalls.upload), type, [head, ' you\r\n--b--\r\n'], sub)
    await t.services.db.system
      .updateTable('membership')
      .set({ grants: [] })
      .where('id', '=', sub.membershipId)
      .execute()
    expect(await end()).toContain('"errorCode":"forbidden"')
    const kept = await t.services.db.system
      .selectFrom('upload')
      .select('id')
      .where('personId', '=', sub.personId)
      .execute()
    expect(kept).toEqual([])
  })

  it('is answered as ever to whoever is still there', async () => {
    const end = await rename(company)
    expect(await end()).toContain('"success":true')
    expect(await nameOf(company.personId)).toBe('后来的名字')
  })
})
