import { randomInt } from 'node:crypto'
import { deliveryCalls } from '../../../contract/certificates/delivery.ts'
import { pathOf } from '../../../contract/kit/call.ts'
import { findEvidence } from '../../evidence/evidence.read.ts'
import { artefactPath, artefactReply } from '../../evidence/evidence-files.service.ts'
import { requirePaid } from '../../evidence/packages/downloads.service.ts'
import { unpaidDownloads } from '../../payments/prices/downloads.read.ts'
import { lacksOriginal } from '../../evidence/trust-facts.service.ts'
import { recordAct, visitorAt } from '../../kit/audit/audit.ts'
import { originOf } from '../../kit/calls/origin.ts'
import { countHits, forgetHits, type Hit, takeBackHit } from '../../kit/calls/rate-limits.ts'
import { extractionRest, extractionTries } from '../../kit/calls/try-limits.ts'
import type { Caller, Visitor } from '../../kit/calls/caller.ts'
import type { AccountTx, Scope } from '../../kit/db/db.ts'
import { AppError } from '../../kit/errors.ts'
import type { ByteReply } from '../../kit/calls/implement.ts'
import { hashPassword, passwordMatches } from '../../kit/secrets/passwords.ts'
import type { Services } from '../../kit/services.ts'
import { say } from '../../kit/words.ts'
import { bundleReply, isReady } from '../package/bundle.ts'
import * as repo from './delivery.repo.ts'
import { sealedEvidence } from './share.repo.ts'

/** Gathers packages for one download. A number that is not the caller's answers as one that does not exist. */
export async function bundle(
  services: Services,
  caller: Caller,
  query: { anos?: string[] | undefined; taskId?: string | undefined },
) {
  if (!query.anos && !query.taskId) throw new AppError('bad-parameter', {}, [{ path: 'anos', key: 'required' }])
  return services.db.forAccount(caller, async (tx) => {
    const members = query.anos
      ? await wanted(tx, caller, query.anos)
      : await repo.bundleMembers(tx, caller, query.taskId!)
    if (!members) throw new AppError('not-found')
    const taskId = query.anos
      ? await repo.insertBundle(
          tx,
          caller,
          members.map((m) => m.id),
        )
      : query.taskId!
    if (query.anos)
      await recordAct(tx, caller, {
        action: 'bundle.made',
        subjectKind: 'bundle',
        subjectId: taskId,
        details: { number: query.anos },
      })
    const unpaid = await unpaidAmong(tx, caller, members)
    const list = members.map((e) => {
      const reason = whyNot(e, unpaid)
      return {
        ano: e.number,
        link: reason ? null : artefactPath(caller, e.number, 'package'),
        reason: reason && say(caller.lang, 'errors', `code.${reason}`, { wanted: unpaid?.wanted ?? '' }),
      }
    })
    const isAny = list.some(({ link }) => link)
    return {
      taskId,
      status: isAny ? ('READY' as const) : ('EMPTY' as const),
      list,
      zipLink: isAny ? `${pathOf(deliveryCalls.bundleBytes, { id: taskId })}?account=${caller.accountId}` : null,
    }
  })
}

type Unpaid = Awaited<ReturnType<typeof unpaidDownloads>>

const unpaidAmong = (tx: AccountTx, { platform }: Caller, members: repo.Deliverable[]): Promise<Unpaid> =>
  unpaidDownloads(
    tx,
    platform.id,
    members.map(({ id }) => id),
  )

/** Null where its package is handed out. */
function whyNot(e: repo.Deliverable, unpaid: Unpaid) {
  if (isReady(e)) return unpaid?.ids.has(e.id) ? 'download-unpaid' : null
  return e.status !== 'collected' ? 'wrong-state' : lacksOriginal(e) ? 'original-missing' : 'not-ready'
}

async function wanted(tx: AccountTx, scope: Scope, numbers: string[]) {
  const found = await repo.evidenceByNumbers(tx, scope, numbers)
  if (found.length < numbers.length) throw new AppError('not-found')
  return numbers.map((n) => found.find((e) => e.number === n)!)
}

export async function bundleBytes(services: Services, caller: Caller, id: string): Promise<ByteReply> {
  const members = await services.db.forAccount(caller, async (tx) => {
    const found = (await repo.bundleMembers(tx, caller, id)) ?? []
    const unpaid = await unpaidAmong(tx, caller, found)
    const among = found.map((e) => ({ ...e, isOut: whyNot(e, unpaid) === null }))
    for (const e of among)
      if (e.isOut)
        await recordAct(tx, caller, {
          action: 'package.downloaded',
          subjectKind: 'evidence',
          subjectId: e.id,
          details: { bundle: id },
        })
    return among
  })
  if (!members.length) throw new AppError('not-found')
  return bundleReply(services, caller.lang, id, members)
}

