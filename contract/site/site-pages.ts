import type { SitePath } from './entries.ts'

export interface SitePage {
  /** Search engines may list it, in each language; it stands in the sitemap. */
  indexed?: true
  /** The same page under its main address. */
  sameAs?: SitePath
  /** Query parameters whose values the page shows at once. */
  reads?: readonly string[]
  /** Parameters of its path that it shows; any other stays out of what is written. */
  names?: readonly string[]
  /** Its address is a bearer secret: nothing may keep it or pass it on. */
  secret?: true
}

/** What search engines, caches and rendering must know of website pages. A page that is not named here is not listed. */
const sitePages: Partial<Record<SitePath, SitePage>> = {
  '/': { indexed: true, reads: ['preview'] },
  '/website-show/home': { sameAs: '/', reads: ['preview'] },
  '/website-show/query': { indexed: true, reads: ['no'] },
  '/website-show/news': { indexed: true, reads: ['type', 'q', 'page', 'preview'] },
  '/website-show/news/:id': { indexed: true, names: ['id'], reads: ['preview'] },
  '/website-show/lawyers': { indexed: true, reads: ['city', 'field', 'q', 'page'] },
  '/website-show/lawyers/:id': { indexed: true, names: ['id'] },
  '/website-show/help-document': { indexed: true, reads: ['q', 'preview'] },
  '/service-agreement': { indexed: true, reads: ['edition'] },
  '/website-show/service': { sameAs: '/service-agreement', reads: ['edition'] },
  '/privacy-one': { indexed: true, reads: ['edition'] },
  '/privacy-two': { indexed: true },
  '/privacy-three': { indexed: true },
  '/privacy-four': { indexed: true },
  '/docs': { indexed: true },
  '/chain': { indexed: true },
  '/app/invoice': { indexed: true },
  '/login': { indexed: true, reads: ['expired'] },
  '/exception': { reads: ['errorMessage', 'errorCode'] },
  '/attestation-share/:token': { secret: true },
  '/sceneForensics/attestation-share/:token': { secret: true },
  '/onlineForensics/recorder/attestation-share/:token': { secret: true },
  '/h5/certificate/:token': { secret: true },
  '/attestation-mobile/:token': { secret: true },
  '/att-mobile-scene/:token': { secret: true },
  '/att-mobile-hash/:token': { secret: true },
  '/mobile/attestation/:attestationId/:token': { secret: true },
  '/sceneForensics/attestation-mobile': { secret: true },
  '/sceneForensics/attestation-mobile/preview/info': { secret: true },
  '/attestation-mobile/preview/info': { secret: true },
  '/attestation-mobile/lilapp/:id': { secret: true },
  '/mobile/preview/:fileUrl/:type/:baoquan': { secret: true },
  '/mobile/previewProgress/*': { secret: true },
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

/** Pages of one address each that search engines may list. */
export const indexedPaths = (Object.keys(sitePages) as SitePath[]).filter(
  (path) => sitePages[path]?.indexed && !path.includes(':'),
)

/** An address's path with the parameters that its page shows; what stands for any other is a dash. */
export function shownPath(page: SitePath, path: string): string {
  const [given, names] = [path.split('/'), sitePageOf(page).names ?? []]
  return page
    .split('/')
    .map((part, i) =>
      part.startsWith(':') ? (names.includes(part.slice(1)) ? encodeURIComponent(given[i] ?? '-') : '-') : part,
    )
    .join('/')
}
