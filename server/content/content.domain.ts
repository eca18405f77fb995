import { defineDomain } from '../kit/work/domain.ts'
import { contentRoutes, shownRoutes } from './content.routes.ts'
import { contentPersonalData } from './personal-data.ts'

/** What staff write for visitors of the website. */
export const contentDomain = defineDomain({
  name: 'content',
  personalData: contentPersonalData,
  recordNames: { content: { table: 'content_title', column: 'title_zh', only: 'staff', unsearched: true } },
  routes: (services) => [contentRoutes(services), shownRoutes(services)],
})
