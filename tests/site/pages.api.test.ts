import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildPagesIfStale } from '../kit/built/build-pages.ts'
import { verifyScript } from '../../server/certificates/package/verify-sh.ts'
import { buildTestApp, type TestApp } from '../kit/build-test-app.ts'

const publicUrl = 'https://evidence.example'
const [zh, en] = ['网页会消失，证据不会', 'Pages disappear. Evidence stays.']
const token = 'T0ken-'.padEnd(43, 'x')
/** Addresses under which a share link opens, the token at their end. */
const sharePages = [
  '/attestation-share',
  '/sceneForensics/attestation-share',
  '/onlineForensics/recorder/attestation-share',
  '/h5/certificate',
  '/attestation-mobile',
  '/att-mobile-scene',
  '/mobile/attestation/261121000000000018',
  '/attestation-mobile/lilapp',
]

let t: TestApp
beforeAll(async () => {
  buildPagesIfStale()
  t = await buildTestApp({ SHIMAKAZE_PUBLIC_URL: publicUrl })
})
afterAll(() => t.close())

const get = (url: string, headers: Record<string, string> = {}) => t.inject({ url, headers })
const linksOf = (html: string) =>
  Object.fromEntries(
    [...html.matchAll(/<link rel="alternate" hreflang="([^"]+)" href="([^"]+)"/g)].map((m) => [m[1], m[2]]),
  )

describe('the language of a page', () => {
  it.each([
    ['nothing is known', '/', {}, zh],
    ['the browser asks for English', '/', { 'accept-language': 'en-GB,en;q=0.9,zh;q=0.1' }, en],
    ['English comes first but weighs less', '/', { 'accept-language': 'en;q=0.2,zh-TW' }, zh],
    ['the browser asks for what we do not have', '/', { 'accept-language': 'fr,de;q=0.5' }, zh],
    ['it was chosen before', '/', { cookie: 'shimakaze-lang=en', 'accept-language': 'zh' }, en],
    ['the address names it', '/?lang=zh-CN', { cookie: 'shimakaze-lang=en', 'accept-language': 'en' }, zh],
    ['the address names none of ours', '/?lang=xx', { 'accept-language': 'en' }, en],
    ['the cookie holds none of ours', '/', { cookie: 'shimakaze-lang=english', 'accept-language': 'zh' }, zh],
  ])('when %s', async (_, url, headers, headline) => {
    const { body, headers: answered } = await get(url, headers as Record<string, string>)
    const language = headline === en ? 'en' : 'zh-CN'
    expect(body).toContain(`<h1>${headline}</h1>`)
    expect(body).toContain(`<html lang="${language}">`)
    expect(answered).toMatchObject({ 'content-language': language, vary: 'Accept-Language, Cookie, Accept-Encoding' })
  })

  it('stays for the pages after an address in that language', async () => {
    const { headers } = await get('/?lang=en')
    expect(headers['set-cookie']).toMatch(/^shimakaze-lang=en; Max-Age=31536000; Path=\/;.* SameSite=Lax$/)
    expect(headers['set-cookie']).not.toMatch(/httponly/i)
    expect(headers['cache-control']).toContain('private')
    expect((await get('/?lang=en', { cookie: 'shimakaze-lang=en' })).headers['set-cookie']).toBeUndefined()
  })
})

