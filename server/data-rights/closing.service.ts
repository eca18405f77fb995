import type { ClosingState, Obstacle } from '../../contract/data-rights/closing.ts'
import { lockClosing, closingOf } from '../accounts/closing-guard.service.ts'
import { type GivenStrongProof, requireStrongProof } from '../accounts/proofs/strong-proof.service.ts'
import { tellSecurity } from '../accounts/tell-security.service.ts'
import { recordAct } from '../kit/audit/audit.ts'
import type { Caller } from '../kit/calls/caller.ts'
import type { Queryable } from '../kit/db/db.ts'
import { AppError } from '../kit/errors.ts'
import type { Services } from '../kit/services.ts'
import { shanghaiDay } from '../../contract/kit/shanghai-time.ts'
import { openOrdersOf } from '../notarization/orders/open-orders.read.ts'
import * as repo from './closing.repo.ts'

/** Nothing that somebody works at may be left half-done, nobody may be left in an account without an owner, and no platform without an administrator. */
async function obstaclesOf(
  db: Queryable,
  { personId, platform }: Caller,
  memberships: readonly repo.ActiveMembership[],
): Promise<Obstacle[]> {
  const owned = repo.ownedOf(memberships)
  const { staff, last } = await repo.staffOf(db, personId, platform.id)
  const of = (kind: Obstacle['kind'], rows: readonly repo.Counted[]) => rows.map((row): Obstacle => ({ kind, ...row }))
  const one = (kind: Obstacle['kind'], there: boolean) =>
    there ? of(kind, [{ accountId: null, accountName: null, count: 1 }]) : []
  return [
    ...one('staff', staff),
    ...one('lastAdministrator', last),
    ...of('captures', await repo.evidenceIn(db, personId, owned, ['queued', 'collecting', 'uploading'])),
    ...of('toConfirm', await repo.evidenceIn(db, personId, owned, ['to-confirm'])),
    ...of('uploads', await repo.uploadsOf(db, personId, owned)),
    ...of('subAccounts', await repo.subsOf(db, owned)),
    ...of('balance', await repo.balancesOf(db, owned)),
    ...of('transfers', await repo.transfersOf(db, owned)),
    ...of('orders', await openOrdersOf(db, owned)),
    ...of('review', await repo.reviewsOf(db, personId, owned)),
  ]
}

export async function state({ db, config }: Services, caller: Caller): Promise<ClosingState> {
  const memberships = await repo.activeMembershipsOf(db.system, caller.personId)
  const [closingAt, obstacles] = [
    await closingOf(db.system, caller.personId),
    await obstaclesOf(db.system, caller, memberships),
  ]
  const names = (role: (r: string) => boolean) => memberships.filter((m) => role(m.role)).map((m) => m.name)
  return {
    closingAt: closingAt?.toISOString() ?? null,
    days: config.closingDays,
    obstacles,
    ends: names((r) => r === 'owner'),
    leaves: names((r) => r === 'sub'),
    evidence: await repo.sealedIn(db.system, repo.ownedOf(memberships)),
    units: await repo.unitsOf(db.system, repo.ownedOf(memberships)),
  }
}

/** Begins the time to think it over. Whoever asked already keeps the day that they were told. */
export async function ask(services: Services, caller: Caller, proof: GivenStrongProof) {
  await requireStrongProof(services, caller, proof)
  return services.db.asSystem(async (tx) => {
    await lockClosing(tx, caller.personId)
    const before = await closingOf(tx, caller.personId)
    if (before) return { closingAt: before.toISOString() }
    const obstacles = await obstaclesOf(tx, caller, await repo.activeMembershipsOf(tx, caller.personId))
    if (obstacles.length) throw new AppError('closing-obstructed', {}, [], { obstacles })
    const closingAt = await repo.setClosing(tx, caller.personId, services.config.closingDays)
    await recordAct(tx, caller, {
      action: 'closing.asked',
      subjectKind: 'person',
      subjectId: caller.personId,
      details: { closingAt: closingAt.toISOString() },
    })
    await tellSecurity(services, tx, caller, 'closingAsked', { day: shanghaiDay(closingAt) })
    return { closingAt: closingAt.toISOString() }
  })
}

export const takeBack = (services: Services, caller: Caller) =>
  services.db.asSystem(async (tx) => {
    await lockClosing(tx, caller.personId)
    const kept = await repo.unsetClosing(tx, caller.personId)
    if (!kept) return { kept }
    await recordAct(tx, caller, { action: 'closing.takenBack', subjectKind: 'person', subjectId: caller.personId })
    await tellSecurity(services, tx, caller, 'closingTakenBack')
    return { kept }
  })
