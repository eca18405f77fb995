import { Secret, TOTP } from 'otpauth'
import { maskPhone } from '../../../contract/kit/mask.ts'
import type { ActionName } from '../../../contract/platform/acts.ts'
import { type Actor, recordAct } from '../../kit/audit/audit.ts'
import type { Caller, Visitor } from '../../kit/calls/caller.ts'
import type { Tx } from '../../kit/db/db.ts'
import { AppError } from '../../kit/errors.ts'
import type { Services } from '../../kit/services.ts'
import { platformName } from '../../platform/platform.service.ts'
import { type GivenProof, requireProof } from './proof.service.ts'
import { endSessionsOf, renewAlone } from '../sign-in/sessions.repo.ts'
import { countTry } from '../sign-in/tries.service.ts'
import { tellSecurity } from '../tell-security.service.ts'
import * as repo from './totp.repo.ts'
import { recordRefusedProof } from './refused-proofs.ts'

const period = 30

/** As every authenticator app expects it: others of the standard's choices are ignored by some. */
const totpOf = (secret: Secret, names: { issuer?: string; label?: string } = {}) =>
  new TOTP({ ...names, algorithm: 'SHA1', digits: 6, period, secret })

const wrong = () => new AppError('totp-wrong', {}, [{ path: 'totp', key: 'totpWrong' }])

/** A secret that counts for nothing yet. */
export async function begin(services: Services, caller: Caller, proof: GivenProof) {
  await requireProof(services, caller, proof)
  const secret = new Secret({ size: 20 })
  await services.db.asSystem(async (tx) => {
    if (!(await repo.putPending(tx, caller.personId, await services.secrets.seal(tx, secret.base32, caller.personId))))
      throw new AppError('wrong-state')
  })
  return {
    secret: secret.base32,
    uri: totpOf(secret, {
      issuer: platformName(caller.platform, caller.lang),
      label: maskPhone(caller.phone),
    }).toString(),
  }
}

const record = (tx: Tx, actor: Actor, action: ActionName, personId: string, details: Record<string, unknown> = {}) =>
  recordAct(tx, actor, { action, subjectKind: 'person', subjectId: personId, details })

/** The app's first code shows that the secret arrived there. */
export async function turnOn(services: Services, caller: Caller, totp: string) {
  if (!(await isRightNow(services, caller.personId, totp, 'pending'))) throw wrong()
  return services.db.asSystem(async (tx) => {
    if (!(await repo.activate(tx, caller.personId))) throw new AppError('wrong-state')
    const recoveryCodes = await repo.renewRecoveryCodes(tx, caller.personId)
    const token = await renewAlone(tx, caller)
    await record(tx, caller, 'totp.turnedOn', caller.personId)
    await tellSecurity(services, tx, caller, 'totpOn')
    return { token, recoveryCodes }
  })
}

export async function turnOff(services: Services, caller: Caller, { totp, ...proof }: GivenProof & { totp: string }) {
  await requireProof(services, caller, proof)
  await requireTotp(services, caller, caller.personId, totp)
  return services.db.asSystem(async (tx) => {
    if (!(await repo.removeTotp(tx, caller.personId))) throw new AppError('wrong-state')
    const token = await renewAlone(tx, caller)
    await record(tx, caller, 'totp.turnedOff', caller.personId)
    await tellSecurity(services, tx, caller, 'totpOff')
    return { token }
  })
}

export async function renewCodes(
  services: Services,
  caller: Caller,
  { totp, ...proof }: GivenProof & { totp: string },
) {
  await requireProof(services, caller, proof)
  await requireTotp(services, caller, caller.personId, totp)
  return services.db.asSystem(async (tx) => {
    const recoveryCodes = await repo.renewRecoveryCodes(tx, caller.personId)
    await record(tx, caller, 'totp.codesRenewed', caller.personId)
    return { recoveryCodes }
  })
}

/** For somebody who lost device and recovery codes: who resets it must have made sure who asks. They are signed out everywhere. */
export async function resetTotp(
  tx: Tx,
  actor: Actor,
  personId: string,
  details: Record<string, unknown> = {},
  reason?: string,
): Promise<boolean> {
  if (!(await repo.removeTotp(tx, personId))) return false
  await endSessionsOf(tx, personId)
  await recordAct(tx, actor, {
    action: 'totp.reset',
    subjectKind: 'person',
    subjectId: personId,
    details,
    ...(reason === undefined ? {} : { reason }),
  })
  return true
}

export const hasTotp = async (services: Services, personId: string) =>
  (await repo.findSecret(services.db.system, personId, 'on')) !== undefined

/** Six digits of the app, or a recovery code; which of the two it was. Guessing is slow for each person, at either by itself. */
export async function requireTotp(
  services: Services,
  visitor: Visitor | Caller,
  personId: string,
  given: string,
): Promise<'app' | 'recovery'> {
  const by = isAppCode(given) ? 'app' : 'recovery'
  const { takeBack } = await countTry(services, visitor, by === 'app' ? 'totp' : 'recovery', { personId })
  const right =
    by === 'app'
      ? await isRightNow(services, personId, given, 'on')
      : await repo.spendRecoveryCode(services.db, personId, given)
  if (right) {
    await takeBack()
    return by
  }
  await recordRefusedProof(services, visitor, personId, 'totp.refused')
  throw wrong()
}

const isAppCode = (given: string) => /^\d{6}$/.test(given)

/** One step before and after count too, because clocks differ; each step counts once. */
async function isRightNow(
  services: Services,
  personId: string,
  given: string,
  state: 'on' | 'pending',
): Promise<boolean> {
  const found = await repo.findSecret(services.db.system, personId, state)
  if (!found || !isAppCode(given)) return false
  const timestamp = found.now.getTime()
  const totp = totpOf(Secret.fromBase32(await services.secrets.open(found.secret, personId)))
  const delta = totp.validate({ token: given, timestamp, window: 1 })
  return delta !== null && repo.spendStep(services.db, personId, Math.floor(timestamp / 1000 / period) + delta)
}
