import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sweepChallenges } from '../accounts/challenges.repo.ts'
import { sweepQrs } from '../accounts/hand-over/qr.repo.ts'
import { sweepSessions } from '../accounts/sessions.repo.ts'
import { sweepAttempts } from '../accounts/third-party/attempts.repo.ts'
import { type CaptureContext, runCapture, sweepPreviews, sweepStuck } from '../captures/captures.jobs.ts'
import { sweepImports } from '../captures/batch/batch.repo.ts'
import { requestCertificate } from '../certificates/certificate-due.ts'
import { sweepDeliveries } from '../certificates/delivery.repo.ts'
import { issueCertificate, sweepUncertified } from '../certificates/certificates.jobs.ts'
import { appendLaterProofs, sweepLaterProofs } from '../certificates/later-proofs.ts'
import { closeByJob, sweepClosings } from '../data-rights/closing.jobs.ts'
import { writeCopy } from '../data-rights/copies.jobs.ts'
import { sweepCopies } from '../data-rights/copies.repo.ts'
import { proveAnchored, sweepUnproved } from '../evidence/anchors/prove.ts'
import { startStamps } from '../evidence/stamps/catch-up.ts'
import { reviveNeeds } from '../evidence/stamps/stamps.repo.ts'
import { deliverNews } from '../messages/news.jobs.ts'
import { sweepMessages } from '../messages/messages.repo.ts'
import { closeCarriers, openCarriers } from '../messages/delivery/carriers.ts'
import { deliverMessage, sweepUnsent } from '../messages/delivery/deliver.ts'
import { sweepOutbox } from '../messages/delivery/outbox.repo.ts'
import { sequenceAudit } from '../kit/audit-chain.ts'
import type { Queue } from '../kit/jobs.ts'
import { sweepLiveEvents } from '../kit/live.ts'
import { sweepRateWindows } from '../kit/rate-limits.ts'
import type { Services } from '../kit/services.ts'
import { dropBallast, takeBallast } from '../kit/storage/data-folder.ts'
import { lookByJob, sweepChecks } from '../real-name/alipay.service.ts'
import { sweepPhotos } from '../real-name/photos.repo.ts'
import { startAlarms } from '../operator/alarms.watch.ts'
import { reviveCallbacks, sweepCallbacks } from '../open-api/callbacks/callbacks.repo.ts'
import { startCallbacks } from '../open-api/callbacks/deliver.ts'
import { sweepCalls } from '../open-api/keys.repo.ts'
import { sweepRequests } from '../open-api/requests.repo.ts'
import { sweepUploads } from '../platform/files.repo.ts'
import { sealDeposit, sweepUnsealed } from '../registry/deposits.jobs.ts'
import { checkUpload, sweepLeftUploads, sweepUnchecked } from '../registry/uploads.jobs.ts'
import { collectObjects } from '../kit/storage/objects.ts'
import { kindTable } from '../kinds/kind-table.ts'
import { whenLogged } from '../certificates/when-logged.ts'
import { startIntegrity } from '../trust/integrity/start.ts'
import { startLog } from '../trust/log/start.ts'
import { startAnchors } from '../trust/anchors/start-anchors.ts'
import type { Authority } from '../trust/authority.ts'
import type { Log } from './open-services.ts'

const sweepEvery = 10_000
const chainEvery = 5_000
const sweepRarelyEvery = 3_600_000

export interface Worker {
  /** Ends what runs within two seconds and gives captures back to the queue; waits for messages that a vendor has in hand. */
  stop(): Promise<void>
}

export interface WorkerOptions {
  captures: number
  captureQueue?: Queue
}

