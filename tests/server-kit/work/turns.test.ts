import { describe, expect, it } from 'vitest'
import { AppError } from '../../../server/kit/errors.ts'
import { type InTurn, openTurns } from '../../../server/kit/work/turns.ts'

/** Pieces that end when they are told to, and how they began. */
function piecesIn(inTurn: InTurn) {
  const began: string[] = []
  const ends = new Map<string, (error?: Error) => void>()
  const ask = (account: string, name: string, more?: { isOwed: boolean }) =>
    inTurn(
      account,
      () =>
        new Promise<string>((resolve, reject) => {
          began.push(name)
          ends.set(name, (error) => (error ? reject(error) : resolve(name)))
        }),
      more,
    )
  const end = async (name: string, error?: Error) => {
    ends.get(name)!(error)
    await settled()
  }
  return { began, ask, end }
}

const settled = () => new Promise((resolve) => setImmediate(resolve))
const isBusy = (asked: Promise<unknown>) =>
  expect(asked).rejects.toSatisfy((error) => error instanceof AppError && error.code === 'busy')
const wide = { mostInAll: 100, mostOfOne: 100 }

describe('work in turns', () => {
  it('of one account is done in the order in which it was asked for', async () => {
    const { began, ask, end } = piecesIn(openTurns({ atOnce: 1, ...wide }))
    const asked = ['a1', 'a2', 'a3'].map((name) => ask('a', name))
    await settled()
    expect(began).toEqual(['a1'])
    for (const name of ['a1', 'a2', 'a3']) await end(name)
    expect(await Promise.all(asked)).toEqual(['a1', 'a2', 'a3'])
  })

  it('lets the next piece of one account wait behind a piece of every other one', async () => {
    const { began, ask, end } = piecesIn(openTurns({ atOnce: 1, ...wide }))
    for (const name of ['a1', 'a2', 'a3']) void ask('a', name)
    for (const name of ['b1', 'b2']) void ask('b', name)
    void ask('c', 'c1')
    await settled()
    for (const name of ['a1', 'b1', 'c1', 'a2', 'b2']) await end(name)
    expect(began).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3'])
  })

  it('keeps a place free of an account that would take them all', async () => {
    const { began, ask } = piecesIn(openTurns({ atOnce: 2, ...wide }))
    for (const name of ['a1', 'a2', 'a3']) void ask('a', name)
    await settled()
    expect(began).toEqual(['a1'])
    void ask('b', 'b1')
    await settled()
    expect(began).toEqual(['a1', 'b1'])
  })

  it('has no more at once than it may, whoever asks', async () => {
    const { began, ask, end } = piecesIn(openTurns({ atOnce: 3, ...wide }))
    for (const account of ['a', 'b', 'c']) for (const n of [1, 2, 3]) void ask(account, `${account}${n}`)
    await settled()
    expect(began).toEqual(['a1', 'a2', 'b1'])
    await end('a1')
    expect(began.slice(3)).toEqual(['c1'])
    await end('c1')
    expect(began.slice(4)).toEqual(['c2'])
    await end('b1')
    expect(began.slice(5)).toEqual(['b2'])
  })

  it('refuses what is more than may wait of one account or of all, until something is done', async () => {
    const { ask, end } = piecesIn(openTurns({ atOnce: 1, mostInAll: 3, mostOfOne: 2 }))
    void ask('a', 'a1')
    void ask('a', 'a2')
    await isBusy(ask('a', 'a3'))
    void ask('b', 'b1')
    await isBusy(ask('c', 'c1'))
    await settled()
    await end('a1')
    const asked = ask('c', 'c2')
    for (const name of ['b1', 'a2', 'c2']) await end(name)
    expect(await asked).toBe('c2')
  })

  it('refuses nothing that is owed, which takes its turn as all else', async () => {
    const { began, ask, end } = piecesIn(openTurns({ atOnce: 1, mostInAll: 1, mostOfOne: 1 }))
    void ask('a', 'a1')
    for (const name of ['a2', 'a3']) void ask('a', name, { isOwed: true })
    void ask('b', 'b1', { isOwed: true })
    await settled()
    for (const name of ['a1', 'b1', 'a2']) await end(name)
    expect(began).toEqual(['a1', 'b1', 'a2', 'a3'])
  })

  it('counts nothing that is owed against what somebody asks for', async () => {
    const { ask, end } = piecesIn(openTurns({ atOnce: 1, mostInAll: 1, mostOfOne: 1 }))
    for (const name of ['a1', 'a2']) void ask('a', name, { isOwed: true })
    const asked = ask('a', 'a3')
    await isBusy(ask('b', 'b1'))
    await settled()
    for (const name of ['a1', 'a2', 'a3']) await end(name)
    expect(await asked).toBe('a3')
    void ask('b', 'b2')
    await settled()
    await end('b2')
  })

  it('goes on after work that failed, in whatever way', async () => {
    const inTurn = openTurns({ atOnce: 1, mostInAll: 3, mostOfOne: 3 })
    const { ask, end } = piecesIn(inTurn)
    const failed = ask('a', 'a1')
    const next = ask('a', 'a2')
    await settled()
    await Promise.all([expect(failed).rejects.toThrow('no'), end('a1', new Error('no'))])
    await end('a2')
    expect(await next).toBe('a2')
    await expect(
      inTurn('a', () => {
        throw new Error('at once')
      }),
    ).rejects.toThrow('at once')
    expect(await inTurn('a', () => Promise.resolve('after'))).toBe('after')
  })
})
