import { type Office, type OfficeBody, type OfficeFind, OfficeKind } from '../../../contract/accounts/offices.ts'
import { recordAct } from '../../kit/audit/audit.ts'
import type { Caller } from '../../kit/calls/caller.ts'
import { isDuplicate, type Queryable } from '../../kit/db/db.ts'
import { AppError, badFields } from '../../kit/errors.ts'
import type { Services } from '../../kit/services.ts'
import * as repo from './offices.repo.ts'

const shown = ({ kind, isOpen, createdAt, ...row }: repo.OfficeRecord): Office => ({
  ...row,
  officeKind: OfficeKind.parse(kind),
  officeState: isOpen ? 'open' : 'closed',
  createdAt: createdAt.toISOString(),
})

export async function list({ db }: Services, { platform }: Caller, find: OfficeFind) {
  const { rows, ...rest } = await repo.listOffices(db.system, platform.id, find)
  return { list: rows.map(shown), ...rest }
}

async function require(db: Queryable, { platform }: Caller, id: string) {
  const found = await repo.findOffice(db, platform.id, id)
  if (!found) throw new AppError('not-found')
  return found
}

export const get = async ({ db }: Services, caller: Caller, id: string) => shown(await require(db.system, caller, id))

/** Only an enterprise's account can be an office, and none of the platform's staff. What an office is stays: its people's roles and its orders rest on it. */
export async function save({ db }: Services, caller: Caller, id: string, { officeKind, ...body }: OfficeBody) {
  try {
    await db.asSystem(async (tx) => {
      const account = await tx
        .selectFrom('account')
        .select(['kind', 'status'])
        .where('id', '=', id)
        .where('platformId', '=', caller.platform.id)
        .where((e) =>
          e.exists(
            e
              .selectFrom('membership')
              .select('membership.id')
              .whereRef('membership.accountId', '=', 'account.id')
              .where('membership.role', '=', 'owner'),
          ),
        )
        .forUpdate()
        .executeTakeFirst()
      if (!account) throw new AppError('not-found')
      if (account.kind !== 'enterprise' || account.status === 'CLOSED') throw new AppError('no-office')
      const before = await repo.findOffice(tx, caller.platform.id, id)
      if (before && before.kind !== officeKind) throw badFields({ path: 'officeKind', key: 'officeKind' })
      await tx
        .insertInto('office')
        .values({ accountId: id, platformId: caller.platform.id, kind: officeKind, ...body })
        .onConflict((c) => c.column('accountId').doUpdateSet(body))
        .execute()
      await recordAct(
        tx,
        { ...caller, accountId: id },
        {
          action: before ? 'office.changed' : 'office.added',
          subjectKind: 'office',
          subjectId: id,
          details: { officeKind, ...body },
        },
      )
    })
  } catch (error) {
    if (isDuplicate(error, 'office_case_word')) throw badFields({ path: 'caseWord', key: 'duplicate' })
    throw error
  }
  return { id }
}

export const setOpen = ({ db }: Services, caller: Caller, id: string, isOpen: boolean) =>
  db.asSystem(async (tx) => {
    await require(tx, caller, id)
    const changed = await tx
      .updateTable('office')
      .set({ isOpen })
      .where('accountId', '=', id)
      .where('isOpen', '<>', isOpen)
      .returning('accountId')
      .executeTakeFirst()
    if (!changed) return
    await recordAct(
      tx,
      { ...caller, accountId: id },
      { action: isOpen ? 'office.opened' : 'office.closed', subjectKind: 'office', subjectId: id },
    )
  })
