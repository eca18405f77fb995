import {
  type Office,
  type OfficeBody,
  type OfficeFind,
  OfficeKind,
  type OfficePerson,
  type OfficePersonFind,
  OfficeRole,
  type OfficeRoleBody,
  rolesOfOffice,
} from '../../../contract/accounts/offices.ts'
import { maskPhone } from '../../../contract/kit/mask.ts'
import { recordAct } from '../../kit/audit/audit.ts'
import type { Caller } from '../../kit/calls/caller.ts'
import { type AccountTx, isDuplicate, type Queryable } from '../../kit/db/db.ts'
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

const personShown = (
  kind: OfficeKind,
  { id, name, phone, role, practiceNumber, isHead }: repo.PersonRecord,
): OfficePerson => ({
  id,
  name,
  practiceNumber,
  isHead,
  phoneMasked: maskPhone(phone),
  officeRole: OfficeRole.nullable().parse(role),
  offeredRoles: [...rolesOfOffice[kind]],
})

const kindOf = async (tx: AccountTx, accountId: string) =>
  OfficeKind.parse(
    (await tx.selectFrom('office').select('kind').where('accountId', '=', accountId).executeTakeFirstOrThrow()).kind,
  )

export async function people({ db }: Services, caller: Caller, find: OfficePersonFind) {
  return db.forAccount(caller, async (tx) => {
    const kind = await kindOf(tx, caller.accountId)
    const { rows, ...rest } = await repo.listPeople(tx, caller.accountId, find)
    return { list: rows.map((row) => personShown(kind, row)), ...rest }
  })
}

/** From their next request on, they may do what the role allows. */
export const setRole = (
  { db }: Services,
  caller: Caller,
  id: string,
  { officeRole, practiceNumber: given }: OfficeRoleBody,
) =>
  db.forAccount(caller, async (tx) => {
    const person = await repo.lockPerson(tx, caller.accountId, id)
    if (!person) throw new AppError('not-found')
    const kind = await kindOf(tx, caller.accountId)
    if (officeRole && !rolesOfOffice[kind].includes(officeRole))
      throw badFields({ path: 'officeRole', key: 'notAChoice' })
    const practiceNumber = officeRole ? given : null
    if (person.role === officeRole && person.practiceNumber === practiceNumber) return
    const row = { membershipId: id, platformId: caller.platform.id, accountId: caller.accountId }
    if (officeRole)
      await tx
        .insertInto('officeMember')
        .values({ ...row, role: officeRole, practiceNumber })
        .onConflict((c) => c.column('membershipId').doUpdateSet({ role: officeRole, practiceNumber }))
        .execute()
    else
      await tx
        .deleteFrom('officeMember')
        .where('membershipId', '=', id)
        .where('accountId', '=', caller.accountId)
        .execute()
    await recordAct(tx, caller, {
      action: 'office.roleSet',
      subjectKind: 'office',
      subjectId: caller.accountId,
      details: { name: person.name, officeRole, practiceNumber },
    })
  })
