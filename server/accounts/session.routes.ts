import { sessionCalls } from '../../contract/accounts/session.ts'
import { implement } from '../kit/implement.ts'
import type { Services } from '../kit/services.ts'
import { askCaptcha, beanOf, login, register, resetPassword, sendCode } from './session.service.ts'
import { endSessionByHash } from './sessions.repo.ts'

const withCookie = <T extends { token: string }>(data: T) => ({ cookie: { token: data.token }, data })

export const sessionRoutes = (services: Services) =>
  implement(sessionCalls, {
    captcha: (visitor, { query }) => askCaptcha(services, visitor, query.kind),
    message: async (visitor) => {
      const { captchaId, svg } = await askCaptcha(services, visitor, 'picture')
      return { code: captchaId, imgBase: `data:image/svg+xml;base64,${Buffer.from(svg ?? '').toString('base64')}` }
    },
    sendLoginCode: (visitor, { body }) => sendCode(services, visitor, 'login', body),
    sendRegisterCode: (visitor, { body }) => sendCode(services, visitor, 'register', body),
    login: async (visitor, { body }) => withCookie(await login(services, visitor, body)),
    register: async (visitor, { body }) => withCookie(await register(services, visitor, body)),
    sendPasswordCode: (visitor, { body }) => sendCode(services, visitor, 'password', body),
    resetPassword: async (visitor, { body }) => {
      await resetPassword(services, visitor, body)
      return null
    },
    logout: async (visitor) => {
      if (visitor.caller) await endSessionByHash(services.db, visitor.caller.sessionHash)
      return { cookie: 'clear' as const, data: null }
    },
    bean: async (caller) => beanOf(caller),
  })
