import { DatabaseError } from 'pg'
import { describe, expect, it } from 'vitest'
import { AppError } from '../../../server/kit/errors.ts'
import { faultOf, noteOwnFault } from '../../../server/kit/passing-faults.ts'

const coded = (code: string) => Object.assign(new Error('no'), { code })
const ofPostgres = (code: string) => Object.assign(new DatabaseError('no', 1, 'error'), { code })
const ofBucket = (status: number | undefined, more: object = {}) =>
  Object.assign(new Error('no'), { $metadata: { httpStatusCode: status, attempts: 4 }, ...more })

describe('a fault that passes', () => {
  it.each([
    ['a full disk', coded('ENOSPC'), 'storage-full', true],
    ['a full quota', coded('EDQUOT'), 'storage-full', true],
    ['a disk that only reads', coded('EROFS'), 'storage-failed', true],
    ['a disk that fails', coded('EIO'), 'storage-failed', true],
    ['no room, said in words', new AppError('storage-full'), 'storage-full', true],
    ['a disk that lost what it was given', new AppError('storage-failed'), 'storage-failed', true],
    ['a full disk of the database', ofPostgres('53100'), 'storage-full', true],
    ['no connection left', ofPostgres('53300'), 'part-away', true],
    ['a database that restarts', ofPostgres('57P01'), 'part-away', true],
    ['a database that fell', ofPostgres('57P02'), 'part-away', true],
    ['a database that begins', ofPostgres('57P03'), 'part-away', true],
    ['a connection that went', ofPostgres('08006'), 'part-away', true],
    ['two that waited for each other', ofPostgres('40P01'), 'part-away', true],
    ['two that met', ofPostgres('40001'), 'part-away', true],
    ['a connection that ended', new Error('Connection terminated unexpectedly'), 'part-away', true],
    ['a pool that waited in vain', new Error('timeout exceeded when trying to connect'), 'part-away', true],
    ['a bucket that is not well', ofBucket(503), 'part-away', true],
    ['a bucket that refuses our key', ofBucket(403), 'part-away', true],
    ['a bucket that asks to come later', ofBucket(429), 'part-away', true],
    ['a bucket that does not answer', ofBucket(undefined, { name: 'TimeoutError' }), 'part-away', true],
    ['a bucket that is away', ofBucket(undefined, { code: 'ECONNREFUSED' }), 'part-away', true],
    ['somebody who is away', coded('ECONNREFUSED'), 'part-away', false],
    ['somebody who hung up', coded('ECONNRESET'), 'part-away', false],
    [
      'several tries at somebody',
      new AggregateError([coded('ECONNREFUSED'), coded('ECONNREFUSED')]),
      'part-away',
      false,
    ],
    ['what caused another error', new Error('not kept', { cause: coded('ENOSPC') }), 'storage-full', true],
  ] as const)('is %s', (_, error, code, isOwn) => expect(faultOf(error)).toEqual({ code, isOwn }))
})

it('is certainly ours where it came over a connection of ours', () => {
  const [ours, theirs] = [coded('ECONNRESET'), coded('ECONNRESET')]
  noteOwnFault(ours)
  expect([faultOf(ours), faultOf(theirs)]).toEqual([
    { code: 'part-away', isOwn: true },
    { code: 'part-away', isOwn: false },
  ])
})

describe('a fault that stays', () => {
  it.each([
    ['a row that is refused', ofPostgres('23505')],
    ['words that a column does not take', ofPostgres('22P02')],
    ['a statement that took too long', ofPostgres('57014')],
    ['a right that is missing', ofPostgres('42501')],
    ['an object that is not there', ofBucket(404)],
    ['an object that another wrote first', ofBucket(412)],
    ['a refusal', new AppError('not-found')],
    ['a file that is not there', coded('ENOENT')],
    ['a defect', new TypeError('x is not a function')],
    ['a code that every object knows', coded('constructor')],
    ['a text', 'ENOSPC'],
    ['nothing', undefined],
    ['null', null],
  ])('is %s', (_, error) => expect(faultOf(error)).toBeUndefined())
  it('is one that was caused by itself', () => {
    const error = new Error('no')
    error.cause = error
    expect(faultOf(error)).toBeUndefined()
  })
})
