import type { AccountFind, PlatformAccount, StampPolicy, StorageBody } from '../../contract/operator/accounts.ts'
import type { Standing, StandingNow } from '../../contract/operator/people.ts'
import { recordAct } from '../kit/audit/audit.ts'
import type { Caller } from '../kit/calls/caller.ts'
import type { Queryable } from '../kit/db/db.ts'
import { recordRaise } from '../platform/approvals/independence.service.ts'
import { AppError } from '../kit/errors.ts'
import { ownerOf, tell } from '../kit/notify/news.ts'
import type { Services } from '../kit/services.ts'
import * as repo from './accounts.repo.ts'
import { mayJudge, requireMayJudge, takeJudging } from './people.service.ts'

const judged = (caller: Caller, a: repo.AccountRecord) => ({
  staff: a.staff,
  self: a.id === caller.accountId,
  closed: a.status === 'CLOSED',
})

const shown =
  (caller: Caller) =>
  (a: repo.AccountRecord): PlatformAccount => ({
    id: a.id,
    name: a.name,
    accountKind: a.kind as PlatformAccount['accountKind'],
    ownerName: a.ownerName,
    ownerId: a.ownerId,
    subs: a.subs,
    evidence: a.evidence,
    standing: a.status as StandingNow,
    timestamps: a.timestamps as StampPolicy,
    staff: a.staff,
    isOffice: a.isOffice,
    stored: Number(a.stored),
    unfinished: Number(a.unfinished),
    storedGib: a.storedGib,
    unfinishedGib: a.unfinishedGib,
    changeable: mayJudge(caller, judged(caller, a)),
    createdAt: a.createdAt.toISOString(),
  })

export async function list(services: Services, caller: Caller, find: AccountFind) {
  const { rows, ...rest } = await repo.listAccounts(services.db.system, caller.platform.id, find)
  return { list: rows.map(shown(caller)), ...rest }
}

async function require(db: Queryable, { platform }: Caller, id: string) {
  const found = await repo.findAccount(db, platform.id, id)
  if (!found) throw new AppError('not-found')
  return found
}

export const get = async (services: Services, caller: Caller, id: string) =>
  shown(caller)(await require(services.db.system, caller, id))

/** What its people may do from then on is decided where rights are (`rightsOf`); what was asked for before goes on. */
export const setStanding = (services: Services, caller: Caller, id: string, standing: Standing, reason: string) =>
  services.db.asSystem(async (tx) => {
    await takeJudging(tx, caller)
    requireMayJudge(caller, judged(caller, await require(tx, caller, id)))
    if (!(await repo.setStanding(tx, id, standing))) return
    if (standing === 'ACTIVE')
      for (const personId of await repo.staffOf(tx, id))
        await recordRaise(tx, { personId, raisedBy: caller.personId, way: 'standing' })
    await recordAct(
      tx,
      { ...caller, accountId: id },
      {
        action: standing === 'DISABLED' ? 'account.disabled' : 'account.enabled',
        subjectKind: 'account',
        subjectId: id,
        reason,
      },
    )
    const personId = await ownerOf(tx, id)
    if (personId)
      await tell(tx, services.jobs, {
        kind: standing === 'DISABLED' ? 'accountDisabled' : 'accountEnabled',
        platformId: caller.platform.id,
        personId,
        accountId: id,
        params: { why: reason },
      })
  })

/** What is there stays, however much it is; only what comes from then on is refused. */
export const setStorage = (services: Services, caller: Caller, id: string, { reason, ...limits }: StorageBody) =>
  services.db.asSystem(async (tx) => {
    await takeJudging(tx, caller)
    requireMayJudge(caller, judged(caller, await require(tx, caller, id)))
    if (await repo.setStorage(tx, id, limits))
      await recordAct(
        tx,
        { ...caller, accountId: id },
        { action: 'account.storage', subjectKind: 'account', subjectId: id, details: limits, reason },
      )
  })

/** What was sealed before keeps what it was sealed with. */
export const setTimestamps = (
  services: Services,
  caller: Caller,
  id: string,
  timestamps: StampPolicy,
  reason: string,
) =>
  services.db.asSystem(async (tx) => {
    await takeJudging(tx, caller)
    requireMayJudge(caller, judged(caller, await require(tx, caller, id)))
    if (await repo.setTimestamps(tx, id, timestamps))
      await recordAct(
        tx,
        { ...caller, accountId: id },
        { action: 'account.timestamps', subjectKind: 'account', subjectId: id, details: { timestamps }, reason },
      )
  })
