import { type PaperAttachment, paperAttachments } from '../../../../proof/paper/attachments.ts'
import { attachedName } from '../../../../proof/package/attachments.ts'
import { readAttachments } from '../../../../proof/formats/pdf-attachments.ts'
import type { AttachedFile } from '../../../kit/pdf/attach-files.ts'
import { withSealableUpdate } from '../../../kit/paper/sealable-update.ts'
import { drawPaper } from './draw-paper.ts'
import type { PaperModel, PaperTask } from './paper-model.ts'

const types: Record<PaperAttachment, string> = {
  'paper.json': 'application/json',
  'log/paper.tlog-proof': 'text/plain',
  'trust/log.pem': 'application/x-pem-file',
  'trust/ca.pem': 'application/x-pem-file',
  'trust/crl.pem': 'application/x-pem-file',
}

const paperEntry = 'ShimakazePaper'

/** A paper with an empty signature field: drawn from its statement, or the document that it names. Of a document that is only tried: nothing. */
export async function makePaper(task: PaperTask): Promise<Buffer> {
  if (!('trial' in task)) return task.original ? updated(task, task.original) : drawPaper(task, attachedTo(task.proofs))
  // As it will be done, and read again as every reader will.
  const proofs = new Map(paperAttachments.map((path) => [path, Buffer.from(path)] as const))
  const at = new Date(0)
  const files = attachedTo(proofs)
  const tried = await withSealableUpdate(task.trial, {
    files,
    catalogue: { entry: paperEntry, names: {} },
    at,
    reserved: 1_024,
  })
  await readAttachments(new Uint8Array(tried), paperAttachments, { amongOthers: true })
  return Buffer.alloc(0)
}

const attachedTo = (proofs: Map<PaperAttachment, Uint8Array>): AttachedFile[] =>
  paperAttachments.map((path) => ({
    name: attachedName(path),
    type: types[path],
    relationship: path === 'paper.json' ? 'Source' : 'Data',
    bytes: proofs.get(path)!,
  }))

const updated = ({ proofs, statementSha256, sealedAt, signatureBytes }: PaperModel, original: Uint8Array) =>
  withSealableUpdate(original, {
    files: attachedTo(proofs),
    catalogue: { entry: paperEntry, names: { PaperSHA256: statementSha256 } },
    at: new Date(sealedAt),
    reserved: signatureBytes,
  })
