import { mkdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { webCaptureCalls } from '../../contract/captures/web.ts'
import { evidenceCalls } from '../../contract/evidence/evidence.ts'
import { pathOf } from '../../contract/kit/call.ts'
import { openServices } from '../../server/app/open-services.ts'
import { readConfig } from '../../server/app/read-config.ts'
import { dropBallast, takeBallast } from '../../server/kit/storage/data-folder.ts'
import { buildTestApp } from '../kit/build-test-app.ts'
import { buildEvidence } from '../kit/people/factories.ts'
import { mayMount, mountSmallDisk, type SmallDisk } from '../kit/outside/small-disk.ts'

const MiB = 1024 * 1024
const silent = { info() {}, warn() {}, error() {} }
const there = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  )

describe.runIf(mayMount)('a disk that fills up', () => {
  let disk: SmallDisk
  beforeEach(() => void (disk = mountSmallDisk(640)))
  afterEach(() => disk.remove())

  it('takes in nothing new and says so, while everything there can be read', async () => {
    await mkdir(disk.dir)
    const t = await buildTestApp({ SHIMAKAZE_DATA: disk.dir })
    try {
      const me = await t.member()
      const e = await buildEvidence(t, me)
      await disk.fill(200 * MiB)
      const start = await t.inject({
        method: 'POST',
        url: pathOf(webCaptureCalls.start),
        headers: { 'x-auth-token': me.token, 'x-lang': 'en' },
        payload: { urls: ['https://example.com/'] },
      })
      expect([start.statusCode, start.json()]).toEqual([
        507,
        expect.objectContaining({
          success: false,
          errorCode: 'storage-full',
          errorMessage: expect.stringContaining('Existing evidence is safe'),
        }),
      ])
      await expect(t.services.store.put(Readable.from(['x']))).rejects.toMatchObject({ code: 'storage-full' })
      await disk.fill(0)
      const file = await t.inject({
        url: pathOf(evidenceCalls.fileBytes, { id: e.fileId }),
        headers: { 'x-auth-token': me.token },
      })
      expect([file.statusCode, file.body]).toEqual([200, `content of ${e.number}`])
      expect((await t.call(evidenceCalls.list, { body: {} }, me)).data.list).toHaveLength(1)
      await disk.drain()
      expect(
        (await t.call(webCaptureCalls.start, { body: { urls: ['https://example.com/'] } }, me)).data.list,
      ).toHaveLength(1)
    } finally {
      await t.close()
    }
  })

  it('leaves the embedded database room to go on: ballast is dropped, and taken again when there is room', async () => {
    const { services, close } = await openServices(readConfig({ SHIMAKAZE_DATA: disk.dir }), silent, () => {})
    const ballast = join(disk.dir, 'ballast')
    const write = (megabytes: number) =>
      sql`insert into message_outbox (id, platform_id, channel, recipient, text) select gen_random_uuid(), gen_random_uuid(), 'sms', 'x', string_agg(md5(random()::text), '') from generate_series(1, ${megabytes * 64}) a, generate_series(1, 512) b group by a`.execute(
        services.db.system,
      )
    try {
      await takeBallast(disk.dir)
      expect(await there(ballast)).toBe(true)
      expect(await dropBallast(disk.dir)).toBe(false)
      await disk.fill(0)
      await expect(write(30)).rejects.toThrow()
      expect(await dropBallast(disk.dir)).toBe(true)
      await write(10)
      await services.db.ping()
      await takeBallast(disk.dir)
      expect(await there(ballast)).toBe(false)
      await disk.drain()
      await takeBallast(disk.dir)
      expect(await there(ballast)).toBe(true)
    } finally {
      await close()
    }
  })
})
