import type { VerifiedIdentity } from '../../proof/statement.ts'
import { recordAct } from '../kit/audit/audit.ts'
import type { Caller } from '../kit/calls/caller.ts'
import type { AccountTx } from '../kit/db/db.ts'
import { AppError } from '../kit/errors.ts'
import type { Services } from '../kit/services.ts'
import { findPassed } from './certify.repo.ts'
import { lookupOf, openIdentity, statedOf } from './sealed.ts'

/** The checks by which the owner of what is begun now and whoever begins it are known; null where none passed. */
export async function identitiesOf(
  tx: AccountTx,
  caller: Caller,
): Promise<{ ownerIdentityId: string | null; actingIdentityId: string | null }> {
  const passed = async (kind: 'PERSONAL' | 'ENTERPRISE') => (await findPassed(tx, { kind, ...caller }))?.id ?? null
  const actingIdentityId = await passed('PERSONAL')
  return {
    actingIdentityId,
    ownerIdentityId: caller.accountKind === 'personal' ? actingIdentityId : await passed('ENTERPRISE'),
  }
}

/** The same for evidence that is begun, which an installation may leave to verified owners. */
export async function requireOwner(
  { config }: Services,
  tx: AccountTx,
  caller: Caller,
): Promise<Awaited<ReturnType<typeof identitiesOf>>> {
  const identities = await identitiesOf(tx, caller)
  if (!identities.ownerIdentityId && config.captureRequiresRealName) throw new AppError('real-name-required')
  return identities
}

/** What a statement says of somebody; nothing where consent was withdrawn meanwhile. */
export async function statedIdentity(
  services: Services,
  id: string | null,
): Promise<VerifiedIdentity | 'not-verified'> {
  if (id === null) return 'not-verified'
  const row = await services.db.system
    .selectFrom('realName')
    .select(['id', 'kind', 'way', 'sealed', 'decidedAt'])
    .where('id', '=', id)
    .executeTakeFirst()
  const known = row && (await openIdentity(services, row))
  return known ? statedOf(row, known) : 'not-verified'
}

/** Whether a number is the one of this check, as far as it is still kept. */
export async function isNumberOf(services: Services, id: string, number: string): Promise<boolean> {
  const row = await services.db.system
    .selectFrom('realName')
    .select(['kind', 'lookup'])
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.lookup ? row.lookup.equals(await lookupOf(services, row.kind, number)) : false
}

/** A person's own verified name and number, in clear, to themselves; who looked stands in the record. */
export async function ownIdentity(services: Services, caller: Caller): Promise<{ name: string; number: string }> {
  const passed = await services.db.forAccount(caller, (tx) => findPassed(tx, { ...caller, kind: 'PERSONAL' }))
  const known = passed && (await openIdentity(services, passed))
  if (!known) throw new AppError('not-found')
  await services.db.forAccount(caller, (tx) =>
    recordAct(tx, caller, { action: 'identity.ownViewed', subjectKind: 'identity', subjectId: passed.id }),
  )
  return { name: known.name, number: known.number }
}
