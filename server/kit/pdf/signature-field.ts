/** No signature takes less: so many zeros in a row are the place of one. */
export const leastReserved = 1_024

/** Stands where the three numbers of a byte range will stand, of the same length as any of them. */
export const rangePlaceholder = 9_999_999_999

interface Reference {
  end: () => void
}

/** What of pdfkit its types leave out. Its own form code cannot make signature fields. */
interface Internals {
  ref: (data: object) => Reference
  _root: { data: Record<string, unknown> }
  page: { dictionary: Reference; annotations: unknown[] }
  endAcroForm: () => void
}

const internals = (doc: PDFKit.PDFDocument) => doc as unknown as Internals

/**
 * Adds an empty signature field (ISO 32000-1 §12.7.4.5) to the first page, to be filled in place later. It is invisible:
 * the drawn seal is an ornament, and what a reader reports about the signature is what counts. `reserved`: bytes of the signature to come.
 */
export function addSignatureField(doc: PDFKit.PDFDocument, at: Date, reserved: number) {
  doc.switchToPage(0)
  const pdf = internals(doc)
  const signature = pdf.ref({
    Type: 'Sig',
    Filter: 'Adobe.PPKLite',
    SubFilter: 'ETSI.CAdES.detached',
    ByteRange: [0, rangePlaceholder, rangePlaceholder, rangePlaceholder],
    Contents: Buffer.alloc(reserved),
    M: at,
  })
  const field = pdf.ref({
    Type: 'Annot',
    Subtype: 'Widget',
    FT: 'Sig',
    // pdfkit writes String objects as PDF strings and primitive ones as names.
    T: Object('EvidenceSeal') as object,
    V: signature,
    P: pdf.page.dictionary,
    Rect: [0, 0, 0, 0],
    F: 132,
  })
  pdf.page.annotations.push(field)
  const form = pdf.ref({ Fields: [field], SigFlags: 3 })
  pdf._root.data['AcroForm'] = form
  // Written here; pdfkit's own ending would add fonts and ask readers to redraw the form, which breaks the seal.
  for (const reference of [signature, field, form]) reference.end()
  pdf.endAcroForm = () => {}
}

/** Names in the catalogue, in the clear, what a document is of: the verifier finds it without reading PDF streams. */
export function nameInCatalogue(doc: PDFKit.PDFDocument, entry: string, names: Record<string, string>) {
  // pdfkit writes String objects as PDF strings and primitive ones as names.
  internals(doc)._root.data[entry] = Object.fromEntries(
    Object.entries(names).map(([key, text]) => [key, Object(text) as object]),
  )
}
