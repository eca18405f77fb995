import { carried, HeaderBody, type HeaderFind, type InvoiceHeader, mostHeaders } from '../../contract/invoices/headers.ts'
import type { ImportRows } from '../../contract/kit/bulk.ts'
import { recordAct } from '../kit/audit.ts'
import { eachOf, importRows } from '../kit/bulk.ts'
import { changesOf } from '../kit/changes.ts'
import type { Caller } from '../kit/caller.ts'
import { type AccountTx, isDuplicate } from '../kit/db/db.ts'
import { AppError, badFields } from '../kit/errors.ts'
import { newId } from '../kit/ids.ts'
import { announce } from '../kit/live.ts'
import type { Services } from '../kit/services.ts'
import * as repo from './headers.repo.ts'

const subject = (id: string) => ({ subjectKind: 'invoice-header', subjectId: id })

const shown = (h: repo.HeaderRecord): InvoiceHeader => ({ ...h, headType: h.headType as InvoiceHeader['headType'], createdAt: h.createdAt.toISOString(), updatedAt: h.updatedAt.toISOString() })

export async function list(services: Services, caller: Caller, find: HeaderFind) {
  const { rows, ...rest } = await services.db.forAccount(caller.accountId, (tx) => repo.listHeaders(tx, caller.accountId, find))
  return { list: rows.map(shown), ...rest }
}

export async function get(services: Services, caller: Caller, id: string): Promise<InvoiceHeader> {
  return shown(await services.db.forAccount(caller.accountId, (tx) => require(tx, caller, id)))
}

async function require(tx: AccountTx, caller: Caller, id: string, options?: { lock: boolean }) {
  const found = await repo.findHeader(tx, caller.accountId, id, options)
  if (!found) throw new AppError('not-found')
  return found
}

export function create(services: Services, caller: Caller, body: HeaderBody) {
  return services.db.forAccount(caller.accountId, async (tx) => {
    const id = await put(tx, caller, body)
    if (!id) throw badFields({ path: 'title', key: 'duplicate' })
    return { id }
  })
}

/** Keeps a new header and gives its id; undefined where the account has the same one. The first is the default. */
async function put(tx: AccountTx, caller: Caller, body: HeaderBody): Promise<string | undefined> {
  await repo.lockHeaders(tx, caller.accountId)
  const count = await repo.countHeaders(tx, caller.accountId)
  if (count >= mostHeaders) throw new AppError('limit-reached', { limit: mostHeaders })
  const id = newId()
  const isDefault = body.isDefault || count === 0
  if (!(await repo.insertHeader(tx, { ...carried(body), id, isDefault: false, platformId: caller.platform.id, accountId: caller.accountId }))) return undefined
  if (isDefault) await makeDefaultOf(tx, caller, id)
  await recordAct(tx, caller, { action: 'header.created', ...subject(id), details: { title: body.title } })
  await announce(tx, caller.accountId, { topic: 'invoiceHeaders', id })
  return id
}

async function makeDefaultOf(tx: AccountTx, caller: Caller, id: string) {
  await repo.clearDefault(tx, caller.accountId, id)
  await repo.setDefault(tx, caller.accountId, id)
}

/** Saves the whole header. Whoever names the version that was read is told when another was saved meanwhile, and sees it. */
export async function update(services: Services, caller: Caller, id: string, { version, ...body }: HeaderBody & { version?: number | undefined }) {
  try {
    return await services.db.forAccount(caller.accountId, async (tx) => {
      await repo.lockHeaders(tx, caller.accountId)
      const before = await require(tx, caller, id, { lock: true })
      if (version !== undefined && version !== before.version) throw new AppError('conflict', {}, [], { current: shown(before) })
      const after = carried(body)
      if (after.isDefault) await repo.clearDefault(tx, caller.accountId, id)
      const saved = await repo.updateHeader(tx, caller.accountId, id, after)
      await recordAct(tx, caller, { action: 'header.updated', ...subject(id), details: changesOf(before, after) })
      await announce(tx, caller.accountId, { topic: 'invoiceHeaders', id })
      return { version: saved }
    })
  } catch (error) {
    if (isDuplicate(error, 'invoice_header_same')) throw badFields({ path: 'title', key: 'duplicate' })
    throw error
  }
}

export function remove(services: Services, caller: Caller, id: string) {
  return services.db.forAccount(caller.accountId, (tx) => removeOne(tx, caller, id))
}

async function removeOne(tx: AccountTx, caller: Caller, id: string) {
  const gone = await repo.deleteHeader(tx, caller.accountId, id)
  if (!gone) throw new AppError('not-found')
  await recordAct(tx, caller, { action: 'header.removed', ...subject(id), details: gone })
  await announce(tx, caller.accountId, { topic: 'invoiceHeaders', id })
}

export const removeMany = (services: Services, caller: Caller, ids: string[]) => eachOf(services, caller, ids, (tx, id) => removeOne(tx, caller, id))

export function makeDefault(services: Services, caller: Caller, id: string) {
  return services.db.forAccount(caller.accountId, async (tx) => {
    await repo.lockHeaders(tx, caller.accountId)
    const found = await require(tx, caller, id, { lock: true })
    if (found.isDefault) return
    await makeDefaultOf(tx, caller, id)
    await recordAct(tx, caller, { action: 'header.defaulted', ...subject(id) })
    await announce(tx, caller.accountId, { topic: 'invoiceHeaders', id })
  })
}

export const importHeaders = (services: Services, caller: Caller, body: ImportRows) =>
  importRows(services, caller, body, HeaderBody, async (tx, row) => ((await put(tx, caller, row)) ? 'new' : 'exists'))
