import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { headerCalls } from '../../contract/invoices/headers.ts'
import type { Call } from '../../contract/kit/call.ts'
import { outboxCalls } from '../../contract/operator/outbox.ts'
import type { Client } from '../../dataProvider/client.ts'
import { ApiError } from '../../dataProvider/errors.ts'
import { openBook } from '../../src/kit/io/sheet/book.ts'
import { everyRow } from '../../src/kit/refusals/every-row.ts'
import type { Prepared } from '../../src/kit/io/import/prepare.ts'
import { runExport } from '../../src/kit/io/export/run-export.ts'
import { sendRows, type Verdict } from '../../src/kit/io/import/run-import.ts'
import { retryingClient } from '../../src/kit/refusals/retry-when-throttled.ts'

type Asked = Record<string, unknown>

/** A client whose service answers as told, and what it was asked. */
function clientOf(answer: (asked: Asked, n: number) => unknown) {
  const asked: Asked[] = []
  const client: Client = {
    async call(_call: Call, request) {
      const { body, query } = request as { body?: Asked; query?: Asked }
      asked.push((body ?? query)!)
      return (await answer((body ?? query)!, asked.length)) as never
    },
  }
  return { client, asked }
}
const rows = (n: number) => Array.from({ length: n }, (_, i) => ({ id: String(i) }))
const wanted = { filters: { keyWord: 'x' }, sort: '-title' }

async function gather(
  answer: (asked: Asked, n: number) => unknown,
  { call = headerCalls.list as Call, most = undefined as number | undefined, stopAfter = Infinity } = {},
) {
  const { client, asked } = clientOf(answer)
  const stop = new AbortController()
  let got = 0
  for await (const page of everyRow(client, call, wanted, stop.signal, most)) {
    got += page.list.length
    if (asked.length >= stopAfter) stop.abort()
  }
  return { got, asked }
}
const page = (n: number, cursor: string | null, total: unknown = 9) => ({
  list: rows(n),
  total,
  totalIsEstimate: false,
  cursor,
})

describe('every row of a list', () => {
  it('is asked for by cursor, with the list’s filters and order', async () => {
    const { got, asked } = await gather((_, n) => page(n < 3 ? 500 : 7, n < 3 ? `c${n}` : null))
    expect(got).toBe(1_007)
    expect(asked).toEqual([
      { keyWord: 'x', sort: '-title', pageSize: 500 },
      { keyWord: 'x', sort: '-title', pageSize: 500, cursor: 'c1' },
      { keyWord: 'x', sort: '-title', pageSize: 500, cursor: 'c2' },
    ])
  })
  it('is asked for by page number where the list has no cursor, and without an order it does not take', async () => {
    const { got, asked } = await gather(
      (_, n) => ({ list: rows(n < 3 ? 100 : 1), total: 201, totalIsEstimate: false }),
      { call: outboxCalls.list },
    )
    expect(got).toBe(201)
    expect(asked.map((a) => [a['pageNum'], a['pageSize'], a['sort']])).toEqual([
      [1, 100, undefined],
      [2, 100, undefined],
      [3, 100, undefined],
    ])
  })
  it.each([
    ['an answer shorter than asked, whatever its cursor says', () => page(3, 'again'), {}, 1, 3],
    ['a cursor that comes again', () => page(500, 'same'), {}, 2, 1_000],
    ['its ceiling', (_: Asked, n: number) => page(500, `c${n}`), { most: 1_200 }, 3, 1_200],
    ['a word to stop', (_: Asked, n: number) => page(500, `c${n}`), { stopAfter: 2 }, 2, 1_000],
    ['an empty answer, with a total that is text', () => page(0, 'more', '0'), {}, 1, 0],
  ] as const)('is not asked for beyond %s', async (_, answer, options, times, got) => {
    expect(await gather(answer, options).then((r) => [r.asked.length, r.got])).toEqual([times, got])
  })
})

