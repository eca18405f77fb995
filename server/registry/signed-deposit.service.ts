import type { StreamedFile } from '../../contract/kit/call.ts'
import { type Earlier, findEarlier } from '../evidence/unique-id.service.ts'
import type { Caller } from '../kit/calls/caller.ts'
import { badFields } from '../kit/errors.ts'
import type { Services } from '../kit/services.ts'
import { depositFiles, filesOf } from './deposits.service.ts'
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
  // The file comes anew with each request: what makes two the same is its digest.
  const isSame = async ([earlier, ...more]: Earlier) => {
    const [sent, ...others] = more.length ? [] : filesOf(earlier)
    const [upload] = sent && !others.length ? await usedUploads(services.db, [sent.uploadId]) : []
    return upload?.sha256?.toString('hex') === asked.sha256
  }
  const [earlier] =
    (await services.db.forAccount(caller, (tx) => findEarlier(tx, caller, asked.unique_id, isSame))) ?? []
  if (earlier) return earlier.number
  if (!file) throw badFields({ path: 'file', key: 'required' })
  const { fileId, sha256, sm3 } = await takeWhole(services, caller, asked, { ...file, name: asked.fileName })
  const deposit = {
    fileIds: [fileId],
    claims: [{ fileId, sha256, sm3 }],
    evidenceName: asked.name,
    labels: asked.labels,
    remark: '',
    unique_id: asked.unique_id,
  }
  const { list } = await depositFiles(services, caller, deposit, isSame)
  return list[0]!.no
}
