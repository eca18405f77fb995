import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { mailCalls } from '../../contract/accounts/mail.ts'
import { webCaptureCalls } from '../../contract/captures/web.ts'
import { refusingPort } from '../kit/outside/free-port.ts'
import {
  passQuestion,
  type ServiceClient,
  type ServiceProcess,
  signInDemo,
  startServiceProcess,
} from '../kit/outside/service-process.ts'
import { createTestDatabase, type TestDatabase } from '../kit/test-database.ts'
import { type MailServer, startMailServer } from '../kit/vendors/mail-server.ts'

// The whole way of a message, through the processes that run it: what happens, the job that tells it, the job that sends it, a mail server.

let server: MailServer
let database: TestDatabase
let data: string
let service: ServiceProcess
let client: ServiceClient
beforeAll(async () => {
  server = await startMailServer()
  database = await createTestDatabase()
  data = await mkdtemp(join(tmpdir(), 'skz-mail-'))
  service = await startServiceProcess(data, {
    DATABASE_URL: database.url,
    SHIMAKAZE_SMTP_URL: `smtp://127.0.0.1:${server.port}`,
    SHIMAKAZE_MAIL_FROM: 'Shimakaze <no-reply@example.com>',
  })
  client = await signInDemo(service.url, service.said())
})
afterAll(async () => {
  await service?.end('SIGINT')
  await database.drop()
  await server.close()
  await rm(data, { recursive: true, force: true })
})

const mail = (subject: RegExp) => server.taken.find((m) => subject.test(textOf(m.source)))
/** Headers and text as a mail program shows them. */
function textOf(source: string): string {
  const [head, ...body] = source.split('\r\n\r\n')
  const words = head!
    .replaceAll(/\r\n\s+/g, ' ')
    .replaceAll(/=\?utf-8\?b\?([^?]*)\?=[ \t]*/gi, (_, text: string) => Buffer.from(text, 'base64').toString())
    .replaceAll(/=\?utf-8\?q\?([^?]*)\?=[ \t]*/gi, (_, text: string) => quoted(text.replaceAll('_', ' ')))
  const text = body.join('\n\n')
  return `${words}\n\n${/transfer-encoding: base64/i.test(head!) ? Buffer.from(text, 'base64').toString() : quoted(text.replaceAll(/=\r?\n/g, ''))}`
}
const quoted = (text: string) =>
  Buffer.from(
    text.replaceAll(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString()

it('leads from a capture that fails to the address that its owner proved', async () => {
  const { codeId } = (await client(mailCalls.sendCode.path, {
    mail: 'lin@example.com',
    ...(await passQuestion(service.url)),
  })) as { codeId: string }
  await expect.poll(() => server.taken.length, { timeout: 20_000 }).toBe(1)
  const code = /\b\d{6}\b/.exec(textOf(server.taken[0]!.source))![0]
  await client(mailCalls.set.path, { mail: 'lin@example.com', codeId, code }, 'PUT')
  await client(webCaptureCalls.start.path, {
    urls: [`http://127.0.0.1:${await refusingPort()}/`],
    name: '打不开的页面',
  })
  await expect
    .poll(() => mail(/^Subject: 取证失败：127\.0\.0\.1/m), { timeout: 40_000 })
    .toMatchObject({ to: 'lin@example.com', from: 'no-reply@example.com' })
  expect(textOf(mail(/取证失败/)!.source)).toMatch(
    /网站拒绝连接[^]*\/attestation\/[0-9a-f-]{36}[^]*messageNotification\/settings/,
  )
})