/** The package's link with its digests, to check a copy by. */
export async function zip(services: Services, caller: Caller, number: string) {
  const e = await requireOwn(services, caller, number)
  await artefactReply(services, e, 'package')
  await services.db.forAccount(caller, (tx) => requirePaid(tx, caller, e))
  return {
    link: artefactPath(caller, number, 'package'),
    zip_sha256: e.packageSha256!.toString('hex'),
    zip_sm3: e.packageSm3?.toString('hex') ?? null,
    fileSize: e.packageSize!,
  }
}

async function requireOwn(services: Services, caller: Caller, number: string) {
  const e = await services.db.forAccount(caller, (tx) => findEvidence(tx, caller, { number }))
  if (!e) throw new AppError('not-found')
  return e
}

/** A new code replaces the old one. It is told once and kept as a slow hash: six digits alone would be guessed from a leak. */
export async function makeCode(services: Services, caller: Caller, { ano, days }: { ano: string; days: number }) {
  const e = await requireOwn(services, caller, ano)
  if (e.status !== 'collected') throw new AppError('wrong-state')
  const code = String(randomInt(0, 1_000_000)).padStart(6, '0')
  const codePhc = await hashPassword(code)
  const made = await services.db.forAccount(caller, async (tx) => {
    await requirePaid(tx, caller, e)
    const expiresAt = await repo.putCode(tx, caller, { evidenceId: e.id, codePhc, days })
    await recordAct(tx, caller, { action: 'code.made', subjectKind: 'evidence', subjectId: e.id, details: { days } })
    return { code, expiresAt: expiresAt.toISOString() }
  })
  await forgetTries(services, caller, ano)
  return made
}

export async function codeState(services: Services, caller: Caller, number: string) {
  const e = await requireOwn(services, caller, number)
  const code = await services.db.forAccount(caller, (tx) => repo.codeOf(tx, caller, e.id))
  return {
    expiresAt: code?.expiresAt.toISOString() ?? null,
    lockedUntil: code?.lockedUntil?.toISOString() ?? null,
  }
}

/** A code that rests can be tried again, by those too who mistyped it. */
export async function liftCodeRest(services: Services, caller: Caller, number: string) {
  const e = await requireOwn(services, caller, number)
  const lifted = await services.db.forAccount(caller, async (tx) => {
    if (!(await repo.codeOf(tx, caller, e.id))) throw new AppError('not-found')
    const rested = await repo.liftRest(tx, caller, e.id)
    if (rested) await recordAct(tx, caller, { action: 'code.restLifted', subjectKind: 'evidence', subjectId: e.id })
    return rested
  })
  if (lifted) await forgetTries(services, caller, number)
  return codeState(services, caller, number)
}

export async function endCode(services: Services, caller: Caller, number: string) {
  const e = await requireOwn(services, caller, number)
  await services.db.forAccount(caller, async (tx) => {
    if (!(await repo.deleteCode(tx, caller, e.id))) throw new AppError('not-found')
    await recordAct(tx, caller, { action: 'code.ended', subjectKind: 'evidence', subjectId: e.id })
  })
}

const triesOf = ({ platform }: Visitor, number: string) => `extraction:${platform.id}:${number}:`
const forgetTries = ({ db }: Services, caller: Caller, number: string) => forgetHits(db, triesOf(caller, number))

/**
 * Unknown numbers, no code, a resting code and a wrong code answer alike, and take alike long. Who tries too often from one place is told so, whatever the
 * number is: that tells of themselves alone.
 */
export async function checkCode(services: Services, visitor: Visitor, number: string, code: string) {
  const hits = extractionTries.map((limit): Hit => [
    `${triesOf(visitor, number)}${limit.seconds}:${originOf(visitor.ip)}`,
    limit,
  ])
  await countHits(services.db, hits)
  const tried = await repo.takeTry(services.db, visitor.platform.id, number, extractionRest)
  const right = (await passwordMatches(code, tried?.codePhc ?? null)) && tried !== undefined
  await services.db.asSystem((tx) =>
    recordAct(tx, visitorAt(visitor, tried?.accountId ?? null), {
      action: right ? 'code.accepted' : 'code.refused',
      subjectKind: 'evidence',
      subjectId: tried?.id ?? null,
      details: { number },
    }),
  )
  if (!right) return { valid: false, ticket: null }
  for (const hit of hits) await takeBackHit(services.db, ...hit)
  return { valid: true, ticket: await repo.grantTicket(services.db, tried.id) }
}

/** One download for one ticket; who took it is known only by address, which the record keeps. */
export async function collect(
  services: Services,
  visitor: Visitor,
  number: string,
  ticket: string,
): Promise<ByteReply> {
  const id = await repo.useTicket(services.db, visitor.platform.id, ticket)
  const e = id
    ? await sealedEvidence(services.db, visitor.platform.id)
        .where('id', '=', id)
        .where('number', '=', number)
        .executeTakeFirst()
    : undefined
  if (!e) throw new AppError('share-gone')
  const reply = await artefactReply(services, e, 'package')
  await services.db.asSystem((tx) =>
    recordAct(tx, visitorAt(visitor, e.accountId), { action: 'code.used', subjectKind: 'evidence', subjectId: e.id }),
  )
  return { ...reply, whole: true }
}
