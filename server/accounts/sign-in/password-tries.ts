import { AppError } from '../../kit/errors.ts'
import type { Visitor } from '../../kit/calls/caller.ts'
import { originOf } from '../../kit/calls/origin.ts'
import { countHit, takeBackHit } from '../../kit/calls/rate-limits.ts'
import { captchaAfter, passwordsOfOrigin } from '../../kit/calls/try-limits.ts'
import type { Services } from '../../kit/services.ts'
import { requireCaptcha } from '../codes/codes.service.ts'
import { countTry } from './tries.service.ts'

interface Asked {
  phone: string
  captchaId?: string | undefined
  captcha?: string | undefined
}

/**
 * Counts one try of a password at the login, by phone and whoever tries; and, but for a device that is known, by where it comes from over all phones.
 * After a few wrong ones a captcha is asked for (`captcha-needed`); one that is sent is always looked at, as older clients send it each time.
 */
export async function countPasswordTry(services: Services, visitor: Visitor, { phone, captchaId, captcha }: Asked) {
  if (captchaId) await requireCaptcha(services, visitor, captchaId, captcha)
  const { known, tries, ...ofPhone } = await countTry(services, visitor, 'password', {
    platformId: visitor.platform.id,
    phone,
  })
  const fromOrigin = [`password-address:${originOf(visitor.ip)}`, passwordsOfOrigin] as const
  const fromHere = known === 'device' ? 0 : await countHit(services.db, ...fromOrigin)
  const takeBack = async () => {
    await ofPhone.takeBack()
    if (known !== 'device') await takeBackHit(services.db, ...fromOrigin)
  }
  if (!captchaId && (tries > captchaAfter.phone || fromHere > captchaAfter.origin)) {
    await takeBack()
    throw new AppError('captcha-needed', {}, [{ path: 'captcha', key: 'captchaNeeded' }], { captcha: true })
  }
  return {
    takeBack,
    /** Whether the next try takes a captcha, should this one be wrong. */
    captchaNext: tries >= captchaAfter.phone || fromHere >= captchaAfter.origin,
  }
}
