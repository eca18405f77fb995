import { zipSync } from 'fflate'

export const pdf = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n')
export const ofd = Buffer.from(
  zipSync({ 'OFD.xml': Buffer.from('<ofd:OFD/>'), 'Doc_0/Document.xml': Buffer.from('<x/>') }),
)
