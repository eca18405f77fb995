import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deliveryCalls } from '../../contract/certificates/delivery.ts'
import { pathOf } from '../../contract/kit/call.ts'
import { openApiBase } from '../../contract/open-api/operations.ts'
import { liveCalls } from '../../contract/platform/live.ts'
import { tusPath } from '../../contract/registry/uploads.ts'
import { buildTestApp, type Member, type TestApp } from '../kit/build-test-app.ts'
import { buildEvidence } from '../kit/people/factories.ts'

/** One answer of each kind: pages, calls, refusals, bytes, streams and what answers beside the calls. */
const answers = (as: Member, packagePath: string): [name: string, path: string, init?: RequestInit][] => {
  const mine = { 'x-auth-token': as.token }
  return [
    ['a page', '/'],
    ['a page of the console', '/browse'],
    ['a page that is not there', '/nowhere.php'],
    ['a file of the pages', '/mark.svg'],
    ['a call', '/shimakaze/dict'],
    ['a refusal', pathOf(liveCalls.stream)],
    ['a call that is not there', '/shimakaze/nothing'],
    ['an address that cannot be read', '/%zz'],
    ['bytes', packagePath, { headers: mine }],
    ['a range of bytes', packagePath, { headers: { ...mine, range: 'bytes=1-3' } }],
    ['bytes that are refused', packagePath],
    ['an event stream', pathOf(liveCalls.stream), { headers: mine }],
    [
      'an upload that begins',
      tusPath,
      {
        method: 'POST',
        headers: {
          ...mine,
          'tus-resumable': '1.0.0',
          'upload-length': '10',
          'upload-metadata': `filename ${btoa('a.txt')}`,
        },
      },
    ],
    [
      'an upload that the protocol refuses',
      tusPath,
      { method: 'POST', headers: { ...mine, 'tus-resumable': '1.0.0' } },
    ],
    ['an upload that is refused', tusPath, { method: 'POST', headers: { 'tus-resumable': '1.0.0' } }],
    ['the open API', `${openApiBase}/query`, { method: 'POST' }],
    ['the document of the interface', '/docs/json'],
    ['the page of the document', '/docs'],
    ['the log', '/log/keys'],
    ['what a supervisor asks', '/healthz'],
    ['what a balancer asks', '/readyz'],
    ['what monitoring asks', '/intakez'],
  ]
}

const secondsOfStrict = 'max-age=31536000'

describe.each([
  ['local', {}, null],
  ['production', { SHIMAKAZE_MODE: 'production', SHIMAKAZE_PUBLIC_URL: 'https://evidence.example' }, secondsOfStrict],
])('every answer of a %s platform', (_, env, strict) => {
  let t: TestApp
  let base: string
  let me: Member
  let packagePath: string
  beforeAll(async () => {
    t = await buildTestApp(env)
    me = await t.member()
    const { number } = await buildEvidence(t, me)
    const { data } = await t.call(deliveryCalls.zip, { params: { attestationNo: number } }, me)
    packagePath = data.link
    base = await t.app.listen({ port: 0, host: '127.0.0.1' })
  })
  afterAll(() => t.close())

  it('says what may be done with it', async () => {
    for (const [name, path, init] of answers(me, packagePath)) {
      const stop = new AbortController()
      const { headers } = await fetch(base + path, { ...init, signal: stop.signal })
      stop.abort()
      expect.soft(headers.get('x-content-type-options'), name).toBe('nosniff')
      expect.soft(headers.get('referrer-policy'), name).toMatch(/^(same-origin|no-referrer)$/)
      expect.soft(headers.get('permissions-policy'), name).toContain('camera=()')
      expect.soft(headers.get('cross-origin-opener-policy'), name).toBe('same-origin')
      expect.soft(headers.get('strict-transport-security'), name).toBe(strict)
      for (const rule of ["frame-ancestors 'none'", "base-uri 'none'"])
        expect.soft(headers.get('content-security-policy'), name).toContain(rule)
    }
  })

  it('has each of them once', async () => {
    const { headers } = await fetch(base + packagePath, { headers: { 'x-auth-token': me.token } })
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none';/)
    expect(headers.get('content-security-policy')).toContain('sandbox')
    expect(headers.get('content-security-policy')?.match(/frame-ancestors/g)).toHaveLength(1)
  })
})

it('what the origin of previews answers has them too, and says itself who may frame it', async () => {
  const t = await buildTestApp()
  const { hostname } = new URL(t.services.config.previewOrigin!)
  const { headers } = await t.inject({ url: '/p/nothing', headers: { host: hostname } })
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
    'permissions-policy': expect.stringContaining('camera=()'),
    'content-security-policy': "default-src 'none'; sandbox",
  })
  await t.close()
})
