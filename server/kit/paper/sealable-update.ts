import { deflateSync } from 'node:zlib'
import { PDFArray, PDFDocument, PDFHexString, PDFName, PDFRawStream, PDFRef, PDFString } from '@cantoo/pdf-lib'
import type { AttachedFile } from '../pdf/attach-files.ts'
import { rangePlaceholder } from '../pdf/signature-field.ts'

export interface SealableUpdate {
  files: readonly AttachedFile[]
  /** An entry of the catalogue, as `nameInCatalogue` writes it. */
  catalogue: { entry: string; names: Record<string, string> }
  at: Date
  /** Bytes of the signature to come. */
  reserved: number
}

/**
 * Adds an empty signature field and attached files to a document of somebody else, as an incremental update (ISO 32000-1 §7.5.6): every byte of it
 * stays, and with them the signatures that are in it. Throws where it cannot be read, or is encrypted.
 */
export async function withSealableUpdate(
  original: Uint8Array,
  { files, catalogue: { entry, names }, at, reserved }: SealableUpdate,
): Promise<Buffer> {
  const doc = await PDFDocument.load(original, { forIncrementalUpdate: true, updateMetadata: false })
  const { context, catalog } = doc
  const when = PDFString.fromDate(at)
  const signature = context.register(
    context.obj({
      Type: 'Sig',
      Filter: 'Adobe.PPKLite',
      SubFilter: 'ETSI.CAdES.detached',
      ByteRange: [0, rangePlaceholder, rangePlaceholder, rangePlaceholder],
      Contents: PDFHexString.of('00'.repeat(reserved)),
      M: when,
    }),
  )
  const page = doc.getPage(0)
  const field = context.register(
    context.obj({
      Type: 'Annot',
      Subtype: 'Widget',
      FT: 'Sig',
      T: PDFString.of('EvidenceSeal'),
      V: signature,
      P: page.ref,
      Rect: [0, 0, 0, 0],
      F: 132,
    }),
  )
  page.node.addAnnot(field)
  addToForm(doc, field)
  const attached = files.map(({ name, type, relationship, bytes }) => {
    const stream = PDFRawStream.of(
      context.obj({
        Type: 'EmbeddedFile',
        Subtype: type,
        Filter: 'FlateDecode',
        Params: { Size: bytes.length, ModDate: when },
      }),
      deflateSync(bytes),
    )
    return context.register(
      context.obj({
        Type: 'Filespec',
        AFRelationship: relationship,
        F: PDFString.of(name),
        UF: PDFString.of(name),
        EF: { F: context.register(stream) },
      }),
    )
  })
  // Behind what it has attached of its own.
  const before = catalog.lookupMaybe(PDFName.of('AF'), PDFArray)?.asArray() ?? []
  catalog.set(PDFName.of('AF'), context.obj([...before, ...attached]))
  catalog.set(
    PDFName.of(entry),
    context.obj(Object.fromEntries(Object.entries(names).map(([key, text]) => [key, PDFString.of(text)]))),
  )
  return Buffer.from(await doc.commit({ useObjectStreams: false }))
}

/** Beside the fields that the document has: other signatures among them stay valid. */
function addToForm({ catalog, context }: PDFDocument, field: PDFRef) {
  const form = catalog.getAcroForm()
  if (!form) return catalog.set(PDFName.of('AcroForm'), context.obj({ Fields: [field], SigFlags: 3 }))
  form.addField(field)
  form.dict.set(PDFName.of('SigFlags'), context.obj(3))
}
