import type { SitePath } from './entries.ts'

export interface SitePage {
  /** Search engines may list it, in each language; it stands in the sitemap. */
  indexed?: true
  /** The same page under its main address. */
  sameAs?: SitePath
  /** Query parameters whose values the page shows at once. */
  reads?: readonly string[]
  /** Its address is a bearer secret: nothing may keep it or pass it on. */
  secret?: true
}

/** What search engines, caches and rendering must know of website pages. A page that is not named here is not listed. */
const sitePages: Partial<Record<SitePath, SitePage>> = {
  '/': { indexed: true },
  '/website-show/home': { sameAs: '/' },
  '/website-show/query': { indexed: true, reads: ['no'] },
  '/service-agreement': { indexed: true },
  '/privacy-one': { indexed: true },
  '/docs': { indexed: true },
  '/chain': { indexed: true },
  '/app/invoice': { indexed: true },
  '/login': { reads: ['expired'] },
  '/exception': { reads: ['errorMessage', 'errorCode'] },
  '/attestation-share/:token': { secret: true },
  '/h5/certificate/:token': { secret: true },
  '/third-account/:vendor': { secret: true },
  '/app/auth-login': { secret: true },
  '/bridge-login': { secret: true },
  '/sub-invitation': { secret: true },
}

export const sitePageOf = (path: SitePath | undefined): SitePage => (path && sitePages[path]) ?? {}

/** The address under which search engines know a page, absent for a page they must not list. */
export function indexedPath(path: SitePath | undefined): SitePath | undefined {
  const { sameAs = path } = sitePageOf(path)
  return sitePageOf(sameAs).indexed && sameAs
}

export const indexedPaths = (Object.keys(sitePages) as SitePath[]).filter((path) => sitePages[path]?.indexed)