describe('a page for search engines', () => {
  it('names itself, its languages and what it is', async () => {
    const { body } = await get('/website-show/query?lang=en')
    expect(body).toMatch(/<title>Check evidence · [^<]+<\/title>/)
    expect(body).toMatch(/<meta name="description" content="Verify every proof in a package [^"]+" \/>/)
    expect(body).toContain(`<link rel="canonical" href="${publicUrl}/website-show/query?lang=en"`)
    expect(linksOf(body)).toEqual({
      'zh-CN': `${publicUrl}/website-show/query?lang=zh-CN`,
      en: `${publicUrl}/website-show/query?lang=en`,
      'x-default': `${publicUrl}/website-show/query`,
    })
    const data = JSON.parse(/<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/.exec(body)![1]!) as {
      '@graph': { '@type': string; inLanguage: string }[]
    }
    expect(data['@graph'].at(-1)).toMatchObject({
      '@type': 'WebPage',
      url: `${publicUrl}/website-show/query?lang=en`,
      inLanguage: 'en',
    })
    expect(body).not.toContain('noindex')
  })

  it('is known by one address where it has two', async () => {
    expect((await get('/website-show/home')).body).toContain(`<link rel="canonical" href="${publicUrl}/" `)
  })

  it.each([
    '/registry',
    '/exception',
    ...sharePages.map((page) => `${page}/${token}`),
    `/attestation-mobile/preview/info?token=${token}&file=1`,
    '/sceneForensics/appDownload',
    '/app/web',
    '/no-such-page',
    '/browse',
  ])('%s is not to be listed', async (path) => {
    const { body, headers } = await get(path)
    expect(body).toContain('<meta name="robots" content="noindex" />')
    expect(headers['x-robots-tag']).toBe('noindex')
    expect(body).not.toContain('canonical')
  })

  it('stands in the sitemap in both languages, and every address there answers', async () => {
    const { body, headers } = await get('/sitemap.xml')
    expect(headers['content-type']).toContain('xml')
    const addresses = [...body.matchAll(/<loc>([^<]+)<\/loc>/g)].map((m) => m[1]!)
    expect(addresses).toContain(`${publicUrl}/service-agreement?lang=en`)
    for (const address of addresses) {
      expect(address.startsWith(`${publicUrl}/`)).toBe(true)
      const page = await get(address.slice(publicUrl.length))
      expect({
        address,
        status: page.statusCode,
        canonical: page.body.includes(`<link rel="canonical" href="${address}"`),
      }).toEqual({ address, status: 200, canonical: true })
    }
    expect(body.match(/hreflang="en"/g)).toHaveLength(addresses.length)
    expect(body).not.toMatch(/registry|share|browse/)
  })

  it('may be read by robots, the console and the calls may not', async () => {
    const { body } = await get('/robots.txt')
    for (const line of [
      'Disallow: /shimakaze/',
      'Disallow: /browse',
      'Allow: /website-show/query',
      `Sitemap: ${publicUrl}/sitemap.xml`,
    ])
      expect(body.split('\n')).toContain(line)
    expect(body).not.toMatch(/Disallow: \/(login|attestation-share)?\s*$/m)
  })
})

describe('what strangers write into a request', () => {
  it('is not believed: addresses are the configured ones whatever the Host', async () => {
    for (const url of ['/', '/sitemap.xml', '/robots.txt']) {
      const { body } = await get(url, { host: 'evil.example', 'x-forwarded-host': 'evil.example' })
      expect(body).toContain(publicUrl)
      expect(body).not.toContain('evil')
    }
  })

  it.each([
    '/?lang=en%22%3E%3Cscript%3Eevil()',
    '/?evil=%3Cscript%3E',
    '/evil%3Cscript%3E',
    '/website-show/query?evil=1',
    '/login?to=https://evil.example',
    '/evil$&$1',
  ])('is not repeated: %s', async (url) => {
    expect((await get(url)).body).not.toContain('evil')
  })

  it('is text and no more where a page shows it', async () => {
    const { body, headers } = await get(
      `/exception?errorMessage=${encodeURIComponent('<img src=x onerror=evil()> </script> $& <!--page-->')}`,
    )
    expect(body).toContain('&lt;img src=x onerror=evil()&gt;')
    expect(body).not.toContain('<img src=x')
    expect(headers['cache-control']).toBe('private, no-cache')
    expect((await get('/exception')).body).not.toContain('evil')
  })

  it('answers an unknown path with 404 and a page that helps on', async () => {
    const { statusCode, body } = await get('/nowhere/at/all?lang=en')
    expect(statusCode).toBe(404)
    expect(body).toContain('<h1>There is no such page</h1>')
  })

  it('finds the page that the browser would find in an encoded address', async () => {
    expect((await get('/%6Cogin?lang=en')).body).toContain('<h1>Log in</h1>')
    expect((await get('/LOGIN')).statusCode).toBe(404)
  })
})

describe('a share link', () => {
  it.each(sharePages)('under %s is kept by no cache, passed on to nobody and not in the page', async (page) => {
    const { body, headers, statusCode } = await get(`${page}/${token}?lang=en`)
    expect(statusCode).toBe(200)
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
    expect(headers['etag']).toBeUndefined()
    expect(body).not.toContain(token)
    expect(body).toContain('<h1>Certificate of evidence</h1>')
    expect((await get(`${page}/${'y'.repeat(43)}?lang=en`)).body).toBe(body)
  })
})

