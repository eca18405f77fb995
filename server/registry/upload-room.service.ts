import { recordAct } from '../kit/audit/audit.ts'
import { AppError } from '../kit/errors.ts'
import type { Services } from '../kit/services.ts'
import * as repo from './uploads.repo.ts'

/**
 * Where the disk has no room for what uploads were promised and so many bytes more, unfinished ones that stand still end, one after the
 * other: nothing is lost but what can be sent again. Whoever asks still has to look whether there is room.
 */
export async function makeRoom(services: Services, bytes = 0) {
  for (;;) {
    const ended = await services.db.asSystem(async (tx) => {
      if (await hasRoom(services, (await repo.promisedBytes(tx)) + bytes)) return undefined
      const upload = await repo.endOneIdle(tx)
      if (upload)
        await recordAct(
          tx,
          { system: true, platform: { id: upload.platformId }, accountId: upload.accountId },
          {
            action: 'upload.expired',
            subjectKind: 'upload',
            subjectId: upload.id,
            details: { file: upload.name, reason: 'storage-full' },
          },
        )
      return upload
    })
    if (!ended) return
    await services.store.parts.drop(ended.id)
  }
}

const hasRoom = ({ store }: Services, bytes: number) =>
  store.requireRoom(bytes).then(
    () => true,
    (error: unknown) => {
      if (error instanceof AppError && error.code === 'storage-full') return false
      throw error
    },
  )
