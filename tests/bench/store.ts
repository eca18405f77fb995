import { randomFillSync } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { copyFile, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { openFileStore } from '../../server/kit/storage/file-store.ts'
import { ownerNamed } from '../kit/people/owner-named.ts'
import { hashFile } from './kit/hash-file.ts'

const megabytes = 256

const rate = async (work: () => Promise<unknown>) => {
  const began = performance.now()
  await work()
  return (megabytes * 1000) / (performance.now() - began)
}

/** Taking a file in, durably and re-read, against copying it and hashing it twice with nothing promised. */
export async function benchStore(dir: string) {
  const source = join(dir, 'store-source')
  const file = await open(source, 'w')
  for (let i = 0; i < megabytes; i++) await file.write(randomFillSync(Buffer.alloc(1 << 20)))
  await file.close()
  const store = await openFileStore(join(dir, 'store-bench'), ownerNamed('bench'), async () => {})
  const plain = await rate(async () => {
    await copyFile(source, join(dir, 'store-copy'))
    await hashFile(source, 'sha256')
    await hashFile(source, 'sm3')
  })
  const kept = await rate(() => store.put(createReadStream(source)))
  console.log(`Taking in a file of ${megabytes} MB:`)
  console.log(`  hashed twice, fsynced, re-read   ${kept.toFixed(0)} MB/s`)
  console.log(`  cp, then SHA-256, then SM3       ${plain.toFixed(0)} MB/s, for comparison`)
  await rm(source, { force: true })
}
