import { captureQueue } from '../../server/captures/capture.queue.ts'
import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sealableWebCapture } from '../../server/captures/web/seal-web-capture.ts'
import { seal, type Sealable, type SealedRecord } from '../../server/evidence/sealing/seal.service.ts'
import type { Json } from '../../server/kit/db/schema.ts'
import { newId, newPreservationNumber } from '../../server/kit/ids.ts'
import type { Services } from '../../server/kit/services.ts'
import { createMember } from '../../server/accounts/people.repo.ts'
import type { Authority } from '../../server/trust/keys/authority.service.ts'

/** What a capture would hand over, without a browser. */
export interface Prepared {
  dir: string
  captured: Sealable
}

export async function prepareFolder(dir: string, contents: Record<string, Buffer | string>): Promise<Prepared> {
  for (const [name, content] of Object.entries(contents)) await writeFile(join(dir, name), content)
  const files = Object.keys(contents).map((path) => ({ path, mediaType: 'application/octet-stream' }))
  return {
    dir,
    captured: sealableWebCapture({
      requestedUrl: 'https://example.com/',
      finalUrl: 'https://example.com/',
      title: 'T',
      startedAt: '2026-11-21T08:00:00.000Z',
      finishedAt: '2026-11-21T08:01:00.000Z',
      completeness: 'full',
      missing: [],
      files,
    }),
  }
}

export interface Owner {
  platformId: string
  accountId: string
  personId: string
}

let phones = 13_700_000_000
export function makeOwner({ db }: Pick<Services, 'db'>, platformId: string): Promise<Owner> {
  return db.asSystem(async (tx) => ({
    platformId,
    ...(await createMember(tx, {
      platformId,
      phone: String(++phones),
      personName: 'X',
      accountName: 'X',
      kind: 'personal',
      role: 'owner',
      passwordPhc: null,
      consentVersion: null,
    })),
  }))
}

/** A record as the worker holds it when a capture has ended and its files are to be stored. */
export async function makeUploading(
  { db }: Pick<Services, 'db'>,
  { platformId, accountId, personId }: Owner,
): Promise<SealedRecord> {
  const [id, number] = [newId(), newPreservationNumber()]
  const shared = {
    id,
    number,
    platformId,
    accountId,
    name: 'A page',
    ownerName: 'X',
    ownerKind: 'personal',
    personName: 'X',
    personId,
    personRole: 'owner',
    attempt: 1,
    ownerIdentityId: null,
    actingIdentityId: null,
  }
  await db.system
    .insertInto('evidence')
    .values({
      ...shared,
      category: 'ATTSETATIONURL',
      url: 'https://example.com/',
      lang: 'en',
      status: 'uploading',
      request: '{}' as unknown as Json,
      heartbeatAt: new Date(),
    })
    .execute()
  return shared
}

export const sealPrepared = (
  services: Services,
  authority: Authority,
  record: SealedRecord,
  { captured, dir }: Prepared,
) => seal({ services, authority }, { record, captured, dir, job: { queue: captureQueue, jobId: newId() } })

/** What stands of a record, judged by the bytes alone. */
export async function judge({ db, store }: Pick<Services, 'db' | 'store'>, id: string) {
  const { status } = await db.system
    .selectFrom('evidence')
    .select('status')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const files = await db.system
    .selectFrom('evidenceFile')
    .select(['sha256', 'size', 'path'])
    .where('evidenceId', '=', id)
    .orderBy('ordinal')
    .execute()
  const wrong: string[] = []
  for (const f of files) {
    const sha256 = f.sha256.toString('hex')
    const bytes = await store
      .open(sha256)
      .toArray()
      .then(
        (all) => Buffer.concat(all),
        () => undefined,
      )
    if (!bytes || bytes.length !== f.size || createHash('sha256').update(bytes).digest('hex') !== sha256)
      wrong.push(f.path)
  }
  return { status, files: files.length, wrong }
}
