import type { z } from 'zod'
import type { SignedIn } from '../../../contract/accounts/session.ts'
import type { Role } from '../../../contract/kit/rights.ts'
import { type PersonActor, recordAct } from '../../kit/audit/audit.ts'
import type { Visitor } from '../../kit/calls/caller.ts'
import type { Tx } from '../../kit/db/db.ts'
import { AppError } from '../../kit/errors.ts'
import type { Services } from '../../kit/services.ts'
import { endChallenge } from '../codes/challenges.repo.ts'
import { credentialsOf, holdLogins, isDisabled, membershipsOf, readPerson } from '../people.repo.ts'
import { rememberDevice } from './known-devices.repo.ts'
import { createSession } from './sessions.repo.ts'
import { tellNewDevice } from './tell-new-device.ts'
import { tellSecurity } from '../tell-security.service.ts'
import { bindMet, exclusively } from '../third-party/third-binding.service.ts'
import { issueTicket, lookAtTicket } from './tickets.ts'
import { stateOfTotp } from '../proofs/totp.repo.ts'
import { hasTotp, requireTotp } from '../proofs/totp.service.ts'

export type Signed = z.output<typeof SignedIn>
/** `credentials` as they were when the first step was looked at; who has just come here has no others. */
export type Known = { id: string; name: string; credentials?: string }

interface How {
  /** By what somebody came, if not by password or code. */
  way?: string
  /** The attempt whose WeChat or Alipay becomes theirs with it. */
  bind?: string
  /** The one membership that the session is for; else all of the person's. */
  membershipId?: string | null
  /** The session that opens this one, by its hash; this one ends with it. */
  openedBy?: Buffer
  /** The second step was done by a recovery code. */
  recovery?: boolean
}

const ticketTtl = 300
/** As many as a person mistypes; then the first step again. */
const ticketTries = 5
const scene = 'second-step'

/** The acting person before a session exists; enough for an audit row. */
export const actorOf = (visitor: Visitor, person: Known, accountId: string | null, role: string): PersonActor => ({
  ...visitor,
  personId: person.id,
  personName: person.name,
  accountId,
  role: role as Role,
})

/** Lets in whoever passed the first step; whoever set up a second one gets a ticket for it instead, and no session. */
export async function enter(services: Services, visitor: Visitor, person: Known, how: How = {}): Promise<Signed> {
  if (!(await hasTotp(services, person.id)))
    return services.db.asSystem((tx) => signIn(services, tx, visitor, person, how))
  const subject = [person.id, how.way ?? '', how.bind ?? '', person.credentials ?? ''].join()
  const ticket = await services.db.asSystem((tx) =>
    issueTicket(tx, { platformId: visitor.platform.id, scene, subject, ttl: ticketTtl, tries: ticketTries }),
  )
  throw new AppError('totp-needed', {}, [], { ticket, ttl: ticketTtl })
}

export async function enterByTicket(
  services: Services,
  visitor: Visitor,
  given: { ticket: string; totp: string },
): Promise<Signed> {
  const ticket = await lookAtTicket(services, visitor, scene, given.ticket)
  if (!ticket) throw new AppError('ticket-gone')
  const [id = '', way, bind, credentials] = ticket.subject.split(',')
  const by = await requireTotp(services, visitor, id, given.totp)
  if (!(await endChallenge(services.db.system, ticket.id))) throw new AppError('ticket-gone')
  const { name } = await readPerson(services.db.system, id)
  return exclusively(() =>
    services.db.asSystem((tx) =>
      signIn(
        services,
        tx,
        visitor,
        { id, name, ...(credentials && { credentials }) },
        { ...(way && { way }), ...(bind && { bind }), ...(by === 'recovery' && { recovery: true }) },
      ),
    ),
  )
}

/** Begins the session of somebody who has shown all that was asked of them. */
export async function signIn(
  services: Services,
  tx: Tx,
  visitor: Visitor,
  person: Known,
  { way, bind, membershipId = null, openedBy, recovery }: How,
): Promise<Signed> {
  if (await isDisabled(tx, person.id)) throw new AppError('account-disabled')
  await holdLogins(tx, person.id)
  if (person.credentials && person.credentials !== (await credentialsOf(tx, person.id)))
    throw new AppError('ticket-gone')
  const memberships = (await isDisabled(tx, person.id)) ? [] : await membershipsOf(tx, person.id)
  const first = membershipId ? memberships.find((m) => m.id === membershipId) : memberships[0]
  if (!first) throw new AppError('account-disabled')
  const actor = actorOf(visitor, person, first.accountId, first.role)
  if (bind) await bindMet(services, tx, actor, { id: person.id, platform: visitor.platform }, bind)
  const token = await createSession(tx, visitor, person.id, { membershipId, openedBy })
  await tellNewDevice(services, tx, visitor, person.id)
  await rememberDevice(tx, visitor, person.id)
  await recordAct(tx, actor, {
    action: 'session.started',
    subjectKind: 'person',
    subjectId: person.id,
    ...(way && { details: { way } }),
  })
  if (recovery) {
    const { recoveryCodes: left } = await stateOfTotp(tx, person.id)
    await recordAct(tx, actor, {
      action: 'totp.recoveryUsed',
      subjectKind: 'person',
      subjectId: person.id,
      details: { left },
    })
    await tellSecurity(services, tx, { platform: visitor.platform, personId: person.id }, 'recoveryUsed', { left })
  }
  return {
    token,
    userId: first.id,
    userType: userTypeOf(first.role as Role, first.kind),
    needSwitch: membershipId === null && memberships.length > 1,
  }
}

export function userTypeOf(role: Role, kind: string): Signed['userType'] {
  if (role === 'sub') return 'SUB'
  if (role !== 'owner') return 'OPERATOR'
  return kind === 'enterprise' ? 'ENTERPRISE' : 'PERSONAL'
}
