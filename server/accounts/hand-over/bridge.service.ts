import { declaredPage } from '../../../contract/site/entries.ts'
import { recordAct } from '../../kit/audit/audit.ts'
import type { Caller } from '../../kit/calls/caller.ts'
import { AppError } from '../../kit/errors.ts'
import type { Guest } from '../../kit/calls/implement.ts'
import type { Services } from '../../kit/services.ts'
import { publicUrlOf } from '../../platform/platform.service.ts'
import { endChallenge } from '../codes/challenges.repo.ts'
import { membershipsOf, readPerson } from '../people.repo.ts'
import { renewToken } from '../sign-in/session.service.ts'
import { tokenHash } from '../../kit/ids.ts'
import { endOfSession, findCaller } from '../sign-in/sessions.repo.ts'
import { signIn } from '../sign-in/sign-in.service.ts'
import { issueTicket, lookAtTicket } from '../sign-in/tickets.ts'

const ttl = 60
const scene = 'bridge'
const home = '/browse'

/** A page of ours, spelled as we spell it; everything else leads home. */
export function ownPath(to: string | undefined): string {
  if (!to || !/^\/(?![/\\])[\x21-\x7e]*$/.test(to) || to.includes('\\')) return home
  const { origin, pathname, search } = new URL(to, 'http://own')
  return origin === 'http://own' && declaredPage(pathname) && pathname !== '/bridge-login' ? pathname + search : home
}

/** It reaches as far as the caller does now: this person, in this account. The ticket stands behind the `#`, where no log and no other site sees it. */
export async function makeBridge(services: Services, caller: Caller, to: string | undefined) {
  const subject = [caller.personId, caller.membershipId, caller.sessionHash.toString('hex'), ownPath(to)].join()
  const ticket = await services.db.asSystem(async (tx) => {
    await recordAct(tx, caller, { action: 'session.handedOver', subjectKind: 'person', subjectId: caller.personId })
    return issueTicket(tx, { platformId: caller.platform.id, scene, subject, ttl, tries: 2 })
  })
  return { url: `${publicUrlOf(services.config, caller.platform)}/bridge-login#${ticket}`, ttl }
}

const secondsTo = (end: Date | undefined) => Math.max(0, Math.floor(((end?.getTime() ?? 0) - Date.now()) / 1_000))

export async function swap(
  services: Services,
  guest: Guest,
  { token, type }: { token: string; type: 'TICKET' | 'OLD' },
) {
  return type === 'OLD' ? swapOld(services, guest, token) : swapTicket(services, guest, token)
}

async function swapOld(services: Services, guest: Guest, old: string) {
  const { token } = await renewToken(services, guest, old)
  const caller = await findCaller(services.db, guest, token)
  const expiresAt = await services.db.asSystem((tx) => endOfSession(tx, tokenHash(token)))
  return {
    token,
    expireIn: secondsTo(expiresAt),
    personName: caller?.personName ?? '',
    accountName: caller?.accountName ?? '',
    to: home,
  }
}

async function swapTicket(services: Services, guest: Guest, given: string) {
  const ticket = await lookAtTicket(services, guest, scene, given)
  if (!ticket) throw new AppError('bridge-gone')
  const [personId = '', membershipId = '', session = '', ...to] = ticket.subject.split(',')
  // Else a stranger's link would put somebody's work into the stranger's account.
  if (guest.caller && guest.caller.personId !== personId) throw new AppError('bridge-other')
  return services.db.asSystem(async (tx) => {
    const openedBy = Buffer.from(session, 'hex')
    const expiresAt = (await endChallenge(tx, ticket.id)) ? await endOfSession(tx, openedBy) : undefined
    if (!expiresAt) throw new AppError('bridge-gone')
    const { name } = await readPerson(tx, personId)
    const { token } = await signIn(
      services,
      tx,
      guest,
      { id: personId, name },
      { way: 'bridge', membershipId, openedBy },
    )
    const account = (await membershipsOf(tx, personId)).find((m) => m.id === membershipId)
    return {
      token,
      expireIn: secondsTo(expiresAt),
      personName: name,
      accountName: account?.accountName ?? '',
      to: to.join(),
    }
  })
}
