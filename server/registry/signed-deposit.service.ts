import type { StreamedFile } from '../../contract/kit/call.ts'
import type { Caller } from '../kit/calls/caller.ts'
import { AppError, badFields } from '../kit/errors.ts'
import type { Services } from '../kit/services.ts'
import * as repo from './deposits.repo.ts'
import { depositFiles } from './deposits.service.ts'
import type { SentFile } from './kinds/originals.ts'
import { usedUploads } from './uploads.repo.ts'
import { takeWhole } from './uploads.service.ts'

interface Asked {
  fileName: string
  sha256: string
  sm3?: string | undefined
  name: string
  labels: string[]
  unique_id: string
}

/** A file that comes with the request that deposits it: received, compared with the digests that were signed, and deposited. */
export async function depositSigned(
  services: Services,
  caller: Caller,
  asked: Asked,
  file: StreamedFile | undefined,
): Promise<string> {
  const earlier = await depositedAs(services, caller, asked)
  if (earlier) return earlier
  if (!file) throw badFields({ path: 'file', key: 'required' })
  const { fileId, sha256, sm3 } = await takeWhole(services, caller, asked, { ...file, name: asked.fileName })
  try {
    const { list } = await depositFiles(services, caller, {
      fileIds: [fileId],
      claims: [{ fileId, sha256, sm3 }],
      evidenceName: asked.name,
      labels: asked.labels,
      remark: '',
      unique_id: asked.unique_id,
    })
    return list[0]!.no
  } catch (error) {
    // The same request, sent twice at once: the other one was first.
    const first =
      error instanceof AppError && error.code === 'unique-id-repeated'
        ? await depositedAs(services, caller, asked)
        : undefined
    if (first) return first
    throw error
  }
}

/** The number of what was deposited under this id before, if it was this file; another one under the same id is a mistake worth telling. */
async function depositedAs(
  services: Services,
  caller: Caller,
  { unique_id: uniqueId, sha256 }: Asked,
): Promise<string | undefined> {
  const [earlier, ...more] = await services.db.forAccount(caller, (tx) => repo.depositedBefore(tx, caller, uniqueId))
  if (!earlier) return undefined
  const [sent, ...others] = (earlier.request as { files?: SentFile[] }).files ?? []
  const [upload] = sent && !more.length && !others.length ? await usedUploads(services.db, [sent.uploadId]) : []
  if (upload?.sha256?.toString('hex') !== sha256) throw new AppError('unique-id-repeated')
  return earlier.number
}
