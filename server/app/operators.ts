import { userInfo } from 'node:os'
import { isStaff, type Role } from '../../contract/kit/rights.ts'
import { Phone } from '../../contract/kit/fields.ts'
import { maskPhone } from '../../contract/kit/mask.ts'
import { hashPassword, newPassword } from '../kit/secrets/passwords.ts'
import { createMember, findPersonByPhone, membershipsOf, setPassword } from '../accounts/people.repo.ts'
import { endSessionsOf } from '../accounts/sign-in/sessions.repo.ts'
import { resetTotp } from '../accounts/proofs/totp.service.ts'
import { type Act, recordAct } from '../kit/audit/audit.ts'
import type { Platform } from '../kit/calls/caller.ts'
import { tell } from '../kit/notify/news.ts'
import type { Services } from '../kit/services.ts'
import { ConfigError } from '../kit/settings/config.ts'
import { isDuplicate, type Database, type Tx } from '../kit/db/db.ts'
import type { SecretBox } from '../kit/secrets/secret-box.ts'
import { forgetIdentities } from '../real-name/erase.ts'
import { renewSigner } from '../open-api/callbacks/signers.ts'
import { allStaff } from '../platform/approvals/staff.read.ts'
import { defaultPlatform, setDefaultPlatform, type PlatformSettings } from '../platform/platform.service.ts'

/** What an operator does on the machine itself, before or beside the console. Each act leaves its row in the audit. */
const record = (
  tx: Tx,
  platformId: string,
  accountId: string | null,
  act: Omit<Act, 'details'> & { details?: object },
) =>
  recordAct(
    tx,
    { system: true, platform: { id: platformId }, accountId },
    { ...act, details: { ...act.details, terminalUser: userInfo().username } },
  )

/** Names the platform and its hosts; the first time, this makes it. */
export async function setPlatform(db: Database, settings: PlatformSettings): Promise<void> {
  const existing = await defaultPlatform(db)
  const change = db.asSystem(async (tx) => {
    const id = await setDefaultPlatform(tx, existing?.id, settings)
    await record(tx, id, null, {
      action: existing ? 'platform.changed' : 'platform.created',
      subjectKind: 'platform',
      subjectId: id,
      details: { ...settings },
    })
  })
  await change.catch((e: unknown) => {
    if (isDuplicate(e, 'platform_host_pkey'))
      throw new ConfigError(
        'One of these hosts leads to another platform of this installation. Take it away there first.',
      )
    throw e
  })
}

async function requirePlatform(db: Database): Promise<Platform> {
  const platform = await defaultPlatform(db)
  if (!platform)
    throw new ConfigError(
      'No platform is set up yet. Begin with: npm run admin -- set-platform --zh <Chinese name> --en <English name> --host <host name>',
    )
  return platform
}

function checkPhone(text: string): string {
  const phone = Phone.safeParse(text)
  if (!phone.success) throw new ConfigError(`${text} is not an 11-digit mainland China mobile number.`)
  return phone.data
}

/** A person who may use the operator's pages, of whom all other staff are told. Gives the password, which exists in clear nowhere else. */
export async function createOperator(
  { db, jobs }: Pick<Services, 'db' | 'jobs'>,
  { phone: given, name, administrator = false }: { phone: string; name: string; administrator?: boolean },
): Promise<string> {
  const phone = checkPhone(given)
  const platform = await requirePlatform(db)
  const password = newPassword()
  const passwordPhc = await hashPassword(password)
  try {
    await db.asSystem(async (tx) => {
      const made = await createMember(tx, {
        platformId: platform.id,
        phone,
        personName: name,
        accountName: platform.name.zh,
        kind: 'enterprise',
        role: administrator ? 'administrator' : 'operator',
        passwordPhc,
        consentVersion: null,
      })
      await record(tx, platform.id, made.accountId, {
        action: 'operator.created',
        subjectKind: 'person',
        subjectId: made.personId,
        details: { name, ...(administrator ? { administrator } : {}) },
      })
      const kind = administrator ? 'administratorAdded' : 'operatorAdded'
      for (const personId of await allStaff(tx, platform.id))
        if (personId !== made.personId)
          await tell(tx, jobs, {
            kind,
            platformId: platform.id,
            personId,
            accountId: null,
            params: { name, phone: maskPhone(phone) },
          })
    })
    return password
  } catch (e) {
    if (isDuplicate(e, 'person_platform_id_phone_key'))
      throw new ConfigError(
        `${phone} is registered already. Choose another phone, or give that operator a new password: npm run admin -- new-password --phone ${phone}`,
      )
    throw e
  }
}

