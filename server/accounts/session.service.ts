import type { z } from 'zod'
import type { Bean, CodeSent, LoginBody, RegisterBody, ResetBody, SignedIn } from '../../contract/accounts/session.ts'
import { recordAct } from '../kit/audit.ts'
import type { Caller, Visitor } from '../kit/caller.ts'
import { isDuplicate, type Tx } from '../kit/db/db.ts'
import { AppError, badFields } from '../kit/errors.ts'
import { isUuid } from '../kit/ids.ts'
import { countHit } from '../kit/rate-limits.ts'
import type { Services } from '../kit/services.ts'
import { say } from '../kit/words.ts'
import { platformName, requirePlatform } from '../platform/platform.service.ts'
import { pictureQuestion, textQuestion } from './captcha.ts'
import { captchaTtl, codeTtl, createChallenge, newSmsCode, spendChallenge } from './challenges.repo.ts'
import { hashPassword, passwordMatches } from '../kit/passwords.ts'
import { createMember, findPersonByPhone, membershipsOf, setPassword } from './people.repo.ts'
import { createSession, endSessionsOf } from './sessions.repo.ts'

type Scene = 'login' | 'register' | 'password'
type Signed = z.output<typeof SignedIn>

export async function askCaptcha(services: Services, visitor: Visitor, kind: 'picture' | 'text') {
  const { answer, ...shown } = kind === 'text' ? textQuestion(visitor.lang) : pictureQuestion()
  const captchaId = await services.db.asSystem((tx) =>
    createChallenge(tx, { platformId: visitor.platform.id, scene: 'captcha', subject: null, answer, tries: 1, ttl: captchaTtl }),
  )
  return { captchaId, ...shown }
}

async function requireCaptcha(services: Services, visitor: Visitor, captchaId = '', captcha = '') {
  const right = isUuid(captchaId) &&
    (await spendChallenge(services.db, { id: captchaId, platformId: visitor.platform.id, scene: 'captcha', subject: null, answer: captcha }))
  if (!right) throw new AppError('captcha-wrong', {}, [{ path: 'captcha', key: 'captchaWrong' }])
}

async function requireCode(services: Services, visitor: Visitor, scene: Scene, phone: string, codeId = '', code = '') {
  const right = isUuid(codeId) &&
    (await spendChallenge(services.db, { id: codeId, platformId: visitor.platform.id, scene, subject: phone, answer: code }))
  if (!right) throw new AppError('code-wrong', {}, [{ path: 'code', key: 'codeWrong' }])
}

/** Sends a code by SMS. Answers alike whether the phone is known or not; caps hold a phone and an address. */
export async function sendCode(services: Services, visitor: Visitor, scene: Scene, body: { phone: string; captchaId: string; captcha: string; notaryId?: string | undefined }): Promise<z.output<typeof CodeSent>> {
  requirePlatform(visitor.platform, body.notaryId)
  services.messages.require('sms')
  await requireCaptcha(services, visitor, body.captchaId, body.captcha)
  const key = `${visitor.platform.id}:${body.phone}`
  await countHit(services.db, `sms-minute:${key}`, { hits: 1, seconds: 60 })
  await countHit(services.db, `sms-day:${key}`, { hits: 10, seconds: 86_400 })
  await countHit(services.db, `sms-address:${visitor.ip}`, { hits: 60, seconds: 86_400 })
  const code = newSmsCode()
  const codeId = await services.db.asSystem(async (tx) => {
    const id = await createChallenge(tx, { platformId: visitor.platform.id, scene, subject: body.phone, answer: code, tries: 5, ttl: codeTtl })
    const text = say(visitor.lang, 'accounts', `sms.${scene}`, { code, platform: platformName(visitor.platform, visitor.lang), minutes: codeTtl / 60 })
    await services.messages.send(tx, { platformId: visitor.platform.id, channel: 'sms', recipient: body.phone, text })
    return id
  })
  return { codeId, ttl: codeTtl }
}

export async function login(services: Services, visitor: Visitor, body: z.output<typeof LoginBody>): Promise<Signed> {
  requirePlatform(visitor.platform, body.notaryId)
  const person = body.code ? await personByCode(services, visitor, body) : await personByPassword(services, visitor, body)
  return services.db.asSystem((tx) => signIn(tx, visitor, person))
}

type Known = { id: string; name: string }

