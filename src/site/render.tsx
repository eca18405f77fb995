import { renderToString } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router'
import type { Language } from '../../contract/kit/language.ts'
import type { Question } from '../../contract/site/answers.ts'
import type { Head, Renderer } from '../../contract/site/rendering.ts'
import { wordsOf } from '../kit/plain/i18n.ts'
import { AnswerBook, AnswersContext } from './parts/answers.ts'
import { HeadContext } from './parts/head.ts'
import { sessionPlatformOf } from '../../contract/platform/session-platform.ts'
import { PlatformContext } from './parts/platform.ts'
import { loadMatched, siteRoutes } from './routes.tsx'
import { wordsOfPages } from './page-words.ts'
import { wordLoaders } from './words.ts'

const routes = siteRoutes()
const words = new Map<Language, ReturnType<typeof wordsOf>>()

function wordsIn(language: Language) {
  const known = words.get(language) ?? wordsOf({ ...wordLoaders, ...wordsOfPages }, language)
  words.set(language, known)
  return known
}

/** Writes a page as HTML. Its address stands for itself only; what it needs and was not given it asks for. */
export const render: Renderer['render'] = async ({ path, search, language, platform, answers }) => {
  await loadMatched(routes, path)
  const { query, dataRoutes } = createStaticHandler(routes)
  const context = await query(new Request(new URL(`${path}${search}`, 'http://page.invalid')))
  if (context instanceof Response) throw new Error(`The page ${path} answered ${context.status} instead of being drawn`)
  let head: Head = { title: '', description: '', facts: {} }
  const asks: Question[] = []
  const book = new AnswerBook(language, answers, asks)
  const html = renderToString(
    <I18nextProvider i18n={await wordsIn(language)}>
      <HeadContext value={(h) => (head = h)}>
        <PlatformContext value={sessionPlatformOf(platform, '')}>
          <AnswersContext value={book}>
            <StaticRouterProvider router={createStaticRouter(dataRoutes, context)} context={context} hydrate={false} />
          </AnswersContext>
        </PlatformContext>
      </HeadContext>
    </I18nextProvider>,
  )
  return { html, asks, ...head }
}
