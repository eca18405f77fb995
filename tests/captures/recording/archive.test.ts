import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getSurt, postToGetUrl } from 'warcio'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Exchange } from '../../../server/captures/engine/exchange.ts'
import { writeWarc } from '../../../server/captures/web/package/warc-writer.ts'
import { wrongDigests } from '../reading/read-archive.ts'
import { readWarc } from '../reading/read-warc.ts'

const date = '2026-11-21T08:38:10.120Z'
const answered = (more: Partial<Exchange>) =>
  ({
    url: 'https://example.com/',
    method: 'GET',
    startedAt: date,
    requestHeaders: [],
    requestBody: null,
    status: 200,
    statusText: 'OK',
    protocol: 'h2',
    responseHeaders: [],
    mimeType: 'text/html',
    body: Buffer.from('<p>'),
    truncated: null,
    remoteAddress: null,
    ...more,
  }) as Exchange

async function written(exchange: Partial<Exchange>, resource?: string) {
  const folder = mkdtempSync(join(tmpdir(), 'skz-warc-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'data.warc.gz')
  const { index } = await writeWarc({
    path,
    name: 'data.warc.gz',
    date,
    info: { software: 'test' },
    exchanges: [answered(exchange)],
    resources: async function* () {
      if (resource) yield { url: resource, date, mediaType: 'text/plain', content: Buffer.from('text') }
    },
    signal: new AbortController().signal,
  })
  return { index, path }
}

async function archived(...what: Parameters<typeof written>) {
  const { index, path } = await written(...what)
  return { index, records: readWarc(readFileSync(path)) }
}

describe('an archive', () => {
  it('holds what came of addresses and under headers of every kind, as they were', async () => {
    const url = 'https://example.com/pixel?size=1,,,2,,,'
    const odd: [string, string][] = [
      ['WARC-Type', 'one'],
      ['WARC-Type', 'two'],
      ['WARC-Filename', 'a,,,b'],
      ['Set-Cookie', 'a=1,,,2'],
      ['Set-Cookie', 'b=2'],
    ]
    const { records } = await archived(
      { url, requestHeaders: [['warc-date', 'x,,,y']], responseHeaders: odd },
      `urn:capture:page.txt:${url}`,
    )
    expect(records.map((r) => [r.type, r.url])).toEqual([
      ['warcinfo', ''],
      ['response', url],
      ['request', url],
      ['resource', `urn:capture:page.txt:${url}`],
    ])
    const [, response, request] = records
    expect(response!.block.toString()).toContain(odd.map(([name, value]) => `\r\n${name}: ${value}`).join(''))
    expect(request!.block.toString()).toContain('\r\nwarc-date: x,,,y\r\n')
  })

  it('has digests of what its records hold, in one piece and in several', async () => {
    const sent = { method: 'POST', requestBody: Buffer.from('名=值'), body: Buffer.alloc(9_000_000, '页') }
    expect(wrongDigests((await archived(sent, 'urn:capture:page.txt:x')).records)).toEqual([])
  })

  const sent = (type: string, body: string) => ({
    method: 'POST',
    requestHeaders: [['Content-Type', type] as const],
    requestBody: Buffer.from(body),
  })

  it.each([
    ['an expression for a boundary', 'multipart/form-data; boundary=(a+)+$', `${'a'.repeat(26)}!`],
    ['a boundary among dashes', 'multipart/form-data; boundary=abc', '-'.repeat(65_536)],
    ['members without an end', 'application/json', JSON.stringify({ ...Array.from({ length: 30_000 }, () => 1) })],
  ])('does not take as long as a page wishes: %s', async (_, type, body) => {
    const began = performance.now()
    await archived(sent(type, body))
    expect(performance.now() - began).toBeLessThan(400)
  })

  // Two tenths of a second each, and a page sends as many as it likes.
  it('is found by its address alone where what was sent has members without an end', async () => {
    const found = async (members: number) =>
      (await archived(sent('application/json', `[${'1,'.repeat(members - 1)}1]`))).index[0]!.split(' ')[0]
    expect(await found(8_000)).toBe('com,example)/')
    expect(await found(1_000)).toContain('__wb_method=post')
  })

  it('lets others in while it is written, however long an answer is', async () => {
    const body = Buffer.alloc(100_000_000, 'a')
    const began = performance.now()
    let [longest, last] = [0, began]
    const watch = setInterval(() => {
      const now = performance.now()
      longest = Math.max(longest, now - last)
      last = now
    }, 5)
    await written({ body })
    clearInterval(watch)
    expect(longest).toBeLessThan((performance.now() - began) / 3)
  })

  it.each([
    [
      'multipart/form-data; boundary=----WebKitFormBoundaryAbC',
      ['名', 'b--'].map(part).join('') + '------WebKitFormBoundaryAbC--\r\n',
    ],
    ['application/json', '{"a":[1,{"b":"名"}]}'],
    ['application/x-www-form-urlencoded', 'a=1&b=2'],
    ['text/plain', 'words'],
  ])('is found by what was sent, as its readers look for it: %s', async (type, body) => {
    const asked = {
      method: 'POST',
      url: 'https://example.com/',
      headers: new Map([['content-type', type]]),
      postData: Buffer.from(body),
    }
    postToGetUrl(asked)
    expect(asked.url).toContain('__wb_method=POST')
    expect((await archived(sent(type, body))).index[0]!.split(' ')[0]).toBe(getSurt(asked.url).split(' ')[0])
  })
})

function part(value: string, i: number) {
  return `------WebKitFormBoundaryAbC\r\nContent-Disposition: form-data; name="f${i}"\r\n\r\n${value}\r\n`
}
