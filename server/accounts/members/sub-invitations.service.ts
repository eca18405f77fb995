import type { z } from 'zod'
import { mostSubAccounts } from '../../../contract/accounts/sub-accounts.ts'
import type {
  InvitationFind,
  InvitationLink,
  ShownInvitation,
  SubInvitation,
  subInvitationCalls,
} from '../../../contract/accounts/sub-invitations.ts'
import { maskPhone } from '../../../contract/kit/mask.ts'
import { type PersonActor, recordAct } from '../../kit/audit/audit.ts'
import { eachOf } from '../../kit/calls/each-of.ts'
import type { Caller, Visitor } from '../../kit/calls/caller.ts'
import { countHit } from '../../kit/calls/rate-limits.ts'
import type { Tx } from '../../kit/db/db.ts'
import { AppError, badFields } from '../../kit/errors.ts'
import { announce } from '../../kit/notify/live.ts'
import type { Services } from '../../kit/services.ts'
import { requireAgreement } from '../../platform/legal/legal.service.ts'
import { publicUrlOf, requirePlatform } from '../../platform/platform.service.ts'
import { holdClosingAt, requireNotClosing } from '../closing-guard.service.ts'
import { requireCode, type Scene, sendCode as send } from '../codes/codes.service.ts'
import { findPersonByPhone } from '../people.repo.ts'
import { actorOf, enter, type Known, type Signed } from '../sign-in/sign-in.service.ts'
import * as subs from './sub-accounts.repo.ts'
import * as repo from './sub-invitations.repo.ts'

type Invite = z.output<typeof subInvitationCalls.invite.body>
type Accept = z.output<typeof subInvitationCalls.accept.body>

const gone = () => new AppError('invitation-gone')

export async function invite(services: Services, caller: Caller, body: Invite): Promise<InvitationLink> {
  await countHit(services.db, `sub-invitations:${caller.accountId}`, { hits: 200, seconds: 86_400 })
  const { phone, name, grants, quota, budget, dept } = body
  const kept = await services.db.forAccount(caller, async (tx) => {
    await requireNotClosing(tx, caller)
    if (await subs.actsInAccount(tx, caller.accountId, phone)) throw badFields({ path: 'phone', key: 'duplicate' })
    const ids = { platformId: caller.platform.id, accountId: caller.accountId, personId: caller.personId }
    const invitation = await repo.keepInvitation(tx, { ...ids, phone, name, grants, quota, budget, dept })
    await tell(tx, caller, 'invited', invitation.id, { name, phone: maskPhone(phone), grants, quota, budget, dept })
    return invitation
  })
  return {
    id: kept.id,
    // Behind the #, where neither logs nor other sites see it.
    url: `${publicUrlOf(services.config, caller.platform)}/sub-invitation#${kept.token}`,
    expiresAt: kept.expiresAt.toISOString(),
  }
}

async function tell(
  tx: Tx,
  actor: Caller | (PersonActor & { accountId: string }),
  act: 'invited' | 'inviteWithdrawn' | 'joined',
  id: string,
  details: Record<string, unknown>,
) {
  await recordAct(tx, actor, { action: `subAccount.${act}`, subjectKind: 'membership', subjectId: id, details })
  await announce(tx, actor.accountId, { topic: 'subAccounts', id })
}

export async function list(services: Services, caller: Caller, find: InvitationFind) {
  const { rows, ...rest } = await services.db.forAccount(caller, (tx) =>
    repo.listInvitations(tx, caller.accountId, find),
  )
  const list = rows.map(({ phone, createdAt, expiresAt, ...row }) => ({
    ...row,
    grants: row.grants as SubInvitation['grants'],
    phoneMasked: maskPhone(phone),
    invitedAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
  }))
  return { list, ...rest }
}

