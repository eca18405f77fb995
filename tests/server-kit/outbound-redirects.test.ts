import { once } from 'node:events'
import { globSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { generateKeyPairSync } from 'node:crypto'
import { z } from 'zod'
import { wechatWay } from '../../server/accounts/third-party/wechat.ts'
import { alipayClient } from '../../server/kit/alipay/client.ts'
import { parseAllowList } from '../../server/kit/egress/address-policy.ts'
import { type EgressGuard, startEgressGuard } from '../../server/kit/egress/guard.ts'
import { post } from '../../server/open-api/callbacks/send.ts'
import { downloadPaper } from '../../server/invoices/gateway/download-paper.ts'
import { nuonuo } from '../../server/invoices/gateway/nuonuo/nuonuo.ts'
import { downloadBill } from '../../server/payments/channels/alipay/bill.ts'
import { wechatPayClient } from '../../server/payments/channels/wechat/client.ts'
import { askNode } from '../../server/trust/anchors/json-rpc.ts'
import { askStamp } from '../../server/trust/stamps/ask-authority.service.ts'
import type { TimestampProvider } from '../../server/trust/stamps/timestamps.settings.ts'
import { nuonuoSeller } from '../kit/vendors/nuonuo.ts'
import { onLoopback } from '../../server/sandbox/on-loopback.ts'

// Everything that leaves this machine for somebody else's address meets one who answers "look over there", where nothing of ours may go.

let outside: Awaited<ReturnType<typeof onLoopback>>
/** On another address of this machine, which no request below is allowed. */
let inside: { port: number; close(): Promise<unknown> }
let reached: string[]
let status: number
const allowed = ['127.0.0.1/32']

beforeAll(async () => {
  const trap = createServer((request, response) => {
    reached.push(request.url ?? '')
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"openid":"x","result":"0x1"}')
  })
  await new Promise<void>((resolve) => trap.listen(0, '127.0.0.9', resolve))
  const { port } = trap.address() as { port: number }
  inside = { port, close: () => new Promise((resolve) => trap.close(resolve)) }
  outside = await onLoopback(
    createServer((request, response) => {
      request.resume()
      response.writeHead(status, { location: `http://127.0.0.9:${port}/secret` }).end()
    }),
  )
})
const to = (url: string) => ({ url, accountId: 'account' })
beforeEach(() => void (reached = []))
afterAll(() => Promise.all([outside.close(), inside.close()]))

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const wechat = () =>
  wechatPayClient(
    {
      merchantId: 'x',
      appId: 'x',
      merchantSerial: 'x',
      privateKey,
      apiV3Key: Buffer.alloc(32),
      vendor: new Map(),
      endpoint: outside.endpoint,
      patience: 5,
    },
    () => new Date(),
  )
const leaving: Record<string, () => Promise<unknown>> = {
  'a callback': () => post(to(`${outside.endpoint}/`), {}, '{}', allowed),
  'a third party’s time-stamp': () =>
    askStamp(
      { url: outside.endpoint, headers: {}, patience: 5 } as Partial<TimestampProvider> as TimestampProvider,
      new Uint8Array(1),
      allowed,
    ),
  'a question to a chain’s node': () =>
    askNode({ url: outside.endpoint, allowPrivate: allowed, patience: 5 }, 'eth_chainId', [], z.string()),
  'a sign-in with WeChat': () =>
    wechatWay({ appId: 'x', secret: 'x', endpoint: outside.endpoint, patience: 5 }).identityOf('x'),
  'a question to Alipay': () =>
    alipayClient({
      appId: 'x',
      signIn: true,
      certify: undefined,
      payments: false,
      sellerId: undefined,
      privateKey,
      vendor: publicKey,
      endpoint: outside.endpoint,
      patience: 5,
    }).call('x', {}),
  'a question to WeChat Pay': () => wechat().call('x', { method: 'GET', target: '/x' }),
  'a question to Nuonuo': () => nuonuo({ ...nuonuoSeller, endpoint: outside.endpoint, patience: 5 }).ask('1'),
  'the file of an invoice': () => downloadPaper(`${outside.endpoint}/x`, { endpoint: outside.endpoint, patience: 5 }),
  'a bill of WeChat Pay': () => wechat().download('x', `${outside.endpoint}/x`),
  'a bill of Alipay': () => downloadBill(new URL(outside.endpoint), 5),
}

