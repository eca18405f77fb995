import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { newId, newPreservationNumber } from '../../../server/kit/ids.ts'
import type { EvidenceCategory } from '../../../contract/evidence/evidence.ts'
import type { Json } from '../../../server/kit/db/schema.ts'
import type { Member, TestApp } from '../build-test-app.ts'

export interface BuiltEvidence {
  id: string
  number: string
  fileId: string
  sha256: string
}

interface Overrides {
  name?: string
  url?: string
  labels?: string[]
  remark?: string
  category?: EvidenceCategory
  request?: object
  status?: 'queued' | 'collecting' | 'to-confirm' | 'collected' | 'failed'
  createdAt?: Date
  /** Of its one file. */
  path?: string
  content?: string
  /** What its page shows; null where that was not read yet. */
  seen?: string | null
  /** A time-stamp that can be read, for whoever reads it. */
  token?: Uint8Array
}

const json = (v: unknown) => JSON.stringify(v) as unknown as Json

/** Evidence as a finished capture leaves it, with one real file in the store; the proof itself has tests of its own. */
export async function buildEvidence(t: TestApp, owner: Member, o: Overrides = {}): Promise<BuiltEvidence> {
  const id = newId()
  const number = newPreservationNumber()
  const status = o.status ?? 'collected'
  const content = o.content ?? `content of ${number}`
  const stored = await t.services.store.put(Readable.from([Buffer.from(content)]))
  const collected = status === 'collected'
  const fixed = collected || status === 'to-confirm'
  const hash = Buffer.from(stored.sha256, 'hex')
  const fileId = newId()
  await t.services.db.asSystem(async (tx) => {
    const { platformId } = await tx
      .selectFrom('account')
      .select('platformId')
      .where('id', '=', owner.accountId)
      .executeTakeFirstOrThrow()
    await tx
      .insertInto('evidence')
      .values({
        id,
        number,
        platformId,
        accountId: owner.accountId,
        personId: owner.personId,
        personName: owner.name,
        ownerName: owner.name,
        ownerKind: 'personal',
        category: o.category ?? 'ATTSETATIONURL',
        name: o.name ?? 'A page',
        url: o.url ?? 'https://example.com/',
        labels: o.labels ?? [],
        remark: o.remark ?? '',
        lang: 'zh-CN',
        status,
        request: json(o.request ?? { device: 'desktop', scroll: true, delaySeconds: 0 }),
        ...(o.createdAt ? { createdAt: o.createdAt } : {}),
        ...(status === 'failed' ? { failReason: 'timed-out' } : {}),
        ...(status === 'collecting' ? { attempt: 1, heartbeatAt: new Date() } : {}),
        ...(status === 'to-confirm' ? { confirmUntil: new Date(Date.now() + 3_600_000) } : {}),
        ...(fixed
          ? {
              completeness: 'full',
              capture: json({ finalUrl: o.url ?? 'https://example.com/', title: 'T', tiles: [] }),
              startedAt: new Date(),
              finishedAt: new Date(),
              sealedAt: new Date(),
              statement: Buffer.from(JSON.stringify({ name: o.name ?? 'A page' })),
              statementSha256: createHash('sha256').update(number).digest(),
              token: Buffer.from(o.token ?? 'token'),
              tokenSerial: 'AB',
              ...(collected
                ? {
                    certificateSha256: hash,
                    packageSha256: hash,
                    packageSize: stored.size,
                    coreSha256: hash,
                    coreSize: stored.size,
                    certifiedAt: new Date(),
                  }
                : {}),
            }
          : {}),
      })
      .execute()
    await tx
      .insertInto('evidenceFile')
      .values({
        id: fileId,
        evidenceId: id,
        accountId: owner.accountId,
        ordinal: 0,
        path: o.path ?? 'data/page.txt',
        mediaType: 'text/plain',
        size: stored.size,
        sha256: hash,
        sm3: Buffer.from(stored.sm3, 'hex'),
      })
      .execute()
    if (fixed && o.seen !== undefined)
      await tx.insertInto('evidenceText').values({ evidenceId: id, accountId: owner.accountId, text: o.seen }).execute()
  })
  return { id, number, fileId, sha256: stored.sha256 }
}
