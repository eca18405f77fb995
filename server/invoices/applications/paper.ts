import type { UploadedFile } from '../../../contract/kit/call.ts'
import { mostInvoiceFile } from '../../../contract/invoices/staff-invoices.ts'
import type { ByteReply } from '../../kit/calls/implement.ts'
import { storedReply } from '../../kit/calls/stored-reply.ts'
import { AppError, badFields } from '../../kit/errors.ts'
import { isPdf } from '../../kit/files/is-pdf.ts'
import type { Services } from '../../kit/services.ts'
import type * as repo from './invoices.repo.ts'

const endings = { 'application/pdf': '.pdf', 'application/ofd': '.ofd' } as const
type MediaType = keyof typeof endings

export interface Paper {
  mediaType: MediaType
  bytes: Buffer
}

/** A document by GB/T 33190 is a zip whose main part is called so; it ends with the zip's own end. */
const isOfd = (bytes: Buffer) =>
  bytes.subarray(0, 4).equals(Buffer.from([0x50, 0x4b, 0x03, 0x04])) &&
  bytes.includes('OFD.xml', 0, 'latin1') &&
  bytes.includes(Buffer.from([0x50, 0x4b, 0x05, 0x06]), Math.max(0, bytes.length - 65_557))

/** What the file is by its content, never by its name. */
export function judgePaper(file: UploadedFile): Paper {
  const bytes = Buffer.from(file.bytes)
  if (bytes.length > mostInvoiceFile)
    throw badFields({ path: 'file', key: 'fileTooBig', params: { megabytes: mostInvoiceFile / 1024 / 1024 } })
  if (isPdf(bytes)) return { mediaType: 'application/pdf', bytes }
  if (isOfd(bytes)) return { mediaType: 'application/ofd', bytes }
  throw badFields({ path: 'file', key: 'invoiceFile' })
}

/** Called by its number, whatever its sender called it. */
export const paperName = (mediaType: MediaType, number: string, code: string | null) =>
  `${[code, number].filter(Boolean).join('-')}${endings[mediaType]}`

/** Numbers of invoices that a file's name says: twenty digits, or a code and its eight. */
export function numbersIn(name: string): { number: string; code: string | null }[] {
  const runs = name.match(/\d+/g) ?? []
  const codes = runs.filter((run) => run.length === 10 || run.length === 12)
  return [
    ...runs.filter((run) => run.length === 20).map((number) => ({ number, code: null })),
    ...codes.flatMap((code) => runs.filter((run) => run.length === 8).map((number) => ({ number, code }))),
  ]
}

type Stored = Awaited<ReturnType<typeof repo.findPaper>>

export function paperReply(services: Services, paper: Stored): ByteReply {
  if (!paper?.sha256 || !paper.fileName || !paper.mediaType || paper.size === null) throw new AppError('not-found')
  const { sha256, size, mediaType, fileName } = paper
  return storedReply(services, { sha256, size, mediaType, fileName })
}
