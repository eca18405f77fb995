import { sequenceAudit } from '../kit/audit/audit-chain.ts'
import { defineDomain, type WorkLog } from '../kit/work/domain.ts'
import type { RecordNames } from '../kit/audit/record-names.ts'
import { sweepLiveEvents } from '../kit/notify/live.ts'
import { sweepRateWindows } from '../kit/calls/rate-limits.ts'
import type { Services } from '../kit/services.ts'
import { dropBallast, takeBallast } from '../kit/storage/data-folder.ts'
import { collectObjects } from '../kit/storage/objects.ts'
import { approvalRoutes } from './approvals/approvals.routes.ts'
import { type Kinds, lapseApprovals } from './approvals/approvals.service.ts'
import { transferAccountApproval } from './approvals/transfer-account.ts'
import { auditRoutes } from './audit.routes.ts'
import { sweepUse } from './behavior/behavior.repo.ts'
import { behaviorRoutes } from './behavior/behavior.routes.ts'
import { calendarRoutes } from './calendar/calendar.routes.ts'
import { configFileRoutes } from './config-file/config-file.routes.ts'
import { dictEntryRoutes } from './dictionary-entries/dictionary-entries.routes.ts'
import { dictionaryRoutes, liveRoutes } from './dictionary.routes.ts'
import { exportRoutes } from './exports.routes.ts'
import { sweepUploads } from './files.repo.ts'
import { fileRoutes } from './files.routes.ts'
import { historyRoutes } from './history.routes.ts'
import { legalRoutes } from './legal/legal.routes.ts'
import { listViewRoutes } from './list-views/list-views.routes.ts'
import { platformSettingsRoutes } from './settings.routes.ts'
import type { DictionaryPorts } from './settings.service.ts'
import { platformPersonalData } from './personal-data.ts'
import { makeSizes, queueMissingSizes } from './picture-sizes/make-sizes.ts'
import { pictureSizesQueue } from './picture-sizes/picture-sizes.queue.ts'

/** What lies above the platform and is handed down to it. */
interface PlatformPorts extends DictionaryPorts {
  recordNames(): RecordNames
  approvals(): Kinds
}

/** The site itself, and what every domain stands on: live events, limits, the record of acts, the store. */
export const platformDomain = ({ recordNames, approvals, ...ports }: PlatformPorts) =>
  defineDomain({
    name: 'platform',
    personalData: platformPersonalData,
    approvals: [transferAccountApproval],
    recordNames: { 'list-view': { table: 'list_view', column: 'name', only: 'owner', unsearched: true } },
    routes: (services) => [
      dictionaryRoutes(services, ports),
      dictEntryRoutes(services),
      legalRoutes(services),
      liveRoutes(),
      behaviorRoutes(services),
      listViewRoutes(services),
      exportRoutes(services),
      historyRoutes(services),
      auditRoutes(services, recordNames()),
      approvalRoutes(services, approvals),
      fileRoutes(services),
      platformSettingsRoutes(services),
      configFileRoutes(services),
      calendarRoutes(services),
    ],
    queues: [pictureSizesQueue],
    work: (context) => ({
      jobs: [{ queue: pictureSizesQueue, concurrency: 1, run: (job) => makeSizes(context, job) }],
    }),
    sweeps: [
      { name: 'acts to be chained', everySeconds: 5, run: ({ db }) => sequenceAudit(db) },
      { name: 'ballast', everySeconds: 10, run: keepBallast },
      { name: 'live events', everySeconds: 10, run: ({ db }) => sweepLiveEvents(db) },
      { name: 'rate windows', everySeconds: 10, run: ({ db }) => sweepRateWindows(db) },
      { name: 'files never attached', everySeconds: 3_600, run: ({ db }) => sweepUploads(db) },
      { name: 'pictures without sizes', everySeconds: 600, run: queueMissingSizes },
      {
        name: 'changes that nobody decided on',
        everySeconds: 3_600,
        run: (services) => lapseApprovals(services, approvals()),
      },
      { name: 'use of pages', everySeconds: 3_600, run: ({ db }) => sweepUse(db) },
      { name: 'objects nobody names', everySeconds: 3_600, run: collect },
    ],
  })

/** Room that the embedded database gets back when the disk is full. */
async function keepBallast({ config }: Services, log: WorkLog) {
  if (config.databaseUrl) return
  if (await dropBallast(config.dataDir))
    log.error({}, 'the disk is almost full: the ballast was removed so that the database can write')
  else await takeBallast(config.dataDir)
}

async function collect({ db, store }: Services) {
  if (!store.failed.aborted) await collectObjects(db, store)
}
