import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { phoneCalls } from '../../contract/accounts/phone.ts'
import { sessionCalls } from '../../contract/accounts/session.ts'
import { platformCalls } from '../../contract/kit/client-policy.ts'
import type { Dictionary } from '../../contract/platform/dictionary.ts'
import { keptPlatform, sessionPlatformOf } from '../../contract/platform/session-platform.ts'
import { createClient } from '../../dataProvider/client.ts'
import { ask, setPlatformId } from '../../src/site/parts/api.ts'
import { allCalls } from '../rules/matrix/all-calls.ts'

afterEach(() => vi.unstubAllGlobals())

it('every call whose body may name the platform is one that clients name it in', () => {
  // One call makes a platform, and gives it its name.
  const naming = allCalls.filter(
    ({ title, call: { body } }) =>
      title !== 'platforms.create' && body instanceof z.ZodObject && 'notaryId' in body.shape,
  )
  expect(naming.map(({ call: { method, path } }) => `${method} ${path}`).toSorted()).toEqual(platformCalls.toSorted())
})

async function echo() {
  const bodies: unknown[] = []
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const text = Buffer.concat(parts).toString()
      bodies.push(text ? JSON.parse(text) : null)
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ flag: true, success: true, statusCode: '000000', data: {} }))
    })
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', () => ready()))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { bodies, origin, close: () => server.close() }
}

it('console and website add it to SMS and password requests, and to no other', async () => {
  const { bodies, origin, close } = await echo()
  const client = createClient({
    language: () => 'en',
    account: () => undefined,
    words: (key) => key,
    onSessionGone: async () => false,
    origin,
    platform: () => 'notary-7',
  })
  await client.call(phoneCalls.sendCode, { body: { scene: 'UNBIND' } as never })
  await client.call(sessionCalls.logout)
  const realFetch = fetch
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => realFetch(origin + path, init))
  setPlatformId('notary-8')
  await ask<typeof sessionCalls.sendPasswordCode>(
    { method: 'POST', path: 'user/pwd/msg' },
    { body: { phone: '1' } as never },
  )
  close()
  expect(bodies).toEqual([{ notaryId: 'notary-7', scene: 'UNBIND' }, null, { notaryId: 'notary-8', phone: '1' }])
})

const open = (alipay: boolean, wechat: boolean) => ({ alipay: { open: alipay }, wechat: { open: wechat } })
const dictionary = {
  notaryId: 'notary-7',
  mode: 'production',
  frontPlatformInfo: {
    basicInfo: { platformName: '岛风', platformNameEn: 'Shimakaze' },
    files: [],
    imgList: [],
    price: {},
    valueAdded: [],
    chainMode: 'EVM',
    chainTime: '2026-11-23T00:00:00.000Z',
    explorerUrl: 'https://explorer.example/',
    app: { iosUrl: '', androidUrl: 'https://app.example/' },
  },
  login: open(true, false),
  pay: open(true, false),
  'notary-pay': open(false, true),
  notary: { info: { fullName: '示例公证处', email: 'help@example.com' } },
  service: { NotarizationService: true },
} as unknown as Dictionary

it('the platform is kept flat, as the specification has it, and restored from what was kept', () => {
  const platform = sessionPlatformOf(dictionary, 'https://evidence.example')
  expect(platform).toMatchObject({
    NotarizationService: true,
    alipay: { open: true },
    wechat: { open: false },
    notaryAlipay: { open: false },
    notaryWechat: { open: true },
    chainMode: 'EVM',
    chainTime: '2026-11-23T00:00:00.000Z',
    explorerUrl: 'https://explorer.example/',
    app: { iosUrl: '', androidUrl: 'https://app.example/' },
    basicInfo: { platformName: '岛风', fullName: '示例公证处', email: 'help@example.com' },
    files: [],
    imgList: [],
    price: {},
    valueAdded: [],
    storageOrigin: 'https://evidence.example',
  })
  expect(keptPlatform(JSON.stringify(platform))).toEqual(platform)
  // As an earlier version kept it, or somebody else.
  const { app: _, ...earlier } = platform
  for (const kept of [null, '', '{', JSON.stringify(dictionary), JSON.stringify(earlier)])
    expect(keptPlatform(kept)).toBeUndefined()
})
