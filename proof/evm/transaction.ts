import type { Bytes } from '../bytes.ts'
import { ProofError } from '../report.ts'
import { integerOf, itemsOf, readRlp, type Rlp, safeIntegerOf, stringOf } from './rlp.ts'

/** What an anchor needs of a signed transaction. */
export interface Transaction {
  type: 0 | 1 | 2
  chainId: number
  data: Bytes
}

const fail = (what: string): never => {
  throw new ProofError('bad-transaction', { what })
}

/** Fields of the kinds: how many, and where chain and data stand. */
const typed = { 1: { count: 11, data: 6, access: 7, to: 4 }, 2: { count: 12, data: 7, access: 8, to: 5 } } as const

/** A transaction as it stands in a block: legacy with a chain (EIP-155), with an access list (EIP-2930), or with a fee market (EIP-1559). */
export function readTransaction(raw: Uint8Array): Transaction {
  const [first = fail('empty')] = raw
  if (first >= 0xc0) return readLegacy(readRlp(raw))
  if (first !== 1 && first !== 2) return fail('type')
  const { count, data, access, to } = typed[first]
  const fields = exactly(readRlp(raw.subarray(1)), count)
  fields.forEach((field, i) =>
    i === access
      ? empty(itemsOf(field, 'access-list'))
      : i === data || i === to
        ? stringOf(field, 'field')
        : integerOf(field, 'field'),
  )
  return {
    type: first,
    chainId: safeIntegerOf(fields[0], 'chain'),
    data: checkTo(fields[to]) && stringOf(fields[data], 'data'),
  }
}

/** Ours touch nothing, and so have none. */
const empty = (list: Rlp[]) => list.length === 0 || fail('access-list')

/** Without a chain in its signature the same transaction would be good for every chain. */
function readLegacy(value: Rlp): Transaction {
  const fields = exactly(value, 9)
  fields.forEach((field, i) => (i === 3 || i === 5 ? stringOf(field, 'field') : integerOf(field, 'field')))
  const v = safeIntegerOf(fields[6], 'field')
  if (v < 35) fail('no-chain')
  return { type: 0, chainId: Math.floor((v - 35) / 2), data: checkTo(fields[3]) && stringOf(fields[5], 'data') }
}

function exactly(value: Rlp, count: number): Rlp[] {
  const fields = itemsOf(value, 'transaction')
  return fields.length === count ? fields : fail('fields')
}

function checkTo(field: Rlp | undefined): true {
  const { length } = stringOf(field, 'to')
  return length === 0 || length === 20 || fail('to')
}
