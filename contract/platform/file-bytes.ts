import { z } from 'zod'
import { defineCall } from '../kit/call.ts'
import { Id } from '../kit/fields.ts'
import { type PictureWidth, pictureWidths } from './picture-widths.ts'

const bytes = {
  method: 'GET',
  own: true,
  kind: 'bytes',
  params: z.object({ id: Id }),
  rate: 'read',
  idempotent: true,
} as const

const Width = z.enum(pictureWidths.map(String)).transform((width) => Number(width) as PictureWidth)

/** Where files are read that were sent; every list knows these, and only forms how files are sent. */
export const fileBytes = {
  /**
   * What a platform shows of itself. With `width` a picture comes at least so wide, never wider than it is, and in the lightest format that
   * `Accept` names.
   */
  shown: defineCall({
    path: 'file/shown/{id}',
    right: 'public',
    query: z.object({ width: Width.optional() }),
    ...bytes,
  }),
  /** What the account sent. */
  sent: defineCall({ path: 'file/sent/{id}', right: 'signed-in', ...bytes }),
}
