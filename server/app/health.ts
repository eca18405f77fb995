import { createHash, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { alarmKinds } from '../../contract/operator/trust.ts'
import { backlogOf } from '../evidence/stamps/stamps.read.ts'
import type { Database } from '../kit/db/db.ts'
import type { Services } from '../kit/services.ts'
import { AppError } from '../kit/errors.ts'
import { within } from '../kit/work/within.ts'
import { logQueue } from '../operator/alarms/alarms.repo.ts'
import { lastRuns } from '../trust/integrity/integrity.read.ts'
import { refusals } from './mount/refusals.ts'
import { TrustError } from '../trust/trust-error.types.ts'

/** What works still and ends soon. */
interface Warning {
  what: string
  at: Date
}

type Probe = () => Promise<Warning[] | void>

/** Each part that must work before evidence may be promised, besides room; resolves, maybe with warnings, or throws why not. */
export type Probes = Record<'database' | 'storage' | 'worker' | 'trust' | 'browser', Probe>

const probeTime = 3_000

interface Seen {
  /** `ready`, the name of what trust layer or storage refuses for, or `unavailable`: nothing else of an error is told. */
  state: string
  warnings: Warning[]
}

async function look(probe: Probe): Promise<Seen> {
  return within(probeTime, probe()).then(
    (warnings) => ({ state: 'ready', warnings: warnings ?? [] }),
    (error: unknown) => ({
      state: error instanceof TrustError || error instanceof AppError ? error.code : 'unavailable',
      warnings: [],
    }),
  )
}

/** What people need to sign in, read, and look at what there is. */
const serving = ['database', 'storage', 'worker'] as const

/**
 * Three questions. `/healthz`: the process lives. `/readyz`: it serves people, for balancers. `/intakez`: it can take in evidence too, for which clock,
 * keys, browser and room must be well: where they are not, reading goes on, so no balancer asks this. `/metrics` by its token; without one on loopback
 * alone, and never in production.
 */
export function mountHealth(app: FastifyInstance, services: Services, probes: Probes) {
  const all = { ...probes, room: () => services.store.requireRoom() }
  type Part = keyof typeof all
  const answer = async (reply: FastifyReply, names: readonly Part[]) => {
    const results = await Promise.all(names.map((n) => look(all[n])))
    const stopping = app.drain.stopping.aborted
    const ready = !stopping && results.every((r) => r.state === 'ready')
    const warnings = results.flatMap((r) => r.warnings)
    const states = Object.fromEntries(names.map((n, i) => [n, results[i]!.state]))
    return reply
      .code(ready ? 200 : 503)
      .send({ ready, ...(stopping && { stopping }), ...states, ...(warnings.length && { warnings }) })
  }
  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', (_, reply) => answer(reply, serving))
  app.get('/intakez', (_, reply) => answer(reply, Object.keys(all) as Part[]))
  app.get('/metrics', async (request, reply) => {
    if (!mayReadMetrics(services, request)) return reply.code(404).send()
    return reply.type('text/plain; version=0.0.4').send(await metrics(services))
  })
}

const sha256 = (text: string) => createHash('sha256').update(text).digest()

function mayReadMetrics(services: Services, request: FastifyRequest) {
  const token = services.config.metricsToken
  const given = request.headers.authorization?.replace(/^Bearer /, '') ?? ''
  if (token) return timingSafeEqual(sha256(given), sha256(token))
  // A proxy on this machine need not say that it is one.
  if (services.config.mode === 'production') return false
  const proxied = Object.keys(request.headers).some(
    (h) => h === 'forwarded' || h.startsWith('x-forwarded') || h === 'x-real-ip' || h === 'via',
  )
  return !proxied && ['127.0.0.1', '::1', '::ffff:127.0.0.1'].includes(request.socket.remoteAddress ?? '')
}

type Sample = readonly [label: string, value: number]

/** One number, or one for each label. */
function series(type: 'gauge' | 'counter', name: string, help: string, value: number | readonly Sample[]): string[] {
  const samples = typeof value === 'object' ? value.map(([label, n]) => `${name}{${label}} ${n}`) : [`${name} ${value}`]
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...samples]
}

const gauge = (name: string, help: string, value: number | readonly Sample[]) => series('gauge', name, help, value)

