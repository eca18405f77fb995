import { z } from 'zod'
import type { Call } from './call.ts'
import { goodStatus } from './statuses.ts'

/** One wrong field of a request: `path` as the client named it, `key` under `field.` in errors.json. */
export const FieldIssue = z.object({
  path: z.string(),
  key: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
  message: z.string(),
})
export type FieldIssue = z.output<typeof FieldIssue>

/** Every JSON answer of the service (specification §7, §8); `flag` always equals `success`. */
export const Envelope = z.object({
  flag: z.boolean(),
  success: z.boolean(),
  statusCode: z.string(),
  errorMessage: z.string(),
  errorCode: z.string().optional(),
  showType: z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(4), z.literal(9)]).optional(),
  requestId: z.string().optional(),
  data: z.unknown(),
})
export type Envelope = z.output<typeof Envelope>

export function goodEnvelope(data: unknown, call?: Call): Envelope & { list?: unknown } {
  const envelope = { flag: true, success: true, statusCode: goodStatus, errorMessage: '', data: data ?? null }
  if (!call?.topList) return envelope
  return { ...envelope, list: (data as { list?: unknown } | null)?.list ?? [] }
}
