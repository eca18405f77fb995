import type {
  FindingKind,
  IntegrityFinding,
  IntegrityRun,
  IntegrityStage,
  RunFind,
} from '../../../contract/trust/integrity.ts'
import { recordAct } from '../../kit/audit/audit.ts'
import type { Caller } from '../../kit/calls/caller.ts'
import { AppError } from '../../kit/errors.ts'
import type { Services } from '../../kit/services.ts'
import { shanghaiTime } from '../../../contract/kit/shanghai-time.ts'
import * as repo from './integrity.repo.ts'
import { type RunRecord, findRun, listRuns, findingsOf } from './integrity.read.ts'

function shown({ state, stage, begunAt, endedAt, ...rest }: RunRecord): IntegrityRun {
  const runs = state === 'RUNNING'
  return {
    ...rest,
    run: shanghaiTime(begunAt.toISOString()),
    runState: runs ? 'running' : rest.findings ? 'found' : 'done',
    stage: runs ? (stage as IntegrityStage) : null,
    begunAt: begunAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
  }
}

export async function list({ db }: Services, find: RunFind) {
  const { rows, total } = await listRuns(db.system, find)
  return { list: rows.map(shown), total, totalIsEstimate: false }
}

export async function get({ db }: Services, id: string): Promise<IntegrityRun> {
  const found = await findRun(db.system, id)
  if (!found) throw new AppError('not-found')
  return shown(found)
}

/** Staff of one platform are told the numbers of its own evidence. */
export async function findings(
  services: Services,
  { platform }: Caller,
  id: string,
  page: { pageNum: number; pageSize: number },
) {
  await get(services, id)
  const { rows, total } = await findingsOf(services.db.system, id, page)
  const list = rows.map(({ platformId, what, at, ano, ...f }): IntegrityFinding => ({
    ...f,
    what: what as FindingKind,
    ano: platformId === platform.id ? ano : null,
    at: at.toISOString(),
  }))
  return { list, total, totalIsEstimate: false }
}

export const start = ({ db }: Services, caller: Caller, reason: string): Promise<{ id: string }> =>
  db.asSystem(async (tx) => {
    const id = await repo.beginRun(tx, true)
    if (id === undefined) throw new AppError('integrity-running')
    await recordAct(
      tx,
      { ...caller, accountId: null },
      { action: 'integrity.started', subjectKind: 'integrity-run', subjectId: id, reason },
    )
    return { id }
  })