/** For an operator who lost the password: a new one, and whoever is signed in with the old one is signed out. */
export async function renewPassword(db: Database, given: string): Promise<string> {
  const phone = checkPhone(given)
  const platform = await requirePlatform(db)
  const person = await findPersonByPhone(db.system, platform.id, phone)
  const [membership] = person ? (await membershipsOf(db.system, person.id)).filter((m) => isStaff(m.role as Role)) : []
  if (!person || !membership) throw new ConfigError(`${phone} is no operator of this platform.`)
  const password = newPassword()
  const passwordPhc = await hashPassword(password)
  await db.asSystem(async (tx) => {
    await setPassword(tx, person.id, passwordPhc)
    await endSessionsOf(tx, person.id)
    await record(tx, platform.id, membership.accountId, {
      action: 'operator.password-renewed',
      subjectKind: 'person',
      subjectId: person.id,
    })
  })
  return password
}

/** For somebody who lost authenticator and recovery codes, after whoever types this made sure who asks. */
export async function resetTotpOf(db: Database, given: string): Promise<void> {
  const phone = checkPhone(given)
  const platform = await requirePlatform(db)
  const person = await findPersonByPhone(db.system, platform.id, phone)
  const [membership] = person ? await membershipsOf(db.system, person.id) : []
  const done =
    person &&
    (await db.asSystem((tx) =>
      resetTotp(tx, { system: true, platform, accountId: membership?.accountId ?? null }, person.id, {
        terminalUser: userInfo().username,
      }),
    ))
  if (!done) throw new ConfigError(`${phone} has no second step of signing in on this platform.`)
}

/**
 * Where the key of the secrets is lost: what it sealed can be read by nobody any more, so everybody's second step goes and whoever
 * was verified is not, callbacks get another key to sign with, and with the last of them goes the key's name. Gives how many of each there were.
 */
export async function forgetSecrets(db: Database): Promise<{ totp: number; identities: number; signers: number }> {
  const platform = await requirePlatform(db)
  return db.asSystem(async (tx) => {
    const people = await tx.selectFrom('totp').select('personId').execute()
    let totp = 0
    for (const { personId } of people)
      if (
        await resetTotp(tx, { system: true, platform, accountId: null }, personId, {
          terminalUser: userInfo().username,
        })
      )
        totp++
    const lost = await forgetIdentities(tx)
    for (const { id, accountId } of lost)
      await record(tx, platform.id, accountId, { action: 'identity.lost', subjectKind: 'identity', subjectId: id })
    const signers = await tx.deleteFrom('callbackSigner').returning('id').execute()
    await tx.deleteFrom('secretKey').execute()
    return { totp, identities: lost.length, signers: signers.length }
  })
}

/** Another key signs callbacks from now on; the present one signs along while receivers take the new one over. */
export async function renewCallbackKey(db: Database, secrets: SecretBox): Promise<void> {
  const platform = await requirePlatform(db)
  await db.asSystem(async (tx) => {
    if (!(await renewSigner(tx, secrets, platform.id)))
      throw new ConfigError('No callbacks were asked for on this platform yet: there is no key to renew.')
    await record(tx, platform.id, null, {
      action: 'platform.callbackKeyRenewed',
      subjectKind: 'platform',
      subjectId: platform.id,
    })
  })
}
