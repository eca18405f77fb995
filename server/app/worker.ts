import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { DomainWork } from '../kit/work/domain.ts'
import type { Services } from '../kit/services.ts'
import { startSweeps } from '../kit/work/sweeps.ts'
import type { Authority } from '../trust/keys/authority.service.ts'
import { domains } from './domains.ts'
import type { Log } from './open-services.ts'
import { restWhileUnwell } from './rest-while-unwell.ts'

export interface Worker {
  /** Ends what runs within two seconds and gives captures back to the queue; waits for messages that a vendor has in hand. */
  stop(): Promise<void>
}

export interface WorkerOptions {
  captures: number
  /** Runs captures that this process asked for itself, and no other. */
  ownCapturesOnly?: boolean
}

/** Does what every domain declares as its work: jobs, loops, sweeps. The same code inside `npm start` and as a process of its own. */
export async function startWorker(
  services: Services,
  authority: Authority,
  log: Log,
  { captures, ownCapturesOnly = false }: WorkerOptions,
): Promise<Worker> {
  const shutdown = new AbortController()
  const workDir = join(services.config.dataDir, 'work')
  await sweepWork(workDir)
  await services.store.sweep()
  const running = new Set<Promise<void>>()
  const context = { services, authority, log, workDir, shutdown: shutdown.signal, captures, ownCapturesOnly }
  const works: DomainWork[] = []
  for (const domain of domains) if (domain.work) works.push(await domain.work(context))
  for (const { queue, concurrency, run } of works.flatMap((w) => w.jobs ?? []))
    await services.jobs.work(queue, concurrency, (job) => {
      const work = run(job)
      running.add(work)
      return work.finally(() => running.delete(work))
    })
  const sweeps = startSweeps(
    services,
    log,
    domains.flatMap((d) => d.sweeps ?? []),
  )
  const rests = ownCapturesOnly ? undefined : restWhileUnwell(services, log)
  return {
    async stop() {
      shutdown.abort(new Error('shutdown'))
      const loops = works.flatMap((w) => w.loops ?? [])
      await Promise.allSettled([...running, sweeps.stop(), rests?.stop(), ...loops.map((loop) => loop.stop())])
      for (const work of works) work.close?.()
    },
  }
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
