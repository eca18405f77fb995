import { z } from 'zod'
import { defineCall } from '../kit/call.ts'
import { Id, Instant, TextBetween } from '../kit/fields.ts'
import { listOf, Page } from '../kit/page.ts'

/** What does not fit, as the audit finds it. */
export const findingKinds = [
  'object-missing',
  'object-altered',
  'object-unreadable',
  'object-row',
  'entry-missing',
  'entry-altered',
  'entry-extra',
  'node-altered',
  'root-differs',
  'checkpoint-invalid',
  'shard-unlinked',
  'shard-key',
  'log-behind',
  'mark-differs',
  'statement-altered',
  'stamp-invalid',
  'stamp-row',
  'not-logged',
  'leaf-differs',
  'acts-altered',
] as const
export const FindingKind = z.enum(findingKinds)
export type FindingKind = z.output<typeof FindingKind>

/** Parts of a run, in their order. */
export const integrityStages = ['objects', 'log', 'stamps', 'acts'] as const
export const IntegrityStage = z.enum(integrityStages)
export type IntegrityStage = z.output<typeof IntegrityStage>

export const RunState = z.enum(['running', 'done', 'found'])
export type RunState = z.output<typeof RunState>

export const IntegrityRun = z.object({
  id: Id,
  /** When it began, as people read it. */
  run: z.string(),
  /** `found` is done, and something does not fit. */
  runState: RunState,
  /** Of one that runs. */
  stage: IntegrityStage.nullable(),
  byStaff: z.boolean(),
  objects: z.int(),
  objectsDue: z.int(),
  bytes: z.int(),
  entries: z.int(),
  checkpoints: z.int(),
  stamps: z.int(),
  acts: z.int(),
  findings: z.int(),
  /** Why it rests just now. */
  trouble: z.string().nullable(),
  begunAt: Instant,
  endedAt: Instant.nullable(),
})
export type IntegrityRun = z.output<typeof IntegrityRun>

export const IntegrityFinding = z.object({
  id: Id,
  what: FindingKind,
  /** The digest or number by which it is found. */
  place: z.string(),
  /** Of some evidence that needs it. */
  ano: z.string().nullable(),
  expected: z.string(),
  found: z.string(),
  at: Instant,
})
export type IntegrityFinding = z.output<typeof IntegrityFinding>

export const RunFind = Page.extend({ runState: RunState.optional() })
export type RunFind = z.output<typeof RunFind>

const read = { own: true, right: 'operator.jobs', rate: 'read', idempotent: true } as const
const one = { params: z.object({ id: Id }) }

export const integrityCalls = {
  list: defineCall({
    method: 'POST',
    path: 'operator/integrity/list',
    body: RunFind,
    reply: listOf(IntegrityRun),
    ...read,
  }),
  get: defineCall({ method: 'GET', path: 'operator/integrity/{id}', ...one, reply: IntegrityRun, ...read }),
  findings: defineCall({
    method: 'GET',
    path: 'operator/integrity/{id}/finding',
    ...one,
    query: Page,
    reply: listOf(IntegrityFinding),
    ...read,
  }),
  /** Begins a run; refused while one is under way. */
  start: defineCall({
    method: 'POST',
    path: 'operator/integrity',
    body: z.object({ reason: TextBetween(2, 200) }),
    reply: z.object({ id: Id }),
    own: true,
    right: 'operator.jobs',
    rate: 'write',
    idempotent: false,
  }),
}
