import { chainsOf } from '../../trust/anchors/anchors.service.ts'
import { timestampSettings } from '../../trust/stamps/timestamps.settings.ts'
import type { AlarmKind } from '../../../contract/operator/trust.ts'
import type { Language } from '../../../contract/kit/language.ts'
import { backlogOf } from '../../evidence/stamps/stamps.read.ts'
import type { Services } from '../../kit/services.ts'
import { nameIn } from '../../trust/anchors/show-chain.service.ts'
import { type KeyReport, reportOf } from '../../trust/keys/ceremony-report.service.ts'
import type { ClockState } from '../../trust/clock.service.ts'
import { isDue, lastRuns } from '../../trust/integrity/integrity.read.ts'
import { signedBeyond } from '../../trust/log/sequencer.service.ts'
import { TrustError } from '../../trust/trust-error.types.ts'
import { differingBills, stoppedWallets, unclearPayments } from '../../payments/wallet/alarms.read.ts'
import { unknownYears } from '../../notarization/orders/unknown-years.read.ts'
import { within } from '../../kit/work/within.ts'
import * as repo from './alarms.repo.ts'

const monthMs = 30 * 86_400_000
/** Seconds after which what waits for the log is told. */
const lateSeconds = 300
/** The same of captures: a large batch takes its time. */
const queueLateSeconds = 900
/** Milliseconds in which a store says that it is there. */
const storePatience = 5_000
/** Days for which it is told that a chain dropped anchors, though they are written again within minutes: somebody should judge the chain. */
const orphanedDays = 3
/** Of the time between two audits. */
const mostIntervals = 3

const alarm = (kind: AlarmKind, params: repo.FoundAlarm['params'] = {}, about = ''): repo.FoundAlarm => ({
  kind,
  about,
  params,
})

interface Finder {
  /** All that it may find. */
  kinds: readonly AlarmKind[]
  find(): Promise<repo.FoundAlarm[]>
}

export interface Found {
  alarms: repo.FoundAlarm[]
  /** Kinds of which nothing is known just now: what finds them failed. */
  unseen: AlarmKind[]
  errors: unknown[]
}

const ofKeyReport = [
  'keys-unreadable',
  'key-missing',
  'key-ends',
  'key-ended',
  'key-revoked',
  'list-ends',
  'list-ended',
]

/** Everything that is wrong now, with names in a language. Each finder stands alone: a store that is away hides nothing but what it is asked for. */
export async function findAlarms(services: Services, clock: ClockState, lang: Language): Promise<Found> {
  const { config, db } = services
  const report = await reportOf(config.keysDir).catch((error: unknown) => error)
  const unproven = config.mode === 'production' && !clock.proven
  const finders: Finder[] = [
    {
      kinds: ofKeyReport as AlarmKind[],
      find: async () =>
        isReport(report)
          ? ofKeys(report, new Date())
          : [alarm('keys-unreadable', { reason: report instanceof TrustError ? report.code : 'unreadable' })],
    },
    { kinds: ['clock-unproven'], find: async () => (unproven ? [alarm('clock-unproven')] : []) },
    { kinds: ['storage-away'], find: () => ofStore(services) },
    { kinds: ['queue-late'], find: () => ofQueue(services) },
    { kinds: ['log-behind', 'log-late'], find: () => ofLog(services, isReport(report) ? report : undefined) },
    { kinds: ['stamps-silent', 'chain-trouble', 'anchors-orphaned'], find: () => ofThirdParties(services, lang) },
    { kinds: ['integrity-found', 'integrity-late'], find: () => ofIntegrity(services) },
    { kinds: ['money-stopped', 'payments-unclear', 'bills-differ'], find: () => ofMoney(services) },
    {
      kinds: ['calendar-missing'],
      find: async () =>
        (await unknownYears(db.system)).map((year) => alarm('calendar-missing', { year }, String(year))),
    },
  ]
  const looked = await Promise.allSettled(finders.map(({ find }) => find()))
  return {
    alarms: looked.flatMap((one) => (one.status === 'fulfilled' ? one.value : [])),
    unseen: looked.flatMap((one, i) => (one.status === 'rejected' ? finders[i]!.kinds : [])),
    errors: looked.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : [])),
  }
}

