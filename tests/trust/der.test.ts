import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { equal, toHex } from '../../proof/bytes.ts'
import {
  booleanValue,
  generalizedTime,
  integer,
  octetString,
  oid,
  readDer,
  sequence,
  setOf,
  tags,
  write,
} from '../../proof/formats/der.ts'
import { readBoolean, readInteger, readOctets, readOid, readTime } from '../../proof/formats/der-values.ts'

const bytes = (...values: number[]) => Uint8Array.from(values)

describe('DER', () => {
  it('gives back every integer, and takes only its shortest form', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(1n << 200n), max: 1n << 200n }), (n) => readInteger(readDer(integer(n))) === n),
    )
    expect(() => readDer(bytes(2, 2, 0, 1))).toThrow('bad-der')
    expect(() => readDer(bytes(2, 2, 0xff, 0x80))).toThrow('bad-der')
  })

  it('gives back every object identifier', () => {
    const arcs = fc.tuple(fc.nat(2), fc.nat(39), fc.array(fc.bigInt({ min: 0n, max: 1n << 128n }), { maxLength: 8 }))
    fc.assert(
      fc.property(
        arcs,
        ([a, b, rest]) => readOid(readDer(oid([a, b, ...rest].join('.')))) === [a, b, ...rest].join('.'),
      ),
    )
  })

  it('is not held up by a number as long as a file', () => {
    const long = (byte: number) => new Uint8Array(200_000).fill(byte, 0, 199_999)
    const began = performance.now()
    expect(readInteger(readDer(write(tags.integer, long(0x55)))) >> 1_599_992n).toBe(0x55n)
    expect(() => readOid(readDer(write(tags.oid, long(0x81))))).toThrow('bad-der')
    expect(performance.now() - began).toBeLessThan(1_000)
  })

  it('is not read where it is longer than any signature: a million empty values fill the memory of whoever reads them', () => {
    const empty = (count: number) =>
      write(
        tags.sequence,
        new Uint8Array(2 * count).map((_, i) => (i % 2 ? 0 : 5)),
      )
    expect(readDer(empty(1_000)).children).toHaveLength(1_000)
    expect(() => readDer(empty(600_000))).toThrow(expect.objectContaining({ detail: { what: 'too-long' } }))
  })

  it('gives back octets of any length, nested and in sets', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 300 }), { minLength: 1, maxLength: 5 }), (list) => {
        const read = readDer(sequence(...list.map(octetString)))
        return read.children.every((c, i) => equal(readOctets(c), list[i]!))
      }),
    )
    expect(readDer(setOf(integer(9), integer(1))).children.map(readInteger)).toEqual([1n, 9n])
    expect(readBoolean(readDer(booleanValue(true)))).toBe(true)
  })

  it('gives back whole seconds of time', () => {
    const instants = fc.date({ min: new Date('1950-01-01'), max: new Date('2999-12-31'), noInvalidDate: true })
    fc.assert(
      fc.property(
        instants,
        (d) => readTime(readDer(generalizedTime(d))).getTime() === Math.floor(d.getTime() / 1000) * 1000,
      ),
    )
  })

  it('writes back exactly what it accepted, whatever the bytes', () => {
    const again = (node: ReturnType<typeof readDer>): string =>
      node.tag & 0x20
        ? toHex(node.raw.subarray(0, node.raw.length - node.content.length)) + node.children.map(again).join('')
        : toHex(node.raw)
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 2, maxLength: 40 }), (input) => {
        let node
        try {
          node = readDer(input)
        } catch {
          return true
        }
        return again(node) === toHex(input)
      }),
      { numRuns: 2000 },
    )
  })

  it.each([
    ['indefinite length', bytes(0x30, 0x80, 0, 0)],
    ['long form of a short length', bytes(4, 0x81, 1, 0)],
    ['leading zero in a length', bytes(4, 0x82, 0, 0x80, ...Array.from({ length: 128 }, () => 0))],
    ['bytes after the value', bytes(5, 0, 0)],
    ['content cut short', bytes(4, 3, 1, 2)],
    ['a child longer than its parent', bytes(0x30, 2, 4, 1)],
    ['a boolean that is neither', bytes(1, 1, 1)],
    ['padding bits that are set', bytes(3, 2, 1, 1)],
    ['an unordered set', bytes(0x31, 6, 2, 1, 9, 2, 1, 1)],
    ['a padded arc', bytes(6, 3, 0x2a, 0x80, 1)],
    ['nothing', bytes()],
  ])('refuses %s', (_, input) => {
    expect(() => readDer(input)).toThrow('bad-der')
  })
})
