import { describe, expect, it } from 'vitest'
import { limits } from '../../../server/captures/web/limits.ts'
import { dealRows } from '../../kit/sweep/deal.ts'
import { captureSources, closingAfter, start, WORDS } from '../hard-page-kit.ts'

interface Row {
  /** Operations that say what was asked for. */
  readonly logged: readonly (readonly [operation: string, params: Readonly<Record<string, unknown>>])[]
  readonly says: string
}

const asked = (what: string) => ['page-asked', { what }] as const
const program = (url: string) => ['program-not-opened', { url }] as const

const WHOLE: Readonly<Record<string, Row>> = {
  '/prints-at-load': { logged: [asked('print')], says: '第30条' },
  '/prints-for-ever': { logged: [asked('print')], says: '第30条' },
  '/leaves-for-program': { logged: [program('weixin://dl/chat')], says: '正在打开微信' },
  '/links-to-programs': {
    logged: ['mailto:a@example.com', 'tel:110', 'weixin://dl/chat', 'taobao://item'].map((url) => program(url)),
    says: '联系我们',
  },
  '/asks-for-files': { logged: [asked('fullscreen'), asked('pointer-lock')], says: 'SecurityError' },
}

describe('what interrupts a page costs its capture nothing', () => {
  const rows = dealRows(Object.entries(WHOLE), { name: ([path]) => path, sources: captureSources })
  it.concurrent.for(rows)('%s', async ([path, { logged, says }], context) => {
    const { loadMs, idleMs } = limits
    const { attempt } = await start(path, {}, { limits: { loadMs, idleMs } }, closingAfter(context))
    const { missing, completeness, files } = await attempt.result
    expect([completeness, missing]).toEqual(['full', []])
    expect(files.map((file) => file.path)).toContain('page.pdf')
    expect(attempt.text('page.pdf').startsWith('%PDF-')).toBe(true)
    expect(attempt.text('page.txt')).toContain(says)
    const operations = attempt.lines<{ operation: string; params: object }>('operations.jsonl')
    for (const [operation, params] of logged)
      expect(operations.filter((one) => one.operation === operation)).toContainEqual(
        expect.objectContaining({ params: expect.objectContaining(params) }),
      )
    // Each once, however often the page asked.
    const told = operations.filter((one) => ['page-asked', 'program-not-opened'].includes(one.operation))
    expect(new Set(told.map((one) => JSON.stringify(one.params))).size).toBe(told.length)
  })
})

describe('a print is compared with what was seen', () => {
  it('one that holds less than half of the text is told of', async (context) => {
    const { attempt } = await start('/prints-little', {}, {}, closingAfter(context))
    const { completeness, cautions } = await attempt.result
    expect([completeness, cautions]).toEqual([
      'full',
      [{ code: 'print-differs', params: { share: expect.any(Number) } }],
    ])
    for (const words of WORDS) expect(words['caution']?.['print-differs']).toContain('{{share}}')
  })

  it('one without anything is none', async (context) => {
    const { attempt } = await start('/prints-nothing', {}, {}, closingAfter(context))
    const { missing, files } = await attempt.result
    expect(missing).toEqual([{ code: 'pdf', params: { reason: 'empty' } }])
    expect(files.map((file) => file.path)).not.toContain('page.pdf')
  })
})
