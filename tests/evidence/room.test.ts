import { describe, expect, it } from 'vitest'
import { leftOfQuota, roomFor } from '../../server/evidence/storage/room.ts'

describe('a quota of a month', () => {
  it.each([
    [10, 0, 10],
    [10, 9, 1],
    [10, 10, 0],
    // It was made smaller after these were begun.
    [10, 12, 0],
    [0, 0, 0],
    [null, 99, Infinity],
  ])('of %s with %i used leaves %s', (quota, used, left) => expect(leftOfQuota(quota, used)).toBe(left))
})

describe('bytes that are sent to an account', () => {
  const usage = { stored: 60, storedLimit: 100, unfinished: 10, unfinishedLimit: 30 }

  it('have room up to the very limit, and are told how many may come', () => {
    expect(roomFor(1, usage)).toEqual({ most: 20 })
    expect(roomFor(20, usage)).toEqual({ most: 20 })
    expect(roomFor(20, { ...usage, stored: 70 })).toEqual({ most: 20 })
    expect(roomFor(5, { ...usage, stored: 85 })).toEqual({ most: 5 })
  })
  it('have none where too many wait to be sent', () =>
    expect(roomFor(21, usage)).toEqual({ full: 'unfinished-full', limit: 30, taken: 10 }))
  it('have none where those that are there and those that wait fill the account', () =>
    expect(roomFor(20, { ...usage, stored: 71 })).toEqual({ full: 'storage-quota', limit: 100, taken: 81 }))
})
