import type { EvidenceDetail } from '../../contract/evidence/evidence.ts'
import type { ActionName } from '../../contract/platform/acts.ts'
import { mostLabels } from '../../contract/kit/fields.ts'
import { actsOn, recordAct } from '../kit/audit/audit.ts'
import { eachOf } from '../kit/calls/each-of.ts'
import type { Caller } from '../kit/calls/caller.ts'
import type { AccountTx, Scope } from '../kit/db/db.ts'
import { AppError } from '../kit/errors.ts'
import { isUuid } from '../kit/ids.ts'
import { announceEvidence } from './announce-evidence.service.ts'
import type { Services } from '../kit/services.ts'
import { say } from '../kit/words.ts'
import { platformName } from '../platform/platform.service.ts'
import * as repo from './evidence.repo.ts'
import { findEvidence, filesOf, toFile } from './evidence.read.ts'
import { orderProblems } from './order-problems.types.ts'
import { boundedSearch } from './seen-text/bounded-search.ts'
import { foundOnPages } from './seen-text/seen-text.repo.ts'
import { statedOwner } from './sealing/stated-facts.service.ts'
import { lacksOriginal, trustFactsOf } from './trust-facts.service.ts'

const numberPattern = /^\d{18}$/

/** The site that executes: shown as the institution of every row. */
const institutionOf = (caller: Caller) => platformName(caller.platform, caller.lang)

export async function list(services: Services, caller: Caller, find: repo.Finding) {
  const read = async (tx: AccountTx) => {
    const page = await repo.listEvidence(tx, caller, find)
    const ids = find.keyWord ? page.rows.map(({ id }) => id) : []
    return {
      ...page,
      places: await repo.placesOf(tx, page.rows),
      found: await foundOnPages(tx, caller, find.keyWord ?? '', ids),
    }
  }
  const { rows, places, found, ...rest } = find.keyWord
    ? await boundedSearch(services.db, caller, read)
    : await services.db.forAccount(caller, read)
  return { list: rows.map((r) => repo.toRow(r, institutionOf(caller), places, found.get(r.id))), ...rest }
}

/** One evidence of the caller's account, by preservation number or by id. Another's answers as if it did not exist. */
export async function requireEvidence(services: Services, caller: Caller, key: string) {
  const by = numberPattern.test(key) ? { number: key } : isUuid(key) ? { id: key } : undefined
  const found = by && (await services.db.forAccount(caller, (tx) => findEvidence(tx, caller, by)))
  if (!found) throw new AppError('not-found')
  return found
}

export async function detail(services: Services, caller: Caller, key: string): Promise<EvidenceDetail> {
  const e = await requireEvidence(services, caller, key)
  const { files, acts, places } = await services.db.forAccount(caller, async (tx) => ({
    files: await filesOf(tx, e.id),
    acts: await actsOn(tx, caller, 'evidence', e.id),
    places: await repo.placesOf(tx, [e]),
  }))
  const identity = statedOwner(e.statement)
  return {
    ...repo.toRow(e, institutionOf(caller), places),
    remark: e.remark,
    ownerName: e.ownerName,
    ownerKind: e.ownerKind as EvidenceDetail['ownerKind'],
    ownerIdentity: identity || (!e.statement && e.ownerIdentityId) ? 'verified' : 'not-verified',
    identity,
    start_time: e.startedAt?.toISOString() ?? null,
    end_time: e.finishedAt?.toISOString() ?? null,
    sealedAt: e.sealedAt?.toISOString() ?? null,
    confirmUntil: e.confirmUntil?.toISOString() ?? null,
    statementSha256: e.statementSha256?.toString('hex') ?? null,
    notes: e.notes,
    capture: e.capture as EvidenceDetail['capture'],
    request: e.request as EvidenceDetail['request'],
    files: files.map((f) => toFile(f, e.capture)),
    trust: await trustFactsOf(services, e, caller.lang),
    events: acts,
    packageSize: e.packageSize,
  }
}

/** Evidence of the caller's by number, each with why it may go into no order; what is not theirs is left out. */
export const orderable = async (tx: AccountTx, scope: Scope, numbers: readonly string[]) =>
  (await repo.sizesOf(tx, scope, [...numbers])).map((row) => ({ ...row, why: whyNot(row) }))

