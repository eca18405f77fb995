import { z } from 'zod'
import { defineCall } from '../kit/call.ts'
import { Id } from '../kit/fields.ts'

const bytes = {
  method: 'GET',
  own: true,
  kind: 'bytes',
  params: z.object({ id: Id }),
  rate: 'read',
  idempotent: true,
} as const

/** Where files are read that were sent; every list knows these, and only forms how files are sent. */
export const fileBytes = {
  /** What a platform shows of itself. */
  shown: defineCall({ path: 'file/shown/{id}', right: 'public', ...bytes }),
  /** What the account sent. */
  sent: defineCall({ path: 'file/sent/{id}', right: 'signed-in', ...bytes }),
}
