import type { FastifyInstance } from 'fastify'
import type { Language } from '../../contract/kit/language.ts'
import { openapiDocument } from './openapi.ts'
import { languageOfPage } from './page-language.ts'

/** The OpenAPI document for programs and for the page that shows it, its summaries in the reader's language. */
export function mountDocument(app: FastifyInstance) {
  const documents = new Map<Language, unknown>()
  app.get('/docs/json', { compress: {} }, async (request, reply) => {
    const { language } = languageOfPage(request, new URLSearchParams(request.url.split('?')[1] ?? ''))
    if (!documents.has(language)) documents.set(language, openapiDocument(language))
    reply.headers({ 'content-language': language, vary: 'Accept-Language, Cookie, Accept-Encoding' })
    return documents.get(language)
  })
}
