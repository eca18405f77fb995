import { maskPhone } from '../../contract/kit/mask.ts'
import { numberOf } from '../../contract/kit/typed/clean.ts'
import { maskNumber, readResidentId } from '../../contract/real-name/certify.ts'
import type { Revealed, ReviewedIdentity, ReviewFind } from '../../contract/real-name/review.ts'
import { actedLately, recordAct } from '../kit/audit/audit.ts'
import type { Caller } from '../kit/calls/caller.ts'
import type { Queryable, Tx } from '../kit/db/db.ts'
import { AppError } from '../kit/errors.ts'
import { tell } from '../kit/notify/news.ts'
import type { Services } from '../kit/services.ts'
import { announceIdentity, answerDays } from './certify.service.ts'
import { shanghaiDay } from '../../contract/kit/shanghai-time.ts'
import * as certify from './certify.repo.ts'
import * as photos from './photos.repo.ts'
import { open } from './photos.service.ts'
import * as repo from './review.repo.ts'
import { lookupOf, openIdentity } from './sealed.ts'

async function shown(
  services: Services,
  caller: Caller,
  rows: readonly repo.ReviewRecord[],
): Promise<ReviewedIdentity[]> {
  const days = await answerDays(services, caller.platform.id, rows)
  const today = shanghaiDay(new Date())
  return rows.map((r, i) => {
    const answerBy = days[i] ?? null
    return { ...shownOne(caller, r), answerBy, isLate: answerBy !== null && answerBy < today }
  })
}

const shownOne = (caller: Caller, r: repo.ReviewRecord): Omit<ReviewedIdentity, 'answerBy' | 'isLate'> => ({
  id: r.id,
  kind: r.kind as ReviewedIdentity['kind'],
  way: r.way as ReviewedIdentity['way'],
  status: r.status as ReviewedIdentity['status'],
  nameMasked: r.nameMasked,
  numberMasked: r.numberMasked,
  personName: r.personName,
  phoneMasked: maskPhone(r.phone),
  accountName: r.accountName,
  same: r.same,
  own: r.personId === caller.personId,
  reason: r.reason as ReviewedIdentity['reason'],
  note: r.note,
  reviewer: r.reviewer,
  createdAt: r.createdAt.toISOString(),
  decidedAt: r.decidedAt?.toISOString() ?? null,
})

/** A whole phone, or as long as the number of a card or an enterprise is. */
const wholeNumber = /^(?:1\d{10}|[0-9A-Z]{18})$/

/** Whoever types a whole number learns whether somebody has it, and who: that stands with all whom it is about, else with whoever asks. */
const tellSearch = (
  services: Services,
  caller: Caller,
  { keyWord = '', lookups }: { keyWord?: string | undefined; lookups: Buffer[] },
) =>
  services.db.asSystem(async (tx) => {
    const number = numberOf(keyWord)
    const found = await repo.identitiesAt(tx, caller.platform.id, lookups, keyWord)
    const tell = (accountId: string, subjectId: string | null) =>
      recordAct(
        tx,
        { ...caller, accountId },
        { action: 'identity.searched', subjectKind: 'identity', subjectId, details: { number: maskNumber(number) } },
      )
    for (const { id, accountId } of found)
      if (!(await actedLately(tx, caller, 'identity.searched', id))) await tell(accountId, id)
    if (!found.length && wholeNumber.test(number)) await tell(caller.accountId, null)
  })

export async function list(services: Services, caller: Caller, find: ReviewFind) {
  const number = numberOf(find.keyWord ?? '')
  const lookups = await Promise.all(['PERSONAL', 'ENTERPRISE'].map((kind) => lookupOf(services, kind, number)))
  if (number) await tellSearch(services, caller, { keyWord: find.keyWord, lookups })
  const { rows, ...rest } = await repo.listIdentities(services.db.system, caller.platform.id, find, lookups)
  return { list: await shown(services, caller, rows), ...rest }
}

async function require(db: Queryable, { platform }: Caller, id: string) {
  const found = await repo.findIdentity(db, platform.id, id)
  if (!found) throw new AppError('not-found')
  return found
}

export async function get(services: Services, caller: Caller, id: string): Promise<ReviewedIdentity> {
  const [one] = await shown(services, caller, [await require(services.db.system, caller, id)])
  return one!
}

