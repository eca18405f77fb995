import {
  type Approval,
  type ApprovalFind,
  ApprovalKind,
  type ApprovalState,
} from '../../../contract/platform/approvals.ts'
import { recordAct } from '../../kit/audit/audit.ts'
import type { Caller } from '../../kit/calls/caller.ts'
import type { Tx } from '../../kit/db/db.ts'
import { AppError } from '../../kit/errors.ts'
import type { Services } from '../../kit/services.ts'
import type { ApprovalKind as Kind } from '../../kit/work/approval-kind.ts'
import { eachRow } from '../../kit/work/each-row.ts'
import * as repo from './approvals.repo.ts'
import { linkedTo, requireIndependent } from './independence.service.ts'
import { isStaff, rolesWith } from './staff.read.ts'

/** Kinds of change, of every domain. */
export type Kinds = readonly Kind[]

function kindOf(kinds: Kinds, { kind }: { kind: string }): Kind {
  const found = kinds.find((one) => one.kind === kind)
  if (!found) throw new Error(`no domain declares changes of the kind ${kind}`)
  return found
}

const decidable = (kinds: Kinds, { rights }: Caller) =>
  kinds.filter(({ right }) => rights.has(right)).map(({ kind }) => ApprovalKind.parse(kind))

async function shown({ db, config }: Services, kinds: Kinds, caller: Caller, rows: repo.ApprovalRecord[]) {
  const waiting = rows.filter(({ state }) => state === 'waiting').map(({ askedBy }) => askedBy)
  const linked = await linkedTo(db.system, config, caller.personId, waiting)
  return rows.map((row): Approval => {
    const { id, state, askedBy, askedName, decidedName, decidedAt, answer, createdAt } = row
    const kind = kindOf(kinds, row)
    return {
      id,
      approvalKind: ApprovalKind.parse(row.kind),
      change: kind.say(caller.lang, row.request),
      approvalState: state as ApprovalState,
      askedName,
      decidedName,
      decidedAt: decidedAt?.toISOString() ?? null,
      answer,
      mine: askedBy === caller.personId,
      mayDecide:
        state === 'waiting' && askedBy !== caller.personId && !linked.has(askedBy) && caller.rights.has(kind.right),
      createdAt: createdAt.toISOString(),
    }
  })
}

export async function list(services: Services, kinds: Kinds, caller: Caller, find: ApprovalFind) {
  const { rows, ...rest } = await repo.listApprovals(services.db.system, caller, decidable(kinds, caller), find)
  return { list: await shown(services, kinds, caller, rows), ...rest }
}

/** Whoever may neither decide nor asked for it finds nothing. */
function requireSeen(kinds: Kinds, caller: Caller, found: repo.ApprovalRecord | undefined): repo.ApprovalRecord {
  if (!found || !(found.askedBy === caller.personId || caller.rights.has(kindOf(kinds, found).right)))
    throw new AppError('not-found')
  return found
}

export async function get(services: Services, kinds: Kinds, caller: Caller, id: string) {
  const found = requireSeen(kinds, caller, await repo.findApproval(services.db.system, caller.platform.id, id))
  return (await shown(services, kinds, caller, [found]))[0]!
}

/** Held, and still waiting. What the change rests on is held first. */
async function waiting(tx: Tx, kinds: Kinds, caller: Caller, id: string) {
  const seen = requireSeen(kinds, caller, await repo.findApproval(tx, caller.platform.id, id))
  const kind = kindOf(kinds, seen)
  await kind.lock?.(tx, seen, caller)
  const found = await repo.lockApproval(tx, caller.platform.id, id)
  if (found?.state !== 'waiting') throw new AppError('wrong-state')
  return { kind, found }
}

interface Decided {
  kind: Kind
  found: repo.ApprovalRecord
  state: Exclude<ApprovalState, 'waiting'>
  answer?: string
}

/** Nobody decides where a time has passed. */
async function record(tx: Tx, caller: Caller | undefined, platformId: string, { kind, found, state, answer }: Decided) {
  const request = kind.kept?.(found.request)
  await repo.decide(tx, found.id, state, caller, {
    ...(answer === undefined ? {} : { answer }),
    ...(request === undefined ? {} : { request }),
  })
  await recordAct(
    tx,
    caller
      ? { ...caller, accountId: found.accountId }
      : { system: true, platform: { id: platformId }, accountId: found.accountId },
    {
      action: `approval.${state}`,
      subjectKind: 'approval',
      subjectId: found.id,
      details: { kind: found.kind, change: kind.say('zh-CN', found.request), askedName: found.askedName },
      ...(answer === undefined ? {} : { reason: answer }),
    },
  )
}

/** Of two people each must still be one: whoever left the staff may have asked in the hours before. */
async function requireDecider(
  { config }: Services,
  tx: Tx,
  caller: Caller,
  { kind, found }: { kind: Kind; found: repo.ApprovalRecord },
) {
  if (!caller.rights.has(kind.right)) throw new AppError('not-found')
  await requireIndependent(tx, config, { askedBy: found.askedBy, decidedBy: caller.personId })
}

export async function apply(services: Services, kinds: Kinds, caller: Caller, id: string) {
  const kind = await services.db.asSystem(async (tx) => {
    const held = await waiting(tx, kinds, caller, id)
    await requireDecider(services, tx, caller, held)
    const roles = rolesWith(held.kind.right, caller.platform)
    if (held.kind.isAskedByStaff && !(await isStaff(tx, caller.platform.id, held.found.askedBy, roles)))
      throw new AppError('asker-gone')
    await held.kind.apply(services, tx, caller, held.found)
    await record(tx, caller, caller.platform.id, { ...held, state: 'applied' })
    return held.kind
  })
  kind.applied?.(services)
}

export const refuse = (services: Services, kinds: Kinds, caller: Caller, id: string, reason: string) =>
  services.db.asSystem(async (tx) => {
    const held = await waiting(tx, kinds, caller, id)
    await requireDecider(services, tx, caller, held)
    await held.kind.refused?.(services, tx, caller, { ...held.found, reason })
    await record(tx, caller, caller.platform.id, { ...held, state: 'refused', answer: reason })
  })

export const withdraw = (services: Services, kinds: Kinds, caller: Caller, id: string) =>
  services.db.asSystem(async (tx) => {
    const held = await waiting(tx, kinds, caller, id)
    if (held.found.askedBy !== caller.personId) throw new AppError('asker-only')
    await record(tx, caller, caller.platform.id, { ...held, state: 'withdrawn' })
  })

/** What nobody decides on within so many days is given up: the request may name people. */
const daysToDecide = 30
const mostAtOnce = 100

/** Gives up what has waited for too long. */
export const lapseApprovals = async (services: Services, kinds: Kinds) =>
  eachRow(await repo.listStale(services.db.system, daysToDecide, mostAtOnce), ({ id, platformId }) =>
    services.db.asSystem(async (tx) => {
      const found = await repo.lockApproval(tx, platformId, id)
      if (found?.state !== 'waiting') return
      await record(tx, undefined, platformId, { kind: kindOf(kinds, found), found, state: 'withdrawn' })
    }),
  )
