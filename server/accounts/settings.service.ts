import type { LiveSession, Profile } from '../../contract/accounts/settings.ts'
import type { ActionName } from '../../contract/platform/acts.ts'
import { providers } from '../../contract/accounts/third-provider.ts'
import { maskMail, maskPhone } from '../../contract/kit/mask.ts'
import { isStaff } from '../../contract/kit/rights.ts'
import { recordAct } from '../kit/audit/audit.ts'
import type { Caller } from '../kit/calls/caller.ts'
import { changesOf } from '../kit/audit/changes.ts'
import type { Tx } from '../kit/db/db.ts'
import { deviceOf } from '../kit/calls/device-of.ts'
import { AppError, badFields } from '../kit/errors.ts'
import { requireHardToGuess } from '../kit/secrets/guessable.ts'
import { hashPassword } from '../kit/secrets/passwords.ts'
import type { Services } from '../kit/services.ts'
import type { Language } from '../kit/words.ts'
import * as people from './people.repo.ts'
import { requirePassword } from './proofs/proof.service.ts'
import { forgetDevices } from './sign-in/known-devices.repo.ts'
import { endOthers, liveSessions, renewAlone } from './sign-in/sessions.repo.ts'
import { tellSecurity } from './tell-security.service.ts'
import { thirdsOf } from './third-party/third-accounts.repo.ts'
import { openWays } from './third-party/ways.service.ts'
import { stateOfTotp } from './proofs/totp.repo.ts'

export async function profileOf({ db, config, messages }: Services, caller: Caller): Promise<Profile> {
  const [open, bound] = [openWays(config, caller.platform), await thirdsOf(db.system, caller.personId)]
  const thirds = providers.map((provider) => ({
    provider,
    open: open.includes(provider),
    boundAt: bound.find((b) => b.provider === provider)?.boundAt.toISOString() ?? null,
  }))
  const person = await people.readPerson(db.system, caller.personId)
  const { since, recoveryCodes } = await stateOfTotp(db.system, caller.personId)
  return {
    name: person.name,
    phoneMasked: maskPhone(person.phone),
    mail: messages.can('mail') ? { masked: person.mail && maskMail(person.mail) } : null,
    lang: person.lang as Language,
    accountName: caller.accountName,
    accountKind: caller.accountKind,
    hasPassword: person.passwordPhc !== null,
    thirdAccounts: thirds.filter((t) => t.open || t.boundAt),
    totp: {
      on: since !== null,
      since: since?.toISOString() ?? null,
      recoveryCodes,
      required: isStaff(caller.role) && config.mode === 'production',
    },
  }
}

const ofPerson = (tx: Tx, caller: Caller, action: ActionName, details: Record<string, unknown> = {}) =>
  recordAct(tx, caller, { action, subjectKind: 'person', subjectId: caller.personId, details })

/** What was sealed before keeps the name it was taken under: it is copied into the evidence when that begins. */
export const changeProfile = (
  services: Services,
  caller: Caller,
  change: { name?: string | undefined; lang?: Language | undefined },
) =>
  services.db.asSystem(async (tx) => {
    const { name, lang } = await people.readPerson(tx, caller.personId)
    const wanted = { name: change.name ?? name, lang: change.lang ?? (lang as Language) }
    const { changes } = changesOf({ name, lang }, wanted)
    if (!Object.keys(changes).length) return
    await people.changePerson(tx, caller.personId, wanted)
    await ofPerson(tx, caller, 'person.changed', { changes })
  })

export const renameAccount = (services: Services, caller: Caller, name: string) =>
  services.db.asSystem(async (tx) => {
    if (name === caller.accountName) return
    await people.renameAccount(tx, caller.accountId, name)
    await recordAct(tx, caller, {
      action: 'account.renamed',
      subjectKind: 'account',
      subjectId: caller.accountId,
      details: changesOf({ name: caller.accountName }, { name }),
    })
  })

/** Whoever knew the old password may have used it: every other session ends, and the phone is told. */
export async function changePassword(
  services: Services,
  caller: Caller,
  { oldPassword, newPassword }: { oldPassword: string; newPassword: string },
) {
  await requirePassword(services, caller, oldPassword, 'oldPassword')
  if (newPassword === oldPassword) throw badFields({ path: 'newPassword', key: 'passwordSame' })
  requireHardToGuess(newPassword, [caller.personName, caller.phone, caller.accountName], 'newPassword')
  const passwordPhc = await hashPassword(newPassword)
  return services.db.asSystem(async (tx) => {
    await people.setPassword(tx, caller.personId, passwordPhc)
    const token = await renewAlone(tx, caller)
    await ofPerson(tx, caller, 'password.changed')
    await tellSecurity(services, tx, caller, 'passwordChanged')
    return { token }
  })
}

export async function sessionsOf(services: Services, caller: Caller): Promise<LiveSession[]> {
  const rows = await liveSessions(services.db.system, caller.personId)
  return rows.map((s) => ({
    id: s.id,
    device: deviceOf(s.userAgent),
    ip: s.ip,
    beganAt: s.createdAt.toISOString(),
    usedAt: s.seenAt.toISOString(),
    current: s.tokenSha256.equals(caller.sessionHash),
  }))
}

/** One of one's own; the session in use ends by signing out. */
export const endSession = (services: Services, caller: Caller, id: string) =>
  services.db.asSystem(async (tx) => {
    const [ended] = await endOthers(tx, caller.personId, caller.sessionHash, id)
    if (!ended) throw new AppError('not-found')
    await ofPerson(tx, caller, 'session.ended', { ip: ended.ip, device: deviceOf(ended.userAgent) })
  })

export const endOtherSessions = (services: Services, caller: Caller) =>
  services.db.asSystem(async (tx) => {
    const ended = (await endOthers(tx, caller.personId, caller.sessionHash)).length
    await forgetDevices(tx, caller.personId, caller)
    if (ended) await ofPerson(tx, caller, 'session.othersEnded', { ended })
    return { ended }
  })
