import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { hashBlob } from '../../proof/hash.ts'
import { nativeHashing } from '../../server/kit/files/native-hashing.ts'

it('what programs hash by OpenSSL and pages in WebAssembly has the same digests', async () => {
  for (const size of [0, 1, 55, 56, 64, 65_536, 65_537, 3_000_001]) {
    const blob = new Blob([randomBytes(size)])
    const found = await hashBlob(blob, true, { hashing: nativeHashing })
    expect(found).toEqual(await hashBlob(blob, true))
    expect(found.size).toBe(size)
  }
})
