import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { CertificateModel } from '../../server/certificates/drawing/certificate-model.ts'
import { openCertificateRenderer } from '../../server/certificates/drawing/certificate-renderer.ts'
import { drawCertificate } from '../../server/certificates/drawing/draw-certificate.ts'
import { printable, wrap } from '../../server/kit/paper/print-text.ts'
import { requireTool, runTool } from '../kit/outside/tools.ts'
import { paintedIn } from '../kit/outside/painted-in.ts'
import { smallContents, statementFor, temporary, type Contents } from '../trust/sample.ts'

function modelFor(changes: Partial<CertificateModel> = {}): CertificateModel {
  const statement = changes.statement ?? statementFor(smallContents)
  return {
    language: 'zh-CN',
    mode: 'local',
    statement,
    statementSha256: 'ab'.repeat(32),
    stamp: { time: '2026-11-21T08:41:00.000Z', serial: 'A1B2C3D4', authority: 'Time-stamping', accuracySeconds: 1 },
    rootFingerprint: 'cd'.repeat(32),
    checkUrl: 'https://evidence.example/query?no=261121123456789012',
    keysSha256: 'ef'.repeat(32),
    issuedAt: '2026-11-21T08:42:00.000Z',
    signatureBytes: 4_096,
    ...changes,
  }
}

async function textOf(model: CertificateModel) {
  const path = join(temporary(), 'certificate.pdf')
  writeFileSync(path, await drawCertificate(model))
  return { path, text: runTool('pdftotext', ['-layout', path, '-']).text }
}

