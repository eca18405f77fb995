import { Phone } from '../../contract/kit/fields.ts'
import { maskPhone } from '../../contract/kit/mask.ts'
import type { PersonFind, PlatformPerson, Standing, StandingNow } from '../../contract/operator/people.ts'
import type { ActionName } from '../../contract/platform/acts.ts'
import { recordRaise } from '../platform/approvals/independence.service.ts'
import { signOutEverywhere } from '../accounts/sign-in/session.service.ts'
import { resetTotp } from '../accounts/proofs/totp.service.ts'
import { actedLately, recordAct } from '../kit/audit/audit.ts'
import type { Caller } from '../kit/calls/caller.ts'
import type { Queryable, Tx } from '../kit/db/db.ts'
import { AppError } from '../kit/errors.ts'
import { tell as tellPerson } from '../kit/notify/news.ts'
import type { Services } from '../kit/services.ts'
import * as repo from './people.repo.ts'

const shown =
  (caller: Caller) =>
  (p: repo.PersonRecord): PlatformPerson => ({
    id: p.id,
    name: p.name,
    phoneMasked: maskPhone(p.phone),
    standing: p.status as StandingNow,
    staff: Boolean(p.staff),
    changeable: mayJudge(caller, whoIs(caller, p)),
    accounts: p.accounts,
    totp: Boolean(p.totp),
    sessions: p.sessions ?? 0,
    lastSeenAt: p.lastSeenAt?.toISOString() ?? null,
    createdAt: p.createdAt.toISOString(),
  })

/** Whoever types a whole number learns whose it is, or that nobody here has it: that stands with whom it is about, else with whoever asks. */
const tellSearch = (services: Services, caller: Caller, phone: string) =>
  services.db.asSystem(async (tx) => {
    const found = await repo.personAt(tx, caller.platform.id, phone)
    if (found && (await actedLately(tx, caller, 'person.searched', found.id))) return
    const accountId = found ? await repo.accountOf(tx, found.id) : caller.accountId
    await recordAct(
      tx,
      { ...caller, accountId },
      {
        action: 'person.searched',
        subjectKind: 'person',
        subjectId: found?.id ?? null,
        details: { phone: maskPhone(phone) },
      },
    )
  })

export async function list(services: Services, caller: Caller, find: PersonFind) {
  const phone = Phone.safeParse(find.keyWord)
  if (phone.success) await tellSearch(services, caller, phone.data)
  const { rows, ...rest } = await repo.listPeople(services.db.system, caller.platform.id, find)
  return { list: rows.map(shown(caller)), ...rest }
}

async function require(db: Queryable, { platform }: Caller, id: string) {
  const found = await repo.findPerson(db, platform.id, id)
  if (!found) throw new AppError('not-found')
  return found
}

export const get = async (services: Services, caller: Caller, id: string) =>
  shown(caller)(await require(services.db.system, caller, id))

interface Judged {
  staff: boolean
  self: boolean
  closed: boolean
}

const whoIs = (caller: Caller, { id, staff, status }: Pick<repo.PersonRecord, 'id' | 'staff' | 'status'>): Judged => ({
  staff: Boolean(staff),
  self: id === caller.personId,
  closed: status === 'CLOSED',
})

/** Staff are administrators' to judge, nobody locks themselves out, and who has left is left alone. */
export const mayJudge = (caller: Caller, { staff, self, closed }: Judged) =>
  !self && !closed && (!staff || caller.rights.has('platform.manage'))

export function requireMayJudge(caller: Caller, judged: Judged) {
  if (judged.self || judged.closed) throw new AppError('wrong-state')
  if (!mayJudge(caller, judged)) throw new AppError('forbidden')
}

/** Of two who judge each other at once the second may no more: else a platform could lose its last administrator. */
export async function takeJudging(tx: Tx, caller: Caller) {
  if (!(await repo.lockJudging(tx, caller))) throw new AppError('session-gone')
}

type Told = Extract<ActionName, `person.${string}`>

const tell = async (
  tx: Tx,
  caller: Caller,
  id: string,
  action: Told,
  { reason, ...details }: { reason: string; [detail: string]: unknown },
) =>
  recordAct(
    tx,
    { ...caller, accountId: await repo.accountOf(tx, id) },
    { action, subjectKind: 'person', subjectId: id, reason, details },
  )

export const revealPhone = (services: Services, caller: Caller, id: string, reason: string) =>
  services.db.asSystem(async (tx) => {
    const { phone, status } = await require(tx, caller, id)
    if (status === 'CLOSED') throw new AppError('wrong-state')
    await tell(tx, caller, id, 'person.phoneRevealed', { reason })
    return { phone }
  })

export const setStanding = (services: Services, caller: Caller, id: string, standing: Standing, reason: string) =>
  services.db.asSystem(async (tx) => {
    await takeJudging(tx, caller)
    const person = await require(tx, caller, id)
    requireMayJudge(caller, whoIs(caller, person))
    if (!(await repo.setStanding(tx, id, standing))) return
    if (standing === 'DISABLED') await signOutEverywhere(tx, id)
    else await recordRaise(tx, { personId: id, raisedBy: caller.personId, way: 'standing' })
    await tell(tx, caller, id, standing === 'DISABLED' ? 'person.disabled' : 'person.enabled', { reason })
  })

/** Whoever asks must have made sure who it is; nobody takes their own second step away like this. */
export const resetTotpOf = (services: Services, caller: Caller, id: string, reason: string) =>
  services.db.asSystem(async (tx) => {
    await takeJudging(tx, caller)
    const person = await require(tx, caller, id)
    requireMayJudge(caller, whoIs(caller, person))
    if (!(await resetTotp(tx, { ...caller, accountId: await repo.accountOf(tx, id) }, id, {}, reason)))
      throw new AppError('wrong-state')
    await recordRaise(tx, { personId: id, raisedBy: caller.personId, way: 'second-step' })
  })

export const signOut = (services: Services, caller: Caller, id: string, reason: string) =>
  services.db.asSystem(async (tx) => {
    await takeJudging(tx, caller)
    const person = await require(tx, caller, id)
    requireMayJudge(caller, whoIs(caller, person))
    const sessions = await signOutEverywhere(tx, id)
    await tell(tx, caller, id, 'person.signedOut', { reason, sessions })
    await tellPerson(tx, services.jobs, {
      kind: 'signedOut',
      platformId: caller.platform.id,
      personId: id,
      accountId: null,
      params: { at: new Date().toISOString() },
    })
    return { sessions }
  })
