import { z } from 'zod'
import { defineCall } from '../kit/call.ts'
import { Id, Instant, StaffReason } from '../kit/fields.ts'
import { listOf, Page } from '../kit/page.ts'

export const jobQueues = [
  'capture',
  'capture-local',
  'certificate',
  'late-proofs',
  'paper',
  'upload',
  'deposit',
  'news',
  'message',
  'data-copy',
  'closing',
] as const

/** `stuck` runs longer than it may, or waits although it is due. */
export const JobState = z.enum(['stuck', 'failed', 'waiting', 'retrying', 'running', 'cancelled'])
export type JobState = z.output<typeof JobState>

export const PlatformJob = z.object({
  id: Id,
  queue: z.enum(jobQueues),
  jobState: JobState,
  /** What it works at: evidence by its number, a message by its kind; of an upload nothing but that it is one. */
  subject: z.string(),
  ano: z.string().nullable(),
  evidenceStatus: z.string().nullable(),
  account: z.string().nullable(),
  /** How often it was tried again. */
  retries: z.int(),
  createdAt: Instant,
  startedAt: Instant.nullable(),
  /** What the last try said. */
  error: z.string().nullable(),
})
export type PlatformJob = z.output<typeof PlatformJob>

export const JobFind = Page.extend({
  queue: z.enum(jobQueues).optional(),
  jobState: JobState.optional(),
  ano: z.string().trim().max(40).optional(),
})
export type JobFind = z.output<typeof JobFind>

const one = { params: z.object({ id: Id }) }
const read = { own: true, right: 'operator.jobs', rate: 'read', idempotent: true } as const
const change = { own: true, right: 'operator.jobs', rate: 'write', idempotent: false } as const

export const jobCalls = {
  /** All that is not done: what needs somebody first, then the newest. */
  list: defineCall({ method: 'GET', path: 'operator/job', query: JobFind, reply: listOf(PlatformJob), ...read }),
  get: defineCall({ method: 'GET', path: 'operator/job/{id}', ...one, reply: PlatformJob, ...read }),
  retry: defineCall({ method: 'POST', path: 'operator/job/{id}/retry', ...one, ...change }),
  /** A capture that is not done ends with its job; a certificate is asked for again within the hour. */
  cancel: defineCall({
    method: 'POST',
    path: 'operator/job/{id}/cancel',
    ...one,
    body: z.object({ reason: StaffReason }),
    ...change,
  }),
}
