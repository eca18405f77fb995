export interface AttachedFile {
  name: string
  /** Media type. */
  type: string
  /** `Source`: what the page is made from. */
  relationship: 'Source' | 'Data'
  bytes: Uint8Array
}

/** pdfkit's types leave out what an attachment is to its document. */
type Options = PDFKit.Mixins.PDFAttachmentOptions & Pick<AttachedFile, 'relationship'>

/**
 * Attaches what proves a document to it (associated files in the manner of PDF/A-3, ISO 19005-3 §6.8). All are packed: their text never
 * stands in the clear, where it could be taken for a part of the document's own structure.
 */
export function attachFiles(doc: PDFKit.PDFDocument, files: readonly AttachedFile[], at: Date) {
  for (const { bytes, ...file } of files) {
    const options: Options = { ...file, creationDate: at, modifiedDate: at }
    doc.file(Buffer.from(bytes), options)
  }
}