const whyNot = (row: Parameters<typeof lacksOriginal>[0] & { status: string; certifiedAt: Date | null }) =>
  row.status !== 'collected'
    ? ('wrong-state' as const)
    : lacksOriginal(row)
      ? ('original-missing' as const)
      : row.certifiedAt
        ? null
        : ('not-ready' as const)

/** A check before an order. What is not the caller's makes the whole question wrong: nothing is told of it. */
export async function issuable(services: Services, caller: Caller, numbers: string[]) {
  const rows = await services.db.forAccount(caller, (tx) => orderable(tx, caller, numbers))
  if (rows.length < new Set(numbers).size) throw new AppError('not-found')
  const list = rows.map((r) => {
    const { why } = r
    return {
      ano: r.number,
      name: r.name,
      category: r.category as EvidenceDetail['category'],
      size: r.size,
      originalUploaded: r.status === 'collected' && !lacksOriginal(r),
      issuable: !why,
      // That its state allows nothing says nothing to whoever chooses evidence.
      reason:
        why &&
        say(caller.lang, 'errors', why === 'wrong-state' ? `field.${orderProblems[why]}` : `code.${why}`, {
          ano: r.number,
        }),
    }
  })
  return { list }
}

export async function update(
  services: Services,
  caller: Caller,
  id: string,
  change: { evidenceName?: string | undefined; remark?: string | undefined },
) {
  const set = {
    ...(change.evidenceName === undefined ? {} : { name: change.evidenceName }),
    ...(change.remark === undefined ? {} : { remark: change.remark }),
  }
  if (!Object.keys(set).length) throw new AppError('bad-parameter', {}, [{ path: 'evidenceName', key: 'required' }])
  await changeWith(
    services,
    caller,
    id,
    set,
    change.evidenceName === undefined ? 'evidence.remarked' : 'evidence.renamed',
  )
}

export const relabel = (services: Services, caller: Caller, id: string, labels: string[]) =>
  changeWith(services, caller, id, { labels }, 'evidence.relabelled')

export const hide = (services: Services, caller: Caller, id: string, hidden: boolean) =>
  changeWith(services, caller, id, { hidden }, hidden ? 'evidence.hidden' : 'evidence.shown')

/** Names and labels are the owner's own words: they may change, and every change is on the record. What was sealed never does. */
const changeWith = (services: Services, caller: Caller, id: string, set: Change, action: ActionName) =>
  services.db.forAccount(caller, (tx) => change(tx, caller, id, set, action))

type Change = Parameters<typeof repo.changeEvidence>[3]

async function change(tx: AccountTx, caller: Caller, id: string, set: Change, action: ActionName) {
  const whose = await repo.changeEvidence(tx, caller, id, set)
  if (!whose) throw new AppError('not-found')
  await recordAct(tx, caller, { action, subjectKind: 'evidence', subjectId: id, details: set })
  await announceEvidence(tx, { ...whose, id })
}

/** Brings one back into the lists, by its number. */
export async function showAgain(services: Services, caller: Caller, number: string) {
  const { id, hidden } = await requireEvidence(services, caller, number)
  if (hidden) await hide(services, caller, id, false)
}

export const hideMany = (services: Services, caller: Caller, ids: string[], hidden: boolean) =>
  eachOf(services, caller, ids, (tx, id) =>
    change(tx, caller, id, { hidden }, hidden ? 'evidence.hidden' : 'evidence.shown'),
  )

/** Adds labels to each and takes others away; whatever else it carries stays. */
export const relabelMany = (
  services: Services,
  caller: Caller,
  { ids, add, remove }: { ids: string[]; add: string[]; remove: string[] },
) =>
  eachOf(services, caller, ids, async (tx, id) => {
    const before = await repo.labelsOf(tx, caller, id)
    if (!before) throw new AppError('not-found')
    const labels = [...new Set([...before.filter((l) => !remove.includes(l)), ...add])]
    if (labels.length > mostLabels) throw new AppError('limit-reached', { limit: mostLabels })
    if (labels.join() !== before.join()) await change(tx, caller, id, { labels }, 'evidence.relabelled')
  })
