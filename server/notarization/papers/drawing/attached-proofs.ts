import { type PaperAttachment, paperAttachments } from '../../../../proof/paper/attachments.ts'
import { attachedName } from '../../../../proof/package/attachments.ts'
import type { AttachedFile } from '../../../kit/pdf/attach-files.ts'

const types: Record<PaperAttachment, string> = {
  'paper.json': 'application/json',
  'log/paper.tlog-proof': 'text/plain',
  'trust/log.pem': 'application/x-pem-file',
  'trust/ca.pem': 'application/x-pem-file',
  'trust/crl.pem': 'application/x-pem-file',
}

/** What a paper carries, so that it can be verified alone. */
export const attachedProofs = (proofs: Map<PaperAttachment, Uint8Array>): AttachedFile[] =>
  paperAttachments.map((path) => ({
    name: attachedName(path),
    type: types[path],
    relationship: path === 'paper.json' ? 'Source' : 'Data',
    bytes: proofs.get(path)!,
  }))
