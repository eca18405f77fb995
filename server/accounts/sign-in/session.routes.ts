import { proveAgain } from '../proofs/fresh-proof.service.ts'
import { sessionCalls } from '../../../contract/accounts/session.ts'
import { implement } from '../../kit/calls/implement.ts'
import type { Services } from '../../kit/services.ts'
import type { Visitor } from '../../kit/calls/caller.ts'
import { requirePlatform } from '../../platform/platform.service.ts'
import { askCaptcha, sendCode } from '../codes/codes.service.ts'
import { judgeRegistration, judgeReset } from './judge-registration.ts'
import { beanOf, login, logout, register, renewToken, resetPassword, switchTo, targetsOf } from './session.service.ts'
import { enterByTicket } from './sign-in.service.ts'
import { withCookie } from './with-cookie.ts'

type Asked = { phone: string; captchaId: string; captcha: string; notaryId?: string | undefined }

async function send(services: Services, visitor: Visitor, words: 'login' | 'register' | 'password', body: Asked) {
  requirePlatform(visitor.platform, body.notaryId)
  return sendCode(services, visitor, { words }, { ...body, to: body.phone })
}

async function pictureOf(services: Services, visitor: Visitor) {
  const { captchaId, svg } = await askCaptcha(services, visitor, 'picture')
  return { code: captchaId, imgBase: `data:image/svg+xml;base64,${Buffer.from(svg ?? '').toString('base64')}` }
}

export const sessionRoutes = (services: Services) =>
  implement(
    sessionCalls,
    {
      captcha: (visitor, { query }) => askCaptcha(services, visitor, query.kind),
      message: (visitor) => pictureOf(services, visitor),
      memberMessage: (visitor) => pictureOf(services, visitor),
      sendLoginCode: (visitor, { body }) => send(services, visitor, 'login', body),
      sendRegisterCode: (visitor, { body }) => send(services, visitor, 'register', body),
      login: async (visitor, { body }) => withCookie(await login(services, visitor, body)),
      loginTotp: async (visitor, { body }) => withCookie(await enterByTicket(services, visitor, body)),
      register: async (visitor, { body }) => withCookie(await register(services, visitor, body)),
      appRegister: async (visitor, { body }) => withCookie(await register(services, visitor, body)),
      sendPasswordCode: (visitor, { body }) => send(services, visitor, 'password', body),
      resetPassword: async (visitor, { body }) => {
        await resetPassword(services, visitor, body)
        return null
      },
      logout: async (visitor) => {
        await logout(services, visitor.caller)
        return { cookie: 'clear' as const, data: null }
      },
      switchList: async (caller) => ({ list: await targetsOf(services, caller) }),
      switchTo: (caller, { params }) => switchTo(services, caller, params.userId),
      renewToken: (visitor, { query }) => renewToken(services, visitor, query.token),
      proveAgain: async (caller, { body }) => (await proveAgain(services, caller, body), null),
      bean: (caller) => beanOf(services, caller),
    },
    {
      register: judgeRegistration(services),
      appRegister: judgeRegistration(services),
      resetPassword: judgeReset(services),
    },
  )
