import { createHash, X509Certificate } from 'node:crypto'
import type { Language } from '../../contract/kit/language.ts'
import type { TrustAlarm, TrustKey, TrustOverview } from '../../contract/operator/trust.ts'
import type { Certificate } from '../../proof/formats/x509.ts'
import type { Services } from '../kit/services.ts'
import { type KeyReport, reportOf } from '../trust/keys/ceremony-report.service.ts'
import { type ClockSource, type ClockState, openClock } from '../trust/clock.service.ts'
import { findAlarms } from './alarms/alarms.find.ts'
import * as repo from './alarms/alarms.repo.ts'

const clocks = new WeakMap<Services, ClockSource>()
/** The clock of the machine that answers; asked of the system twice a minute at most. */
function clockOf(services: Services): ClockSource {
  const { mode, clockSource } = services.config
  const clock = clocks.get(services) ?? openClock({ mode, ...(clockSource && { operatorSource: clockSource }) })
  clocks.set(services, clock)
  return clock
}

/** How everything that evidence rests on stands now. Nothing of it is secret. */
export async function overview(services: Services, lang: Language): Promise<TrustOverview> {
  const { db, config } = services
  const clock = await clockOf(services).state()
  const report = await reportOf(config.keysDir).catch(() => undefined)
  const { waiting, oldest } = await repo.logQueue(db.system)
  return {
    alarms: await alarmsNow(services, clock, lang),
    keys: report ? keysOf(report) : [],
    list: report
      ? { number: report.list.number, issued: report.list.issued.toISOString(), next: report.list.next.toISOString() }
      : null,
    clock: { source: clock.source, proven: clock.proven, offsetMs: clock.offsetMs ?? null },
    log: {
      waiting,
      oldest: Math.round(oldest),
      shards: (await repo.shards(db.system)).map((s) => ({
        name: s.name,
        origin: s.origin,
        size: s.size ?? 0,
        checkpointAt: s.at?.toISOString() ?? null,
      })),
    },
  }
}

/** Looked for at once; since when it is so, the worker noted. */
async function alarmsNow(services: Services, clock: ClockState, lang: Language): Promise<TrustAlarm[]> {
  const open = await repo.openAlarms(services.db.system)
  const now = new Date()
  return (await findAlarms(services, clock, lang)).alarms.map(({ kind, about, params }) => ({
    alarm: kind,
    about,
    params,
    since: (open.find((o) => o.kind === kind && o.about === about)?.since ?? now).toISOString(),
  }))
}

function keysOf({ inUse, former, list }: KeyReport): TrustKey[] {
  const shown =
    (isNow: boolean) =>
    ({ id, certificate, signUntil }: KeyReport['inUse'][number]): TrustKey => ({
      purpose: id,
      ...facts(certificate),
      notBefore: certificate.notBefore.toISOString(),
      notAfter: certificate.notAfter.toISOString(),
      signUntil: signUntil?.toISOString() ?? null,
      revokedAt: list.revoked.find((r) => r.serial === certificate.serial)?.at.toISOString() ?? null,
      inUse: isNow,
    })
  return [...inUse.map(shown(true)), ...former.map(shown(false)).toReversed()]
}

/** As everybody but OpenSSL calls them. */
const curves: Record<string, string> = { prime256v1: 'P-256', secp384r1: 'P-384', secp521r1: 'P-521' }

function facts({ raw }: Certificate): Pick<TrustKey, 'algorithm' | 'fingerprint' | 'serial'> {
  const { publicKey, serialNumber } = new X509Certificate(raw)
  const { namedCurve, modulusLength } = publicKey.asymmetricKeyDetails ?? {}
  const algorithm =
    publicKey.asymmetricKeyType === 'ec'
      ? `ECDSA ${curves[namedCurve ?? ''] ?? namedCurve}`
      : publicKey.asymmetricKeyType === 'rsa'
        ? `RSA ${modulusLength}`
        : 'Ed25519'
  return { algorithm, serial: serialNumber, fingerprint: createHash('sha256').update(raw).digest('hex') }
}
