import { pathOf } from '../../../contract/kit/call.ts'
import {
  type CaseForm,
  caseFormCalls,
  type CaseFormFind,
  type CaseState,
  type OwnCaseForm,
} from '../../../contract/content/case-forms.ts'
import type { MessageKind } from '../../../contract/messages/messages.ts'
import type { ActionName } from '../../../contract/platform/acts.ts'
import { cityName } from '../../addresses/place-names.read.ts'
import { recordAct } from '../../kit/audit/audit.ts'
import type { Caller, Visitor } from '../../kit/calls/caller.ts'
import type { Queryable, Tx } from '../../kit/db/db.ts'
import { AppError } from '../../kit/errors.ts'
import { tell } from '../../kit/notify/news.ts'
import type { Services } from '../../kit/services.ts'
import { attached } from '../../platform/files.service.ts'
import * as repo from './case-forms.repo.ts'

const iso = (at: Date | null) => at?.toISOString() ?? null
type Names = Awaited<ReturnType<typeof repo.namesOf>>

function shown({ lang }: Visitor, row: repo.OwnRecord, { lawyers, fields }: Names): OwnCaseForm {
  const field = row.fieldId ? fields.get(row.fieldId) : undefined
  return {
    id: row.id,
    number: row.number,
    lawyerName: (row.lawyerId && lawyers.get(row.lawyerId)) ?? null,
    cityName: (row.cityCode && cityName(row.cityCode)) ?? null,
    fieldName: (lang === 'en' ? field?.fieldEn : null) ?? field?.fieldZh ?? null,
    title: row.title,
    content: row.content,
    caseState: row.state as CaseState,
    answer: row.answer,
    answeredAt: iso(row.answeredAt),
    closedReason: row.closedReason,
    createdAt: row.createdAt.toISOString(),
  }
}

const whose = ({ platform, personId }: Caller) => ({ platformId: platform.id, personId })

export async function listOwn(services: Services, caller: Caller, page: { pageNum: number; pageSize: number }) {
  const { rows, total } = await services.db.forAccount(caller, (tx) => repo.listOwn(tx, whose(caller), page))
  const names = await repo.namesOf(services.db.system, rows)
  return { list: rows.map((row) => shown(caller, row, names)), total, totalIsEstimate: false }
}

export async function getOwn(services: Services, caller: Caller, id: string) {
  const row = await services.db.forAccount(caller, (tx) => repo.findOwn(tx, whose(caller), id))
  if (!row) throw new AppError('not-found')
  return shown(caller, row, await repo.namesOf(services.db.system, [row]))
}

const forStaff = (caller: Caller, row: repo.CaseRecord, names: Names): CaseForm => ({
  ...shown(caller, row, names),
  nameMasked: row.nameMasked,
  phoneMasked: row.phoneMasked,
  acceptedBy: row.acceptedBy,
  closedAt: iso(row.closedAt),
  lawyerToldAt: iso(row.lawyerToldAt),
  registered: row.personId !== null && row.sealed !== null,
  files: row.files.map((fileId) => ({ id: fileId, url: pathOf(caseFormCalls.file, { id: row.id, fileId }) })),
  erased: row.sealed === null,
  version: row.version,
})

export async function list(services: Services, caller: Caller, find: CaseFormFind) {
  const { rows, ...rest } = await repo.listCases(services.db.system, caller.platform.id, find)
  const names = await repo.namesOf(services.db.system, rows)
  return { list: rows.map((row) => forStaff(caller, row, names)), ...rest }
}

async function require(db: Queryable, { platform }: Caller, id: string, options?: { lock: boolean }) {
  const found = await repo.findCase(db, platform.id, id, options)
  if (!found) throw new AppError('not-found')
  return found
}

export async function get(services: Services, caller: Caller, id: string) {
  const row = await require(services.db.system, caller, id)
  return forStaff(caller, row, await repo.namesOf(services.db.system, [row]))
}

type Told = Extract<ActionName, `caseForm.${string}`>

