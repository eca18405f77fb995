import type { z } from 'zod'
import type { SignedIn } from '../../contract/accounts/session.ts'
import type { Role } from '../../contract/kit/rights.ts'
import { type PersonActor, recordAct } from '../kit/audit.ts'
import type { Visitor } from '../kit/caller.ts'
import { AppError } from '../kit/errors.ts'
import type { Services } from '../kit/services.ts'
import { endChallenge } from './challenges.repo.ts'
import { isDisabled, membershipsOf, readPerson } from './people.repo.ts'
import { createSession } from './sessions.repo.ts'
import { tellPhone } from './tell-phone.ts'
import { issueTicket, lookAtTicket } from './tickets.ts'
import { stateOfTotp } from './totp.repo.ts'
import { hasTotp, requireTotp } from './totp.service.ts'

export type Signed = z.output<typeof SignedIn>
export type Known = { id: string; name: string }

const ticketTtl = 300
/** As many as a person mistypes; then the first step again. */
const ticketTries = 5
const scene = 'second-step'

/** The acting person before a session exists; enough for an audit row. */
export const actorOf = (visitor: Visitor, person: Known, accountId: string | null, role: string): PersonActor => ({ ...visitor, personId: person.id, personName: person.name, accountId, role: role as Role })

/** Lets in whoever passed the first step; whoever set up a second one gets a ticket for it instead, and no session. */
export async function enter(services: Services, visitor: Visitor, person: Known): Promise<Signed> {
  if (!(await hasTotp(services, person.id))) return signIn(services, visitor, person)
  const ticket = await services.db.asSystem((tx) => issueTicket(tx, { platformId: visitor.platform.id, scene, subject: person.id, ttl: ticketTtl, tries: ticketTries }))
  throw new AppError('totp-needed', {}, [], { ticket, ttl: ticketTtl })
}

export async function enterByTicket(services: Services, visitor: Visitor, given: { ticket: string; totp: string }): Promise<Signed> {
  const ticket = await lookAtTicket(services, visitor, scene, given.ticket)
  if (!ticket) throw new AppError('ticket-gone')
  const by = await requireTotp(services, ticket.subject, given.totp)
  if (!(await endChallenge(services.db.system, ticket.id))) throw new AppError('ticket-gone')
  const { name } = await readPerson(services.db.system, ticket.subject)
  return signIn(services, visitor, { id: ticket.subject, name }, by)
}

function signIn(services: Services, visitor: Visitor, person: Known, by?: 'app' | 'recovery'): Promise<Signed> {
  return services.db.asSystem(async (tx) => {
    const memberships = (await isDisabled(tx, person.id)) ? [] : await membershipsOf(tx, person.id)
    const first = memberships[0]
    if (!first) throw new AppError('account-disabled')
    const token = await createSession(tx, visitor, person.id)
    const actor = actorOf(visitor, person, first.accountId, first.role)
    await recordAct(tx, actor, { action: 'session.started', subjectKind: 'person', subjectId: person.id })
    if (by === 'recovery') {
      const { recoveryCodes: left } = await stateOfTotp(tx, person.id)
      await recordAct(tx, actor, { action: 'totp.recoveryUsed', subjectKind: 'person', subjectId: person.id, details: { left } })
      await tellPhone(services, tx, visitor, person.id, 'recoveryUsed', { left: String(left) })
    }
    return { token, userId: first.id, userType: userTypeOf(first.role as Role, first.kind), needSwitch: memberships.length > 1 }
  })
}

export function userTypeOf(role: Role, kind: string): Signed['userType'] {
  if (role === 'sub') return 'SUB'
  if (role !== 'owner') return 'OPERATOR'
  return kind === 'enterprise' ? 'ENTERPRISE' : 'PERSONAL'
}