it('every file of the service that sends a request by itself is among these', () => {
  const root = join(import.meta.dirname, '../..')
  const files = globSync('server/**/*.ts', { cwd: root }).filter((file) =>
    /\b(fetch|axios(\.(?!isAxiosError)\w+)?)(<[^>]*(<[^>]*>)?>)?\(/.test(readFileSync(join(root, file), 'utf8')),
  )
  expect(files.toSorted()).toEqual([
    'server/accounts/third-party/wechat.ts',
    'server/invoices/gateway/download-paper.ts',
    'server/invoices/gateway/nuonuo/client.ts',
    'server/kit/alipay/client.ts',
    'server/open-api/callbacks/send.ts',
    'server/payments/channels/alipay/bill.ts',
    'server/payments/channels/wechat/client.ts',
    // Notices of a sandbox, to the service beside it.
    'server/sandbox/notices.ts',
    'server/trust/anchors/json-rpc.ts',
    'server/trust/stamps/ask-authority.service.ts',
  ])
})

it.each(
  Object.entries(leaving).flatMap(([what, leave]) => [301, 302, 303, 307, 308].map((code) => ({ what, leave, code }))),
)('$what goes nowhere else where it is answered $code', async ({ leave, code }) => {
  status = code
  const answer = await leave().catch((error: unknown) => error)
  expect(reached).toEqual([])
  // Told as what it is, and not taken for a yes.
  if (answer instanceof Error) expect(String(answer)).not.toMatch(/openid|0x1/)
  else expect(answer).toEqual({ status: code, retryAfter: undefined })
})

/** Asks the guard for a connection by name, as a browser does. */
async function connectThrough(guard: EgressGuard, host: string, port: number) {
  const socket = connect(guard.port!, '127.0.0.1').on('error', () => {})
  try {
    await once(socket, 'connect')
    socket.write(Buffer.from([5, 1, 0]))
    await once(socket, 'data')
    const name = Buffer.from(host)
    socket.write(Buffer.concat([Buffer.from([5, 1, 0, 3, name.length]), name, Buffer.from([port >> 8, port & 255])]))
    const [reply] = (await once(socket, 'data')) as [Buffer]
    return reply[1] === 0 ? 'connected' : 'refused'
  } finally {
    socket.destroy()
  }
}

it('a callback is not sent to an address that may not be reached, however it is written', async () => {
  const refused = { error: 'address-refused' }
  for (const host of ['127.0.0.9', '2130706441', '0x7f.9', '[::ffff:127.0.0.9]'])
    expect([host, await post(to(`http://${host}:${inside.port}/`), {}, '{}', allowed)]).toEqual([host, refused])
  // Of the world too, on ports that are not the web's.
  expect(await post(to('https://93.184.215.14:22/'), {}, '{}', allowed, { work: 500, line: 500 })).toEqual(refused)
  expect(reached).toEqual([])
})

it('what a capture’s browser is led to is judged like the address that was asked for', async () => {
  const guard = await startEgressGuard({ allow: parseAllowList(allowed), byteLimit: 1_000_000 })
  try {
    const { port } = new URL(outside.endpoint)
    expect(await connectThrough(guard, '127.0.0.1', Number(port))).toBe('connected')
    // As a browser does with a redirect: one more connection by the same guard.
    for (const host of ['127.0.0.9', '[::ffff:127.0.0.9]', '2130706441', '0x7f000009'])
      expect([host, await connectThrough(guard, host, inside.port)]).toEqual([host, 'refused'])
    expect(guard.connections.slice(1).map(({ dialledAddress }) => dialledAddress)).toEqual([null, null, null, null])
    expect(reached).toEqual([])
  } finally {
    await guard.close()
  }
})
