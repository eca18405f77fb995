import { recordAct, visitorAt } from '../../kit/audit/audit.ts'
import type { Caller, Visitor } from '../../kit/calls/caller.ts'
import type { Services } from '../../kit/services.ts'
import { membershipsOf } from '../people.repo.ts'

/** Records a refused proof: a wrong password or second step that somebody gave for a person, for that person's account to read. */
export async function recordRefusedProof(
  { db }: Services,
  visitor: Visitor | Caller,
  personId: string,
  action: 'password.refused' | 'totp.refused',
) {
  await db.asSystem(async (tx) => {
    const act = { action, subjectKind: 'person', subjectId: personId } as const
    if ('personId' in visitor) return recordAct(tx, visitor, act)
    const [first] = await membershipsOf(tx, personId)
    return recordAct(tx, visitorAt(visitor, first?.accountId ?? null), act)
  })
}
