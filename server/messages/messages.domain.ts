import { defineDomain, type DomainWork, type JobWork, type WorkContext } from '../kit/work/domain.ts'
import { announcementRoutes } from './announcements.routes.ts'
import { closeCarriers, openCarriers } from './delivery/carriers.ts'
import { messageSettings } from './delivery/messages.settings.ts'
import { deliverMessage, sweepUnsent } from './delivery/deliver.ts'
import { openSender } from './delivery/sender.ts'
import { checkTemplates } from './delivery/templates.ts'
import { sweepOutbox } from './delivery/outbox.repo.ts'
import { sweepMessages } from './messages.repo.ts'
import { messageChoiceRoutes, messageRoutes } from './messages.routes.ts'
import { deliverNews } from './news.jobs.ts'
import { messageQueue } from './delivery/message.queue.ts'
import { newsQueue } from '../kit/notify/news.ts'
import { messagesPersonalData } from './personal-data.ts'

/** What people are told, on the page, by mail and by SMS. */
export const messagesDomain = defineDomain({
  name: 'messages',
  settings: [messageSettings],
  check: checkTemplates,
  open: (core, showMessage) => ({ messages: openSender(core, showMessage) }),
  personalData: messagesPersonalData,
  recordNames: { announcement: { table: 'announcement', column: 'title_zh', only: 'staff', unsearched: true } },
  routes: (services) => [messageRoutes(services), messageChoiceRoutes(services), announcementRoutes(services)],
  queues: [newsQueue, messageQueue],
  work: deliver,
  sweeps: [
    { name: 'messages not yet sent', everySeconds: 10, run: sweepUnsent },
    { name: 'messages', everySeconds: 3_600, run: ({ db }) => sweepMessages(db) },
    { name: 'outbox', everySeconds: 3_600, run: ({ db }) => sweepOutbox(db) },
  ],
})

async function deliver({ services, log }: WorkContext): Promise<DomainWork> {
  const carriers = await openCarriers(messageSettings.of(services.config))
  const news: JobWork = { queue: newsQueue, concurrency: 1, run: (job) => deliverNews(services, job) }
  return {
    // Who has no vendor leaves messages to those who have.
    jobs: Object.keys(carriers).length
      ? [news, { queue: messageQueue, concurrency: 4, run: (job) => deliverMessage({ services, carriers, log }, job) }]
      : [news],
    close: () => closeCarriers(carriers),
  }
}
