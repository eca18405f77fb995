import { AppError } from '../../kit/errors.ts'
import type { Visitor } from '../../kit/calls/caller.ts'
import { originOf } from '../../kit/calls/origin.ts'
import { countHit, type Limit, takeBackHit } from '../../kit/calls/rate-limits.ts'
import type { Services } from '../../kit/services.ts'
import { requireCaptcha } from '../codes/codes.service.ts'

/** Wrong passwords in a quarter of an hour before a captcha is asked for: an office may stand behind one address. */
const captchaAfter = { phone: 3, address: 20 }

interface Asked {
  phone: string
  captchaId?: string | undefined
  captcha?: string | undefined
}

/**
 * Counts one try of a password before it is looked at, so that tries that come at once are told apart. Per phone over all addresses: guessing
 * one account is slow however many machines guess. After a few wrong ones a captcha is asked for (`captcha-needed`); one that is sent is
 * always looked at, as older clients send it each time.
 */
export async function countPasswordTry(services: Services, visitor: Visitor, { phone, captchaId, captcha }: Asked) {
  if (captchaId) await requireCaptcha(services, visitor, captchaId, captcha)
  const ofPhone: [string, Limit] = [`password:${visitor.platform.id}:${phone}`, { hits: 10, seconds: 900 }]
  const fromAddress: [string, Limit] = [`password-address:${originOf(visitor.ip)}`, { hits: 600, seconds: 900 }]
  const phoneHits = await countHit(services.db, ...ofPhone)
  const addressHits = await countHit(services.db, ...fromAddress)
  const takeBack = async () => {
    await takeBackHit(services.db, ...ofPhone)
    await takeBackHit(services.db, ...fromAddress)
  }
  if (!captchaId && (phoneHits > captchaAfter.phone || addressHits > captchaAfter.address)) {
    await takeBack()
    throw new AppError('captcha-needed', {}, [{ path: 'captcha', key: 'captchaNeeded' }], { captcha: true })
  }
  return {
    takeBack,
    /** Whether the next try takes a captcha, should this one be wrong. */
    captchaNext: phoneHits >= captchaAfter.phone || addressHits >= captchaAfter.address,
  }
}
