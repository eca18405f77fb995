import { captureQueue } from '../../server/captures/capture.queue.ts'
import { writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sealableWebCapture } from '../../server/captures/web/seal-web-capture.ts'
import { seal } from '../../server/evidence/sealing/seal.service.ts'
import type { Authority } from '../../server/trust/keys/authority.service.ts'
import { TrustError } from '../../server/trust/trust-error.types.ts'
import { buildTestApp, type TestApp } from '../kit/build-test-app.ts'

let t: TestApp
let dir: string
beforeAll(async () => {
  t = await buildTestApp()
  dir = await mkdtemp(join(tmpdir(), 'skz-seal-'))
  writeFileSync(join(dir, 'page.txt'), 'a page')
})
afterAll(async () => {
  await t.close()
  await rm(dir, { recursive: true, force: true })
})

const record = () => ({
  id: '01900000-0000-7000-8000-000000000001',
  attempt: 1,
  platformId: t.platformId,
  accountId: '01900000-0000-7000-8000-000000000002',
  number: '261121123456789012',
  name: 'A page',
  ownerName: 'X',
  ownerKind: 'personal',
  personName: 'X',
  personId: '01900000-0000-7000-8000-000000000003',
  personRole: 'owner',
  ownerIdentityId: null,
  actingIdentityId: null,
})
const captured = sealableWebCapture({
  requestedUrl: 'https://example.com/',
  finalUrl: 'https://example.com/',
  title: 'T',
  startedAt: '2026-11-21T08:00:00.000Z',
  finishedAt: '2026-11-21T08:01:00.000Z',
  completeness: 'full' as const,
  missing: [],
  files: [{ path: 'page.txt', mediaType: 'text/plain' }],
})
const refusing = (error: Error) =>
  ({
    clock: async () => ({ source: 'chrony', proven: true }),
    stamp: () => Promise.reject(error),
  }) as Partial<Authority> as Authority
const sealWith = (error: Error) =>
  seal(
    { services: t.services, authority: refusing(error) },
    { record: record(), captured, dir, job: { queue: captureQueue, jobId: 'x' } },
  )

it('fails a capture for what it is when the clock or a key is lost while it runs', async () => {
  for (const code of ['clock-unproven', 'key-retired', 'key-revoked'] as const)
    await expect(sealWith(new TrustError(code))).rejects.toMatchObject({ code: 'no-time-stamps' })
  await expect(sealWith(new Error('disk'))).rejects.toThrow('disk')
})
