import type {} from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import {
  acceptedLanguage,
  chosenLanguage,
  type Language,
  languageCookie,
  languageCookieSeconds,
  languageParameter,
} from '../../contract/kit/language.ts'
import type { Services } from '../kit/services.ts'

/** A page's language: the address, then what was chosen before, then what the browser asks for, then Chinese. */
export function languageOfPage(
  request: FastifyRequest,
  query: URLSearchParams,
): { language: Language; inAddress: boolean } {
  const asked = chosenLanguage(query.get(languageParameter))
  const language =
    asked ??
    chosenLanguage(request.cookies[languageCookie]) ??
    acceptedLanguage(request.headers['accept-language']) ??
    'zh-CN'
  return { language, inAddress: asked !== undefined }
}

/** Whoever follows an address in a language reads the next pages in it too. True where the browser did not know yet. */
export function rememberLanguage(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  language: Language,
): boolean {
  if (request.cookies[languageCookie] === language) return false
  reply.setCookie(languageCookie, language, {
    path: '/',
    sameSite: 'lax',
    maxAge: languageCookieSeconds,
    secure: services.config.publicUrl.startsWith('https:'),
  })
  return true
}
