import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { entryOf, type SitePath } from '../../contract/site/entries.ts'
import { appearanceCookie, chosenAppearance } from '../../contract/site/appearance.ts'
import { indexedPath, sitePageOf } from '../../contract/site/site-pages.ts'
import { verifyScript } from '../certificates/package/verify-sh.ts'
import { AppError } from '../kit/errors.ts'
import type { Services } from '../kit/services.ts'
import { findPlatform, isClosed, publicUrlOf } from '../platform/platform.service.ts'
import { dictionaryPorts } from './domains.ts'
import { dictionaryOf } from '../platform/settings.service.ts'
import { revisionOf } from '../content/revision.service.ts'
import { originOf } from '../kit/calls/origin.ts'
import { countCall, limitOfClass } from '../kit/calls/rate-limits.ts'
import type { Mounted } from '../kit/calls/implement.ts'
import type { PageWish } from '../site/page-key.ts'
import { openPageWriter, type PageWriter } from '../site/page-writer.ts'
import { closedPage } from '../site/closed-page.ts'
import { robotsText } from '../site/robots.ts'
import { openSitemaps } from './sitemap.ts'
import { hostOf } from './mount/host-of.ts'
import { openPageAnswers } from './page-answers.ts'
import { encodedPage } from './page-encoding.ts'
import { languageOfPage, rememberLanguage } from './page-language.ts'

const pagesDir = join(import.meta.dirname, '../../dist')