describe('an export', () => {
  const plan = { format: 'csv', title: 'x', header: ['id'], widths: [9] } as const
  async function* pages(n: number) {
    for (let i = 0; i < n; i++) yield { list: rows(2), total: 5 }
  }
  it('tells how far it is, and that there were more rows than counted', async () => {
    const told: number[][] = []
    const done = await runExport(
      pages(3),
      openBook({ ...plan, header: ['id'], widths: [9] }),
      (row) => [row.id],
      new AbortController().signal,
      (...n) => told.push(n),
    )
    expect(done).toMatchObject({ rows: 6, files: [expect.any(Blob)] })
    expect(told).toEqual([
      [2, 5],
      [4, 5],
      [6, 6],
    ])
  })
  it('reads on while it writes, and no further than one page ahead', async () => {
    const order: string[] = []
    async function* told() {
      for (let i = 0; i < 3; i++) {
        order.push(`asked ${i}`)
        yield { list: [{ id: String(i) }], total: 3 }
      }
    }
    const book = {
      add: async () => (await new Promise((done) => setTimeout(done, 5)), order.push('written'), []),
      end: async () => [],
    }
    await runExport(
      told(),
      book,
      (row) => [row.id],
      new AbortController().signal,
      () => {},
    )
    expect(order).toEqual(['asked 0', 'asked 1', 'written', 'asked 2', 'written', 'written'])
  })
  it('fails where a page does', async () => {
    async function* broken() {
      yield { list: rows(1), total: 2 }
      throw new Error('page 2')
    }
    await expect(
      runExport(
        broken(),
        openBook({ ...plan, header: ['id'], widths: [9] }),
        (row) => [row.id],
        new AbortController().signal,
        () => {},
      ),
    ).rejects.toThrow('page 2')
  })
  it('saves nothing once it was stopped', async () => {
    const stop = new AbortController()
    expect(
      await runExport(
        pages(3),
        openBook({ ...plan, header: ['id'], widths: [9] }),
        (row) => [row.id],
        stop.signal,
        () => stop.abort(),
      ),
    ).toBeUndefined()
  })
})

describe('an import', () => {
  const sheet = (n: number) =>
    Array.from({ length: n }, (_, i): Prepared => ({
      at: i + 2,
      cells: [],
      problems: [],
      cleaned: [],
      wire: { title: String(i) },
    }))
  const answer = (asked: Asked) => ({
    list: (asked['rows'] as unknown[]).map((_, row) => ({ row, outcome: row % 2 ? 'refused' : 'new', problems: [] })),
  })
  const send = async (n: number, reply = answer as (asked: Asked, n: number) => unknown, stopAfter = Infinity) => {
    const { client, asked } = clientOf(reply)
    const stop = new AbortController()
    const verdicts: Verdict[] = []
    const failed = await sendRows(client, headerCalls.import, sheet(n), true, {
      signal: stop.signal,
      onPause: () => {},
      onVerdicts: (some) => (verdicts.push(...some), asked.length >= stopAfter && stop.abort()),
    }).catch((e: unknown) => e)
    return { asked, verdicts, failed }
  }
  it('sends rows two hundred at a time, and tells each row’s own number in the sheet', async () => {
    const { asked, verdicts } = await send(450)
    expect(asked.map((a) => (a['rows'] as unknown[]).length)).toEqual([200, 200, 50])
    expect(asked.every((a) => a['dryRun'] === true)).toBe(true)
    expect(verdicts.map((v) => v.row.at)).toEqual(sheet(450).map((r) => r.at))
  })
  it('keeps what was told when it is stopped or refused half-way', async () => {
    expect((await send(450, answer, 1)).verdicts).toHaveLength(200)
    const refused = await send(450, (asked, n) =>
      n === 2 ? Promise.reject(new ApiError({ message: 'full', code: 'limit-reached' })) : answer(asked),
    )
    expect([refused.verdicts.length, (refused.failed as ApiError).code]).toEqual([200, 'limit-reached'])
  })
  it('believes no answer about rows that it did not send', async () =>
    expect((await send(1, () => ({ list: [{ row: 5, outcome: 'new', problems: [] }] }))).verdicts).toEqual([]))
})

describe('a service that asks for a slower pace', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())
  const tooFrequent = () => Promise.reject(new ApiError({ message: 'slow', code: 'too-frequent' }))

  it('is waited for, and the wait is told', async () => {
    const told: boolean[] = []
    const { client, asked } = clientOf((_, n) => (n < 3 ? tooFrequent() : page(1, null)))
    const reply = retryingClient(client, { signal: new AbortController().signal, onPause: (p) => told.push(p) }).call(
      headerCalls.list,
      { query: {} },
    )
    await vi.advanceTimersByTimeAsync(20_000)
    expect((await reply).list).toHaveLength(1)
    expect([asked.length, told]).toEqual([3, [true, true, false]])
  })
  it('is not waited for once it was stopped, nor is another refusal', async () => {
    const stop = new AbortController()
    const { client, asked } = clientOf(tooFrequent)
    const reply = retryingClient(client, { signal: stop.signal, onPause: () => stop.abort() })
      .call(headerCalls.list, { query: {} })
      .catch((e: ApiError) => e.code)
    await vi.advanceTimersByTimeAsync(0)
    expect([await reply, asked.length]).toEqual(['too-frequent', 1])
    const other = clientOf(() => Promise.reject(new ApiError({ message: 'no', code: 'forbidden' })))
    await expect(
      retryingClient(other.client, { signal: new AbortController().signal, onPause: () => {} }).call(headerCalls.list, {
        query: {},
      }),
    ).rejects.toThrow('no')
  })
})
