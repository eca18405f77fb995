import { constants, deflateRawSync } from 'node:zlib'

/** A PDF of one page with right offsets, which any reader takes; `mark` makes it another file. */
export function smallPdf(mark = 'a'): Buffer {
  const content = `BT /F1 24 Tf 72 720 Td (Page ${mark.replaceAll(/[^\w ]/g, '')}) Tj ET`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]
  let text = `%PDF-1.4\n% ${mark}\n`
  const offsets = objects.map((object, i) => {
    const at = Buffer.byteLength(text)
    text += `${i + 1} 0 obj\n${object}\nendobj\n`
    return at
  })
  const table = offsets.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('')
  const start = Buffer.byteLength(text)
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`
  return Buffer.from(text)
}

/** One whose objects lie in a stream of some megabytes that unfolds to so many gigabytes. */
export function unfoldingPdf(gigabytes: number): Buffer {
  const block = deflateRawSync(Buffer.alloc(1024 * 1024), { finishFlush: constants.Z_FULL_FLUSH })
  const unfolding = Buffer.concat([
    Buffer.from([0x78, 0x9c]),
    ...Array.from({ length: gigabytes * 1024 }, () => block),
    deflateRawSync(Buffer.alloc(0)),
  ])
  const [end, file] = [Buffer.from('\nendstream\nendobj\n'), smallPdf()]
  const head = `6 0 obj\n<< /Type /ObjStm /N 1 /First 4 /Filter /FlateDecode /Length ${unfolding.length} >>\nstream\n`
  const at = file.indexOf('xref')
  return Buffer.concat([file.subarray(0, at), Buffer.from(head), unfolding, end, file.subarray(at)])
}

/** One of so many objects that hold nothing: two hundred thousand are five megabytes, and take fifteen seconds to read. */
export function crowdedPdf(objects: number): Buffer {
  const file = smallPdf()
  const empty = Array.from({ length: objects }, (_, i) => `${i + 6} 0 obj\n<<>>\nendobj\n`).join('')
  return Buffer.concat([
    file.subarray(0, file.indexOf('xref')),
    Buffer.from(`${empty}trailer\n<< /Size ${objects + 6} /Root 1 0 R >>\n%%EOF\n`),
  ])
}
