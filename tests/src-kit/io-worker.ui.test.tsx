import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { mostBytes, mostMilliseconds } from '../../src/kit/io/sheet/caps.ts'
import { readInWorker } from '../../src/kit/io/sheet/read-in-worker.ts'

/** Stands where the browser's threads are, and answers as told. */
class Thread {
  static made: Thread[] = []
  static answer: (thread: Thread) => void = () => {}
  onmessage: ((event: { data: unknown }) => void) | undefined
  onerror: (() => void) | undefined
  ended = false

  constructor() {
    Thread.made.push(this)
  }
  postMessage() {
    Thread.answer(this)
  }
  terminate() {
    this.ended = true
  }
}

const file = (size: number) => ({ size, arrayBuffer: async () => new ArrayBuffer(8) }) as File
const read = (answer: (thread: Thread) => void, { size = 8, signal = new AbortController().signal } = {}) => {
  Thread.answer = answer
  return readInWorker(file(size), signal).then(
    (grid) => grid,
    (e: { reason?: string }) => e.reason,
  )
}

beforeEach(() => {
  Thread.made = []
  vi.stubGlobal('Worker', Thread)
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('a thread that reads a file', () => {
  it('gives its rows and is ended', async () => {
    expect(await read((thread) => thread.onmessage!({ data: { grid: [['a']], hidden: 1 } }))).toEqual({
      grid: [['a']],
      hidden: 1,
    })
    expect(Thread.made.map((t) => t.ended)).toEqual([true])
  })
  it('is ended when it takes too long, and that is told', async () => {
    const answer = read(() => {})
    await vi.advanceTimersByTimeAsync(mostMilliseconds - 1)
    expect(Thread.made.map((t) => t.ended)).toEqual([false])
    await vi.advanceTimersByTimeAsync(1)
    expect(await answer).toBe('tooSlow')
    expect(Thread.made.map((t) => t.ended)).toEqual([true])
  })
  it('is ended when nobody waits any more', async () => {
    const stop = new AbortController()
    const answer = read(() => stop.abort(), { signal: stop.signal })
    await answer
    expect(Thread.made.map((t) => t.ended)).toEqual([true])
  })
  it('may break, or say what we do not know: the file cannot be read', async () => {
    expect(await read((thread) => thread.onerror!())).toBe('unreadable')
    expect(await read((thread) => thread.onmessage!({ data: { refused: '__proto__' } }))).toBe('unreadable')
    expect(await read((thread) => thread.onmessage!({ data: { refused: 'tooManyRows' } }))).toBe('tooManyRows')
  })
  it('tells how many rows are hidden where all are', async () => {
    Thread.answer = (thread) => thread.onmessage!({ data: { refused: 'allHidden', hidden: 3 } })
    await expect(readInWorker(file(8), new AbortController().signal)).rejects.toMatchObject({
      reason: 'allHidden',
      hidden: 3,
    })
  })
  it('never sees a file that is too big', async () => {
    expect(await read(() => {}, { size: mostBytes + 1 })).toBe('tooBig')
    expect(Thread.made).toEqual([])
  })
})
