import type {} from '@fastify/multipart'
import type { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import type { StreamedFile, UploadedFile } from '../../../contract/kit/call.ts'
import { AppError, badFields } from '../../kit/errors.ts'
import { slotsOfEach } from '../../kit/work/slots.ts'

interface Upload {
  body: unknown
  file?: UploadedFile | StreamedFile
}

const maxFields = 20
/** How the parser words a form that ends too soon or is none. */
const broken = /unexpected end of multipart data|^Malformed |^Multipart: /i

/** Files of one sender that are in memory at once; the next are read when one of them has come. */
const heldAtOnce = 4

/** Each may trickle in for an hour: a few hundred of one sender would be all the memory that there is. */
const inTurn = slotsOfEach(heldAtOnce)

export interface Held {
  maxBytes: number
  /** Whose files wait for each other. */
  sender?: string
  /** How much of that comes, by the fields before the file; throws where none of it may. */
  boundOf?: ((named: Record<string, unknown>) => number) | undefined
}

/** Fields and the one file of a multipart body; other bodies pass as they are, without a file. */
export async function readUpload(request: FastifyRequest, { sender, ...bounds }: Held): Promise<Upload> {
  if (!request.isMultipart()) return { body: request.body }
  const read = () => readForm(request, bounds)
  return sender === undefined ? read() : inTurn(sender, read)
}

async function readForm(request: FastifyRequest, { maxBytes, boundOf }: Omit<Held, 'sender'>): Promise<Upload> {
  // Whoever hung up while they waited sends nothing more, and no end of it: reading it would take their place for ever.
  if (request.raw.destroyed) throw new AppError('unreadable-body')
  const body: Record<string, unknown> = {}
  let file: UploadedFile | undefined
  try {
    for await (const part of request.parts({
      limits: { fileSize: maxBytes, files: 1, fields: maxFields, fieldSize: 64 * 1024 },
    })) {
      if (part.type === 'file')
        file = {
          name: [...part.filename.normalize('NFC')].slice(-200).join(''),
          bytes: await bytesOf(part.file, () => Math.min(maxBytes, boundOf?.(body) ?? maxBytes)),
        }
      else body[part.fieldname] = part.value
    }
  } catch (error) {
    // What is left of it is taken off the line and kept nowhere, or the line would be of no more use.
    request.raw.unpipe()
    request.raw.resume()
    if (error instanceof AppError) throw error
    refuseBroken(error)
  }
  return { body, ...(file ? { file } : {}) }
}

const tooBig = (bytes: number) =>
  badFields({ path: 'file', key: 'fileTooBig', params: { megabytes: Math.round(bytes / 1024 / 1024) } })

/** A file as long as it stays within its bound: of what is beyond nothing more is read. */
async function bytesOf(file: Readable & { truncated?: boolean }, boundOf: () => number): Promise<Uint8Array> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    const most = boundOf()
    // The parser says this by no chunk, and the file ends only with its form.
    file.once('limit', () => file.destroy(tooBig(most)))
    for await (const chunk of file as AsyncIterable<Buffer>) {
      chunks.push(chunk)
      size += chunk.length
      if (size > most || file.truncated) throw tooBig(most)
    }
  } finally {
    file.destroy()
  }
  return new Uint8Array(Buffer.concat(chunks))
}

/**
 * Fields that stand before the one file, and that file while it comes; what follows it is not looked at. `atEnd` may refuse it once it
 * has come.
 */
export async function openUpload(request: FastifyRequest, atEnd?: () => Promise<unknown>): Promise<Upload> {
  if (!request.isMultipart()) return { body: request.body }
  const body: Record<string, unknown> = {}
  try {
    const parts = request.parts({ limits: { fileSize: Infinity, files: 1, fields: maxFields, fieldSize: 64 * 1024 } })
    // Not by a loop: leaving one would end the file with it.
    for (let next = await parts.next(); !next.done; next = await parts.next()) {
      if (next.value.type === 'file')
        return { body, file: { name: next.value.filename.normalize('NFC'), bytes: whole(next.value.file, atEnd) } }
      body[next.value.fieldname] = next.value.value
    }
  } catch (error) {
    refuseBroken(error)
  }
  return { body }
}

async function* whole(file: AsyncIterable<Uint8Array>, atEnd?: () => Promise<unknown>) {
  try {
    yield* file
  } catch (error) {
    refuseBroken(error)
  }
  await atEnd?.()
}

/** A form that is none, or that ended too soon, is its sender's mistake. */
function refuseBroken(error: unknown): never {
  const { code, message } = error as { code?: string; message: string }
  if (code?.startsWith('FST_') || broken.test(message)) throw new AppError('unreadable-body')
  throw error
}
