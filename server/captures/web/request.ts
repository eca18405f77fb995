import { z } from 'zod'

/** A queued web capture remembers this; the worker reads it back. */
export const WebRequest = z.object({
  device: z.enum(['desktop', 'mobile']),
  scroll: z.boolean(),
  delaySeconds: z.int(),
  twoStage: z.boolean().default(false),
})
export type WebRequest = z.output<typeof WebRequest>
