import type { z } from 'zod'
import type { Bean, LoginBody, RegisterBody, ResetBody, SwitchTarget } from '../../../contract/accounts/session.ts'
import type { Role } from '../../../contract/kit/rights.ts'
import { maskName, maskPhone } from '../../../contract/kit/mask.ts'
import { recordAct } from '../../kit/audit/audit.ts'
import type { Caller, Visitor } from '../../kit/calls/caller.ts'
import { isDuplicate, type Tx } from '../../kit/db/db.ts'
import { AppError, badFields } from '../../kit/errors.ts'
import { tell } from '../../kit/notify/news.ts'
import type { Services } from '../../kit/services.ts'
import { requireAgreement } from '../../platform/legal/legal.service.ts'
import { requirePlatform } from '../../platform/platform.service.ts'
import { requireCode } from '../codes/codes.service.ts'
import { personOfCode } from '../members/invitations.repo.ts'
import { hashPassword, passwordMatches } from '../../kit/secrets/passwords.ts'
import {
  addOwnAccount,
  createMember,
  findPersonByPhone,
  lockLogins,
  membershipsOf,
  setPassword,
} from '../people.repo.ts'
import { phoneTaken } from '../contact/phone-taken.ts'
import { createSession, endSessionByHash, endSessionsOf, replaceSession } from './sessions.repo.ts'
import { actorOf, enter, type Known, type Signed } from './sign-in.service.ts'
import { closingOf } from '../closing-guard.service.ts'
import { tellSecurity } from '../tell-security.service.ts'
import { countPasswordTry } from './password-tries.ts'
import { commitSignInAttempt } from './sign-in-attempts.ts'

export async function login(services: Services, visitor: Visitor, body: z.output<typeof LoginBody>): Promise<Signed> {
  requirePlatform(visitor.platform, body.notaryId)
  const person = body.code
    ? await personByCode(services, visitor, body)
    : await personByPassword(services, visitor, body)
  try {
    return await enter(services, visitor, person)
  } catch (e) {
    if (e instanceof AppError && e.code !== 'totp-needed')
      await commitSignInAttempt(services.db, visitor, body.phone, 'session.refused', {
        way: body.code ? 'code' : 'password',
        reason: e.code,
      })
    throw e
  }
}

async function personByPassword(
  services: Services,
  visitor: Visitor,
  body: z.output<typeof LoginBody>,
): Promise<Known> {
  if (!body.password) throw badFields({ path: 'password', key: 'required' })
  const { takeBack, captchaNext } = await countPasswordTry(services, visitor, body)
  const person = await findPersonByPhone(services.db.system, visitor.platform.id, body.phone)
  const right = await passwordMatches(body.password, person?.passwordPhc ?? null)
  if (person && right) {
    // What was right was no guess: who logs in often is not shut out.
    await takeBack()
    return person
  }
  await commitSignInAttempt(services.db, visitor, body.phone, 'session.refused', {
    way: 'password',
    reason: 'wrong-credentials',
  })
  throw new AppError('wrong-credentials', {}, [{ path: 'password', key: 'wrongCredentials' }], {
    captcha: captchaNext,
  })
}

async function personByCode(services: Services, visitor: Visitor, body: z.output<typeof LoginBody>): Promise<Known> {
  await requireCode(services, visitor, { words: 'login' }, body.phone, body)
  const person = await findPersonByPhone(services.db.system, visitor.platform.id, body.phone)
  // The code proved that the phone is the caller's, so telling that it is not registered tells nobody else.
  if (!person) throw badFields({ path: 'phone', key: 'phoneUnknown' })
  return person
}

/** An app names its device for the record. */
export async function register(
  services: Services,
  visitor: Visitor,
  body: z.output<typeof RegisterBody> & { deviceId?: string },
): Promise<Signed> {
  requirePlatform(visitor.platform, body.notaryId)
  await requireAgreement(services, visitor.platform, body.agreementVersion)
  await requireCode(services, visitor, { words: 'register' }, body.phone, body)
  return enter(services, visitor, await openAccount(services, visitor, body, await hashPassword(body.password)))
}

async function openAccount(
  services: Services,
  visitor: Visitor,
  body: z.output<typeof RegisterBody> & { deviceId?: string },
  passwordPhc: string,
): Promise<Known> {
  try {
    return await services.db.asSystem(async (tx) => {
      const known = await findPersonByPhone(tx, visitor.platform.id, body.phone)
      const registrant = body.personName ?? body.name
      const { personId, accountId } = known
        ? await openOwnAccount(tx, known.id, visitor.platform.id, {
            accountName: body.name,
            kind: body.userType,
            passwordPhc,
            consentVersion: body.agreementVersion,
          })
        : await createMember(tx, {
            platformId: visitor.platform.id,
            phone: body.phone,
            personName: registrant,
            accountName: body.name,
            kind: body.userType,
            role: 'owner',
            passwordPhc,
            consentVersion: body.agreementVersion,
            lang: visitor.lang,
          })
      if (body.inviteCode && !known)
        await thankWhoInvited(
          tx,
          services,
          visitor,
          { id: personId, name: body.name, kind: body.userType },
          body.inviteCode,
        )
      const person = { id: personId, name: known?.name ?? registrant }
      await recordAct(tx, actorOf(visitor, person, accountId, 'owner'), {
        action: 'account.registered',
        subjectKind: 'account',
        subjectId: accountId,
        details: body.deviceId ? { deviceId: body.deviceId } : {},
      })
      return person
    })
  } catch (e) {
    if (isDuplicate(e, 'person_platform_id_phone_key')) throw phoneTaken()
    throw e
  }
}

