import { holdsContents } from '../../contract/kit/records.ts'
import type { AuditEntry, AuditFind } from '../../contract/platform/audit.ts'
import type { Caller } from '../kit/calls/caller.ts'
import { deviceOf } from '../kit/calls/device-of.ts'
import type { RecordNames } from '../kit/audit/record-names.ts'
import { AppError } from '../kit/errors.ts'
import type { Services } from '../kit/services.ts'
import { sayIfKnown } from '../kit/words.ts'
import * as repo from './audit.repo.ts'

/** Of what was done with contents, staff read only what tells nothing of them. */
const plainDetails = new Set([
  'reason',
  'attempt',
  'days',
  'withPackage',
  'verdict',
  'hidden',
  'scene',
  'accepted',
  'rejected',
  'rows',
  'statementSha256',
  'certificate',
  'package',
  'edition',
  'timestamps',
  'provider',
  'serial',
  'bundle',
  'queue',
  'code',
])

const forStaff = ({ subjectKind, details }: Pick<repo.ActRecord, 'subjectKind' | 'details'>) => {
  const all = Object.entries(details as Record<string, unknown>)
  return Object.fromEntries(holdsContents(subjectKind) ? all.filter(([name]) => plainDetails.has(name)) : all)
}

function namedDevice(userAgent: string | null) {
  const { browser, system } = deviceOf(userAgent)
  return browser || system ? { browser, system } : null
}

interface Seen {
  /** The account's name by its id. */
  accounts: Map<string, string>
  detailsOf(row: repo.ActRecord): Record<string, unknown>
}

const wordsOf = (lang: Caller['lang'], action: string) =>
  sayIfKnown(lang, 'audit', `event.${action.replace('.', '-')}`) ?? action

async function entriesOf(
  services: Services,
  { lang }: Caller,
  rows: repo.ActRecord[],
  { accounts, detailsOf }: Seen,
): Promise<AuditEntry[]> {
  const places = new Map(
    (
      await repo.placesOf(
        services.db.system,
        rows.map((r) => r.id),
      )
    ).map((p) => [p.auditId, p]),
  )
  return rows.map((r) => {
    const place = places.get(r.id)
    const account = r.accountId === null ? null : (accounts.get(r.accountId) ?? null)
    return {
      id: r.id,
      at: r.at.toISOString(),
      who: r.actorPart === 'system' || r.actorPart === 'visitor' ? '' : r.actorName,
      part: r.actorPart as AuditEntry['part'],
      account,
      action: r.action,
      what: wordsOf(lang, r.action),
      subjectKind: r.subjectKind as AuditEntry['subjectKind'],
      subjectId: r.subjectId,
      subject: r.subjectKind === 'account' ? (r.subject ?? account) : r.subject,
      reason: r.reason,
      ip: r.ip,
      device: namedDevice(r.userAgent),
      requestId: r.requestId,
      details: detailsOf(r),
      chain: place ? { batch: place.batch, index: place.index, digest: place.digest.toString('hex') } : null,
    }
  })
}

const ownSeen = (caller: Caller): Seen => ({
  accounts: new Map([[caller.accountId, caller.accountName]]),
  detailsOf: (r) => r.details as Record<string, unknown>,
})

async function staffSeen(services: Services, rows: repo.ActRecord[]): Promise<Seen> {
  const names = await repo.accountNames(services.db.system, [...new Set(rows.flatMap((r) => r.accountId ?? []))])
  return { accounts: new Map(names.map((a) => [a.id, a.name])), detailsOf: forStaff }
}

export async function list(services: Services, names: RecordNames, caller: Caller, find: AuditFind) {
  const reading = { whose: { accountId: caller.accountId }, names }
  const { rows, ...rest } = await services.db.forAccount(caller, (tx) => repo.listActs(tx, reading, find))
  return { list: await entriesOf(services, caller, rows, ownSeen(caller)), ...rest }
}

export async function get(services: Services, names: RecordNames, caller: Caller, id: string) {
  const reading = { whose: { accountId: caller.accountId }, names }
  const row = await services.db.forAccount(caller, (tx) => repo.findAct(tx, reading, id))
  return one(services, caller, row, ownSeen(caller))
}

async function one(services: Services, caller: Caller, row: repo.ActRecord | undefined, seen: Seen) {
  const [entry] = row ? await entriesOf(services, caller, [row], seen) : []
  if (!entry) throw new AppError('not-found')
  return entry
}

export async function platformList(services: Services, names: RecordNames, caller: Caller, find: AuditFind) {
  const reading = { whose: { platformId: caller.platform.id }, names }
  const { rows, ...rest } = await repo.listActs(services.db.system, reading, find)
  return { list: await entriesOf(services, caller, rows, await staffSeen(services, rows)), ...rest }
}

export async function platformGet(services: Services, names: RecordNames, caller: Caller, id: string) {
  const row = await repo.findAct(services.db.system, { whose: { platformId: caller.platform.id }, names }, id)
  return one(services, caller, row, await staffSeen(services, row ? [row] : []))
}

export const people = async (services: Services, caller: Caller) => ({
  list: await services.db.forAccount(caller, (tx) => repo.peopleOf(tx, caller.accountId)),
})
