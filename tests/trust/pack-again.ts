import { deflateRawSync } from 'node:zlib'
import { concat, utf8 } from '../../proof/bytes.ts'
import type { Entry } from './zip-builder.ts'

export interface Packing {
  isDeflated?: boolean
  /** Sizes behind the data, with their mark or without. */
  descriptor?: 'marked' | 'bare'
  comment?: string
  /** A field of times, as Unix programs write it. */
  hasTimes?: boolean
  /** Any other field. */
  extra?: Uint8Array
}

/** Bytes with some numbers in them, little end first. */
export const numbers = (length: number, fields: [at: number, size: 2 | 4, value: number][]) => {
  const out = Buffer.alloc(length)
  for (const [at, size, value] of fields) out.writeUIntLE(value, at, size)
  return out
}
const times = numbers(9, [
  [0, 2, 0x5455],
  [2, 2, 5],
  [4, 2, 1],
])

/** A ZIP as other programs write it. */
export function packAgain(
  list: readonly Entry[],
  { isDeflated, descriptor, comment = '', hasTimes, extra: other }: Packing = {},
) {
  const [local, central]: [Uint8Array[], Uint8Array[]] = [[], []]
  let offset = 0
  const flags = 0x800 | (descriptor ? 8 : 0)
  const extra = other ?? (hasTimes ? times : Buffer.alloc(0))
  for (const [path, data] of list) {
    const [name, packed] = [utf8(path), isDeflated ? deflateRawSync(data) : data]
    const method = isDeflated ? 8 : 0
    const told: [number, 2 | 4, number][] = descriptor
      ? []
      : [
          [18, 4, packed.length],
          [22, 4, data.length],
        ]
    const head = numbers(30, [
      [0, 4, 0x04034b50],
      [6, 2, flags],
      [8, 2, method],
      ...told,
      [26, 2, name.length],
      [28, 2, extra.length],
    ])
    const sizes = numbers(12, [
      [4, 4, packed.length],
      [8, 4, data.length],
    ])
    const behind = descriptor
      ? concat(descriptor === 'marked' ? numbers(4, [[0, 4, 0x08074b50]]) : Buffer.alloc(0), sizes)
      : Buffer.alloc(0)
    central.push(
      numbers(46, [
        [0, 4, 0x02014b50],
        [8, 2, flags],
        [10, 2, method],
        [20, 4, packed.length],
        [24, 4, data.length],
        [28, 2, name.length],
        [30, 2, extra.length],
        [38, 4, path.endsWith('/') ? 0x41ed0010 : 0x81a40000],
        [42, 4, offset],
      ]),
      name,
      extra,
    )
    const one = concat(head, name, extra, packed, behind)
    local.push(one)
    offset += one.length
  }
  const directory = concat(...central)
  const end = numbers(22, [
    [0, 4, 0x06054b50],
    [8, 2, list.length],
    [10, 2, list.length],
    [12, 4, directory.length],
    [16, 4, offset],
    [20, 2, comment.length],
  ])
  return concat(...local, directory, end, utf8(comment))
}
