import type { z } from 'zod'
import type { CaptchaKind, CodeSent } from '../../../contract/accounts/session.ts'
import type { FieldProblem } from '../../../contract/kit/issues.ts'
import type { Visitor } from '../../kit/calls/caller.ts'
import { AppError } from '../../kit/errors.ts'
import { isUuid } from '../../kit/ids.ts'
import { originOf } from '../../kit/calls/origin.ts'
import { countHit, tallyHit } from '../../kit/calls/rate-limits.ts'
import type { Services } from '../../kit/services.ts'
import { say } from '../../kit/words.ts'
import { platformName } from '../../platform/platform.service.ts'
import { pictureQuestion, workQuestion } from './captcha.ts'
import { recordSignInAttempt, commitSignInAttempt } from '../sign-in/sign-in-attempts.ts'
import { captchaTtl, codeTtl, createChallenge, newSmsCode, spendChallenge, tryChallenge } from './challenges.repo.ts'

/** An office may stand behind one address: past so many in ten minutes each question costs twice the work, up to sixteen times. */
const [questionsSeconds, cheapQuestions, mostDoublings] = [600, 30, 4]

async function timesTheWork({ db }: Services, visitor: Visitor) {
  const asked = await tallyHit(db, `work:${originOf(visitor.ip)}`, questionsSeconds)
  return 2 ** Math.min(mostDoublings, Math.floor(asked / cheapQuestions))
}

export async function askCaptcha(services: Services, visitor: Visitor, kind: CaptchaKind) {
  const { answer, ...shown } =
    kind === 'work' ? await workQuestion(await timesTheWork(services, visitor)) : pictureQuestion()
  const captchaId = await services.db.asSystem((tx) =>
    createChallenge(tx, {
      platformId: visitor.platform.id,
      scene: 'captcha',
      subject: null,
      answer,
      tries: 1,
      ttl: captchaTtl,
    }),
  )
  return { captchaId, ...shown }
}

export async function requireCaptcha(services: Services, visitor: Visitor, captchaId = '', captcha = '') {
  const right =
    isUuid(captchaId) &&
    (await spendChallenge(services.db, {
      id: captchaId,
      platformId: visitor.platform.id,
      scene: 'captcha',
      subject: null,
      answer: captcha,
    }))
  if (!right) throw new AppError('captcha-wrong', {}, [{ path: 'captcha', key: 'captchaWrong' }])
}

/** What a code is for. A code answers for its own scene, and there for its own phone or address, and for nothing else. */
export interface Scene {
  /** Under `accounts:sms.` or `accounts:mails.` the text of the message. */
  words: string
  /** Whom or what the code is bound to besides where it goes, such as the account that invites. */
  of?: string
  /** Said in the text beside the code. */
  params?: Record<string, string>
  /** To a mail address; else to a phone. */
  channel?: 'mail'
}

const nameOf = ({ words, of }: Scene) => (of ? `${words}:${of}` : words)

const wanted = (visitor: Visitor, scene: Scene, to: string, id: string, answer: string) => ({
  id,
  platformId: visitor.platform.id,
  scene: nameOf(scene),
  subject: to,
  answer,
})
const codeProblem: FieldProblem = { path: 'code', key: 'codeWrong' }
export const codeWrong = () => new AppError('code-wrong', {}, [codeProblem])

/** A code as somebody gives it, with the id of the sending that it came by. */
export interface GivenCode {
  codeId?: string | undefined
  code?: string | undefined
}

export async function requireCode(
  services: Services,
  visitor: Visitor,
  scene: Scene,
  to: string,
  { codeId = '', code = '' }: GivenCode,
) {
  if (isUuid(codeId) && (await spendChallenge(services.db, wanted(visitor, scene, to, codeId, code)))) return
  await recordRefused(services, visitor, scene, to)
  throw codeWrong()
}

const recordRefused = ({ db }: Services, visitor: Visitor, scene: Scene, to: string) =>
  commitSignInAttempt(db, visitor, to, scene.channel ? 'mail.refused' : 'sms.refused', { scene: scene.words })

/**
 * A wrong code as a field beside others that are wrong. A right one stays as it is: whoever mends the others sends it again. One that is wrong
 * by itself is for `requireCode` to refuse.
 */
export async function codeBeside(
  services: Services,
  visitor: Visitor,
  scene: Scene,
  { phone, codeId, code }: GivenCode & { phone?: string },
): Promise<FieldProblem[]> {
  if (phone === undefined || codeId === undefined || code === undefined) return []
  const given = { ...wanted(visitor, scene, phone, codeId, code), rightIsFree: true }
  if (isUuid(codeId) && (await tryChallenge(services.db, given))) return []
  await recordRefused(services, visitor, scene, phone)
  return [codeProblem]
}

/** The same for one of several purposes, and without ending it: the code is still good for what it was sent for. */
export async function showCode(
  services: Services,
  visitor: Visitor,
  scenes: Scene[],
  phone: string,
  { codeId = '', code = '' }: GivenCode,
) {
  if (isUuid(codeId))
    for (const scene of scenes) if (await tryChallenge(services.db, wanted(visitor, scene, phone, codeId, code))) return
  await commitSignInAttempt(services.db, visitor, phone, 'sms.refused', { scene: 'info' })
  throw codeWrong()
}

/** Sends a code to a phone or an address. Answers alike whether it is known or not; caps hold it and the visitor's address. */
export async function sendCode(
  services: Services,
  visitor: Visitor,
  scene: Scene,
  { to, captchaId, captcha }: { to: string; captchaId: string; captcha: string },
): Promise<z.output<typeof CodeSent>> {
  const channel = scene.channel ?? 'sms'
  services.messages.require(channel, scene.words)
  await requireCaptcha(services, visitor, captchaId, captcha)
  const key = `${visitor.platform.id}:${to}`
  // For each purpose: whoever has just agreed to an invitation signs in next.
  await countHit(services.db, `${channel}-minute:${scene.words}:${key}`, { hits: 1, seconds: 60 })
  await countHit(services.db, `${channel}-day:${key}`, { hits: 10, seconds: 86_400 })
  await countHit(services.db, `${channel}-address:${originOf(visitor.ip)}`, { hits: 60, seconds: 86_400 })
  const code = newSmsCode()
  const codeId = await services.db.asSystem(async (tx) => {
    const id = await createChallenge(tx, {
      platformId: visitor.platform.id,
      scene: nameOf(scene),
      subject: to,
      answer: code,
      tries: 5,
      ttl: codeTtl,
    })
    await services.messages.send(tx, {
      platformId: visitor.platform.id,
      channel,
      recipient: to,
      template: scene.words,
      lang: visitor.lang,
      ...textOf(visitor, scene, code),
      secret: true,
      goodFor: codeTtl,
    })
    await recordSignInAttempt(tx, visitor, to, scene.channel ? 'mail.sent' : 'sms.sent', { scene: scene.words })
    return id
  })
  return { codeId, ttl: codeTtl }
}

function textOf(visitor: Visitor, scene: Scene, code: string) {
  const params = {
    ...scene.params,
    code,
    platform: platformName(visitor.platform, visitor.lang),
    minutes: String(codeTtl / 60),
  }
  if (!scene.channel) return { params, text: say(visitor.lang, 'accounts', `sms.${scene.words}`, params) }
  return {
    params,
    text: say(visitor.lang, 'accounts', `mails.${scene.words}.text`, params),
    subject: say(visitor.lang, 'accounts', `mails.${scene.words}.subject`, params),
  }
}
