import { z } from 'zod'
import { concat, type Bytes } from '../../../proof/bytes.ts'
import { writeInteger, writeList, writeString } from '../../../proof/evm/rlp.ts'
import { Count, Data, Hash32, Quantity, sized } from './json-rpc.ts'

const Access = z.array(z.object({ address: sized(20), storageKeys: z.array(Hash32) }))
const Authorization = z.object({
  chainId: Quantity,
  address: sized(20),
  nonce: Quantity,
  yParity: Quantity,
  r: Quantity,
  s: Quantity,
})

/** A transaction as a node tells it. Kinds that are not known here are asked for in raw form. */
export const NodeTransaction = z.object({
  hash: Hash32,
  type: Count.default(0),
  chainId: Quantity.optional(),
  nonce: Quantity,
  gas: Quantity,
  to: sized(20).nullish(),
  value: Quantity,
  input: Data,
  gasPrice: Quantity.optional(),
  maxFeePerGas: Quantity.optional(),
  maxPriorityFeePerGas: Quantity.optional(),
  maxFeePerBlobGas: Quantity.optional(),
  accessList: Access.nullish(),
  blobVersionedHashes: z.array(Hash32).optional(),
  authorizationList: z.array(Authorization).optional(),
  v: Quantity.optional(),
  yParity: Quantity.optional(),
  r: Quantity,
  s: Quantity,
})
type NodeTransaction = z.output<typeof NodeTransaction>

const n = (value: bigint | undefined) => writeInteger(value ?? 0n)
const accessOf = (list: z.output<typeof Access>) =>
  writeList(...list.map((a) => writeList(writeString(a.address), writeList(...a.storageKeys.map(writeString)))))
const authorizationOf = (a: z.output<typeof Authorization>) =>
  writeList(n(a.chainId), writeString(a.address), n(a.nonce), n(a.yParity), n(a.r), n(a.s))

/** Its bytes, to be compared with its hash; undefined for a kind that is not known here. */
export function encodeTransaction(t: NodeTransaction): Bytes | undefined {
  const target = [n(t.gas), writeString(t.to ?? new Uint8Array()), n(t.value), writeString(t.input)]
  if (t.type === 0) return writeList(n(t.nonce), n(t.gasPrice), ...target, n(t.v), n(t.r), n(t.s))
  const signature = [n(t.yParity ?? t.v), n(t.r), n(t.s)]
  const market = [
    n(t.chainId),
    n(t.nonce),
    n(t.maxPriorityFeePerGas),
    n(t.maxFeePerGas),
    ...target,
    accessOf(t.accessList ?? []),
  ]
  switch (t.type) {
    case 1:
      return typed(1, n(t.chainId), n(t.nonce), n(t.gasPrice), ...target, accessOf(t.accessList ?? []), ...signature)
    case 2:
      return typed(2, ...market, ...signature)
    case 3:
      return typed(
        3,
        ...market,
        n(t.maxFeePerBlobGas),
        writeList(...(t.blobVersionedHashes ?? []).map(writeString)),
        ...signature,
      )
    case 4:
      return typed(4, ...market, writeList(...(t.authorizationList ?? []).map(authorizationOf)), ...signature)
    default:
      return undefined
  }
}

const typed = (type: number, ...fields: Bytes[]) => concat(Uint8Array.of(type), writeList(...fields))

const HeaderFields = {
  parentHash: Hash32,
  sha3Uncles: Hash32,
  miner: sized(20),
  stateRoot: Hash32,
  transactionsRoot: Hash32,
  receiptsRoot: Hash32,
  logsBloom: sized(256),
  difficulty: Quantity,
  number: Count,
  gasLimit: Quantity,
  gasUsed: Quantity,
  timestamp: Quantity,
  extraData: Data,
  mixHash: Hash32.nullish(),
  nonce: sized(8).nullish(),
  baseFeePerGas: Quantity.nullish(),
  withdrawalsRoot: Hash32.nullish(),
  blobGasUsed: Quantity.nullish(),
  excessBlobGas: Quantity.nullish(),
  parentBeaconBlockRoot: Hash32.nullish(),
  requestsHash: Hash32.nullish(),
}
export const NodeHeader = z.object({ hash: Hash32, ...HeaderFields })
type NodeHeader = z.output<typeof NodeHeader>

/** A header's bytes, to be compared with the block's hash: each fork put its fields behind those of the one before. */
export function encodeHeader(header: NodeHeader): Bytes {
  const fields = (Object.keys(HeaderFields) as (keyof typeof HeaderFields)[]).map((name) => header[name])
  const there = fields.slice(0, fields.findLastIndex((v) => v !== null && v !== undefined) + 1)
  return writeList(
    ...there.map((value) => (value instanceof Uint8Array ? writeString(value) : writeInteger(value ?? 0))),
  )
}
