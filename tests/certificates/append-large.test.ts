import { expect, it } from 'vitest'
import { utf8 } from '../../proof/bytes.ts'
import { readZip } from '../../proof/formats/zip.ts'
import { appendedTail, readZipEnd } from '../../server/kit/files/zip-append.ts'

it('writes offsets beyond 4 GiB as ZIP64, and our reader finds them', async () => {
  const offset = 5 * 1024 ** 3
  const tail = appendedTail({ offset, size: 0, count: 0 }, Buffer.alloc(0), [
    { path: 'META-INF/timestamp101.tst', bytes: utf8('x') },
  ])
  // A file whose first five gigabytes nobody reads.
  const sparse = {
    size: offset + tail.length,
    slice: (from = 0, to = offset + tail.length) =>
      new Blob([tail.subarray(Math.max(0, from - offset), Math.max(0, to - offset))]),
  } as unknown as Blob
  await expect(readZip(sparse)).rejects.toMatchObject({ code: 'bad-container', detail: { what: 'gap' } })
  const end = readZipEnd(tail)
  expect(end).toMatchObject({ count: 1, offset: offset + 30 + 25 + 1 })
  expect(tail.readUInt32LE(30 + 25 + 1 + 42)).toBe(0xffffffff)
  expect(Number(tail.readBigUInt64LE(30 + 25 + 1 + 46 + 25 + 4))).toBe(offset)
})
