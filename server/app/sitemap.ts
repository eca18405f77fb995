import { newsAddresses } from '../content/shown.read.ts'
import { revisionOf } from '../content/revision.service.ts'
import { BoundedCache } from '../kit/bounded-cache.ts'
import type { Platform } from '../kit/calls/caller.ts'
import type { Services } from '../kit/services.ts'
import { publicUrlOf } from '../platform/platform.service.ts'
import { sitemapXml } from '../site/robots.ts'

/** The map of a platform's website: articles are read again when one was published here, and every minute. */
export function openSitemaps({ db, config }: Services) {
  const cache = new BoundedCache<string>(200, 60_000)
  return (platform: Platform) => {
    const publicUrl = publicUrlOf(config, platform)
    return cache.getOr(JSON.stringify([publicUrl, platform.id, revisionOf(db, platform.id)]), async () => {
      const articles = await newsAddresses(db.system, platform.id)
      return sitemapXml(
        publicUrl,
        articles.map(({ id, savedAt }) => ({ path: `/website-show/news/${id}`, changedAt: savedAt })),
      )
    })
  }
}
