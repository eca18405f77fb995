import { z } from 'zod'
import { defineCall } from '../kit/call.ts'
import { wireInt } from '../kit/fields.ts'

export const exportCalls = {
  /** Rows of a list are about to leave as a file. Consoles make the file themselves, and hand it out once this has been answered. */
  tell: defineCall({
    method: 'POST',
    path: 'list-export',
    own: true,
    body: z.object({
      resource: z.string().regex(/^[a-zA-Z]{1,40}$/),
      rows: wireInt(0, 10_000_000),
      format: z.enum(['xlsx', 'csv']),
      query: z.string().max(500),
    }),
    right: 'signed-in',
    rate: 'write',
    idempotent: false,
  }),
}
