import { integrityStages, type IntegrityStage } from '../../../contract/trust/integrity.ts'
import { readRevocationList } from '../../../proof/formats/crl.ts'
import { readPem } from '../../../proof/formats/x509.ts'
import { recordAct } from '../../kit/audit/audit.ts'
import { wordsOf } from '../../kit/log.ts'
import type { Services } from '../../kit/services.ts'
import { defaultPlatform } from '../../platform/platform.service.ts'
import type { Authority } from '../keys/authority.service.ts'
import { type Audit, Interrupted, type Step } from './audit.ts'
import { checkActs } from './check-acts.ts'
import { checkLog } from './check-log.ts'
import { checkObjects } from './check-objects.ts'
import { checkStamps } from './check-stamps.ts'
import * as repo from './integrity.repo.ts'
import { paceOf } from './pace.ts'

const checks: Record<IntegrityStage, (audit: Audit, cursor: never) => Promise<Step<unknown>>> = {
  objects: checkObjects,
  log: checkLog,
  stamps: checkStamps,
  acts: checkActs,
}

/** Milliseconds after which a process that reads says that it lives. */
const beatEvery = 10_000

/** Works at the run that is under way, from where it stood, to its end or until the signal; false where there is none to be had. */
export async function workAtRun(
  services: Services,
  authority: Pick<Authority, 'trustMaterial'>,
  signal: AbortSignal,
): Promise<boolean> {
  const taken = await repo.takeRun(services.db.system)
  if (!taken) return false
  try {
    const audit = await auditOf(services, authority, taken, signal)
    let at: { stage: IntegrityStage; cursor: unknown } | undefined = taken
    while (at && !signal.aborted) at = await step(services, audit, taken, at)
    if (at) await repo.giveBack(services.db.system, taken, null)
  } catch (error) {
    const isStopped = error instanceof Interrupted
    await repo.giveBack(
      services.db.system,
      taken,
      isStopped ? null : error instanceof Error ? wordsOf(error).slice(0, 500) : 'failed',
    )
    if (!isStopped) throw error
  }
  return true
}

async function step(
  services: Services,
  audit: Audit,
  taken: repo.Taken,
  { stage, cursor }: { stage: IntegrityStage; cursor: unknown },
) {
  const done: Step<unknown> = await checks[stage](audit, cursor as never)
  const nextStage = done.cursor === undefined ? integrityStages[integrityStages.indexOf(stage) + 1] : stage
  const next = { stage: nextStage ?? stage, cursor: done.cursor }
  await services.db.asSystem(async (tx) => {
    if (!(await repo.saveStep(tx, taken, done, next))) throw new Interrupted()
    if (nextStage) return
    const told = await repo.endRun(tx, taken)
    const platform = await defaultPlatform(services.db)
    // What was found is an act like any other: chained, and logged.
    if (platform && told)
      await recordAct(
        tx,
        { system: true, platform, accountId: null },
        { action: 'integrity.checked', subjectKind: 'integrity-run', subjectId: taken.id, details: told },
      )
  })
  return nextStage && next
}

async function auditOf(
  { db, store, config }: Services,
  authority: Pick<Authority, 'trustMaterial'>,
  taken: repo.Taken,
  signal: AbortSignal,
): Promise<Audit> {
  const { ca, crl } = authority.trustMaterial()
  const anchors = readPem(ca)
  const wait = paceOf(config.integrity.bytesPerSecond)
  let beaten = performance.now()
  const pace = async (bytes: number) => {
    await wait(bytes)
    if (signal.aborted) throw new Interrupted()
    if (performance.now() - beaten < beatEvery) return
    beaten = performance.now()
    if (!(await repo.beat(db.system, taken))) throw new Interrupted()
  }
  return { db, store, config, anchors, revoked: await readRevocationList(crl, anchors[0]!), pace }
}
