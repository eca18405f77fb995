import { randomBytes } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestApp } from '../kit/build-test-app.ts'
import { makeOwner, makeUploading, prepareFolder } from '../kit/sealing.ts'
import type { SealOrder } from './seal-child.ts'

/** Makes orders to seal two files. New bytes each time: an object that is there already would spare the path its work. */
export async function orderMaker(t: TestApp, home: string): Promise<() => Promise<SealOrder>> {
  const owner = await makeOwner(t.services, t.platformId)
  let orders = 0
  return async () => {
    const dir = join(home, String(++orders))
    await mkdir(dir)
    const prepared = await prepareFolder(dir, { 'page.bin': randomBytes(200_000), 'log.txt': randomBytes(100) })
    return { record: await makeUploading(t.services, owner), prepared }
  }
}