/** Keeps who brought the newcomer here; a code that nobody has is told rather than dropped. */
async function thankWhoInvited(
  tx: Tx,
  { jobs }: Services,
  { platform }: Visitor,
  newcomer: Known & { kind: 'personal' | 'enterprise' },
  code: string,
) {
  const friend = await personOfCode(tx, platform.id, code)
  if (!friend) throw badFields({ path: 'inviteCode', key: 'inviteUnknown' })
  await tx.updateTable('person').set({ invitedBy: friend.id }).where('id', '=', newcomer.id).execute()
  await tell(tx, jobs, {
    kind: 'friendJoined',
    platformId: platform.id,
    personId: friend.id,
    accountId: null,
    params: { name: maskName(newcomer.name, newcomer.kind) },
  })
}

/** Ends every login of a person, as staff ask for it; gives how many that were. */
export const signOutEverywhere = (tx: Tx, personId: string): Promise<number> => endSessionsOf(tx, personId)

/** Somebody who so far only acts in others' accounts opens their own; whoever has one has registered. */
async function openOwnAccount(
  tx: Tx,
  personId: string,
  platformId: string,
  account: Parameters<typeof addOwnAccount>[2],
) {
  // First, so that of two who do so at once the second finds the account of the other.
  await endSessionsOf(tx, personId)
  if ((await membershipsOf(tx, personId)).some((m) => m.role !== 'sub')) throw phoneTaken()
  return addOwnAccount(tx, { personId, platformId }, account)
}

/**
 * A new password for whoever holds the phone. All sessions end, because a forgotten password may be a stolen one,
 * and the phone is told, so that a reset nobody asked for is noticed.
 */
export async function resetPassword(services: Services, visitor: Visitor, body: z.output<typeof ResetBody>) {
  requirePlatform(visitor.platform, body.notaryId)
  await requireCode(services, visitor, { words: 'password' }, body.phone, body)
  const person = await findPersonByPhone(services.db.system, visitor.platform.id, body.phone)
  if (!person) throw badFields({ path: 'phone', key: 'phoneUnknown' })
  const passwordPhc = await hashPassword(body.password)
  await services.db.asSystem(async (tx) => {
    await lockLogins(tx, person.id)
    // They may just have left this phone: then its code is nobody's proof any more.
    if ((await findPersonByPhone(tx, visitor.platform.id, body.phone))?.id !== person.id)
      throw badFields({ path: 'phone', key: 'phoneUnknown' })
    const [first] = await membershipsOf(tx, person.id)
    await setPassword(tx, person.id, passwordPhc)
    await endSessionsOf(tx, person.id, visitor)
    await recordAct(tx, actorOf(visitor, person, first?.accountId ?? null, first?.role ?? 'owner'), {
      action: 'password.reset',
      subjectKind: 'person',
      subjectId: person.id,
    })
    await tellSecurity(services, tx, { platform: visitor.platform, personId: person.id }, 'passwordChanged')
  })
}

export async function beanOf(services: Services, caller: Caller): Promise<Bean> {
  return {
    userId: caller.membershipId,
    personName: caller.personName,
    phoneMasked: maskPhone(caller.phone),
    accountId: caller.accountId,
    accountName: caller.accountName,
    accountKind: caller.accountKind,
    accountDisabled: caller.accountDisabled,
    role: caller.role,
    accounts: (await targetsOf(services, caller)).length,
    rights: [...caller.rights],
    needsTotp: caller.needsTotp ?? false,
    closingAt: (await closingOf(services.db.system, caller.personId))?.toISOString() ?? null,
    notaryId: caller.platform.notaryId,
  }
}

/** The accounts that the person may act in by this session. */
export async function targetsOf(services: Services, caller: Caller): Promise<SwitchTarget[]> {
  const memberships = await membershipsOf(services.db.system, caller.personId)
  const reached = memberships.filter((m) => !caller.bound || m.id === caller.membershipId)
  return reached.map((m) => ({
    userId: m.id,
    accountId: m.accountId,
    name: m.accountName,
    accountKind: m.kind as SwitchTarget['accountKind'],
    role: m.role as Role,
    current: m.accountId === caller.accountId,
  }))
}

/** A token that acts in one of the person's accounts and in no other; it ends with the session that asks for it. */
export async function switchTo(services: Services, caller: Caller, userId: string) {
  const target = (await targetsOf(services, caller)).find((t) => t.userId === userId)
  if (!target) throw new AppError('account-not-yours')
  return services.db.asSystem(async (tx) => {
    const token = await createSession(tx, caller, caller.personId, {
      membershipId: userId,
      openedBy: caller.sessionHash,
    })
    await recordAct(
      tx,
      { ...caller, accountId: target.accountId },
      {
        action: 'session.switched',
        subjectKind: 'person',
        subjectId: caller.personId,
        details: { from: caller.accountId },
      },
    )
    return { token, userId }
  })
}

/** A new token in the place of one that is known; used once, because the old one ends in the same moment. */
export async function renewToken(services: Services, visitor: Visitor, old: string) {
  return services.db.asSystem(async (tx) => {
    const fresh = await replaceSession(tx, visitor, old)
    if (!fresh) throw new AppError('old-token-gone')
    const [first] = await membershipsOf(tx, fresh.person.id)
    await recordAct(tx, actorOf(visitor, fresh.person, first?.accountId ?? null, first?.role ?? 'owner'), {
      action: 'session.renewed',
      subjectKind: 'person',
      subjectId: fresh.person.id,
    })
    return { token: fresh.token }
  })
}

/** Ends the session that asks; one that has gone already needs no ending. */
export async function logout(services: Services, caller: Caller | undefined) {
  if (!caller) return
  await services.db.asSystem(async (tx) => {
    if (await endSessionByHash(tx, caller.sessionHash))
      await recordAct(tx, caller, { action: 'session.ended', subjectKind: 'person', subjectId: caller.personId })
  })
}
