import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { mostSeenSigns } from '../../../server/evidence/seen-text/seen-text.service.ts'
import { readSeenTextIn, seenText } from '../../../server/captures/web/seen-text.ts'

const linesOf = (...texts: unknown[]) =>
  texts.map((text) => `${JSON.stringify({ text, window: 1, x: 0, y: 0 })}\n`).join('')

it('is each line once, in the order of seeing, with white space folded and nothing that steers', () => {
  const lines = linesOf('  价格\u{a0}\t100 元', '加入购物车', 'b\u{0}c', '加入购物车', '商\u{ad}品\u{200b}名', ' ')
  expect(seenText({ lines, page: '' })).toBe('价格 100 元\n加入购物车\nb c\n商品名')
})

it('is joined again where the screen broke a line and the document goes on', () => {
  const page =
    '标题\n本协议自双方签字盖章之日起生效，有效期一年。\nAll rights\nreserved by the owner of this site\n另一段'
  const lines = linesOf(
    '标题',
    '本协议自双方签',
    '字盖章之日起生',
    '效，有效期一年。',
    'All rights',
    'reserved by the',
    'owner of this site',
  )
  expect(seenText({ lines, page })).toBe(
    '标题\n本协议自双方签字盖章之日起生效，有效期一年。\nAll rights\nreserved by the owner of this site',
  )
})

it('finds the end of a line of the document in whatever order it was seen, and leaves alone what is not in it', () => {
  const page = '左栏第一行左栏第二行\n右栏第一行右栏第二行'
  const lines = linesOf('右栏第一行', '右栏第二行', '画出来的字', '左栏第一行', '左栏第二行')
  expect(seenText({ lines, page })).toBe('右栏第一行右栏第二行\n画出来的字\n左栏第一行左栏第二行')
})

it('is the document where nothing was recorded, and passes over lines that are none', () => {
  expect(seenText({ lines: '', page: '一\r\n\n 二  三\n一\n' })).toBe('一\n二 三')
  expect(seenText({ lines: '{"text":3}\nnull\n[]\n{"text":"好"}\n{"text":"cut of', page: '别的' })).toBe('好')
  expect(seenText({ lines: '', page: '' })).toBe('')
})

it.each([
  ['single signs of none', 'a', (i: number) => String.fromCodePoint(0x4e00 + (i % 20_000))],
  ['single signs', '龥', (i: number) => String.fromCodePoint(0x4e00 + (i % 5_000))],
  ['pairs', '龥', (i: number) => `龥${String.fromCodePoint(0x4e00 + (i % 5_000))}`],
  ['one line', 'a', () => 'ab'],
  ['lines that nearly stand there', 'a', (i: number) => `aaa${i}`],
])('is read in little time, whatever the page: %s', (_, sign, line) => {
  const lines = linesOf(...Array.from({ length: 80_000 }, (__, i) => line(i)))
  const began = performance.now()
  seenText({ lines, page: sign.repeat(170_000) })
  expect(performance.now() - began).toBeLessThan(5_000)
})

it('knows signs by their look: composed, without what nobody sees, and with one space for what separates', () => {
  const lines = linesOf('cafe\u{301}', 'a\u{ad}b', 'c\u{200b}d', 'e\u{2060}f', 'g\u{1}h', 'i \u{3000}\u{85}j')
  expect(seenText({ lines, page: '' })).toBe('caf\u{e9}\nab\ncd\nef\ng h\ni j')
})

it('takes a line once that is seen again, and goes on where it stood between', () => {
  const lines = linesOf('导航', '第一句话到', '导航', '这里才结束')
  expect(seenText({ lines, page: '导航\n第一句话到这里才结束' })).toBe('导航\n第一句话到这里才结束')
})

it('is bounded, and cuts no sign in two', () => {
  const long = seenText({ lines: '', page: `字${'🙂'.repeat(mostSeenSigns)}` })
  expect([[...long].length, [...long].at(-1)]).toEqual([mostSeenSigns, '🙂'])
  const many = linesOf(...Array.from({ length: 30_000 }, (_, i) => `第 ${i} 行`))
  const began = performance.now()
  expect([...seenText({ lines: many, page: many })].length).toBe(mostSeenSigns)
  expect(performance.now() - began).toBeLessThan(5_000)
})

it('is read from the folder of a capture, whichever of its files there are', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'skz-seen-'))
  try {
    expect(await readSeenTextIn(dir)).toBe('')
    await writeFile(join(dir, 'page.txt'), '文档')
    expect(await readSeenTextIn(dir)).toBe('文档')
    await writeFile(join(dir, 'text-seen.jsonl'), linesOf('屏幕'))
    expect(await readSeenTextIn(dir)).toBe('屏幕')
  } finally {
    await rm(dir, { recursive: true, force: true })
  }
})
