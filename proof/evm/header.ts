import type { Bytes } from '../bytes.ts'
import { ProofError } from '../report.ts'
import { itemsOf, readRlp, safeIntegerOf, stringOf } from './rlp.ts'

/** What an anchor needs of a block's header. */
export interface Header {
  transactionsRoot: Bytes
  height: number
  /** Seconds since 1970. */
  time: number
}

const fail = (what: string): never => {
  throw new ProofError('bad-block-header', { what })
}

/** Lengths of the fields that every header had from the beginning; forks only ever added fields behind them. */
const sizes: Record<number, number> = { 0: 32, 1: 32, 2: 20, 3: 32, 4: 32, 5: 32, 6: 256, 13: 32, 14: 8 }
const [least, most] = [15, 32]
/** The last second of the year 9999: dates beyond are written in another way. */
const maxTime = 253_402_300_799

export function readHeader(bytes: Uint8Array): Header {
  const fields = itemsOf(readRlp(bytes), 'header')
  if (fields.length < least || fields.length > most) fail('fields')
  fields.forEach((field, i) => {
    const { length } = stringOf(field, 'header')
    if (i in sizes && length !== sizes[i]) fail('field')
  })
  const time = safeIntegerOf(fields[11], 'time')
  if (time > maxTime) fail('time')
  return { transactionsRoot: stringOf(fields[4], 'header'), height: safeIntegerOf(fields[8], 'height'), time }
}
