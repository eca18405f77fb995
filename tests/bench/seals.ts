import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openAuthority } from '../../server/trust/keys/authority.service.ts'
import { runTool } from '../kit/outside/tools.ts'
import { openOpensslTsa } from '../kit/vendors/tsa.ts'

function stampQuery(dir: string): Buffer {
  const [data, query] = [join(dir, 'bench.txt'), join(dir, 'bench.tsq')]
  writeFileSync(data, 'bench')
  runTool('openssl', ['ts', '-query', '-data', data, '-sha256', '-cert', '-out', query])
  return readFileSync(query)
}

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
  const query = stampQuery(dir)
  const openssl = openOpensslTsa()
  const answers = await rate(() => authority.answer(query))
  const theirs = await rate(() => openssl.stamp(query))
  openssl.remove()
  const hashes = await rate(() => createHash('sha256').update(content).digest())
  const stamps = await rate(() => authority.stamp(createHash('sha256').update(content).digest()))
  const seals = await rate(() => authority.signDetached(content))
  const atOnce = await rate(() => Promise.all(Array.from({ length: 8 }, () => authority.signDetached(content))))
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 3_072 })
  const bare = await rate(() => sign('sha256', content, privateKey))
  console.log('Sealing, one thread:')
  console.log(`  RFC 3161 time-stamps   ${stamps.toFixed(0)} a second`)
  console.log(`  answers to queries     ${answers.toFixed(0)} a second, P-256`)
  console.log(`  openssl ts -reply      ${theirs.toFixed(0)} a second, RSA, a process each, for comparison`)
  console.log(`  CAdES-T seals          ${seals.toFixed(0)} a second, RSA of 3,072 bits and a time-stamp`)
  console.log(`  the same, 8 at once    ${(atOnce * 8).toFixed(0)} a second, RSA in the thread pool`)
  console.log(`  bare RSA signature     ${bare.toFixed(0)} a second, 3,072 bits, for comparison`)
  console.log(`  SHA-256 of 8 KB        ${hashes.toFixed(0)} a second, for comparison`)
}
