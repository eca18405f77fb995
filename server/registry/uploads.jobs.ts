import { Readable } from 'node:stream'
import { recordAct } from '../kit/audit/audit.ts'
import { announce } from '../kit/notify/live.ts'
import { mediaTypeOf, sniffedBytes } from '../kit/files/media-type.ts'
import type { Services } from '../kit/services.ts'
import { againWhenGone, holdObjects } from '../kit/storage/objects.ts'
import { eachRow } from '../kit/work/each-row.ts'
import * as repo from './uploads.repo.ts'
import { uploadQueue } from './registry.queues.ts'

const beatEvery = 5_000

/**
 * Puts the pieces of a whole upload together and hashes what was really received. Safe to repeat, and safe to be done
 * by two at once: the object's name is its content, and only one makes it known.
 */
export async function checkUpload(services: Services, job: { jobId: string; id: string }) {
  const upload = await repo.toCheck(services.db, job.id)
  if (!upload) return
  const beat = setInterval(() => void repo.touch(services.db, upload.id).catch(() => {}), beatEvery)
  try {
    await againWhenGone(() => keep(services, upload, job.jobId))
  } finally {
    clearInterval(beat)
  }
  await services.store.parts.drop(upload.id)
}

async function keep(services: Services, upload: repo.ToCheck, jobId: string) {
  const seen = { head: Buffer.alloc(0) }
  const stored = await services.store.put(Readable.from(inOrder(services, upload, seen), { objectMode: false }))
  if (stored.size !== upload.size)
    throw new Error(`pieces of upload ${upload.id} make ${stored.size} bytes of ${upload.size}`)
  await services.db.asSystem(async (tx) => {
    await holdObjects(tx, services.store, [stored])
    const ready = await repo.markReady(tx, upload.id, {
      sha256: Buffer.from(stored.sha256, 'hex'),
      sm3: Buffer.from(stored.sm3, 'hex'),
      mediaType: mediaTypeOf(seen.head),
    })
    await services.jobs.complete(tx, uploadQueue, jobId)
    if (!ready) return
    await recordAct(
      tx,
      { system: true, platform: { id: upload.platformId }, accountId: upload.accountId },
      {
        action: 'upload.taken',
        subjectKind: 'upload',
        subjectId: upload.id,
        details: { file: upload.name, sha256: stored.sha256 },
      },
    )
    await announce(tx, upload.accountId, { topic: 'uploads', id: upload.id, status: 'ready' }, upload.personId)
  })
}

async function* inOrder({ store }: Services, upload: repo.ToCheck, seen: { head: Buffer }) {
  for (const part of upload.parts) {
    for await (const chunk of store.parts.open(upload.id, part.name) as AsyncIterable<Buffer>) {
      if (seen.head.length < sniffedBytes) seen.head = Buffer.concat([seen.head, chunk]).subarray(0, sniffedBytes)
      yield chunk
    }
  }
}

/** Uploads whose worker died are given to another. */
export async function sweepUnchecked({ db, jobs }: Services) {
  await db.asSystem(async (tx) => {
    for (const { id } of await repo.leftUnchecked(tx)) await jobs.enqueue(tx, uploadQueue, { id })
  })
}

/** Removes uploads that nobody went on with or made anything of, and pieces that belong to none. */
export async function sweepLeftUploads(services: Services) {
  await eachRow([endLeft, dropPieces], (part) => part(services))
}

const endLeft = async ({ db }: Services) =>
  eachRow(await repo.leftUploads(db), (id) =>
    db.asSystem(async (tx) => {
      const u = await repo.endLeft(tx, id)
      if (u)
        await recordAct(
          tx,
          { system: true, platform: { id: u.platformId }, accountId: u.accountId },
          { action: 'upload.expired', subjectKind: 'upload', subjectId: u.id, details: { file: u.name } },
        )
    }),
  )

/** Pieces first, rows second: an upload's row stands before its first piece. */
async function dropPieces({ db, store }: Services) {
  const withPieces = await store.parts.uploads()
  const needed = await repo.needingParts(db, withPieces)
  await eachRow(
    withPieces.filter((one) => !needed.has(one)),
    (id) => store.parts.drop(id),
  )
}