/** What staff do with somebody's papers stands in the record of the account it concerns. */
const tellOf = (
  tx: Tx,
  caller: Caller,
  found: repo.ReviewRecord,
  act: 'revealed' | 'photoViewed' | 'passed' | 'refused' | 'revoked',
  { reason, ...details }: { reason?: string | undefined; [detail: string]: unknown } = {},
) =>
  recordAct(
    tx,
    { ...caller, accountId: found.accountId },
    { action: `identity.${act}`, subjectKind: 'identity', subjectId: found.id, details, ...(reason ? { reason } : {}) },
  )

export const reveal = (services: Services, caller: Caller, id: string, reason: string): Promise<Revealed> =>
  services.db.asSystem(async (tx) => {
    const found = await require(tx, caller, id)
    const identity = await openIdentity(services, found)
    if (!identity) throw new AppError('identity-erased')
    await tellOf(tx, caller, found, 'revealed', { reason })
    const { name, number, validUntil = null, legalPerson = null } = identity
    const derived = found.kind === 'PERSONAL' ? readResidentId(number) : { birthday: null, gender: null }
    const shownPhotos = (await photos.photosOf(tx, id)).map((p) => ({
      id: p.id,
      kind: p.kind as Revealed['photos'][number]['kind'],
    }))
    return { name, number, ...derived, validUntil, legalPerson, photos: shownPhotos }
  })

/** Opens for whoever said why, within the hour. */
export async function photo(services: Services, caller: Caller, id: string, picture: string) {
  const { db } = services
  const found = await require(db.system, caller, id)
  if (!(await actedLately(db.system, caller, 'identity.revealed', found.id))) throw new AppError('reveal-first')
  const shownPhoto = (await photos.photosOf(db.system, found.id)).find((p) => p.id === picture)
  if (shownPhoto) await db.asSystem((tx) => tellOf(tx, caller, found, 'photoViewed', { kind: shownPhoto.kind }))
  return open(services, shownPhoto)
}

interface Verdict {
  verdict: 'PASS' | 'REJECT'
  reason?: string | undefined
  note: string
}

/** One verdict, by somebody who looked, and never about themselves. */
export const judge = (services: Services, caller: Caller, id: string, { verdict, reason, note }: Verdict) =>
  services.db.asSystem(async (tx) => {
    const found = await require(tx, caller, id)
    if (found.personId === caller.personId) throw new AppError('not-yourself')
    if (found.status !== 'REVIEWING') throw new AppError('wrong-state')
    if (!(await actedLately(tx, caller, 'identity.revealed', id))) throw new AppError('reveal-first')
    const passes = verdict === 'PASS'
    const whose = {
      kind: found.kind as 'PERSONAL' | 'ENTERPRISE',
      personId: found.personId,
      accountId: found.accountId,
    }
    await certify.lockAttempts(tx, whose)
    if (passes) await certify.replacePassed(tx, whose)
    if (
      !(await certify.decide(tx, id, {
        status: verdict,
        reason: passes ? null : reason!,
        note: note || null,
        reviewerId: caller.personId,
      }))
    )
      throw new AppError('wrong-state')
    await tellOf(tx, caller, found, passes ? 'passed' : 'refused', {
      kind: found.kind,
      way: found.way,
      ...(passes ? {} : { refusal: reason }),
    })
    await announceIdentity(tx, found.accountId, id)
    await tell(tx, services.jobs, {
      kind: passes ? 'identityPassed' : 'identityRefused',
      platformId: caller.platform.id,
      personId: found.personId,
      accountId: found.accountId,
      subjectId: id,
      params: { of: found.kind, ...(passes ? {} : { refusal: reason!, note }) },
    })
  })

export const revoke = (services: Services, caller: Caller, id: string, reason: string) =>
  services.db.asSystem(async (tx) => {
    const found = await require(tx, caller, id)
    if (found.personId === caller.personId) throw new AppError('not-yourself')
    if (!(await repo.revokePassed(tx, id, caller.personId, reason))) throw new AppError('wrong-state')
    await tellOf(tx, caller, found, 'revoked', { kind: found.kind, way: found.way, reason })
    await announceIdentity(tx, found.accountId, id)
    await tell(tx, services.jobs, {
      kind: 'identityRevoked',
      platformId: caller.platform.id,
      personId: found.personId,
      accountId: found.accountId,
      subjectId: id,
      params: { of: found.kind, reason },
    })
  })
