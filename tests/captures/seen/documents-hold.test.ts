import { describe, expect, it } from 'vitest'
import { documentNotes, textOfSource } from '../../../server/captures/web/page/documents-hold.ts'

const rows = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => `订单编号 ${from + at}：已由仓库发出`)

describe('source and MHTML', () => {
  it('hold less than was seen where a list replaced its rows', () => {
    const source = textOfSource(
      `<ul>${rows(1, 10)
        .map((row) => `<li>${row}</li>`)
        .join('')}</ul>`,
    )
    expect(documentNotes(rows(1, 40), [source])).toEqual([
      { code: 'documents-hold-less', params: { share: expect.closeTo(25, -1) } },
    ])
  })

  it('hold all of it wherever the screen breaks lines, tags begin and signs are named', () => {
    const source = textOfSource(
      '<!-- <<<< --><style>a{}</style><p>甲方与<b>乙方</b>就 A&amp;B 的独家&nbsp;代理达成一致</p><script>if (1 < 2) "x"</script>',
    )
    expect(source).not.toContain('x')
    expect(documentNotes(['甲方与乙方就', 'A&B 的独家', '代理达成一致'], [source])).toEqual([])
  })

  it('are not told of for numbers that count on, for few words, or for what stands in a frame', () => {
    expect(documentNotes(['12:00:01', '¥ 1,024.00', '剩余 3 件', '99%'], [''])).toEqual([])
    expect(documentNotes(rows(1, 9), ['', rows(1, 9).join('\n')])).toEqual([])
  })

  it('are read in time that a hostile source does not choose', () => {
    const began = performance.now()
    const lines = Array.from({ length: 100_000 }, (_, at) => `另一行文字 ${at}`)
    documentNotes(lines, ['甲'.repeat(2_000_000), '乙\n'.repeat(500_000)])
    textOfSource(`<p title="${'<'.repeat(300_000)}">${'&lt;'.repeat(100_000)}</p><!--${'<'.repeat(300_000)}-->`)
    expect(performance.now() - began).toBeLessThan(5_000)
  })
})
