import { createHash, randomBytes } from 'node:crypto'
import { openAuthority } from '../../server/trust/authority.ts'

/** Time-stamps and seals a second on one thread, against the bare hashing that any record needs. */
export async function benchSeals(dir: string) {
  const authority = await openAuthority({ dir, mode: 'local', platformName: 'bench' })
  const content = randomBytes(8_192)
  const rate = async (work: () => unknown, milliseconds = 2_000) => {
    const began = performance.now()
    let n = 0
    while (performance.now() - began < milliseconds) {
      await work()
      n++
    }
    return (n * 1000) / (performance.now() - began)
  }
  const hashes = await rate(() => createHash('sha256').update(content).digest())
  const stamps = await rate(() => authority.stamp(createHash('sha256').update(content).digest()))
  const seals = await rate(() => authority.signDetached(content))
  console.log('Sealing, one thread:')
  console.log(`  RFC 3161 time-stamps   ${stamps.toFixed(0)} a second`)
  console.log(`  CAdES-T seals          ${seals.toFixed(0)} a second`)
  console.log(`  SHA-256 of 8 KB        ${hashes.toFixed(0)} a second, for comparison`)
}
