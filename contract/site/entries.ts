/** Which HTML entry serves a path. The website carries public, share and sign-in pages; the console needs a session. */
export type Entry = 'site' | 'console'

const consolePaths = [
  '/browse', '/evidence', '/onlineForensics/url', '/onlineForensics/web/add', '/onlineForensics/web/addExcel', '/attestation/:id', '/operator/outbox',
] as const

const sitePaths = [
  '/', '/website-show/home', '/website-show/query', '/login', '/registry', '/attestation-share/:token', '/exception',
  '/service-agreement', '/privacy-one',
] as const

const toPattern = (path: string) => new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}/?$`)

const patterns: [Entry, RegExp][] = [
  ...consolePaths.map((p): [Entry, RegExp] => ['console', toPattern(p)]),
  ...sitePaths.map((p): [Entry, RegExp] => ['site', toPattern(p)]),
]

/** A path nobody declared is the website's catch-all page. */
export function entryOf(path: string): { entry: Entry; known: boolean } {
  const hit = patterns.find(([, pattern]) => pattern.test(path))
  return { entry: hit?.[0] ?? 'site', known: hit !== undefined }
}
