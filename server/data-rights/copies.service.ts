import { copiesADay, type DataCopy } from '../../contract/data-rights/copies.ts'
import { type GivenStrongProof, requireStrongProof } from '../accounts/proofs/strong-proof.service.ts'
import { recordAct } from '../kit/audit/audit.ts'
import type { Caller } from '../kit/calls/caller.ts'
import { storedReply } from '../kit/calls/stored-reply.ts'
import { AppError } from '../kit/errors.ts'
import { newId } from '../kit/ids.ts'
import type { ByteReply } from '../kit/calls/implement.ts'
import { announce } from '../kit/notify/live.ts'
import type { Services } from '../kit/services.ts'
import { shanghaiDay } from '../../contract/kit/shanghai-time.ts'
import { say } from '../kit/words.ts'
import { ownIdentity } from '../real-name/known.service.ts'
import * as repo from './copies.repo.ts'
import { dataCopyQueue } from './data-rights.queues.ts'

export async function list(services: Services, caller: Caller): Promise<DataCopy[]> {
  const rows = await services.db.forAccount(caller, (tx) => repo.listCopies(tx, caller.personId))
  return rows.map((r) => ({
    id: r.id,
    state: r.state as DataCopy['state'],
    size: r.state === 'READY' ? r.size : null,
    askedAt: r.askedAt.toISOString(),
    readyAt: r.readyAt?.toISOString() ?? null,
    until: r.expiresAt?.toISOString() ?? null,
  }))
}

/** A session alone may not take everything away: whoever stole it would have all of it. */
export async function ask(services: Services, caller: Caller, proof: GivenStrongProof) {
  await requireStrongProof(services, caller, proof)
  return services.db.asSystem(async (tx) => {
    await repo.lockCopies(tx, caller.personId)
    const open = await repo.openCopy(tx, caller.personId)
    if (open) return open
    const { n, seconds } = await repo.copiesOfDay(tx, caller.personId)
    if (n >= copiesADay) throw new AppError('too-frequent', { seconds })
    const id = newId()
    await repo.insertCopy(tx, { id, platformId: caller.platform.id, personId: caller.personId })
    await recordAct(tx, caller, { action: 'data.copyAsked', subjectKind: 'person', subjectId: caller.personId })
    await services.jobs.enqueue(tx, dataCopyQueue, { id })
    await announce(tx, caller.accountId, { topic: 'dataCopies', id }, caller.personId)
    return { id }
  })
}

/** A copy tells all of the accounts that somebody owns: a session that is bound to one of others' leads to none of these. */
async function requireReach({ db }: Services, { bound, accountId, personId }: Caller) {
  const owned = bound ? await repo.ownedBy(db.system, personId) : []
  if (owned.some((id) => id !== accountId)) throw new AppError('account-not-yours')
}

export async function download(services: Services, caller: Caller, id: string): Promise<ByteReply> {
  await requireReach(services, caller)
  return services.db.forAccount(caller, async (tx) => {
    const found = await repo.findReady(tx, caller.personId, id)
    if (!found) throw new AppError('not-found')
    await recordAct(tx, caller, { action: 'data.copyDownloaded', subjectKind: 'person', subjectId: caller.personId })
    const fileName = say(caller.lang, 'data-copy', 'fileName', { day: shanghaiDay(found.readyAt!) })
    const stored = { sha256: found.sha256!, size: found.size!, mediaType: 'application/zip', fileName }
    return storedReply(services, stored)
  })
}

/** The one thing that a copy masks. */
export async function identity(services: Services, caller: Caller, proof: GivenStrongProof) {
  await requireStrongProof(services, caller, proof)
  return ownIdentity(services, caller)
}
