import { maskMail, maskPhone } from '../../../contract/kit/mask.ts'
import type { ActionName } from '../../../contract/platform/acts.ts'
import { recordAct, visitorAt } from '../../kit/audit/audit.ts'
import type { Caller, Visitor } from '../../kit/calls/caller.ts'
import type { Database, Tx } from '../../kit/db/db.ts'
import { findPersonByPhone, membershipsOf } from '../people.repo.ts'

const nobody = '00000000-0000-0000-0000-000000000000'

type AttemptAction = Extract<ActionName, 'session.refused' | 'sms.sent' | 'sms.refused' | 'mail.sent' | 'mail.refused'>

/**
 * Records a sign-in that was refused, or a code that was sent or refused: whoever gives the phone or mail address has not proven it. A
 * visitor's attempt is told to the phone's account; a row is written alike where nobody has that phone, so that the time it takes tells
 * nothing. A caller's own is told to their account alone.
 */
export async function recordSignInAttempt(
  tx: Tx,
  visitor: Visitor | Caller,
  to: string,
  action: AttemptAction,
  details: Record<string, unknown>,
) {
  const told = {
    action,
    subjectKind: 'person',
    details: { ...details, ...(action.startsWith('mail.') ? { mail: maskMail(to) } : { phone: maskPhone(to) }) },
  } as const
  if ('personId' in visitor) return recordAct(tx, visitor, { ...told, subjectId: null })
  const person = await findPersonByPhone(tx, visitor.platform.id, to)
  const [first] = await membershipsOf(tx, person?.id ?? nobody)
  return recordAct(tx, visitorAt(visitor, first?.accountId ?? null), { ...told, subjectId: person?.id ?? null })
}

/** Records the attempt in a transaction of its own: it stays recorded whatever the caller's does. */
export const commitSignInAttempt = (
  db: Database,
  ...what: [Visitor | Caller, string, AttemptAction, Record<string, unknown>]
) => db.asSystem((tx) => recordSignInAttempt(tx, ...what))
