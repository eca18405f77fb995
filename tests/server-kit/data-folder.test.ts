import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openInstallation } from '../../server/app/open-installation.ts'
import { readConfig } from '../../server/app/read-config.ts'
import { claimDataFolder } from '../../server/kit/storage/data-folder.ts'

let dir: string
beforeEach(async () => (dir = await mkdtemp(join(tmpdir(), 'skz-folder-'))))
afterEach(() => rm(dir, { recursive: true, force: true }))

it('a start refuses a folder of something else with words, and leaves it as it was', async () => {
  for (const name of ['holiday.jpg', 'Documents']) await writeFile(join(dir, name), '')
  const start = openInstallation(readConfig({ SHIMAKAZE_DATA: dir }), { info() {}, warn() {}, error() {} })
  await expect(start).rejects.toThrow(
    /is not a data folder of Shimakaze: it holds Documents, holiday.jpg .*Set SHIMAKAZE_DATA/,
  )
  expect((await readdir(dir)).sort()).toEqual(['Documents', 'holiday.jpg'])
})

it('an empty folder, one from before the marker, and one of a start that was killed are taken', async () => {
  await claimDataFolder(join(dir, 'new'))
  expect(await readdir(join(dir, 'new'))).toEqual(['shimakaze-data'])
  for (const name of ['keys', 'store', 'postgres', 'lost+found'])
    await mkdir(join(dir, 'old', name), { recursive: true })
  await writeFile(join(dir, 'old', 'shimakaze-data.4711'), '')
  await claimDataFolder(join(dir, 'old'))
  expect(await readdir(join(dir, 'old'))).toContain('shimakaze-data')
})

it('its own folder is taken again, whatever else was put into it since', async () => {
  await claimDataFolder(dir)
  await writeFile(join(dir, 'notes.txt'), '')
  await claimDataFolder(dir)
  expect(await readdir(dir)).toContain('notes.txt')
})
