import { z } from 'zod'
import { defineCall } from '../kit/call.ts'
import { Id, Instant } from '../kit/fields.ts'
import { rightOfHistory } from '../kit/records.ts'

/** Whose history can be read. */
export const SubjectKind = z.enum(Object.keys(rightOfHistory) as [keyof typeof rightOfHistory])
export type SubjectKind = z.output<typeof SubjectKind>

/** One thing that was done; the service writes it, nobody edits it. */
export const Act = z.object({
  at: Instant,
  action: z.string(),
  actor: z.string(),
  details: z.record(z.string(), z.unknown()),
})
export type Act = z.output<typeof Act>

export const historyCalls = {
  /** What was done with one record of the account, oldest first; also after the record has gone. */
  of: defineCall({
    method: 'GET',
    path: 'history/{kind}/{id}',
    own: true,
    params: z.object({ kind: SubjectKind, id: Id }),
    reply: z.object({ list: z.array(Act) }),
    right: 'signed-in',
    rate: 'read',
    idempotent: true,
  }),
}
