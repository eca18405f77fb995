import { outboxCalls } from '../../contract/operator/outbox.ts'
import { implement } from '../kit/implement.ts'
import type { Services } from '../kit/services.ts'

export const outboxRoutes = (services: Services) =>
  implement(outboxCalls, {
    list: async (caller, { body }) => {
      const mine = services.db.system.selectFrom('messageOutbox').where('platformId', '=', caller.platform.id)
      const rows = await mine
        .select(['id', 'channel', 'recipient', 'text', 'createdAt'])
        .orderBy('createdAt', 'desc')
        .orderBy('id', 'desc')
        .limit(body.pageSize)
        .offset((body.pageNum - 1) * body.pageSize)
        .execute()
      const { total } = await mine.select((e) => e.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
      return {
        list: rows.map((r) => ({ ...r, channel: r.channel as 'sms' | 'mail', createdAt: r.createdAt.toISOString() })),
        total: Number(total),
        totalIsEstimate: false,
      }
    },
  })