describe.runIf(requireTool('pdftotext'))('the certificate', () => {
  it('has its headings in the colour of the platform', async () => {
    const painted = async (accent?: string) =>
      paintedIn(await drawCertificate(modelFor(accent ? { accent } : {})), ['#7a1fa2', '#1f3a5f'])
    expect(await painted('#7a1fa2')).toEqual(['#7a1fa2'])
    expect(await painted()).toEqual(['#1f3a5f'])
  })

  it('shows what was captured, when in both zones, and what nobody vouches for', async () => {
    const { text } = await textOf(modelFor())
    for (const wanted of [
      '电子数据存证证书',
      'Certificate of Electronic Evidence',
      '261121 123456 789012',
      '示例科技有限公司',
      '王小明',
      '身份未核验',
      'identity not verified',
    ]) {
      expect(text).toContain(wanted)
    }
    for (const wanted of [
      '93.184.215.14',
      'CN=example.com',
      '2026-11-21 16:38:10 (UTC+8)',
      '2026-11-21 08:38:10 UTC',
      '操作系统时钟，未经校验',
      'ab'.repeat(32),
      'cd'.repeat(32),
      'ef'.repeat(32),
      'A1B2C3D4',
    ]) {
      expect(text).toContain(wanted)
    }
    expect(text).toContain('本地安装 · 沙箱信任')
    for (const digest of statementFor(smallContents).files.flatMap((f) => [f.sha256, f.sm3]))
      expect(text).toContain(digest)
  })

  it('says of an address that the page wrote itself for which one the server answered', async () => {
    const statement = statementFor(smallContents)
    const final = 'https://example.com/index.html'
    const shownAt = async (url: string) => {
      const redirects = [{ url, status: 200, to: null, kind: 'final', remoteAddress: null, at: statement.created }]
      const capture = { ...statement.capture, facts: { ...statement.capture.facts, redirects } } as never
      return (await textOf(modelFor({ statement: { ...statement, capture } }))).text
    }
    const text = await shownAt('https://example.com/~somebody/')
    expect(text).toMatch(/该网址由网页自行改写，未经加载；服务器应答的是\s+https:\/\/example\.com\/~somebody\//)
    expect(text).toContain('The page wrote this URL itself')
    for (const url of [final, `${final}#part`, 'https://name:secret@example.com/index.html'])
      expect(await shownAt(url)).not.toContain('自行改写')
  })

  it('bears no local mark in production, and leads with English when asked', async () => {
    const { text } = await textOf(modelFor({ mode: 'production', language: 'en' }))
    expect(text).not.toContain('LOCAL INSTALLATION')
    expect(text.indexOf('Certificate of Electronic Evidence')).toBeLessThan(text.indexOf('电子数据存证证书'))
  })

  it.each([
    ['stamped', 'depends on that authority; in the package'],
    ['asked', 'not there yet; joins the package later'],
    [undefined, 'not obtained; not certified here'],
  ] as const)('tells what came of third parties: %s', async (thirdParty, words) => {
    const { text } = await textOf(modelFor({ language: 'en', ...(thirdParty ? { thirdParty } : {}) }))
    expect(text).toContain(words)
  })

  it('says what is missing from a partial capture', async () => {
    const statement = statementFor(smallContents)
    statement.capture = {
      ...statement.capture,
      completeness: 'partial',
      missing: [{ code: 'never-heard-of', params: { url: 'https://x.example/' } }],
    }
    const { text } = await textOf(modelFor({ statement }))
    expect(text).toContain('Partial')
    expect(text).toMatch(/never-heard-of +\(\{"url":"https:\/\/x\.example\/"\}\)/)
  })

  it('says which picture of a page is which, where there are several', async () => {
    const textWith = async (facts: object) => {
      const statement = statementFor(smallContents)
      Object.assign(statement.capture.facts, facts)
      return (await textOf(modelFor({ statement, language: 'en' }))).text
    }
    const which = 'Windows show what was on the screen'
    const inside = await textWith({
      notes: [{ code: 'scrolls-inside', params: { windows: 4 } }],
      cautions: [{ code: 'masked', params: {} }],
    })
    for (const wanted of [which, '逐屏截图是屏幕上先后显示的画面', 'The page scrolls inside itself', '网页被弹窗遮挡'])
      expect(inside).toContain(wanted)
    const painted = await textWith({ notes: [{ code: 'painted-text', params: {} }] })
    expect(painted).toContain('The page draws some of its text')
    expect(painted).not.toContain(which)
    const hostile = await textWith({ notes: 'scrolls-inside', cautions: [{ code: 'locked', params: { pixels: 'x' } }] })
    expect(hostile).not.toContain('Pictures')
  })

  it('says that an error page was captured, and which requests brought nothing and why', async () => {
    const statement = statementFor(smallContents)
    const failures = Array.from({ length: 14 }, (_, i) => ({
      url: `https://cdn.example/${i}.js`,
      type: i ? 'Script' : 'Document',
      status: i ? null : 502,
      fault: i ? 'connection-refused' : 'status',
    }))
    Object.assign(statement.capture.facts, { httpStatus: 404, failures, stats: { requests: 45, failed: 14 } })
    const { text } = await textOf(modelFor({ statement, language: 'en' }))
    for (const wanted of [
      'The site answered HTTP 404: this is its error page',
      '网站返回 HTTP 404，取证的是该错误页面',
      '14 of 45 requests brought nothing',
      '45 个请求中有 14 个未取得内容',
      'https://cdn.example/0.js',
      'the server answered HTTP 502',
      'https://cdn.example/11.js',
      'connection refused by the server',
      '2 more: see data/requests.jsonl in the package',
    ])
      expect(text).toContain(wanted)
    expect(text).not.toContain('https://cdn.example/12.js')
  })

  it('says what was recorded of the environment in words, not in codes', async () => {
    const statement = statementFor(smallContents)
    Object.assign(statement.capture.facts, {
      environmentSummary: { verdict: 'noted', abnormal: [], noted: ['clock', 'browser-identity'] },
      isolation: ['namespace', 'guard'],
    })
    const { text } = await textOf(modelFor({ statement }))
    for (const wanted of [
      '系统时钟、浏览器标识',
      'System clock, Browser identity',
      '网络隔离、访问管控',
      'egress control',
    ])
      expect(text).toContain(wanted)
    expect(text).not.toMatch(/browser-identity|namespace/)
  })

  it('says that it stands in the public log, and what came of chains', async () => {
    const { text } = await textOf(modelFor())
    expect(text).toMatch(/已载入公开日志，日志只增不改 +已证明/)
    expect(text).toMatch(/区块链锚定 +无/)
    expect((await textOf(modelFor({ anchored: 'anchorAsked' }))).text).toContain('取得后补入证据包')
  })

  it('numbers its pages and lists every one of hundreds of files', async () => {
    const many: Contents = Object.fromEntries(
      Array.from({ length: 200 }, (_, i) => [`data/文件 ${i}.bin`, Buffer.from(String(i))]),
    )
    const statement = statementFor(many)
    const { text, path } = await textOf(modelFor({ statement }))
    const pages = Number(/Pages:\s+(\d+)/.exec(runTool('pdfinfo', [path]).text)?.[1])
    expect(text).toContain(`第 ${pages} 页 / 共 ${pages} 页`)
    for (const { sha256 } of statement.files) expect(text).toContain(sha256)
  }, 60_000)

  it('prints the code point of what no font can draw or what would deceive', async () => {
    const statement = statementFor(smallContents, { name: '罕见字 \u{2C386} 与 \u202Etxt.exe' })
    const { text } = await textOf(modelFor({ statement }))
    expect(text).toContain('[U+2C386]')
    expect(text).toContain('[U+202E]txt.exe')
  })

  it.runIf(requireTool('zbarimg') && requireTool('pdftoppm'))('carries a code that scanners read', async () => {
    const model = modelFor()
    const { path } = await textOf(model)
    runTool('pdftoppm', ['-r', '150', '-png', '-f', '1', '-l', '1', path, path])
    expect(runTool('sh', ['-c', 'zbarimg -q --raw "$1"*.png', 'sh', path]).text).toContain(model.checkUrl)
  })

  it('is the same, byte for byte, for the same model, whatever was drawn before it', async () => {
    const first = await drawCertificate(modelFor())
    // Their glyphs are those of 一 and 二, which the fonts keep between documents.
    await drawCertificate(modelFor({ statement: { ...statementFor(smallContents), name: '⼀⼆' } }))
    expect((await drawCertificate(modelFor())).equals(first)).toBe(true)
  })
})

describe('the drawing thread', () => {
  it('draws one after the other and outlives a model it cannot draw', async () => {
    const renderer = openCertificateRenderer()
    const broken = { ...modelFor(), issuedAt: 'never' }
    const [one, bad, two] = await Promise.allSettled([
      renderer.draw(modelFor()),
      renderer.draw(broken),
      renderer.draw(modelFor()),
    ])
    expect(one.status).toBe('fulfilled')
    expect(bad.status).toBe('rejected')
    expect(two.status).toBe('fulfilled')
    await renderer.close()
  })
})

describe('lines', () => {
  const face = { hasGlyph: (c: number) => c < 0x10000, width: () => 0.5 }

  it('never exceed their width nor lose a character', () => {
    const url = `https://example.com/${'a'.repeat(300)}?q=${'b'.repeat(100)}`
    const lines = wrap(url, 10, 200, face)
    expect(lines.every((l) => l.length <= 40)).toBe(true)
    expect(lines.join('')).toBe(url)
  })

  it('break at joints, and keep full stops off the start', () => {
    expect(wrap('aaaa bbbb cccc', 10, 50, face)).toEqual(['aaaa bbbb', 'cccc'])
    expect(wrap('中'.repeat(10) + '。', 10, 50, face)).toEqual(['中'.repeat(9), '中。'])
  })

  it('show control characters by number', () => {
    expect(printable('a\u0000b\u200Bc', face)).toBe('a[U+0000]b[U+200B]c')
  })
})
