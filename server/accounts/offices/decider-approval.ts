import type { OfficeRole } from '../../../contract/accounts/offices.ts'
import { recordAct } from '../../kit/audit/audit.ts'
import type { Caller } from '../../kit/calls/caller.ts'
import type { Tx } from '../../kit/db/db.ts'
import { AppError } from '../../kit/errors.ts'
import { tell } from '../../kit/notify/news.ts'
import type { Services } from '../../kit/services.ts'
import { type AskedChange, defineApproval } from '../../kit/work/approval-kind.ts'
import { say } from '../../kit/words.ts'
import { recordRaise } from '../../platform/approvals/independence.service.ts'
import { lockPerson, putRole } from './offices.repo.ts'

interface Request {
  personName: string
  officeName: string
  officeRole: OfficeRole
  practiceNumber: string
}
type Asked = AskedChange<Request>

/** Gives the role, where the person still acts in the office. */
async function apply({ jobs }: Services, tx: Tx, caller: Caller, asked: Asked) {
  const { accountId, subjectId, askedBy, request } = asked
  const { officeRole: role, practiceNumber } = request
  const person = await lockPerson(tx, accountId!, subjectId!)
  // Staff checked the number of whom they were shown.
  if (!person || person.name !== request.personName) throw new AppError('approval-outdated')
  await putRole(tx, { ...caller, accountId: accountId! }, subjectId!, { role, practiceNumber })
  if (person.personId !== askedBy)
    await recordRaise(tx, { personId: person.personId, raisedBy: askedBy, way: 'decider' })
  await recordAct(
    tx,
    { ...caller, accountId },
    {
      action: 'office.roleSet',
      subjectKind: 'office',
      subjectId: accountId,
      details: { name: person.name, officeRole: role, practiceNumber },
    },
  )
  await tell(tx, jobs, { ...about(caller, asked), kind: 'deciderConfirmed', params: { name: person.name } })
}

const refused = async (
  { jobs }: Services,
  tx: Tx,
  caller: Caller,
  asked: Asked & { reason: string },
): Promise<void> => {
  const params = { name: asked.request.personName, why: asked.reason }
  await tell(tx, jobs, { ...about(caller, asked), kind: 'deciderRefused', params })
}

const about = ({ platform }: Caller, { accountId, askedBy }: Asked) => ({
  platformId: platform.id,
  personId: askedBy,
  accountId,
})

/** Somebody becomes a notary or an examiner of an office: the office asks, and the platform's staff check the number of the licence. */
export const deciderApproval = defineApproval<Request>({
  kind: 'decider',
  right: 'operator.identities',
  isAskedByStaff: false,
  say: (lang, { officeRole, ...request }) =>
    say(lang, 'operator', 'approval.decider', {
      ...request,
      role: say(lang, 'notarization', `choice.officeRole.${officeRole}`),
    }),
  lock: (tx, { accountId, subjectId }) => lockPerson(tx, accountId!, subjectId!),
  apply,
  refused,
})