async function ofStore({ store }: Services): Promise<repo.FoundAlarm[]> {
  const answers = await within(storePatience, store.ping()).then(
    () => true,
    () => false,
  )
  return answers ? [] : [alarm('storage-away')]
}

async function ofQueue({ db }: Services): Promise<repo.FoundAlarm[]> {
  const { waiting, oldest } = await repo.captureQueue(db.system)
  return oldest > queueLateSeconds ? [alarm('queue-late', { waiting, minutes: Math.floor(oldest / 60) })] : []
}

const isReport = (report: unknown): report is KeyReport =>
  typeof report === 'object' && report !== null && 'inUse' in report

function ofKeys({ inUse, list }: KeyReport, now: Date): repo.FoundAlarm[] {
  const keys = inUse.flatMap(({ id, certificate, signUntil }) => {
    const revoked = list.revoked.find((r) => r.serial === certificate.serial)
    if (revoked) return [alarm('key-revoked', { at: revoked.at.toISOString() }, id)]
    const until = signUntil ?? certificate.notAfter
    return soon(until, now, alarm('key-ends', { at: until.toISOString() }, id), 'key-ended')
  })
  const missing = inUse.some((k) => k.id === 'log') ? [] : [alarm('key-missing', {}, 'log')]
  return [
    ...keys,
    ...missing,
    ...soon(list.next, now, alarm('list-ends', { at: list.next.toISOString() }), 'list-ended'),
  ]
}

const soon = (at: Date, now: Date, ends: repo.FoundAlarm, ended: AlarmKind): repo.FoundAlarm[] =>
  at <= now ? [{ ...ends, kind: ended }] : at.getTime() - now.getTime() < monthMs ? [ends] : []

async function ofMoney({ db }: Services): Promise<repo.FoundAlarm[]> {
  const stopped = await stoppedWallets(db.system)
  const unclear = await unclearPayments(db.system)
  const differing = await differingBills(db.system)
  return [
    ...(stopped ? [alarm('money-stopped', { count: stopped })] : []),
    ...(unclear ? [alarm('payments-unclear', { count: unclear })] : []),
    ...(differing ? [alarm('bills-differ', { count: differing })] : []),
  ]
}

async function ofLog(services: Services, report: KeyReport | undefined): Promise<repo.FoundAlarm[]> {
  const key = report?.inUse.find((k) => k.id === 'log')
  const beyond = key && (await signedBeyond(services, { certificate: Buffer.from(key.certificate.raw) }))
  if (beyond) return [alarm('log-behind', beyond)]
  const { waiting, oldest } = await repo.logQueue(services.db.system)
  return oldest > lateSeconds ? [alarm('log-late', { waiting, minutes: Math.floor(oldest / 60) })] : []
}

async function ofThirdParties({ db, config }: Services, lang: Language): Promise<repo.FoundAlarm[]> {
  const stamps = timestampSettings.of(config) && (await backlogOf(db.system))
  const ids = chainsOf(config).map((c) => c.id)
  const [chains, dropped] = ids.length
    ? await Promise.all([repo.chainsInTrouble(db.system, ids), repo.orphanedAnchors(db.system, ids, orphanedDays)])
    : [[], []]
  return [
    ...(stamps?.alarmed ? [alarm('stamps-silent', { waiting: stamps.waiting })] : []),
    ...chains.map((c) => alarm('chain-trouble', { name: nameIn(lang, c) }, String(c.chainId))),
    ...dropped.map((c) => alarm('anchors-orphaned', { name: nameIn(lang, c), count: c.count }, String(c.chainId))),
  ]
}

async function ofIntegrity({
  db,
  config: {
    integrity: { hours },
  },
}: Services): Promise<repo.FoundAlarm[]> {
  const { done, running } = await lastRuns(db.system)
  const found = [running, done].find((r) => r?.findings)
  const rests = running?.trouble !== undefined && running.trouble !== null
  const late = rests || (hours > 0 && (await isDue(db.system, hours * mostIntervals)))
  return [
    ...(found ? [alarm('integrity-found', { count: found.findings })] : []),
    ...(late ? [alarm('integrity-late')] : []),
  ]
}
