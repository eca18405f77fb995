import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { shownCalls } from '../../../contract/content/shown.ts'
import { sequenceLog } from '../../../server/trust/log/sequencer.service.ts'
import { buildEvidence } from '../../kit/people/factories.ts'
import { localAuthority } from '../../trust/sample.ts'
import { openSite, type Site } from './content-kit.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterEach(() => {
  vi.restoreAllMocks()
})
afterAll(() => site.t.close())

const counters = async (headers = {}) =>
  (await site.t.call(shownCalls.counters, {} as Record<string, never>, undefined, headers)).data

/** The service's own clock, which its memory goes by, is so many seconds ahead. */
function ahead(seconds: number) {
  vi.restoreAllMocks()
  const now = performance.now.bind(performance)
  vi.spyOn(performance, 'now').mockImplementation(() => now() + seconds * 1_000)
}

it('the home page counts evidence and accounts of this platform, and reads them again after a minute', async () => {
  const { t, elsewhere } = site
  expect(await counters()).toEqual({ attCount: 0, userCount: 1, logSize: 0, chainCount: 0, blockHeight: null })
  const owner = await t.member()
  await t.sub(owner)
  for (const category of ['ATTSETATIONURL', 'ATTSETATIONFILE'] as const) await buildEvidence(t, owner, { category })
  for (const status of ['queued', 'collecting', 'failed'] as const) await buildEvidence(t, owner, { status })
  await buildEvidence(t, elsewhere)
  await sequenceLog(t.services, await localAuthority(t.services.config.keysDir), () => Promise.resolve())
  expect(await counters()).toMatchObject({ attCount: 0, userCount: 1 })
  expect(await counters(site.there)).toMatchObject({ attCount: 1, userCount: 1, logSize: 3 })
  ahead(30)
  expect(await counters()).toMatchObject({ attCount: 0, userCount: 1 })
  ahead(61)
  expect(await counters()).toMatchObject({ attCount: 2, userCount: 2, logSize: 3 })
})

it('the home page counts no page as evidence that waits to be confirmed', async () => {
  ahead(200)
  const before = (await counters()).attCount
  await buildEvidence(site.t, site.operator, { status: 'to-confirm' })
  ahead(400)
  expect((await counters()).attCount).toBe(before)
})
