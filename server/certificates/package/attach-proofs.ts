import { attached, attachedName, type Attached } from '../../../proof/package/attachments.ts'

const types: Record<Attached, string> = {
  'evidence.json': 'application/json',
  'META-INF/ASiCManifest001.xml': 'text/xml',
  'META-INF/timestamp001.tst': 'application/vnd.etsi.timestamp-token',
  'log/evidence.tlog-proof': 'text/plain',
  'trust/log.pem': 'application/x-pem-file',
  'trust/ca.pem': 'application/x-pem-file',
  'trust/crl.pem': 'application/x-pem-file',
}

/** pdfkit's types leave out what an attachment is to its document. */
type Options = PDFKit.Mixins.PDFAttachmentOptions & { relationship: 'Source' | 'Data' }

/**
 * Attaches what proves the statement to the document that tells of it (associated files in the manner of PDF/A-3, ISO 19005-3
 * §6.8). The page is made from the statement; the rest belongs to it. All are packed: their text never stands in the clear, where
 * it could be taken for a part of the document's own structure.
 */
export function attachProofs(doc: PDFKit.PDFDocument, parts: Map<Attached, Uint8Array>, at: Date) {
  for (const path of attached) {
    const bytes = parts.get(path)
    if (!bytes) throw new Error(`certificate: nothing to attach as ${path}`)
    const options: Options = {
      name: attachedName(path),
      type: types[path],
      relationship: path === 'evidence.json' ? 'Source' : 'Data',
      creationDate: at,
      modifiedDate: at,
    }
    doc.file(Buffer.from(bytes), options)
  }
}
