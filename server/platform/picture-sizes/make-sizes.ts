import { buffer } from 'node:stream/consumers'
import { Readable } from 'node:stream'
import type { WorkContext, WorkLog } from '../../kit/work/domain.ts'
import type { Services } from '../../kit/services.ts'
import { readPicture } from '../../kit/files/pictures.ts'
import { againWhenGone, holdObjects } from '../../kit/storage/objects.ts'
import type { Stored } from '../../kit/storage/store.ts'
import { type DrawnSize, drawSizes, UndrawableError } from './draw-sizes.ts'
import * as repo from './picture-sizes.repo.ts'
import { pictureSizesQueue } from './picture-sizes.queue.ts'

interface Job {
  jobId: string
  id: string
}

/** Makes the sizes of one picture; repeated, it finds nothing left to make. */
export async function makeSizes({ services, log, shutdown }: WorkContext, job: Job) {
  const begun = await services.db.asSystem((tx) => repo.beginSizes(tx, job.id))
  if (!begun) return finish(services, job)
  if (begun.isTooMuch) return leave(services, log, job, 'it ended the process that decodes it')
  const bytes = await buffer(services.store.open(begun.sha256.toString('hex')))
  const picture = readPicture(bytes)
  if (!picture) return leave(services, log, job, 'it is no picture')
  const drawn = await unlessStopped(drawSizes(bytes, picture), shutdown).catch((error: unknown) => {
    if (error instanceof UndrawableError) return error
    throw error
  })
  if (drawn instanceof UndrawableError) return leave(services, log, job, drawn.message)
  await keep(services, job, picture, drawn)
}

/** A worker that stops does not wait: the job goes back to its queue. */
function unlessStopped<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const stopped = new Promise<never>((_, reject) => {
    if (signal.aborted) reject(signal.reason as Error)
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
  })
  return Promise.race([work, stopped])
}

const finish = ({ db, jobs }: Services, { jobId }: Job) =>
  db.asSystem((tx) => jobs.complete(tx, pictureSizesQueue, jobId))

/** It stays as it was sent: told once, and not tried again. */
function leave({ db, jobs }: Services, log: WorkLog, { jobId, id }: Job, why: string) {
  log.warn({ picture: id, why }, 'a picture has no smaller ones: it cannot be decoded')
  return db.asSystem(async (tx) => {
    await repo.giveUpSizes(tx, id)
    await jobs.complete(tx, pictureSizesQueue, jobId)
  })
}

type SizeOf = Omit<DrawnSize, 'bytes'>

const keep = (
  { db, store, jobs }: Services,
  { jobId, id }: Job,
  measures: { width: number; height: number },
  drawn: DrawnSize[],
) =>
  againWhenGone(async () => {
    const stored: (SizeOf & Stored)[] = []
    for (const { bytes, ...size } of drawn)
      stored.push({ ...size, ...(await store.put(Readable.from([Buffer.from(bytes)]))) })
    await db.asSystem(async (tx) => {
      if (stored.length) await holdObjects(tx, store, stored)
      const rows = stored.map(({ width, mediaType, size, sha256 }) => ({
        width,
        mediaType,
        size,
        sha256: Buffer.from(sha256, 'hex'),
      }))
      await repo.keepSizes(tx, id, measures, rows)
      await jobs.complete(tx, pictureSizesQueue, jobId)
    })
  })

/** As many pictures as are queued at a time. */
const batch = 200

/** Queues pictures that have no sizes and no job. */
export const queueMissingSizes = ({ db, jobs }: Services) =>
  db.asSystem(async (tx) => {
    const ids = await repo.picturesWithoutSizes(tx, batch)
    for (const id of await jobs.without(tx, pictureSizesQueue, ids)) await jobs.enqueue(tx, pictureSizesQueue, { id })
  })