export const withdraw = (services: Services, caller: Caller, ids: string[]) =>
  eachOf(services, caller, ids, async (tx, id) => {
    const invitation = await repo.findInvitation(tx, caller.accountId, id)
    if (!invitation) throw new AppError('not-found')
    if (invitation.acceptedAt) throw new AppError('wrong-state')
    if (invitation.withdrawnAt) return
    await repo.markWithdrawn(tx, caller.accountId, id)
    await tell(tx, caller, 'inviteWithdrawn', id, { name: invitation.name })
  })

async function find(services: Services, visitor: Visitor, token: string): Promise<repo.OpenInvitation> {
  const invitation = await repo.openInvitation(services.db.system, visitor.platform.id, token)
  if (!invitation) throw gone()
  return invitation
}

export async function open(services: Services, visitor: Visitor, token: string): Promise<ShownInvitation> {
  const { accountName, name, phone, expiresAt } = await find(services, visitor, token)
  return { account: accountName, name, phoneMasked: maskPhone(phone), expiresAt: expiresAt.toISOString() }
}

/** Whoever proves the phone signs in with it: the text is the one of a login, which is told to nobody. */
const joining = ({ id }: repo.OpenInvitation): Scene => ({ words: 'login', of: `invitation:${id}` })

interface Asked {
  captchaId: string
  captcha: string
  notaryId?: string | undefined
}

export async function sendCode(services: Services, visitor: Visitor, token: string, { notaryId, ...captcha }: Asked) {
  requirePlatform(visitor.platform, notaryId)
  const invitation = await find(services, visitor, token)
  return send(services, visitor, joining(invitation), { to: invitation.phone, ...captcha })
}

/** Makes whoever proves the phone a sub-account, and signs them in. */
export async function accept(services: Services, visitor: Visitor, token: string, body: Accept): Promise<Signed> {
  requirePlatform(visitor.platform, body.notaryId)
  await requireAgreement(services, visitor.platform, body.agreementVersion)
  const invitation = await find(services, visitor, token)
  await requireCode(services, visitor, joining(invitation), invitation.phone, body)
  const person = await services.db.asSystem((tx) => join(tx, visitor, token, body))
  return enter(services, visitor, person)
}

/** Both stay while one joins the other. Before the invitation's row, which closing them takes later: else each would wait for the other. */
async function holdBoth(tx: Tx, platformId: string, { personId, phone }: repo.OpenInvitation) {
  await requireNotClosing(tx, { personId }).catch((error: unknown) => {
    // It is whoever invited that asked to be closed, and not whoever reads this.
    throw error instanceof AppError ? gone() : error
  })
  await holdClosingAt(tx, platformId, phone)
}

async function join(tx: Tx, visitor: Visitor, token: string, body: Accept): Promise<Known> {
  const seen = await repo.openInvitation(tx, visitor.platform.id, token)
  if (seen) await holdBoth(tx, visitor.platform.id, seen)
  // A link leads to one phone, and from one person, as long as it leads anywhere.
  const invitation = await repo.lockInvitation(tx, visitor.platform.id, token)
  if (!invitation) throw gone()
  const { id, accountId, phone, dept, quota, budget } = invitation
  const grants = invitation.grants as subs.Extent['grants']
  if ((await subs.countSubs(tx, accountId)) >= mostSubAccounts)
    throw new AppError('limit-reached', { limit: mostSubAccounts })
  const platformId = visitor.platform.id
  const person =
    (await findPersonByPhone(tx, platformId, phone)) ??
    (await subs.insertPerson(tx, {
      platformId,
      phone,
      name: body.name,
      lang: visitor.lang,
      consentVersion: body.agreementVersion,
      consentAt: new Date(),
    }))
  // Under the invitation's id, so that a history begins with it; whoever was removed before comes back under their own.
  const userId = await subs.insertSub(tx, {
    id,
    platformId,
    accountId,
    personId: person.id,
    grants,
    quota,
    budget,
    dept,
  })
  await repo.markAccepted(tx, id)
  await subs.releasePerson(tx, person.id, accountId)
  const actor = { ...actorOf(visitor, person, accountId, 'sub'), accountId }
  await tell(tx, actor, 'joined', userId ?? id, { name: person.name, grants, quota, budget, dept })
  return person
}
