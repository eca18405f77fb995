import { startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { createBrowserRouter, type RouteObject, RouterProvider } from 'react-router'
import type { Answers } from '../../contract/site/answers.ts'
import { chosenLanguage } from '../../contract/kit/language.ts'
import type { SessionPlatform } from '../../contract/platform/session-platform.ts'
import { startWords } from '../kit/plain/i18n.ts'
import { AnswerBook, AnswersContext } from './parts/answers.ts'
import { loadPlatform, PlatformContext } from './parts/platform.ts'
import { loadMatched, siteRoutes } from './routes.tsx'
import { wordLoaders } from './words.ts'

const root = document.getElementById('root')!
/** The server wrote the page; without it, while developing or after a failure there, everything is drawn here. */
const isWritten = root.firstElementChild !== null

/** Canonical address, alternates and facts belong to the page that was written, not to those visited after it. */
function forgetWrittenHead() {
  for (const element of document.head.querySelectorAll('[data-page]')) element.remove()
}

/** What the page was written with. */
function writtenAnswers(language: string) {
  const text = document.getElementById('answers')?.textContent
  return new AnswerBook(language, text ? (JSON.parse(text) as Answers) : {})
}

function draw(routes: RouteObject[], platform: SessionPlatform | null) {
  const { pathname } = window.location
  const router = createBrowserRouter(routes)
  router.subscribe(({ location }) => location.pathname !== pathname && forgetWrittenHead())
  const page = (
    <PlatformContext value={platform}>
      <AnswersContext value={writtenAnswers(document.documentElement.lang)}>
        <RouterProvider router={router} />
      </AnswersContext>
    </PlatformContext>
  )
  if (isWritten) startTransition(() => void hydrateRoot(root, page))
  else createRoot(root).render(page)
}

/** Loads what the page shows. What it answers takes over what the server wrote, in pieces short enough that scrolling and typing come between them. */
export async function takeOver() {
  const routes = siteRoutes()
  const written = isWritten ? chosenLanguage(document.documentElement.lang) : undefined
  const [platform] = await Promise.all([
    loadPlatform(),
    startWords(wordLoaders, written),
    loadMatched(routes, window.location.pathname),
  ])
  return () => draw(routes, platform)
}
