import {
  isDecider,
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
import type { Queryable, Tx } from '../../kit/db/db.ts'
import { AppError, badFields } from '../../kit/errors.ts'
import type { Services } from '../../kit/services.ts'
import { askApproval, dropApproval } from '../../platform/approvals/ask-approval.service.ts'
import { deciderApproval } from './decider-approval.ts'
import * as repo from './offices.repo.ts'

const shown = (
  kind: OfficeKind,
  { id, name, phone, role, practiceNumber, isHead, asked }: repo.ListedPerson,
): OfficePerson => ({
  id,
  name,
  practiceNumber,
  isHead,
  phoneMasked: maskPhone(phone),
  officeRole: OfficeRole.nullable().parse(role),
  askedRole: OfficeRole.nullable().parse(asked?.officeRole ?? null),
  askedNumber: asked?.practiceNumber ?? null,
  offeredRoles: [...rolesOfOffice[kind]],
})

const officeOf = (db: Queryable, accountId: string) =>
  db.selectFrom('office').select(['kind', 'fullName']).where('accountId', '=', accountId).executeTakeFirstOrThrow()

export const list = ({ db }: Services, caller: Caller, find: OfficePersonFind) =>
  db.forAccount(caller, async (tx) => {
    const { kind } = await officeOf(tx, caller.accountId)
    const { rows, ...rest } = await repo.listPeople(tx, caller.accountId, find)
    return { list: rows.map((row) => shown(OfficeKind.parse(kind), row)), ...rest }
  })

/**
 * From their next request on, they may do what the role allows. Whoever decides is made by two: the office asks, and the platform's staff
 * check the number of the licence; until then they stay what they are.
 */
export const setRole = ({ db }: Services, caller: Caller, id: string, { officeRole, practiceNumber }: OfficeRoleBody) =>
  db.asSystem(async (tx) => {
    const person = await repo.lockPerson(tx, caller.accountId, id)
    if (!person) throw new AppError('not-found')
    const office = await officeOf(tx, caller.accountId)
    if (officeRole && !rolesOfOffice[OfficeKind.parse(office.kind)].includes(officeRole))
      throw badFields({ path: 'officeRole', key: 'notAChoice' })
    const isSame = person.role === officeRole && person.practiceNumber === practiceNumber
    if (!isDecider(officeRole) || isSame) {
      await dropApproval(tx, caller, 'decider', id)
      if (!isSame) await settle(tx, caller, person, officeRole)
      return { waits: false }
    }
    const { fullName } = office
    await askApproval(tx, caller, deciderApproval, {
      subjectId: id,
      accountId: caller.accountId,
      request: { personName: person.name, officeName: fullName, officeRole, practiceNumber },
    })
    return { waits: true }
  })

/** What takes nobody else: somebody assists, or has no part in orders any more. */
async function settle(tx: Tx, caller: Caller, { id, name }: repo.PersonRecord, role: OfficeRole | null) {
  if (role) await repo.putRole(tx, caller, id, { role, practiceNumber: null })
  else await repo.takeRole(tx, caller.accountId, id)
  await recordAct(tx, caller, {
    action: 'office.roleSet',
    subjectKind: 'office',
    subjectId: caller.accountId,
    details: { name, officeRole: role, practiceNumber: null },
  })
}
