import { describe, expect, it } from 'vitest'
import { validateUrl } from '../../server/captures/web/validate-url.ts'

const REFUSED: readonly (readonly [url: string, code: string])[] = [
  ['', 'url-malformed'],
  ['example.com', 'url-malformed'],
  ['example.com:8080/x', 'url-malformed'],
  ['http:/example.com', 'url-malformed'],
  ['http:///example.com', 'url-malformed'],
  ['http://', 'url-malformed'],
  ['https:\\\\example.com', 'url-malformed'],
  ['http://example.com\\@10.0.0.1/', 'url-malformed'],
  ['http://exa mple.com', 'url-malformed'],
  ['http://example.com:99999', 'url-malformed'],
  ['file:///etc/passwd', 'scheme-refused'],
  ['FILE:///etc/passwd', 'scheme-refused'],
  ['view-source:http://example.com', 'scheme-refused'],
  ['javascript:alert(1)', 'scheme-refused'],
  ['data:text/html,x', 'scheme-refused'],
  ['chrome://version', 'scheme-refused'],
  ['ftp://example.com', 'scheme-refused'],
  ['source:http://example.com', 'scheme-refused'],
  ['http://user:pass@example.com', 'credentials-refused'],
  ['http://user@example.com', 'credentials-refused'],
  ['http://127.0.0.1', 'address-refused'],
  ['http://2130706433/', 'address-refused'],
  ['http://0x7f.1/', 'address-refused'],
  ['http://[::1]/', 'address-refused'],
  ['http://[::ffff:10.0.0.1]/', 'address-refused'],
  ['http://１６９.254.169.254/', 'address-refused'],
  ['http://example.com:22/', 'port-refused'],
  [`http://example.com/${'a'.repeat(3000)}`, 'url-too-long'],
  ['https://example.com/6，', 'url-ends'],
  ['https://example.com/?id=１', 'url-wide'],
]

describe('an address somebody typed', () => {
  it.each(REFUSED)('%j is refused as %s', (url, code) => {
    expect(validateUrl(url)).toMatchObject({ ok: false, code })
  })

  it('is brought to the form that will be opened', () => {
    expect(validateUrl('  HTTPS://例子.测试/商品?id=1#评价 ')).toEqual({
      ok: true,
      url: 'https://xn--fsqu00a.xn--0zwm56d/%E5%95%86%E5%93%81?id=1#%E8%AF%84%E4%BB%B7',
      host: 'xn--fsqu00a.xn--0zwm56d',
      port: 443,
    })
  })

  it.each([
    ['https://example.com/p/1\u200b', 'https://example.com/p/1'],
    ['\u202ahttps://example.com/p/2', 'https://example.com/p/2'],
    ['ｈｔｔｐｓ：／／example．com/5', 'https://example.com/5'],
  ])('%j is opened without what came along when it was copied', (typed, url) =>
    expect(validateUrl(typed)).toMatchObject({ ok: true, url }),
  )

  it('may be private where the operator said so', () => {
    expect(validateUrl('http://127.0.0.1:12345/', { allowPrivate: ['127.0.0.0/8'] })).toMatchObject({
      ok: true,
      port: 12345,
    })
    expect(validateUrl('http://10.0.0.1/', { allowPrivate: ['127.0.0.0/8'] })).toMatchObject({
      ok: false,
      code: 'address-refused',
      params: { host: '10.0.0.1' },
    })
  })
})
