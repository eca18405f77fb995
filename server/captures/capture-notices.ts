import type { MessageKind } from '../../contract/messages/messages.ts'
import type { Tx } from '../kit/db/db.ts'
import { tell } from '../kit/notify/news.ts'
import type { Services } from '../kit/services.ts'
import { countDone, countFailed, countOpen } from './batch/batch.repo.ts'

/** A capture as far as a notice tells of it. */
interface NotifiedCapture {
  id: string
  name: string
  number: string
  platformId: string
  accountId: string
  personId: string
  batchId: string | null
}

/** Notifies whoever asked for a capture of what became of it. */
export async function notifyCaptureOwner(
  tx: Tx,
  { jobs }: Pick<Services, 'jobs'>,
  { id, platformId, accountId, personId, name, number }: NotifiedCapture,
  kind: MessageKind,
  params: Record<string, string | number> = {},
) {
  await tell(tx, jobs, {
    kind,
    platformId,
    accountId,
    personId,
    subjectId: id,
    params: { ...params, name: name || number },
  })
}

/** Notifies of a failed capture. One of a sheet is told of with the sheet: hundreds of messages would be read by nobody. */
export async function notifyCaptureFailed(
  tx: Tx,
  services: Pick<Services, 'jobs'>,
  capture: NotifiedCapture,
  reason: string,
  params: Record<string, string | number> = {},
) {
  if (capture.batchId) await notifyBatchDone(tx, services, capture)
  else await notifyCaptureOwner(tx, services, capture, 'captureFailed', { ...params, reason })
}

/** Notifies, once, that every capture of a sheet has ended. The sheet's row is locked, so that of two that end together one is the last. */
export async function notifyBatchDone(tx: Tx, { jobs }: Pick<Services, 'jobs'>, { batchId }: NotifiedCapture) {
  if (!batchId) return
  const batch = await tx
    .selectFrom('captureBatch')
    .select(['id', 'platformId', 'accountId', 'personId', 'fileName'])
    .where('id', '=', batchId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!batch) return
  const { open, done, failed } = await tx
    .selectFrom('evidence')
    .select([countOpen.as('open'), countDone.as('done'), countFailed.as('failed')])
    .where('batchId', '=', batchId)
    .executeTakeFirstOrThrow()
  if (open) return
  const { id, fileName, ...whose } = batch
  await tell(tx, jobs, {
    kind: 'batchDone',
    ...whose,
    subjectId: id,
    once: `batch:${id}`,
    params: { name: fileName, done, failed },
  })
}
