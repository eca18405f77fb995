import type { FieldProblem } from '../../contract/kit/issues.ts'
import {
  type Attempt,
  ageAt,
  type CertifyInfo,
  type EnterpriseBody,
  type IdentityKind,
  type IdentityStatus,
  type IdentityWay,
  leastAge,
  mostAttempts,
  type PersonalBody,
  type PhotoKind,
  readResidentId,
  reviewDays,
  type RefusalReason,
} from '../../contract/real-name/certify.ts'
import { alipayAppOf } from '../kit/alipay/alipay.settings.ts'
import { recordAct } from '../kit/audit/audit.ts'
import type { Caller } from '../kit/calls/caller.ts'
import type { Tx } from '../kit/db/db.ts'
import { AppError, badFields } from '../kit/errors.ts'
import { newId } from '../kit/ids.ts'
import { announce } from '../kit/notify/live.ts'
import type { Services } from '../kit/services.ts'
import { shanghaiDay } from '../../contract/kit/shanghai-time.ts'
import * as repo from './certify.repo.ts'
import { requireConsent } from './consents.service.ts'
import { eraseOne } from './erase.ts'
import { ocrSettings } from './ocr/ocr.settings.ts'
import { lastDays } from '../platform/calendar/deadlines.read.ts'
import { attach } from './photos.service.ts'
import { openIdentity, sealedColumns, type SealedIdentity } from './sealed.ts'

export const whose = (caller: Caller, kind: IdentityKind): repo.Whose => ({
  kind,
  personId: caller.personId,
  accountId: caller.accountId,
})

/** The day by which staff answer each that waits for them; null for all others. */
export async function answerDays(
  { db }: Services,
  platformId: string,
  rows: readonly { status: string; createdAt: Date }[],
): Promise<(string | null)[]> {
  const waiting = rows.filter(({ status }) => status === 'REVIEWING')
  const begun = waiting.map(({ createdAt }) => createdAt)
  const days = await lastDays(db.system, platformId, begun, reviewDays)
  return rows.map((row) => days[waiting.indexOf(row)] ?? null)
}

async function attemptOf(services: Services, { platform }: Caller, r: repo.IdentityRecord | undefined) {
  if (!r) return null
  const [answerBy = null] = await answerDays(services, platform.id, [r])
  return { ...shownAttempt(r), answerBy }
}

const shownAttempt = (r: repo.IdentityRecord): Omit<Attempt, 'answerBy'> => ({
  id: r.id,
  way: r.way as IdentityWay,
  status: r.status as IdentityStatus,
  nameMasked: r.nameMasked,
  numberMasked: r.numberMasked,
  certify_id: r.status === 'PENDING' ? r.vendorId : null,
  reason: r.reason as RefusalReason | null,
  note: r.note,
  submittedAt: r.createdAt.toISOString(),
  decidedAt: r.decidedAt?.toISOString() ?? null,
})

export async function info(services: Services, caller: Caller): Promise<CertifyInfo> {
  const { db, config } = services
  const { person, enterprise } = await db.forAccount(caller, async (tx) => {
    const both = async (kind: IdentityKind) => ({
      passed: await repo.findPassed(tx, whose(caller, kind)),
      attempt: await repo.findAttempt(tx, whose(caller, kind)),
    })
    return {
      person: await both('PERSONAL'),
      enterprise:
        caller.accountKind === 'enterprise'
          ? await both('ENTERPRISE')
          : ({} as Partial<Awaited<ReturnType<typeof both>>>),
    }
  })
  const known = person.passed && (await openIdentity(services, person.passed))
  return {
    person:
      known && person.passed
        ? {
            id: person.passed.id,
            way: person.passed.way as IdentityWay,
            name: known.name,
            idcard: person.passed.numberMasked,
            ...readResidentId(known.number),
            passedAt: person.passed.decidedAt!.toISOString(),
          }
        : null,
    personAttempt: await attemptOf(services, caller, person.attempt),
    enterprise: enterprise.passed
      ? {
          id: enterprise.passed.id,
          way: 'licence',
          name: enterprise.passed.company!,
          uscc: enterprise.passed.creditCode!,
          passedAt: enterprise.passed.decidedAt!.toISOString(),
        }
      : null,
    enterpriseAttempt: await attemptOf(services, caller, enterprise.attempt),
    required: config.captureRequiresRealName,
    alipay: alipayAppOf(config, caller.platform.notaryId)?.certify !== undefined,
    ocr: ocrSettings.of(config) !== undefined,
  }
}

/** What is in force, else how the last attempt stands. */
export async function status(services: Services, caller: Caller, kind: IdentityKind) {
  const found = await services.db.forAccount(
    caller,
    async (tx) => (await repo.findPassed(tx, whose(caller, kind))) ?? repo.findAttempt(tx, whose(caller, kind)),
  )
  return {
    status: (found?.status ?? 'NONE') as IdentityStatus | 'NONE',
    reason: (found?.reason ?? null) as RefusalReason | null,
  }
}

