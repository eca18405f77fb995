import { describe, expect, it } from 'vitest'
import { documentNotes, textOfSource } from '../../../server/captures/web/page/documents-hold.ts'
import { settledWords } from '../../../server/captures/web/page/settled-words.ts'

const rows = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => `订单编号 ${from + at}：已由仓库发出`)

/** Notes on words that no others followed at their place. */
const notesOf = (words: readonly string[], documents: readonly string[]) => documentNotes(words, documents, words)

describe('source and MHTML', () => {
  it('hold less than was seen where a list replaced its rows', () => {
    const source = textOfSource(
      `<ul>${rows(1, 10)
        .map((row) => `<li>${row}</li>`)
        .join('')}</ul>`,
    )
    expect(notesOf(rows(1, 40), [source])).toEqual([
      { code: 'documents-hold-less', params: { share: expect.closeTo(25, -1) } },
    ])
  })

  it('hold all of it wherever the screen breaks lines, tags begin and signs are named', () => {
    const source = textOfSource(
      '<!-- <<<< --><style>a{}</style><p>甲方与<b>乙方</b>就 A&amp;B 的独家&nbsp;代理达成一致</p><script>if (1 < 2) "x"</script>',
    )
    expect(source).not.toContain('x')
    expect(notesOf(['甲方与乙方就', 'A&B 的独家', '代理达成一致'], [source])).toEqual([])
  })

  it('are not told of for numbers that count on, for few words, or for what stands in a frame', () => {
    expect(notesOf(['12:00:01', '¥ 1,024.00', '剩余 3 件', '99%'], [''])).toEqual([])
    expect(notesOf(rows(1, 9), ['', rows(1, 9).join('\n')])).toEqual([])
  })

  it('hold less where a table replaced its short cells', () => {
    const cells = Array.from({ length: 400 }, (_, at) => [
      `第 ${at + 1} 项`,
      `¥ ${(at + 1) * 1_024}.00`,
      `张${at}`,
    ]).flat()
    const told = notesOf(cells, [cells.slice(0, 480).join('\n')])
    expect(told).toEqual([{ code: 'documents-hold-less', params: { share: expect.closeTo(40, -1) } }])
    expect(notesOf(cells, [textOfSource(cells.map((cell) => `<td>${cell}</td>`).join(''))])).toEqual([])
  })

  it('hold all where as many prices stand as were seen, with other numbers', () => {
    const prices = (from: number) => Array.from({ length: 60 }, (_, at) => `¥ ${(from + at) / 100}`)
    expect(notesOf(prices(123_456), [prices(987_654).join('\n')])).toEqual([])
  })

  it('are read in time that a hostile source does not choose', () => {
    const began = performance.now()
    const lines = Array.from({ length: 100_000 }, (_, at) => `另一行文字 ${at}`)
    notesOf(lines, ['甲'.repeat(2_000_000), '乙\n'.repeat(500_000)])
    textOfSource(`<p title="${'<'.repeat(300_000)}">${'&lt;'.repeat(100_000)}</p><!--${'<'.repeat(300_000)}-->`)
    expect(performance.now() - began).toBeLessThan(5_000)
  })
})

describe('words that no others followed at their place', () => {
  const line = (text: string, x: number, y: number, fixed = false) => ({ text, place: { x, y }, fixed })

  it('are the cells of a table, and no clock', () => {
    const cells = Array.from({ length: 60 }, (_, at) => line(`第 ${at} 项`, (at % 6) * 90, Math.floor(at / 6) * 18))
    const clock = Array.from({ length: 60 }, (_, at) => line(`12:00:${at}`, 800 - (at % 2) * 7, 300))
    const held = Array.from({ length: 60 }, (_, at) => line(`${at} 秒`, 20, at * 700, true))
    const seen = cells.flatMap((cell, at) => [cell, clock[at]!, held[at]!])
    expect(settledWords(seen, [])).toEqual([cells[0]!.text, '12:00:0', ...cells.slice(1).map(({ text }) => text)])
    expect(settledWords(seen, [line('12:01:00', 797, 300)])).toEqual(cells.map(({ text }) => text))
  })

  it('are found in time that a hostile page does not choose', () => {
    const began = performance.now()
    const heap = Array.from({ length: 200_000 }, (_, at) => line(String(at), 100, 100))
    settledWords(heap, heap)
    expect(performance.now() - began).toBeLessThan(2_000)
  })
})