/** Takes jobs: captures, certificates, messages, sweeps. The same code inside `npm start` and as a process of its own. */
export async function startWorker(
  services: Services,
  authority: Authority,
  log: Log,
  { captures, captureQueue = 'capture' }: WorkerOptions,
): Promise<Worker> {
  const shutdown = new AbortController()
  const context: CaptureContext = {
    services,
    authority,
    workDir: join(services.config.dataDir, 'work'),
    kinds: kindTable,
  }
  await sweepWork(context.workDir)
  await services.store.sweep()
  const running = new Set<Promise<void>>()
  const track = (work: Promise<void>) => {
    running.add(work)
    return work.finally(() => running.delete(work))
  }
  if (captures)
    await services.jobs.work(captureQueue, captures, (job) =>
      track(runCapture(context, captureQueue, job, shutdown.signal)),
    )
  await services.jobs.work('certificate', 1, (job) => track(issueCertificate(context, job)))
  await services.jobs.work('late-proofs', 1, (job) => track(appendLaterProofs(services, job)))
  await services.jobs.work('anchor-proofs', 1, (job) => track(proveAnchored(services, job)))
  await services.jobs.work('upload', 2, (job) => track(checkUpload(services, job)))
  await services.jobs.work('deposit', 2, (job) => track(sealDeposit(context, job)))
  await services.jobs.work('news', 1, (job) => track(deliverNews(services, job)))
  await services.jobs.work('identity', 1, (job) => track(lookByJob(services, job)))
  await services.jobs.work('data-copy', 1, (job) => track(writeCopy(services, job)))
  await services.jobs.work('closing', 1, (job) => track(closeByJob(services, job)))
  const carriers = await openCarriers(services.config)
  // Who has no vendor leaves messages to those who have.
  if (Object.keys(carriers).length)
    await services.jobs.work('message', 4, (job) => track(deliverMessage({ services, carriers, log }, job)))
  const callbacks = startCallbacks(services, log)
  const sequencer = startLog(services, authority, log, whenLogged(services))
  const stamps = startStamps(services, log, requestCertificate(services))
  const anchors = await startAnchors(services, log, (tx, id) => services.jobs.enqueue(tx, 'anchor-proofs', { id }))
  const integrity = startIntegrity(services, authority, log)
  const alarms = startAlarms(services, authority.clock, log)
  restWhenFailed(services, log)
  const timer = setInterval(
    () => void sweep(services, log).catch((err: unknown) => log.error({ err }, 'sweep')),
    sweepEvery,
  )
  const chain = setInterval(
    () =>
      void sequenceAudit(services.db).catch((err: unknown) =>
        log.error({ err }, 'acts could not be chained; they wait'),
      ),
    chainEvery,
  )
  const hourly = setInterval(
    () => void sweepRarely(services).catch((err: unknown) => log.error({ err }, 'sweep')),
    sweepRarelyEvery,
  )
  return {
    async stop() {
      clearInterval(timer)
      clearInterval(hourly)
      clearInterval(chain)
      shutdown.abort(new Error('shutdown'))
      await Promise.allSettled([
        ...running,
        callbacks.stop(),
        sequencer.stop(),
        stamps.stop(),
        anchors.stop(),
        integrity.stop(),
        alarms.stop(),
      ])
      closeCarriers(carriers)
    },
  }
}

/** A worker that can keep nothing would take captures from the queue only to fail them; another may do better. */
function restWhenFailed({ store, jobs }: Services, log: Log) {
  const rest = () => {
    log.error(
      { err: store.failed.reason as unknown },
      'the disk lost what was written to it (fsync failed): this process takes in nothing new and no jobs until it is started again. Check the disk first: dmesg, smartctl',
    )
    void jobs.rest().catch((err: unknown) => log.error({ err }, 'jobs could not be left to others'))
  }
  store.failed.addEventListener('abort', rest, { once: true })
}

async function sweep(services: Services, log: Log) {
  if (!services.config.databaseUrl) await sweepBallast(services.config.dataDir, log)
  await sweepStuck(services)
  await sweepPreviews(services)
  await sweepUnchecked(services)
  await sweepImports(services.db)
  await sweepDeliveries(services.db)
  await sweepLiveEvents(services.db)
  await sweepRateWindows(services.db)
  await sweepChallenges(services.db)
  await sweepAttempts(services.db)
  await sweepQrs(services.db)
  await sweepSessions(services.db)
  await sweepUnsent(services)
  await reviveCallbacks(services.db)
  await reviveNeeds(services.db)
  await sweepClosings(services)
}

async function sweepBallast(dir: string, log: Log) {
  if (await dropBallast(dir))
    log.error('the disk is almost full: the ballast was removed so that the database can write')
  else await takeBallast(dir)
}

async function sweepRarely(services: Services) {
  await sweepUncertified(services)
  await sweepLaterProofs(services)
  await sweepUnproved(services)
  await sweepMessages(services.db)
  await sweepOutbox(services.db)
  await sweepUploads(services.db)
  await sweepChecks(services)
  await sweepPhotos(services.db)
  await sweepUnsealed(services)
  await sweepLeftUploads(services)
  await sweepCopies(services.db)
  await sweepCalls(services.db)
  await sweepCallbacks(services.db)
  await sweepRequests(services.db)
  if (!services.store.failed.aborted) await collectObjects(services.db, services.store)
}

/** Folders of workers that were killed; a folder's name begins with its owner's pid. */
async function sweepWork(dir: string) {
  const names = await readdir(dir).catch(() => [])
  const alive = new Set(await readdir('/proc').catch(() => []))
  for (const name of names) {
    const pid = name.split('-')[0]!
    if (!alive.has(pid) || pid === String(process.pid)) await rm(join(dir, name), { recursive: true, force: true })
  }
}
