import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type Carriers, closeCarriers } from '../../server/messages/delivery/carriers.ts'
import { buildTestApp, type TestApp } from '../kit/build-test-app.ts'
import { refusingPort } from '../kit/outside/free-port.ts'
import { runTool } from '../kit/outside/tools.ts'
import { type MailServer, startMailServer } from '../kit/vendors/mail-server.ts'
import { type SettingsFolder, settingsFolder } from '../kit/vendors/settings.ts'
import { aMail, attempt, code, everythingKept, impatient, listening, rowOf, sendMessage } from './delivery-kit.ts'

const user = { name: 'shimakaze', password: 'p@ss of the mail' }
const trusted = getCACertificates('default')
let folder: SettingsFolder
let tls: { key: string; cert: string }
let server: MailServer
let t: TestApp
let carriers: Carriers

/** A certificate that a mail server of somebody's own would have, and whose issuer this process trusts. */
function makeCertificate(dir: string) {
  const [key, cert] = [join(dir, 'mail.key'), join(dir, 'mail.crt')]
  const made = runTool('openssl', [
    'req',
    '-x509',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:P-256',
    '-nodes',
    '-days',
    '2',
    '-subj',
    '/CN=mail.test',
    '-addext',
    'subjectAltName=IP:127.0.0.1',
    '-keyout',
    key,
    '-out',
    cert,
  ])
  if (!made.ok) throw new Error(made.text)
  return { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') }
}

/** A production that sends by the server of the test, or by the one that is named. */
const production = (port = server.port, { name, password } = user) =>
  buildTestApp({
    SHIMAKAZE_MODE: 'production',
    SHIMAKAZE_PUBLIC_URL: 'https://evidence.example.com',
    SHIMAKAZE_SMTP_URL: `smtp://${name}:${encodeURIComponent(password)}@127.0.0.1:${port}`,
    SHIMAKAZE_MAIL_FROM: 'Shimakaze <no-reply@evidence.example.com>',
  })

beforeAll(async () => {
  folder = await settingsFolder()
  tls = makeCertificate(folder.dir)
  setDefaultCACertificates([...trusted, tls.cert])
  server = await startMailServer({ tls, user })
  t = await production()
  carriers = await impatient(t)
})
afterEach(() => {
  server.taken.length = server.next.length = 0
})
afterAll(async () => {
  closeCarriers(carriers)
  setDefaultCACertificates(trusted)
  await t.close()
  await server.close()
  await folder.remove()
})

it('arrives by STARTTLS from whoever may send, as one text with a subject in Chinese, under our id', async () => {
  const id = await sendMessage(t, aMail(t))
  expect(await rowOf(t, id)).toMatchObject({
    state: 'waiting',
    recipient: 'li****@example.com',
    subject: null,
    text: null,
  })
  expect(await attempt(t, id, carriers)).toMatchObject({ state: 'sent', attempts: 1, sealed: null, error: null })
  const [mail, ...others] = server.taken
  expect(others).toEqual([])
  expect(mail).toMatchObject({
    from: 'no-reply@evidence.example.com',
    to: 'li.lei@example.com',
    secure: true,
    user: 'shimakaze',
  })
  expect(mail!.source).toContain(`Message-ID: <${id}@evidence.example.com>`)
  expect(mail!.source).toMatch(/^Subject: =\?UTF-8\?[BQ]\?/m)
  expect(mail!.source).toMatch(/^Content-Type: text\/plain; charset=utf-8/m)
  expect(mail!.source).not.toMatch(/multipart|text\/html/)
  expect(await everythingKept(t)).not.toMatch(new RegExp(`${code}|li\\.lei`))
})

it('is tried again after a passing refusal, and has the same Message-ID then', async () => {
  const id = await sendMessage(t, aMail(t))
  server.next.push({ code: 451, at: 'data', words: `greylisted ${code}` })
  expect(await attempt(t, id, carriers)).toMatchObject({ state: 'waiting', error: '451: 451 greylisted …' })
  expect(await attempt(t, id, carriers)).toMatchObject({ state: 'sent', attempts: 2 })
  expect(server.taken).toHaveLength(1)
  expect(server.taken[0]!.source).toContain(`<${id}@evidence.example.com>`)
})

it('keeps its Message-ID where the server took it, no answer came and it is repeated', async () => {
  const id = await sendMessage(t, aMail(t))
  server.next.push('hang', 'hang')
  expect(await attempt(t, id, carriers)).toMatchObject({ state: 'waiting', unanswered: 1 })
  expect(await attempt(t, id, carriers)).toMatchObject({ state: 'failed', unanswered: 2 })
  expect(server.taken.map((m) => m.source.includes(`<${id}@`))).toEqual([true, true])
})

it.each([
  ['recipient', 550],
  ['data', 554],
] as const)('is given up at once where the server refuses the %s for good', async (at, refusal) => {
  const id = await sendMessage(t, aMail(t))
  server.next.push({ code: refusal, at, words: 'no such li.lei@example.com' })
  expect(await attempt(t, id, carriers)).toMatchObject({
    state: 'undeliverable',
    sealed: null,
    error: `${refusal}: ${refusal} no such …`,
  })
  expect(server.taken).toEqual([])
})

it('waits where nobody listens, and where the password is wrong; the password is told to nobody', async () => {
  const told = listening()
  for (const [port, password, error] of [
    [await refusingPort(), user.password, 'ECONNREFUSED'],
    [server.port, 'wrong password', '535'],
  ] as const) {
    const other = await production(port, { name: user.name, password })
    const others = await impatient(other)
    const id = await sendMessage(other, aMail(other))
    expect(await attempt(other, id, others, told)).toMatchObject({
      state: 'waiting',
      unanswered: 0,
      error: expect.stringContaining(error) as string,
    })
    expect(`${await everythingKept(other)} ${told.lines.join()}`).not.toMatch(/wrong password|p@ss|731902/)
    closeCarriers(others)
    await other.close()
  }
  expect(server.taken).toEqual([])
})

describe('a production', () => {
  it.each([
    ['a server without TLS', false],
    ['a certificate that nobody vouches for', true],
  ] as const)('sends nothing, not even the password, to %s', async (_, certified) => {
    const strange = await startMailServer({ user, ...(certified && { tls: makeCertificate(folder.dir) }) })
    const other = await production(strange.port)
    const others = await impatient(other)
    expect(await attempt(other, await sendMessage(other, aMail(other)), others)).toMatchObject({
      state: 'waiting',
      unanswered: 0,
    })
    expect(strange.taken).toEqual([])
    closeCarriers(others)
    await other.close()
    await strange.close()
  })
})

it('reaches a plain server on this machine from a local installation', async () => {
  const plain = await startMailServer()
  const local = await buildTestApp({
    SHIMAKAZE_SMTP_URL: `smtp://127.0.0.1:${plain.port}`,
    SHIMAKAZE_MAIL_FROM: 'no-reply@example.com',
  })
  const others = await impatient(local)
  expect(await attempt(local, await sendMessage(local, aMail(local)), others)).toMatchObject({ state: 'sent' })
  expect(plain.taken).toMatchObject([{ to: 'li.lei@example.com', secure: false }])
  closeCarriers(others)
  await local.close()
  await plain.close()
})
