import { paperAttachments } from '../../../../proof/paper/attachments.ts'
import { readAttachments } from '../../../../proof/formats/pdf-attachments.ts'
import { withSealableUpdate } from '../../../kit/paper/sealable-update.ts'
import { attachedProofs } from './attached-proofs.ts'
import { type ForeignPaper, paperEntry } from './paper-model.ts'

/** A document of somebody else as a paper with an empty signature field: every byte of it stays. */
export const makeForeign = ({ original, proofs, statementSha256, sealedAt, signatureBytes }: ForeignPaper) =>
  withSealableUpdate(original, {
    files: attachedProofs(proofs),
    catalogue: { entry: paperEntry, names: { PaperSHA256: statementSha256 } },
    at: new Date(sealedAt),
    reserved: signatureBytes,
  })

/** Throws where a document cannot become a paper: it is made one as it will be, and read again as every reader will. */
export async function tryForeign(original: Uint8Array): Promise<void> {
  const proofs = new Map(paperAttachments.map((path) => [path, Buffer.from(path)] as const))
  const tried = await makeForeign({
    original,
    proofs,
    statementSha256: '',
    sealedAt: new Date(0).toISOString(),
    signatureBytes: 1_024,
  })
  await readAttachments(new Uint8Array(tried), paperAttachments, { amongOthers: true })
}
