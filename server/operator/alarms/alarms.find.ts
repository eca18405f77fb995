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
import * as repo from './alarms.repo.ts'

const monthMs = 30 * 86_400_000
/** Seconds after which what waits for the log is told. */
const lateSeconds = 300
/** Days for which it is told that a chain dropped anchors, though they are written again within minutes: somebody should judge the chain. */
const orphanedDays = 3
/** Of the time between two audits. */
const mostIntervals = 3

const alarm = (kind: AlarmKind, params: repo.FoundAlarm['params'] = {}, about = ''): repo.FoundAlarm => ({
  kind,
  about,
  params,
})

/** Everything that is wrong now, with names in a language. It reads, and asks nobody outside. */
export async function findAlarms(services: Services, clock: ClockState, lang: Language): Promise<repo.FoundAlarm[]> {
  const report = await reportOf(services.config.keysDir).catch((error: unknown) => error)
  const keys = isReport(report)
    ? ofKeys(report, new Date())
    : [alarm('keys-unreadable', { reason: report instanceof TrustError ? report.code : 'unreadable' })]
  const unproven = services.config.mode === 'production' && !clock.proven
  return [
    ...keys,
    ...(unproven ? [alarm('clock-unproven')] : []),
    ...(await ofLog(services, isReport(report) ? report : undefined)),
    ...(await ofThirdParties(services, lang)),
    ...(await ofIntegrity(services)),
    ...(await ofMoney(services)),
    ...(await unknownYears(services.db.system)).map((year) => alarm('calendar-missing', { year }, String(year))),
  ]
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
