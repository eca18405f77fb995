import { sql } from 'kysely'
import { behaviorCalls } from '../../contract/platform/behavior.ts'
import { declaredPage } from '../../contract/site/entries.ts'
import { implement } from '../kit/calls/implement.ts'
import type { Services } from '../kit/services.ts'

export const behaviorRoutes = (services: Services) =>
  implement(behaviorCalls, {
    /** The address is reduced to the page it declares, so that no number, token or search ends in a statistic. */
    count: async ({ platform }, { body }) => {
      const page = declaredPage(body.page)
      if (!page) return { accepted: false }
      await sql`
        insert into behavior_count (platform_id, day, page, event, count)
        values (${platform.id}, (app_now() at time zone 'Asia/Shanghai')::date, ${page}, ${body.event}, 1)
        on conflict (platform_id, day, page, event) do update set count = behavior_count.count + 1`.execute(
        services.db.system,
      )
      return { accepted: true }
    },
  })