describe('a page that carries the address of a file', () => {
  it.each([
    `/mobile/preview/%2Fshimakaze%2Fshare%2F${token}%2Ffile%2F1/image/261121000000000018`,
    '/mobile/preview/https%3A%2F%2Fevil.example%2Fx/image/261121000000000018',
    `/mobile/previewProgress/%2Fshimakaze%2Fshare%2F${token}%2Ffile%2F1`,
    `/mobile/previewProgress/shimakaze/share/${token}/file/1`,
    `/sceneForensics/attestation-mobile?token=${token}`,
    `/sceneForensics/attestation-mobile/preview/info?token=${token}&file=1`,
    `/att-mobile-hash/${token}`,
  ])('%s is kept by no cache, passed on to nobody, and nothing of the address is in the page', async (url) => {
    const { body, headers, statusCode } = await get(url)
    expect(statusCode).toBe(200)
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
    expect(headers['x-robots-tag']).toBe('noindex')
    for (const text of [token, 'evil.example', '261121000000000018']) expect(body).not.toContain(text)
  })
})

describe('a page that was read before', () => {
  it('is not sent again while nothing changed', async () => {
    const first = await get('/privacy-one')
    expect(first.headers['cache-control']).toBe('no-cache')
    const again = await get('/privacy-one', { 'if-none-match': first.headers['etag'] as string })
    expect([again.statusCode, again.body]).toEqual([304, ''])
    expect(
      (await get('/privacy-one', { 'if-none-match': first.headers['etag'] as string, cookie: 'shimakaze-lang=en' }))
        .statusCode,
    ).toBe(200)
  })
})

it('brings the platform’s names along, safely', async () => {
  await t.services.db.asSystem((tx) =>
    tx
      .updateTable('platform')
      .set({ name: JSON.stringify({ zh: '证据</script><b>台', en: 'A & "B"' }) as never })
      .execute(),
  )
  // A site's settings are remembered for some seconds.
  await expect
    .poll(async () => (await get('/', { 'accept-language': 'en' })).body, { timeout: 10_000, interval: 500 })
    .toContain('A &amp;')
  const { body } = await get('/', { 'accept-language': 'en' })
  const platform = JSON.parse(/<script type="application\/json" id="platform">(.*?)<\/script>/.exec(body)![1]!) as {
    frontPlatformInfo: { basicInfo: object }
  }
  expect(platform.frontPlatformInfo.basicInfo).toEqual({
    platformName: '证据</script><b>台',
    platformNameEn: 'A & "B"',
  })
  expect(body).toContain('<title>Home · A &amp; &quot;B&quot;</title>')
  expect(body).not.toContain('<b>台')
  const { headers } = await get('/')
  expect(headers['content-security-policy']).toMatch(/script-src 'self' 'wasm-unsafe-eval';/)
})

it('hands out the script that verifies packages as it is today, to be kept and not shown', async () => {
  const { body, headers } = await get('/verify.sh')
  expect(body).toBe(String(await verifyScript()))
  expect(headers['content-disposition']).toBe('attachment; filename="verify.sh"')
})

it('is sent compressed to whoever takes it so, and plainly to everybody else', async () => {
  const script = /src="(\/assets\/console-[^"]+\.js)"/.exec((await get('/browse')).body)![1]!
  const plain = (await get(script)).rawPayload
  const [br, gzip] = [
    await get(script, { 'accept-encoding': 'gzip, deflate, br' }),
    await get(script, { 'accept-encoding': 'gzip' }),
  ]
  expect([br.headers['content-encoding'], gzip.headers['content-encoding']]).toEqual(['br', 'gzip'])
  expect([brotliDecompressSync(br.rawPayload), gunzipSync(gzip.rawPayload)]).toEqual([plain, plain])
  expect(br.headers).toMatchObject({
    'content-type': expect.stringContaining('javascript') as string,
    vary: expect.stringMatching(/accept-encoding/i) as string,
    'cache-control': expect.stringContaining('immutable') as string,
  })
  const document = await get('/docs/json', { 'accept-encoding': 'br' })
  expect(document.headers).toMatchObject({
    'content-encoding': 'br',
    vary: expect.stringMatching(/accept-language.*accept-encoding/i) as string,
  })
  expect(document.rawPayload.length).toBeLessThan(200_000)
  expect(JSON.parse(brotliDecompressSync(document.rawPayload).toString())).toEqual((await get('/docs/json')).json())
})

it('still sends a page that the browser can draw when the server cannot write it', async () => {
  const broken = await buildTestApp()
  await broken.services.db.close()
  const { statusCode, body, headers } = await broken.inject({ url: '/registry' })
  expect(statusCode).toBe(200)
  expect(body).toMatch(/<script type="module"[^>]+src="\/assets\/site-/)
  expect(headers['x-robots-tag']).toBe('noindex')
  await broken.close().catch(() => {})
})