/** Console and website: built files with long caches, and the one entry page that serves a path. */
export async function mountPages(app: FastifyInstance, services: Services, routes: readonly Mounted[]) {
  const sitemap = openSitemaps(services)
  const publicUrlAt = async (request: FastifyRequest) =>
    publicUrlOf(services.config, await findPlatform(services.db, hostOf(request)))
  app.get('/robots.txt', async (request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'max-age=3600')
      .send(robotsText(await publicUrlAt(request))),
  )
  app.get('/sitemap.xml', async (request, reply) =>
    reply
      .type('application/xml; charset=utf-8')
      .header('cache-control', 'max-age=3600')
      .send(await sitemap(await findPlatform(services.db, hostOf(request)))),
  )
  // As it is today: packages bring the one of their day.
  app.get('/verify.sh', async (_, reply) =>
    reply
      .type('application/x-sh; charset=utf-8')
      .header('cache-control', 'max-age=3600')
      .header('content-disposition', 'attachment; filename="verify.sh"')
      .send(await verifyScript()),
  )
  if (!existsSync(pagesDir)) return
  await app.register(fastifyStatic, { root: pagesDir, serve: false, index: false, preCompressed: true })
  await app.register(async (assets) => {
    // Built files lie flat: whatever else is asked for is not looked up.
    assets.addHook('onRequest', async ({ url }) => {
      if (!/^\/assets\/\w[\w.-]*(\?|$)/.test(url)) throw new AppError('unknown-route')
    })
    await assets.register(fastifyStatic, {
      root: join(pagesDir, 'assets'),
      prefix: '/assets/',
      decorateReply: false,
      maxAge: '365d',
      immutable: true,
      index: false,
      preCompressed: true,
    })
  })
  for (const file of ['mark.svg', 'theme.js'])
    app.get(`/${file}`, async (_, reply) => reply.sendFile(file, pagesDir, { maxAge: '1h', immutable: false }))
  app.get<{ Params: { file: string } }>('/pictures/:file', async ({ params: { file } }, reply) => {
    if (!/^[\w-]{1,60}\.(avif|webp|png)$/.test(file)) throw new AppError('unknown-route')
    return reply.sendFile(`pictures/${file}`, pagesDir, { maxAge: '1d', immutable: false })
  })
  app.get<{ Params: { file: string } }>('/videos/:file', async ({ params: { file } }, reply) => {
    if (!/^[\w-]{1,60}\.(webm|webp|vtt)$/.test(file)) throw new AppError('unknown-route')
    return reply.sendFile(`videos/${file}`, pagesDir, { maxAge: '1d', immutable: false })
  })
  app.get('/verify.mjs', async (_, reply) =>
    reply.sendFile('verify.mjs', join(pagesDir, 'verifier'), { maxAge: '1h', immutable: false }),
  )
  const site: Site = { services, writer: openPageWriter(pagesDir), answer: openPageAnswers(routes) }
  app.get('/*', async (request, reply) => {
    // Where the database does not answer, the page itself tells.
    if (await isClosed(services.db, hostOf(request)).catch(() => false))
      return reply
        .code(503)
        .headers({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' })
        .type('text/html; charset=utf-8')
        .send(closedPage())
    const { entry, known, page } = entryOf(pathOf(request.url))
    reply.code(known ? 200 : 404)
    if (indexedPath(page) === undefined) reply.header('x-robots-tag', 'noindex')
    if (entry === 'console') return reply.sendFile('console.html', pagesDir, { maxAge: 0, immutable: false })
    return sendPage(site, request, reply, page)
  })
}

/** Decoded as the browser's router does it, so that both find the same page. */
function pathOf(url: string): string {
  const path = url.split('?', 1)[0]!
  try {
    return path
      .split('/')
      .map((part) => decodeURIComponent(part).replaceAll('/', '%2F'))
      .join('/')
  } catch {
    return path
  }
}

const queryOf = (url: string) => new URLSearchParams(url.includes('?') ? url.slice(url.indexOf('?')) : '')

interface Site {
  services: Services
  writer: PageWriter
  answer: ReturnType<typeof openPageAnswers>
}

async function sendPage(
  { services, writer, answer }: Site,
  request: FastifyRequest,
  reply: FastifyReply,
  page: SitePath | undefined,
) {
  const query = queryOf(request.url)
  const secret = sitePageOf(page).secret || query.has('preview')
  if (secret) reply.header('referrer-policy', 'no-referrer')
  try {
    const { language, inAddress } = languageOfPage(request, query)
    const found = await findPlatform(services.db, hostOf(request))
    const wish: PageWish = {
      page,
      path: pathOf(request.url),
      query,
      language,
      inAddress,
      appearance: chosenAppearance(request.cookies[appearanceCookie]),
      platform: await dictionaryOf(services, dictionaryPorts, found),
      publicUrl: publicUrlOf(services.config, found),
      revision: revisionOf(services.db, found.id),
      answer: (question) => answer({ platform: found, lang: language }, question),
    }
    if (writer.isOwnWish(wish)) await countCall(services.db, `page:${originOf(request.ip)}`, limitOfClass.read)
    const written = await writer.write(wish)
    if (written.missing) reply.code(404).header('x-robots-tag', 'noindex')
    const remembered = inAddress && rememberLanguage(services, request, reply, language)
    const cacheControl = secret ? 'no-store' : written.shared && !remembered ? 'no-cache' : 'private, no-cache'
    reply.headers({
      'content-language': language,
      vary: 'Accept-Language, Cookie, Accept-Encoding',
      'cache-control': cacheControl,
    })
    if (!secret) reply.header('etag', written.etag)
    if (!secret && request.headers['if-none-match'] === written.etag) return reply.code(304).send()
    reply.type('text/html; charset=utf-8')
    // What is secret in an address stands in the page, which compressed would tell of it by its length.
    if (secret) return reply.send(written.html)
    const { encoding, bytes } = await encodedPage(written, request.headers['accept-encoding'])
    if (encoding) reply.header('content-encoding', encoding)
    return reply.send(bytes)
  } catch (err) {
    if (err instanceof AppError && err.code === 'too-frequent') throw err
    // The browser can draw every page by itself: a fault here must keep nobody from signing in.
    request.log.error({ err, page }, 'page not written')
    return reply
      .header('cache-control', secret ? 'no-store' : 'private, no-cache')
      .sendFile('site.html', pagesDir, { cacheControl: false })
  }
}
