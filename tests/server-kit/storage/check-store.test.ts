import { chmod, mkdir, rm, writeFile } from 'node:fs/promises'
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { checkStore } from '../../../server/kit/storage/check-store.ts'
import { collectObjects } from '../../../server/kit/storage/objects.ts'
import { buildTestApp, type TestApp } from '../../kit/build-test-app.ts'
import { buildEvidence } from '../../kit/people/factories.ts'

let t: TestApp
beforeAll(async () => void (t = await buildTestApp()))
afterAll(() => t.close())

const pathOf = (sha256: string) => join(t.services.config.dataDir, 'store/objects', sha256.slice(0, 2), sha256)
const check = (read: boolean) => checkStore(t.services.db, t.services.store, read)

it('names the evidence whose objects are missing, cut or altered, and hands to the collector what no row names', async () => {
  const me = await t.member()
  const [whole, cut, altered, missing] = [
    await buildEvidence(t, me),
    await buildEvidence(t, me),
    await buildEvidence(t, me),
    await buildEvidence(t, me),
  ]
  expect(await check(true)).toEqual({ objects: 4, missing: [], altered: [], unknown: 0 })

  for (const [e, content] of [
    [cut, 'cut'],
    [altered, `CONTENT of ${altered.number}`],
  ] as const) {
    await chmod(pathOf(e.sha256), 0o600)
    await writeFile(pathOf(e.sha256), content)
  }
  await rm(pathOf(missing.sha256))
  const orphan = createHash('sha256').update('orphan').digest('hex')
  await mkdir(join(pathOf(orphan), '..'), { recursive: true })
  await writeFile(pathOf(orphan), 'orphan')

  const named = (e: typeof whole) => ({ sha256: e.sha256, numbers: [e.number] })
  expect(await check(false)).toEqual({ objects: 4, missing: [named(missing)], altered: [named(cut)], unknown: 1 })
  const read = await check(true)
  expect([read.missing, read.unknown]).toEqual([[named(missing)], 0])
  expect(new Set(read.altered.map((f) => f.sha256))).toEqual(new Set([cut.sha256, altered.sha256]))
  expect(await t.services.store.size(orphan)).toBe(6)
  expect(await collectObjects(t.services.db, t.services.store, 0)).toEqual({ objects: 1, passedOver: 0 })
  expect(await t.services.store.size(orphan)).toBeUndefined()
})
