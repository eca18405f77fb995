import { z } from 'zod'
import { defineCall, serviceBase } from '../kit/call.ts'
import { Id, Instant, Sha256, Sm3 } from '../kit/fields.ts'

/** Where resumable uploads go: the tus protocol, version 1.0.0, extensions creation and termination. */
export const tusPath = `${serviceBase}/upload/tus`

/** Uploads of one person that nothing was made of yet. */
export const mostOpen = 50
/** What nothing was made of for so long is removed. */
export const uploadDays = 7

export const UploadState = z.enum(['receiving', 'checking', 'ready'])

/** A file on its way: received up to a byte, then hashed by the service, then ready to be deposited. */
export const UploadRow = z.object({
  fileId: Id,
  fileName: z.string(),
  fileSize: z.int(),
  received: z.int(),
  state: UploadState,
  fileType: z.string().nullable(),
  sha256: z.string().nullable(),
  sm3: z.string().nullable(),
  createdAt: Instant,
})
export type UploadRow = z.output<typeof UploadRow>

const Received = z.object({
  fileId: Id,
  fileName: z.string(),
  fileSize: z.int(),
  fileType: z.string(),
  sha256: z.string(),
  sm3: z.string(),
})

const send = { right: 'deposits.make', rate: 'write', idempotent: false } as const
/** Fields stand before the file: what is wrong with it is then known when its last byte has come. */
const whole = {
  method: 'POST',
  upload: { streamed: true },
  body: z.object({ sha256: Sha256.optional(), sm3: Sm3.optional() }),
  reply: Received,
  ...send,
} as const

export const uploadCalls = {
  /** A whole file in one request, for small ones and for clients that know nothing else. */
  upload: defineCall({ path: 'attestaion/file/upload', ...whole }), // legacy spelling, frozen
  uploadToConfirm: defineCall({ path: 'attestation/file/upload', ...whole }),
  list: defineCall({
    method: 'GET',
    path: 'upload/list',
    own: true,
    reply: z.object({ list: z.array(UploadRow), mostBytes: z.int() }),
    right: 'deposits.make',
    rate: 'read',
    idempotent: true,
  }),
  info: defineCall({
    method: 'GET',
    path: 'upload/{id}',
    own: true,
    params: z.object({ id: Id }),
    reply: UploadRow,
    right: 'deposits.make',
    rate: 'read',
    idempotent: true,
  }),
  remove: defineCall({
    method: 'DELETE',
    path: 'upload/{id}',
    own: true,
    params: z.object({ id: Id }),
    right: 'deposits.make',
    rate: 'write',
    idempotent: true,
  }),
}