async function personByPassword(services: Services, visitor: Visitor, body: z.output<typeof LoginBody>): Promise<Known> {
  if (!body.password) throw badFields({ path: 'password', key: 'required' })
  await requireCaptcha(services, visitor, body.captchaId, body.captcha)
  // Per phone, over all addresses: guessing one account is slow however many machines guess.
  await countHit(services.db, `password:${visitor.platform.id}:${body.phone}`, { hits: 10, seconds: 900 })
  const person = await findPersonByPhone(services.db.system, visitor.platform.id, body.phone)
  const right = await passwordMatches(body.password, person?.passwordPhc ?? null)
  if (!person || !right) throw new AppError('wrong-credentials', {}, [{ path: 'password', key: 'wrongCredentials' }])
  return person
}

async function personByCode(services: Services, visitor: Visitor, body: z.output<typeof LoginBody>): Promise<Known> {
  await requireCode(services, visitor, 'login', body.phone, body.codeId, body.code)
  const person = await findPersonByPhone(services.db.system, visitor.platform.id, body.phone)
  // The code proved that the phone is the caller's, so telling that it is not registered tells nobody else.
  if (!person) throw badFields({ path: 'phone', key: 'phoneUnknown' })
  return person
}

async function signIn(tx: Tx, visitor: Visitor, person: Known): Promise<Signed> {
  const memberships = await membershipsOf(tx, person.id)
  const first = memberships[0]
  if (!first) throw new AppError('forbidden')
  const token = await createSession(tx, visitor, person.id)
  await recordAct(tx, actorOf(visitor, person, first.accountId), { action: 'session.started', subjectKind: 'person', subjectId: person.id })
  return {
    token,
    userId: first.id,
    userType: first.role === 'operator' ? 'OPERATOR' : first.kind === 'enterprise' ? 'ENTERPRISE' : 'PERSONAL',
    needSwitch: memberships.length > 1,
  }
}

/** The acting person before a session exists; enough for an audit row. */
const actorOf = (visitor: Visitor, person: Known, accountId: string) =>
  ({ ...visitor, personId: person.id, personName: person.name, accountId }) as Caller

export async function register(services: Services, visitor: Visitor, body: z.output<typeof RegisterBody>): Promise<Signed> {
  requirePlatform(visitor.platform, body.notaryId)
  await requireCode(services, visitor, 'register', body.phone, body.codeId, body.code)
  const passwordPhc = await hashPassword(body.password)
  try {
    return await services.db.asSystem(async (tx) => {
      const { personId, accountId } = await createMember(tx, {
        platformId: visitor.platform.id, phone: body.phone, personName: body.name, accountName: body.name, kind: body.userType, role: 'owner',
        passwordPhc, consentVersion: body.agreementVersion, lang: visitor.lang,
      })
      const person = { id: personId, name: body.name }
      await recordAct(tx, actorOf(visitor, person, accountId), { action: 'account.registered', subjectKind: 'account', subjectId: accountId })
      return signIn(tx, visitor, person)
    })
  } catch (e) {
    if (isDuplicate(e, 'person_platform_id_phone_key')) throw new AppError('phone-taken', {}, [{ path: 'phone', key: 'phoneTaken' }])
    throw e
  }
}

/**
 * A new password for whoever holds the phone. All sessions end, because a forgotten password may be a stolen one,
 * and the phone is told, so that a reset nobody asked for is noticed.
 */
export async function resetPassword(services: Services, visitor: Visitor, body: z.output<typeof ResetBody>) {
  requirePlatform(visitor.platform, body.notaryId)
  await requireCode(services, visitor, 'password', body.phone, body.codeId, body.code)
  const person = await findPersonByPhone(services.db.system, visitor.platform.id, body.phone)
  if (!person) throw badFields({ path: 'phone', key: 'phoneUnknown' })
  const passwordPhc = await hashPassword(body.password)
  await services.db.asSystem(async (tx) => {
    const [first] = await membershipsOf(tx, person.id)
    await setPassword(tx, person.id, passwordPhc)
    await endSessionsOf(tx, person.id)
    if (first) await recordAct(tx, actorOf(visitor, person, first.accountId), { action: 'password.reset', subjectKind: 'person', subjectId: person.id })
    await services.messages.send(tx, { platformId: visitor.platform.id, channel: 'sms', recipient: body.phone, text: say(visitor.lang, 'accounts', 'sms.passwordChanged', { platform: platformName(visitor.platform, visitor.lang) }) })
  })
}

export function beanOf(caller: Caller): Bean {
  return {
    userId: caller.membershipId,
    personName: caller.personName,
    phoneMasked: `${caller.phone.slice(0, 3)}****${caller.phone.slice(-4)}`,
    accountId: caller.accountId,
    accountName: caller.accountName,
    accountKind: caller.accountKind,
    role: caller.role,
    rights: [...caller.rights],
    notaryId: caller.platform.notaryId,
  }
}
