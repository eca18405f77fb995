import { describe, expect, it } from 'vitest'
import { leavingNothing, start } from '../hard-page-kit.ts'
import { readArchive } from '../reading/read-archive.ts'

leavingNothing()

async function captured(path: string) {
  const { attempt, site } = await start(path)
  const result = await attempt.result
  const kept = (of: string) =>
    readArchive(attempt.outDir)
      .find(({ type, url }) => type === 'response' && url.endsWith(of))
      ?.payload.toString()
  return { attempt, site, result, kept, lacks: result.missing.map(({ code }) => code) }
}

describe('who answered with a page is the server of the document that is shown', () => {
  it('and not that of an address which the page asked for and which sent no content', async () => {
    const { attempt, site, result } = await captured('/claims-another')
    expect(site.log.some(({ url }) => url.endsWith('/no-content'))).toBe(true)
    expect(result).toMatchObject({ httpStatus: 200, finalUrl: `${site.url}/claims-another`, completeness: 'full' })
    expect(result.redirects.map(({ url, kind }) => [url, kind])).toEqual([[`${site.url}/claims-another`, 'final']])
    expect(attempt.text('requests.jsonl')).toContain('/no-content')
  })

  it('and not that of a file which the page handed out at an address that it had given itself', async () => {
    const { site, result } = await captured('/claims-a-file')
    expect(result).toMatchObject({ httpStatus: 500, title: '出错' })
    expect(result.redirects.map(({ url, status }) => [url, status])).toEqual([[`${site.url}/claims-a-file`, 500]])
    expect(result.files.some(({ path }) => path.startsWith('download/'))).toBe(true)
  })
})

describe('where a capture came to', () => {
  it('is said as a browser shows it, without the name that a site puts before its own', async () => {
    const { site, result } = await captured('/leads-to-a-file')
    expect(result).toMatchObject({ finalUrl: `${site.url}/pdf`, completeness: 'full' })
  })
})

describe('what is shown is kept', () => {
  it('of an answer that says it leads on and does not say where to', async () => {
    const { result, kept } = await captured('/leads-nowhere')
    expect(result).toMatchObject({ title: '没有去处', completeness: 'full' })
    expect(kept('/leads-nowhere')?.length).toBeGreaterThan(15_000_000)
  })

  it('of a page whose first type of two is that of a stream', async () => {
    const { result, kept } = await captured('/two-types')
    expect(result).toMatchObject({ title: '两种', completeness: 'full' })
    expect(kept('/two-types')).toContain('两种类型')
  })

  it('of a document that is called a stream and has ended', async () => {
    const { result, kept } = await captured('/called-a-stream')
    expect(result.completeness).toBe('full')
    expect(kept('/called-a-stream')).toBe('data: 写完了\n\n')
  })

  it('or said to be missing where it comes back as it was read, and not as it was sent', async () => {
    const { result, kept, lacks } = await captured('/called-a-stream?unnamed')
    expect([kept('/called-a-stream?unnamed'), result.completeness, lacks]).toEqual(['', 'partial', ['body-timed-out']])
  })

  it('or said to be missing where a stream goes on', async () => {
    const { attempt, result, kept, lacks } = await captured('/fetches-streams')
    expect(attempt.text('page.txt')).toContain('开始')
    expect(kept('/called-a-stream')).toBe('data: 写完了\n\n')
    expect(lacks).toContain('body-timed-out')
    expect(result.missing.find(({ code }) => code === 'body-timed-out')?.params).toEqual({ count: 1 })
  })
  it('of a page that is so busy that its answers are there before it has said that it asks', async () => {
    const { attempt, result, lacks } = await captured('/busy-while-answered')
    expect(attempt.text('page.txt')).toContain('开始')
    expect(lacks).toEqual(['body-timed-out'])
    const answers = readArchive(attempt.outDir).filter(
      ({ type, url }) => type === 'response' && url.endsWith('/asks-twice'),
    )
    expect(answers.map(({ payload }) => payload.toString())).toEqual(['', 'second'])
    expect(result.missing).toEqual([{ code: 'body-timed-out', params: { count: 1 } }])
  })
})
