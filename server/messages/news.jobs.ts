import type { MessageKind } from '../../contract/messages/messages.ts'
import { announce } from '../kit/notify/live.ts'
import type { Services } from '../kit/services.ts'
import { waysOf } from './choices.repo.ts'
import { markTold, recipientOf, takeUntold } from './messages.repo.ts'
import { sendAlong } from './send-along.ts'
import { newsQueue } from '../kit/notify/news.ts'

/** Tells one message on the ways its reader chose, all in one transaction: repeated, it finds nothing left to tell. */
export async function deliverNews(services: Services, job: { jobId: string; id: string }) {
  await services.db.asSystem(async (tx) => {
    const news = await takeUntold(tx, job.id)
    if (news) {
      const ways = await waysOf(tx, news.personId, news.kind as MessageKind)
      const reader = await recipientOf(tx, news.personId)
      // Whoever may not sign in is told nothing outside.
      const held = reader.status === 'ACTIVE' && (await sendAlong(services, tx, news, reader, ways)).held
      const page = ways.page || held
      await markTold(tx, news.id, page)
      if (page)
        for (const { accountId } of reader.parts)
          if (!news.accountId || news.accountId === accountId)
            await announce(tx, accountId, { topic: 'messages', id: news.id }, news.personId)
    }
    await services.jobs.complete(tx, newsQueue, job.jobId)
  })
}