/** Whose form it is can read in their own record what staff did with it. */
const record = (
  tx: Tx,
  caller: Caller,
  { id, accountId, number }: repo.CaseRecord,
  { action, reason, details = {} }: { action: Told; reason?: string; details?: Record<string, unknown> },
) =>
  recordAct(
    tx,
    { ...caller, accountId },
    { action, subjectKind: 'case-form', subjectId: id, details: { number, ...details }, ...(reason ? { reason } : {}) },
  )

export const reveal = (services: Services, caller: Caller, id: string, reason: string) =>
  services.db.asSystem(async (tx) => {
    const row = await require(tx, caller, id)
    if (row.sealed === null) throw new AppError('identity-erased')
    const { name, phone } = JSON.parse(await services.secrets.open(row.sealed, id)) as { name: string; phone: string }
    await record(tx, caller, row, { action: 'caseForm.revealed', reason })
    return { name, phone }
  })

/** What came with a form is looked at by staff, and the record says so. */
export async function file(services: Services, caller: Caller, id: string, fileId: string) {
  await services.db.asSystem(async (tx) => {
    const row = await require(tx, caller, id)
    if (!row.files.includes(fileId)) throw new AppError('not-found')
    await record(tx, caller, row, { action: 'caseForm.fileViewed' })
  })
  return attached(services, caller, 'front', fileId)
}

/** A form that stands in one of these states, held until the step is taken. */
async function take(tx: Tx, caller: Caller, id: string, from: CaseState[], version: number | undefined) {
  const row = await require(tx, caller, id, { lock: true })
  if (version !== undefined && version !== row.version)
    throw new AppError('conflict', {}, [], { current: forStaff(caller, row, await repo.namesOf(tx, [row])) })
  if (!from.includes(row.state as CaseState)) throw new AppError('wrong-state')
  return row
}

/** Whoever has an account is told; everybody else is phoned. */
async function tellSender(
  { jobs }: Services,
  tx: Tx,
  { id, platformId, accountId, personId, number, title }: repo.CaseRecord & { platformId: string },
  kind: Extract<MessageKind, `case${string}`>,
  params: Record<string, string>,
) {
  if (personId !== null)
    await tell(tx, jobs, {
      kind,
      platformId,
      accountId,
      personId,
      subjectId: id,
      params: { number, title, ...params },
    })
}

export const accept = (services: Services, caller: Caller, id: string, version: number | undefined) =>
  services.db.asSystem(async (tx) => {
    const row = await take(tx, caller, id, ['NEW'], version)
    await repo.accept(tx, id, caller.personName)
    await record(tx, caller, row, { action: 'caseForm.accepted' })
  })

export const answer = (services: Services, caller: Caller, id: string, text: string, version: number | undefined) =>
  services.db.asSystem(async (tx) => {
    const row = await take(tx, caller, id, ['NEW', 'ACCEPTED'], version)
    await repo.answer(tx, id, text, caller.personName)
    await record(tx, caller, row, { action: 'caseForm.answered' })
    await tellSender(services, tx, { ...row, platformId: caller.platform.id }, 'caseAnswered', { answer: text })
  })

export const close = (services: Services, caller: Caller, id: string, reason: string, version: number | undefined) =>
  services.db.asSystem(async (tx) => {
    const row = await take(tx, caller, id, ['NEW', 'ACCEPTED', 'ANSWERED'], version)
    await repo.close(tx, id, reason)
    await record(tx, caller, row, { action: 'caseForm.closed', reason })
    await tellSender(services, tx, { ...row, platformId: caller.platform.id }, 'caseClosed', { why: reason })
  })

export const erase = (services: Services, caller: Caller, id: string, reason: string) =>
  services.db.asSystem(async (tx) => {
    const row = await require(tx, caller, id, { lock: true })
    // Whoever has an account closes it, and their forms go with it.
    if (row.personId !== null || row.sealed === null) throw new AppError('wrong-state')
    await repo.eraseCase(tx, id)
    await record(tx, caller, row, { action: 'caseForm.erased', reason })
  })
