import { describe, expect, it } from 'vitest'
import { detailsOf } from '../../proof/describe.ts'
import { checkStatement } from '../../proof/package/proven-parts.ts'
import { FactList } from '../../proof/report.ts'
import { cautionsOf, type EvidenceStatement, notesOf, parseStatement, statementBytes } from '../../proof/statement.ts'
import type { Json } from '../../proof/statement/shape.ts'
import { plain } from '../../server/bin/verify-report.ts'
import { smallContents, statementFor } from './sample.ts'

/** A statement of a page with facts besides the usual ones. */
function stating(facts: Record<string, Json>): EvidenceStatement {
  const statement = statementFor(smallContents)
  return { ...statement, capture: { ...statement.capture, facts: { ...statement.capture.facts, ...facts } } }
}
const readBack = (facts: Record<string, Json>) => parseStatement(statementBytes(stating(facts))).capture

const told = {
  notes: [
    { code: 'scrolls-inside', params: { windows: 4 } },
    { code: 'painted-text', params: {} },
  ],
  cautions: [
    { code: 'locked', params: { pixels: 2_300 } },
    { code: 'masked', params: {} },
    { code: 'signs-undrawn', params: { signs: 2, list: '\u{30000} \u{10fffd}' } },
  ],
}

describe('what a statement says of the pictures of a page', () => {
  it('is read back, behind what it says of its requests', () => {
    const capture = readBack({ ...told, httpStatus: 404 })
    expect(notesOf(capture)).toEqual(told.notes)
    expect(cautionsOf(capture)).toEqual([{ code: 'page-status', params: { status: 404 } }, ...told.cautions])
  })

  it('is nothing where it is of another kind, or older', () => {
    const older = statementFor(smallContents).capture
    expect([notesOf(older), cautionsOf(older)]).toEqual([[], []])
    const file = { ...older, kind: 'file' } as never
    expect([notesOf(file), cautionsOf(file)]).toEqual([[], []])
  })

  it.each<[string, Json]>([
    ['no list', { code: 'masked', params: {} }],
    ['texts', ['masked', 'locked']],
    ['nothing', [null, {}, []]],
    ['an unknown code', [{ code: 'forged', params: {} }]],
    [
      'a code that every object knows',
      [
        { code: 'constructor', params: {} },
        { code: '__proto__', params: {} },
      ],
    ],
    ['a code that is none', [{ code: ['masked'], params: {} }]],
    ['a code of requests', [{ code: 'page-status', params: { status: 404 } }]],
    ['a number that is missing', [{ code: 'locked', params: {} }, { code: 'scrolls-inside' }]],
    ['a text for a number', [{ code: 'locked', params: { pixels: '<b>1</b>' } }]],
    ['less than nothing', [{ code: 'locked', params: { pixels: -1 } }]],
    ['a fraction', [{ code: 'slides-unseen', params: { areas: 1.5 } }]],
    ['a list that is none', [{ code: 'signs-undrawn', params: { signs: 1, list: 1 } }]],
    ['a list of nothing', [{ code: 'signs-undrawn', params: { signs: 1, list: '' } }]],
    ['a list without end', [{ code: 'signs-undrawn', params: { signs: 41, list: 'x'.repeat(41) } }]],
    ['a list that turns what follows around', [{ code: 'signs-undrawn', params: { signs: 1, list: '\u202e' } }]],
    ['a list that ends its line', [{ code: 'signs-undrawn', params: { signs: 1, list: 'a\nb' } }]],
    ['params that are a list', [{ code: 'locked', params: [2_300] }]],
  ])('is nothing where it is %s', (_, list) => {
    const capture = readBack({ notes: list, cautions: list })
    expect([notesOf(capture), cautionsOf(capture)]).toEqual([[], []])
  })

  it('says each thing once, with its own numbers alone', () => {
    const capture = readBack({
      cautions: [
        { code: 'locked', params: { pixels: 1, reason: 'a text', status: 500 } },
        { code: 'locked', params: { pixels: 2 } },
      ],
    })
    expect(cautionsOf(capture)).toEqual([{ code: 'locked', params: { pixels: 1 } }])
  })
})

describe('a verifier', () => {
  const factOf = async (statement: EvidenceStatement) => {
    const list = new FactList()
    await checkStatement(list, () => Promise.resolve(statementBytes(statement)))
    return list.facts[0]!
  }
  const linesOf = async (statement: EvidenceStatement) =>
    detailsOf((key, params) => plain('en', key, params), await factOf(statement))

  it('tells it in words, with the fact of the statement', async () => {
    const lines = await linesOf(stating(told))
    for (const wanted of ['in 4 windows as seen', 'picture only', '2300 pixels further down', 'it was not answered'])
      expect(lines.join('\n')).toContain(wanted)
  })

  it('does not take its numbers for those of requests', async () => {
    const fact = await factOf(stating({ ...told, httpStatus: 404 }))
    expect(fact).toMatchObject({ status: 'proven', pictures: [...told.notes, ...told.cautions] })
    expect(fact.detail).toEqual({ number: '261121123456789012', status: 404 })
  })

  it('says nothing of pictures where the statement does not', async () => {
    expect(await factOf(statementFor(smallContents))).not.toHaveProperty('pictures')
  })
})
