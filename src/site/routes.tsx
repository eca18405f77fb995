import type { RouteObject } from 'react-router'
import { matchRoutes } from 'react-router'
import type { SitePath } from '../../contract/site/entries.ts'
import { Exception } from './Exception.tsx'
import { NotFound } from './NotFound.tsx'
import { RouteError } from './RouteError.tsx'
import { sharePaths } from './share-paths.ts'

type Page = Pick<RouteObject, 'Component' | 'element'> & {
  lazy?: () => Promise<Pick<RouteObject, 'Component' | 'element'>>
}

const home = async () => ({ Component: (await import('./home/Home.tsx')).Home })

/** Many, and seldom opened: their table is loaded with the first of them. */
const sharePages = Object.fromEntries(
  sharePaths.map((path) => [path, { lazy: async () => (await import('./share-pages.ts')).loadSharePage(path) }]),
) as Record<(typeof sharePaths)[number], Page>

/** One table for the browser and for writing pages: every declared path has its page. */
const pages: Record<SitePath, Page> = {
  '/': { lazy: home },
  '/website-show/home': { lazy: home },
  '/website-show/query': {
    lazy: async () => ({ Component: (await import('../certificates/public/Query.tsx')).Query }),
  },
  '/website-show/news': { lazy: async () => ({ Component: (await import('./news/News.tsx')).News }) },
  '/website-show/news/:id': {
    lazy: async () => ({ Component: (await import('./news/NewsArticle.tsx')).NewsArticle }),
  },
  '/website-show/lawyers': {
    lazy: async () => ({ Component: (await import('../content/public/Lawyers.tsx')).Lawyers }),
  },
  '/website-show/lawyers/:id': {
    lazy: async () => ({ Component: (await import('../content/public/Lawyer.tsx')).Lawyer }),
  },
  '/website-show/help-document': { lazy: async () => ({ Component: (await import('./help/Help.tsx')).Help }) },
  '/login': { lazy: async () => ({ Component: (await import('../accounts/public/Login.tsx')).Login }) },
  '/registry': { lazy: async () => ({ Component: (await import('../accounts/public/Registry.tsx')).Registry }) },
  '/resetPassword': {
    lazy: async () => ({ Component: (await import('../accounts/public/ResetPassword.tsx')).ResetPassword }),
  },
  ...sharePages,
  '/service-agreement': { lazy: () => legal('agreement') },
  '/website-show/service': { lazy: () => legal('agreement') },
  '/privacy-one': { lazy: () => legal('privacy') },
  '/privacy-two': {
    lazy: async () => ({ Component: (await import('./legal/IdentityRules.tsx')).IdentityRules }),
  },
  '/privacy-three': { lazy: async () => (await import('./legal/legal-lists.ts')).loadLegalList('collected') },
  '/privacy-four': { lazy: async () => (await import('./legal/legal-lists.ts')).loadLegalList('shared') },
  '/third-account/:vendor': {
    lazy: async () => ({ Component: (await import('../accounts/public/ThirdAccount.tsx')).ThirdAccount }),
  },
  '/app/auth-login': {
    lazy: async () => ({ Component: (await import('../accounts/public/AuthLogin.tsx')).AuthLogin }),
  },
  '/app/invoice': {
    lazy: async () => ({ Component: (await import('../invoices/public/InvoiceHelp.tsx')).InvoiceHelp }),
  },
  '/bridge-login': {
    lazy: async () => ({ Component: (await import('../accounts/public/BridgeLogin.tsx')).BridgeLogin }),
  },
  '/sub-invitation': {
    lazy: async () => ({
      Component: (await import('../accounts/public/AcceptInvitation.tsx')).AcceptInvitation,
    }),
  },
  '/exception': { Component: Exception },
  '/chain': { lazy: async () => ({ Component: (await import('../trust/public/ChainPage.tsx')).ChainPage }) },
  '/docs': { lazy: async () => ({ Component: (await import('./docs/Docs.tsx')).Docs }) },
}

async function legal(page: 'agreement' | 'privacy') {
  const { Legal } = await import('./legal/Legal.tsx')
  return { element: <Legal key={page} page={page} /> }
}

/** Spelled exactly, as the server reads addresses: both must find the same page. */
export const siteRoutes = (): RouteObject[] => [
  ...Object.entries(pages).map(([path, page]): RouteObject => ({
    path,
    caseSensitive: true,
    errorElement: <RouteError />,
    ...page,
  })),
  { path: '*', Component: NotFound },
]

/** Loads the page of an address before it is first drawn, so that what is drawn is the page and no placeholder. */
export async function loadMatched(routes: RouteObject[], path: string): Promise<void> {
  for (const { route } of matchRoutes(routes, path) ?? []) {
    if (typeof route.lazy !== 'function') continue
    Object.assign(route, await route.lazy(), { lazy: undefined })
  }
}
