import type {} from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import type { UploadedFile } from '../../contract/kit/call.ts'
import { AppError } from '../kit/errors.ts'

interface Upload {
  body: unknown
  file?: UploadedFile
}

const maxFields = 20
/** How the parser words a form that ends too soon or is none. */
const broken = /unexpected end of multipart data|^Malformed |^Multipart: /i

/** Fields and the one file of a multipart body; other bodies pass as they are, without a file. */
export async function readUpload(request: FastifyRequest, { maxBytes }: { maxBytes: number }): Promise<Upload> {
  if (!request.isMultipart()) return { body: request.body }
  const body: Record<string, unknown> = {}
  let file: UploadedFile | undefined
  try {
    for await (const part of request.parts({ limits: { fileSize: maxBytes, files: 1, fields: maxFields, fieldSize: 64 * 1024 } })) {
      if (part.type === 'file') file = { name: part.filename.normalize('NFC').slice(-200), bytes: new Uint8Array(await part.toBuffer()) }
      else body[part.fieldname] = part.value
    }
  } catch (error) {
    const { code } = error as { code?: string }
    if (code === 'FST_REQ_FILE_TOO_LARGE') throw new AppError('bad-parameter', {}, [{ path: 'file', key: 'fileTooBig', params: { megabytes: Math.round(maxBytes / 1024 / 1024) } }])
    if (code?.startsWith('FST_') || broken.test((error as Error).message)) throw new AppError('bad-parameter')
    throw error
  }
  return { body, ...(file ? { file } : {}) }
}
