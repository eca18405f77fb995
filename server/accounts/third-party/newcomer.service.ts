import { requireAgreement } from '../../platform/legal/legal.service.ts'
import { recordAct } from '../../kit/audit/audit.ts'
import type { Visitor } from '../../kit/calls/caller.ts'
import { isDuplicate } from '../../kit/db/db.ts'
import { AppError } from '../../kit/errors.ts'
import { countHit } from '../../kit/calls/rate-limits.ts'
import type { Services } from '../../kit/services.ts'
import { requirePlatform } from '../../platform/platform.service.ts'
import { browserHash } from '../sign-in/browser.ts'
import { endChallenge } from '../codes/challenges.repo.ts'
import { codeWrong, type Scene, sendCode, showCode } from '../codes/codes.service.ts'
import { createMember, findPersonByPhone } from '../people.repo.ts'
import { phoneTaken } from '../contact/phone-taken.ts'
import { actorOf, enter, type Known } from '../sign-in/sign-in.service.ts'
import { lookAtTicket } from '../sign-in/tickets.ts'
import { readAttempt } from './attempts.repo.ts'
import { exclusively } from './third-binding.service.ts'
import { bindScene } from './third-sign-in.service.ts'

/** The code is for this one WeChat or Alipay: it lets in with no other. */
const binding = (attemptId: string): Scene => ({ words: 'bind', of: attemptId })

/** In the browser that met the vendor, and in no other. */
async function requireBindTicket(services: Services, visitor: Visitor, ticket: string) {
  const found = await lookAtTicket(services, visitor, bindScene, ticket)
  const attempt = found && (await readAttempt(services.db.system, found.subject))
  if (!attempt?.browserSha256.equals(browserHash(visitor))) throw new AppError('ticket-gone')
  return { ticketId: found!.id, attempt }
}

interface Asked {
  phone: string
  bindTicket: string
  captchaId: string
  captcha: string
  notaryId?: string | undefined
}

export async function sendBindCode(
  services: Services,
  visitor: Visitor,
  { phone, bindTicket, notaryId, ...captcha }: Asked,
) {
  requirePlatform(visitor.platform, notaryId)
  const { attempt } = await requireBindTicket(services, visitor, bindTicket)
  await countHit(services.db, `sms-third:${attempt.id}`, { hits: 10, seconds: 86_400 })
  return sendCode(services, visitor, binding(attempt.id), { to: phone, ...captcha })
}

interface Given {
  phone: string
  codeId: string
  code: string
  bindTicket: string
  name?: string | undefined
  agreementVersion?: string | undefined
  consent?: boolean | undefined
}

/** Binds to whoever has the phone, or to somebody new, and lets them in; a second step still stands before both. */
export async function bindByPhone(
  services: Services,
  visitor: Visitor,
  { bindTicket, phone, codeId, code, ...newcomer }: Given,
) {
  const { ticketId, attempt } = await requireBindTicket(services, visitor, bindTicket)
  await showCode(services, visitor, [binding(attempt.id)], phone, { codeId, code })
  const known = await findPersonByPhone(services.db.system, visitor.platform.id, phone)
  if (!known && !(newcomer.name && newcomer.agreementVersion && newcomer.consent))
    throw new AppError('third-party-newcomer')
  if (!known) await requireAgreement(services, visitor.platform, newcomer.agreementVersion ?? '')
  const person = await services.db.asSystem(async (tx) => {
    if (!(await endChallenge(tx, codeId))) throw codeWrong()
    if (!(await endChallenge(tx, ticketId))) throw new AppError('ticket-gone')
    return known
  })
  return exclusively(async () =>
    enter(services, visitor, person ?? (await openAccount(services, visitor, phone, newcomer)), {
      way: attempt.provider,
      bind: attempt.id,
    }),
  )
}

/** Without a password: there is a phone, and what is bound to it. */
async function openAccount(
  services: Services,
  visitor: Visitor,
  phone: string,
  { name = '', agreementVersion = null }: { name?: string | undefined; agreementVersion?: string | null | undefined },
): Promise<Known> {
  try {
    return await services.db.asSystem(async (tx) => {
      const { personId: id, accountId } = await createMember(tx, {
        platformId: visitor.platform.id,
        phone,
        personName: name,
        accountName: name,
        kind: 'personal',
        role: 'owner',
        passwordPhc: null,
        consentVersion: agreementVersion,
        lang: visitor.lang,
      })
      await recordAct(tx, actorOf(visitor, { id, name }, accountId, 'owner'), {
        action: 'account.registered',
        subjectKind: 'account',
        subjectId: accountId,
      })
      return { id, name }
    })
  } catch (e) {
    if (isDuplicate(e, 'person_platform_id_phone_key')) throw phoneTaken()
    throw e
  }
}