/** A new attempt may begin: none is open, and there were not too many of late. */
export async function requireTurn(tx: Tx, of: repo.Whose) {
  await repo.lockAttempts(tx, of)
  if (await repo.findOpen(tx, of)) throw new AppError('identity-open')
  if ((await repo.attemptsOfDay(tx, of)) >= mostAttempts) throw new AppError('identity-tries', { max: mostAttempts })
}

const tooYoung = (number: string, path: string): FieldProblem[] =>
  ageAt(readResidentId(number).birthday, shanghaiDay(new Date())) < leastAge
    ? [{ path, key: 'tooYoung', params: { age: leastAge } }]
    : []

export function requireAge(number: string, path: string) {
  const problems = tooYoung(number, path)
  if (problems.length) throw badFields(...problems)
}

/** A person too young to agree, or a card that has run out. */
export const unfitCard = ({ idcard, validUntil }: Partial<PersonalBody>): FieldProblem[] => [
  ...(idcard ? tooYoung(idcard, 'idcard') : []),
  ...(validUntil && validUntil !== 'long' && validUntil < shanghaiDay(new Date())
    ? [{ path: 'validUntil', key: 'cardExpired' }]
    : []),
]

export const announceIdentity = (tx: Tx, accountId: string, id: string) =>
  announce(tx, accountId, { topic: 'identities', id })

interface Submission {
  kind: IdentityKind
  way: IdentityWay
  identity: SealedIdentity
  photos: readonly { field: string; kind: PhotoKind; id: string }[]
}

async function submit(services: Services, tx: Tx, caller: Caller, { kind, way, identity, photos }: Submission) {
  const id = newId()
  await repo.insertIdentity(tx, {
    id,
    platformId: caller.platform.id,
    ...whose(caller, kind),
    way,
    status: 'REVIEWING',
    ...(await sealedColumns(services, tx, { id, kind }, identity)),
  })
  await attach(tx, caller, id, photos)
  await recordAct(tx, caller, {
    action: 'identity.submitted',
    subjectKind: 'identity',
    subjectId: id,
    details: { kind, way },
  })
  await announceIdentity(tx, caller.accountId, id)
  return { id }
}

/** Papers of a person go to staff, who compare them. */
export async function submitPersonal(
  services: Services,
  caller: Caller,
  { name, idcard, validUntil, front, back }: PersonalBody,
) {
  await requireConsent(services.db.system, caller, 'identity')
  return services.db.asSystem(async (tx) => {
    await requireTurn(tx, whose(caller, 'PERSONAL'))
    return submit(services, tx, caller, {
      kind: 'PERSONAL',
      way: 'documents',
      identity: { name, number: idcard, validUntil },
      photos: [
        { field: 'front', kind: 'FRONT', id: front },
        { field: 'back', kind: 'BACK', id: back },
      ],
    })
  })
}

/** Papers of an enterprise, sent by somebody who is known; whoever is not its legal representative brings a letter. */
export async function submitEnterprise(
  services: Services,
  caller: Caller,
  { name, uscc, legalPerson, licence, letter }: EnterpriseBody,
) {
  if (caller.accountKind !== 'enterprise') throw new AppError('forbidden')
  await requireConsent(services.db.system, caller, 'enterprise')
  const passed = await services.db.forAccount(caller, (tx) => repo.findPassed(tx, whose(caller, 'PERSONAL')))
  const person = passed && (await openIdentity(services, passed))
  if (!person) throw new AppError('person-first')
  if (!letter && person.name !== legalPerson) throw badFields({ path: 'letter', key: 'letterNeeded' })
  return services.db.asSystem(async (tx) => {
    await requireTurn(tx, whose(caller, 'ENTERPRISE'))
    const papers = [
      { field: 'licence', kind: 'LICENSE' as const, id: licence },
      ...(letter ? [{ field: 'letter', kind: 'LETTER' as const, id: letter }] : []),
    ]
    const identity = { name, number: uscc, legalPerson }
    return submit(services, tx, caller, { kind: 'ENTERPRISE', way: 'licence', identity, photos: papers })
  })
}

export const cancel = (services: Services, caller: Caller, kind: IdentityKind) =>
  services.db.asSystem(async (tx) => {
    if (kind === 'ENTERPRISE' && !caller.rights.has('account.manage')) throw new AppError('forbidden')
    const gone = await repo.cancelOpen(tx, whose(caller, kind))
    if (!gone) return { cancelled: false }
    await eraseOne(tx, gone.id)
    await recordAct(tx, caller, {
      action: 'identity.cancelled',
      subjectKind: 'identity',
      subjectId: gone.id,
      details: { kind, way: gone.way },
    })
    await announceIdentity(tx, caller.accountId, gone.id)
    return { cancelled: true }
  })
