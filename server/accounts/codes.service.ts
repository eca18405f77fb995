import type { z } from 'zod'
import type { CodeSent } from '../../contract/accounts/session.ts'
import type { Visitor } from '../kit/caller.ts'
import { AppError } from '../kit/errors.ts'
import { isUuid } from '../kit/ids.ts'
import { countHit } from '../kit/rate-limits.ts'
import type { Services } from '../kit/services.ts'
import { say } from '../kit/words.ts'
import { platformName } from '../platform/platform.service.ts'
import { pictureQuestion, textQuestion } from './captcha.ts'
import { recordTried, tried } from './tried.ts'
import { captchaTtl, codeTtl, createChallenge, newSmsCode, spendChallenge, tryChallenge } from './challenges.repo.ts'

export async function askCaptcha(services: Services, visitor: Visitor, kind: 'picture' | 'text') {
  const { answer, ...shown } = kind === 'text' ? textQuestion(visitor.lang) : pictureQuestion()
  const captchaId = await services.db.asSystem((tx) =>
    createChallenge(tx, { platformId: visitor.platform.id, scene: 'captcha', subject: null, answer, tries: 1, ttl: captchaTtl }),
  )
  return { captchaId, ...shown }
}

export async function requireCaptcha(services: Services, visitor: Visitor, captchaId = '', captcha = '') {
  const right = isUuid(captchaId) &&
    (await spendChallenge(services.db, { id: captchaId, platformId: visitor.platform.id, scene: 'captcha', subject: null, answer: captcha }))
  if (!right) throw new AppError('captcha-wrong', {}, [{ path: 'captcha', key: 'captchaWrong' }])
}

/** What a code is for. A code answers for its own scene, and there for its own phone, and for nothing else. */
export interface Scene {
  /** Under `accounts:sms.` the text of the message. */
  words: string
  /** Whom or what the code is bound to besides the phone, such as the account that invites. */
  of?: string
  /** Said in the text beside the code. */
  params?: Record<string, string>
}

const nameOf = ({ words, of }: Scene) => (of ? `${words}:${of}` : words)

const wanted = (visitor: Visitor, scene: Scene, phone: string, id: string, answer: string) => ({ id, platformId: visitor.platform.id, scene: nameOf(scene), subject: phone, answer })
const codeWrong = () => new AppError('code-wrong', {}, [{ path: 'code', key: 'codeWrong' }])

export async function requireCode(services: Services, visitor: Visitor, scene: Scene, phone: string, codeId = '', code = '') {
  if (isUuid(codeId) && (await spendChallenge(services.db, wanted(visitor, scene, phone, codeId, code)))) return
  await tried(services.db, visitor, phone, 'sms.refused', { scene: scene.words })
  throw codeWrong()
}

/** The same for one of several purposes, and without ending it: the code is still good for what it was sent for. */
export async function showCode(services: Services, visitor: Visitor, scenes: Scene[], phone: string, codeId = '', code = '') {
  if (isUuid(codeId)) for (const scene of scenes) if (await tryChallenge(services.db, wanted(visitor, scene, phone, codeId, code))) return
  await tried(services.db, visitor, phone, 'sms.refused', { scene: 'info' })
  throw codeWrong()
}

/** Sends a code by SMS. Answers alike whether the phone is known or not; caps hold a phone and an address. */
export async function sendCode(services: Services, visitor: Visitor, scene: Scene, { phone, captchaId, captcha }: { phone: string; captchaId: string; captcha: string }): Promise<z.output<typeof CodeSent>> {
  services.messages.require('sms', scene.words)
  await requireCaptcha(services, visitor, captchaId, captcha)
  const key = `${visitor.platform.id}:${phone}`
  // For each purpose: whoever has just agreed to an invitation signs in next.
  await countHit(services.db, `sms-minute:${scene.words}:${key}`, { hits: 1, seconds: 60 })
  await countHit(services.db, `sms-day:${key}`, { hits: 10, seconds: 86_400 })
  await countHit(services.db, `sms-address:${visitor.ip}`, { hits: 60, seconds: 86_400 })
  const code = newSmsCode()
  const codeId = await services.db.asSystem(async (tx) => {
    const id = await createChallenge(tx, { platformId: visitor.platform.id, scene: nameOf(scene), subject: phone, answer: code, tries: 5, ttl: codeTtl })
    const params = { ...scene.params, code, platform: platformName(visitor.platform, visitor.lang), minutes: String(codeTtl / 60) }
    const text = say(visitor.lang, 'accounts', `sms.${scene.words}`, params)
    await services.messages.send(tx, { platformId: visitor.platform.id, channel: 'sms', recipient: phone, template: scene.words, params, lang: visitor.lang, text, secret: true, goodFor: codeTtl })
    await recordTried(tx, visitor, phone, 'sms.sent', { scene: scene.words })
    return id
  })
  return { codeId, ttl: codeTtl }
}