async function countRows(db: Database) {
  const { rows: evidence } = await sql<{
    status: string
    n: number
  }>`select status, count(*)::int as n from evidence group by status`.execute(db.system)
  const { rows: waits } = await sql<{
    wait: number
  }>`select coalesce(extract(epoch from app_now() - min(queued_at)), 0)::float as wait from evidence where status = 'queued'`.execute(
    db.system,
  )
  const { rows: messages } = await sql<{
    state: string
    n: number
  }>`select s as state, count(m.id)::int as n from unnest(array['waiting', 'failed', 'undeliverable']) s
    left join message_outbox m on m.state in ('waiting', 'sending', 'failed', 'undeliverable') and (case m.state when 'sending' then 'waiting' else m.state end) = s and (m.state in ('waiting', 'sending') or m.created_at > app_now() - interval '1 day') group by s`.execute(
    db.system,
  )
  const {
    rows: [callbacks],
  } = await sql<{
    waiting: number
    oldest: number
  }>`select count(*)::int as waiting, coalesce(extract(epoch from app_now() - min(at)), 0)::float as oldest from callback where state = 'WAITING'`.execute(
    db.system,
  )
  const { rows: alarms } = await sql<{
    kind: string
    n: number
  }>`select kind, count(*)::int as n from trust_alarm where ended_at is null group by kind`.execute(db.system)
  return { evidence, wait: waits[0]?.wait ?? 0, messages, callbacks: callbacks!, alarms }
}

async function metrics({ db, store }: Services): Promise<string> {
  const { evidence, wait, messages, callbacks, alarms } = await countRows(db)
  const stamps = await backlogOf(db.system)
  const log = await logQueue(db.system)
  const { done } = await lastRuns(db.system)
  const memory = process.memoryUsage()
  return [
    ...gauge(
      'shimakaze_evidence',
      'Evidence by status',
      evidence.map((e) => [`status="${e.status}"`, e.n]),
    ),
    ...gauge('shimakaze_queue_oldest_seconds', 'Age of the oldest queued capture', wait),
    ...gauge(
      'shimakaze_messages',
      'Mail and SMS that wait; that failed or were refused, of the last day',
      messages.map((m) => [`state="${m.state}"`, m.n]),
    ),
    ...gauge('shimakaze_callbacks_waiting', 'Callbacks that their receivers did not take yet', callbacks.waiting),
    ...gauge('shimakaze_callbacks_oldest_seconds', 'Age of the oldest of them', callbacks.oldest),
    ...gauge('shimakaze_timestamps_waiting', 'Evidence that waits for time-stamps of third parties', stamps.waiting),
    ...gauge('shimakaze_timestamps_oldest_seconds', 'Age of the oldest of it', stamps.oldest),
    ...gauge(
      'shimakaze_timestamps_silent',
      '1 when for a quarter of an hour something waited and no provider gave a stamp',
      Number(stamps.alarmed),
    ),
    ...gauge('shimakaze_log_waiting', 'Entries that wait for the transparency log', log.waiting),
    ...gauge('shimakaze_log_oldest_seconds', 'Age of the oldest of them', log.oldest),
    ...gauge(
      'shimakaze_trust_alarms',
      'Alarms that are open, by kind: see /operator/trust',
      alarmKinds.map((kind) => [`kind="${kind}"`, alarms.find((a) => a.kind === kind)?.n ?? 0]),
    ),
    ...gauge('shimakaze_integrity_findings', 'What the last integrity audit found', done?.findings ?? 0),
    ...gauge(
      'shimakaze_integrity_end_timestamp_seconds',
      'When it ended; 0 before the first',
      (done?.endedAt?.getTime() ?? 0) / 1000,
    ),
    ...gauge(
      'shimakaze_storage_failed',
      '1 when the disk lost what was written: check it, then start this process again',
      Number(store.failed.aborted),
    ),
    ...series(
      'counter',
      'shimakaze_refusals_total',
      'Calls refused for want of a right, from other sites or hosts, or past a limit, since this process began',
      refusals.counts().map(([code, n]) => [`code="${code}"`, n]),
    ),
    ...gauge('process_resident_memory_bytes', 'Resident memory', memory.rss),
    ...gauge('process_uptime_seconds', 'Uptime', process.uptime()),
    '',
  ].join('\n')
}
