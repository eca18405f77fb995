import { ApprovalKind as KindName } from '../../../contract/platform/approvals.ts'
import { recordAct } from '../../kit/audit/audit.ts'
import type { Caller } from '../../kit/calls/caller.ts'
import type { Tx } from '../../kit/db/db.ts'
import { AppError } from '../../kit/errors.ts'
import { newId } from '../../kit/ids.ts'
import type { ApprovalKind } from '../../kit/work/approval-kind.ts'
import * as repo from './approvals.repo.ts'
import { hasOtherStaff, rolesWith } from './staff.read.ts'

/** Refuses what nobody could decide on: no other person of the platform has the right to it. */
async function requireOthers(tx: Tx, caller: Caller, { right }: ApprovalKind) {
  if (!(await hasOtherStaff(tx, caller, rolesWith(right, caller.platform)))) throw new AppError('nobody-to-approve')
}

/** Kinds of which one change of a subject waits at a time. */
const oneAtATime: readonly string[] = ['decider', 'transfer-account'] satisfies KindName[]

interface Change {
  subjectId?: string
  accountId?: string
  request: object
}

/** Keeps a change that another person decides on. The same person's earlier one of the same thing gives way. */
export async function askApproval(
  tx: Tx,
  caller: Caller,
  kind: ApprovalKind,
  { subjectId, accountId, request }: Change,
): Promise<{ id: string }> {
  await requireOthers(tx, caller, kind)
  const name = KindName.parse(kind.kind)
  if (subjectId && oneAtATime.includes(name)) await giveWay(tx, caller, name, subjectId)
  const id = newId()
  await repo.insertApproval(tx, caller, {
    id,
    kind: name,
    subjectId: subjectId ?? null,
    accountId: accountId ?? null,
    request,
  })
  await recordAct(
    tx,
    { ...caller, accountId: accountId ?? null },
    {
      action: 'approval.asked',
      subjectKind: 'approval',
      subjectId: id,
      details: { kind: name, change: kind.say('zh-CN', request) },
    },
  )
  return { id }
}

async function giveWay(tx: Tx, caller: Caller, kind: KindName, subjectId: string) {
  const earlier = await repo.lockWaiting(tx, kind, subjectId)
  if (!earlier) return
  if (earlier.askedBy !== caller.personId) throw new AppError('approval-waits')
  await takeBack(tx, caller, kind, earlier)
}

/** Takes back what waits for a subject, because that was settled otherwise. */
export async function dropApproval(tx: Tx, caller: Caller, kind: KindName, subjectId: string): Promise<void> {
  const earlier = await repo.lockWaiting(tx, kind, subjectId)
  if (earlier) await takeBack(tx, caller, kind, earlier)
}

async function takeBack(
  tx: Tx,
  caller: Caller,
  kind: KindName,
  { id, accountId }: { id: string; accountId: string | null },
) {
  await repo.decide(tx, id, 'withdrawn', caller)
  await recordAct(
    tx,
    { ...caller, accountId },
    { action: 'approval.withdrawn', subjectKind: 'approval', subjectId: id, details: { kind } },
  )
}
