import type { z } from 'zod'
import type { PhoneInfo, smsScenes } from '../../../contract/accounts/phone.ts'
import { maskPhone } from '../../../contract/kit/mask.ts'
import type { Role } from '../../../contract/kit/rights.ts'
import { recordAct } from '../../kit/audit/audit.ts'
import type { Caller, Visitor } from '../../kit/calls/caller.ts'
import { isDuplicate } from '../../kit/db/db.ts'
import { AppError, badFields } from '../../kit/errors.ts'
import { countHit } from '../../kit/calls/rate-limits.ts'
import type { Services } from '../../kit/services.ts'
import { requirePlatform } from '../../platform/platform.service.ts'
import { endChallenge } from '../codes/challenges.repo.ts'
import { requireCode, type Scene, sendCode, showCode } from '../codes/codes.service.ts'
import { changePerson, findPersonByPhone, membershipsOf } from '../people.repo.ts'
import { phoneTaken } from './phone-taken.ts'
import { proving } from '../proofs/proof.service.ts'
import { renewAlone } from '../sign-in/sessions.repo.ts'
import { userTypeOf } from '../sign-in/sign-in.service.ts'
import { type GivenStrongProof, requireStrongProof } from '../proofs/strong-proof.service.ts'
import { tellSecurity } from '../tell-security.service.ts'
import { issueTicket, lookAtTicket } from '../sign-in/tickets.ts'

/** Long enough for a code that comes late and a second one. */
const ticketTtl = 900
const leaving = (caller: Caller): Scene => ({ words: 'unbind', of: caller.personId })
/** Bound to the person and to the proof of the old phone: neither code is worth anything without the other. */
const taking = (caller: Caller, ticketId: string): Scene => ({ words: 'rebind', of: `${caller.personId}:${ticketId}` })
/** The ticket serves the session that earned it. */
const ticketScene = (caller: Caller) => `phone-change:${caller.sessionHash.toString('hex')}`

async function requireTicket(services: Services, caller: Caller, ticket = '') {
  const found = await lookAtTicket(services, caller, ticketScene(caller), ticket)
  if (found?.subject !== caller.personId) throw new AppError('ticket-gone')
  return found
}

interface Asked {
  scene: Exclude<(typeof smsScenes)[number], 'BIND'>
  phone?: string | undefined
  ticket?: string | undefined
  captchaId: string
  captcha: string
  notaryId?: string | undefined
}

/** A code to the caller's own phone, or, once they proved that one, to the phone they take; taken or not, it answers alike. */
export async function sendPhoneCode(
  services: Services,
  caller: Caller,
  { scene, phone, ticket, notaryId, ...captcha }: Asked,
) {
  requirePlatform(caller.platform, notaryId)
  // Whoever is signed in could otherwise make us write to one number after the other.
  await countHit(services.db, `sms-person:${caller.personId}`, { hits: 20, seconds: 86_400 })
  if (scene !== 'REBIND') {
    if (phone && phone !== caller.phone) throw badFields({ path: 'phone', key: 'phoneNotYours' })
    return sendCode(services, caller, scene === 'PROVE' ? proving(caller) : leaving(caller), {
      to: caller.phone,
      ...captcha,
    })
  }
  const { id } = await requireTicket(services, caller, ticket)
  return sendCode(services, caller, taking(caller, id), { to: requireOther(caller, phone), ...captcha })
}

function requireOther(caller: Caller, phone: string | undefined): string {
  if (!phone) throw badFields({ path: 'phone', key: 'required' })
  if (phone === caller.phone) throw badFields({ path: 'phone', key: 'phoneSame' })
  return phone
}

/** The old phone's code, or password and authenticator where that phone is lost; gives the ticket for the new one. */
export async function prove(services: Services, caller: Caller, proof: GivenStrongProof) {
  await requireStrongProof(services, caller, proof, leaving(caller))
  const ticket = await services.db.asSystem((tx) =>
    issueTicket(tx, {
      platformId: caller.platform.id,
      scene: ticketScene(caller),
      subject: caller.personId,
      ttl: ticketTtl,
      tries: 20,
    }),
  )
  return { ticket, ttl: ticketTtl }
}

interface Binding {
  phone: string
  codeId: string
  code: string
  ticket?: string | undefined
}

/** Ends every other session and tells the phone that was left. That a phone is taken is said only to whoever holds it. */
export async function bind(services: Services, caller: Caller, { phone, codeId, code, ticket }: Binding) {
  requireOther(caller, phone)
  const { id } = await requireTicket(services, caller, ticket)
  await requireCode(services, caller, taking(caller, id), phone, { codeId, code })
  try {
    return await services.db.asSystem(async (tx) => {
      if (await findPersonByPhone(tx, caller.platform.id, phone)) throw phoneTaken()
      if (!(await endChallenge(tx, id))) throw new AppError('ticket-gone')
      await changePerson(tx, caller.personId, { phone })
      const token = await renewAlone(tx, caller)
      await recordAct(tx, caller, {
        action: 'person.phoneChanged',
        subjectKind: 'person',
        subjectId: caller.personId,
        details: { changes: { phone: { from: maskPhone(caller.phone), to: maskPhone(phone) } } },
      })
      await tellSecurity(services, tx, caller, 'phoneChanged', {
        before: caller.phone,
        phone: maskPhone(phone),
      })
      return { token, userId: caller.membershipId }
    })
  } catch (e) {
    if (isDuplicate(e, 'person_platform_id_phone_key')) throw phoneTaken()
    throw e
  }
}

/** Without a right code nothing is looked up: neither the answer nor its time can tell one phone from another. */
export async function infoOf(
  services: Services,
  visitor: Visitor,
  {
    phone,
    codeId,
    code,
    notaryId,
  }: { phone: string; codeId?: string | undefined; code?: string | undefined; notaryId?: string | undefined },
): Promise<z.output<typeof PhoneInfo>> {
  requirePlatform(visitor.platform, notaryId)
  if (!code) return { proven: false, exists: null, userType: null, nameMasked: null }
  await showCode(services, visitor, [{ words: 'register' }, { words: 'login' }], phone, { codeId, code })
  const person = await findPersonByPhone(services.db.system, visitor.platform.id, phone)
  const [first] = person ? await membershipsOf(services.db.system, person.id) : []
  return {
    proven: true,
    exists: person !== undefined,
    userType: first ? userTypeOf(first.role as Role, first.kind) : null,
    nameMasked: person ? maskName(person.name) : null,
  }
}

const maskName = (name: string) => `${[...name][0]}**`
