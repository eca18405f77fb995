import { type Address, type AddressBody, type AddressFind, AddressRow, mostAddresses } from '../../contract/addresses/addresses.ts'
import { writePath } from '../../contract/addresses/divisions.ts'
import type { ImportRows } from '../../contract/kit/bulk.ts'
import { recordAct } from '../kit/audit.ts'
import { eachOf, importRows } from '../kit/bulk.ts'
import type { Caller } from '../kit/caller.ts'
import { changesOf } from '../kit/changes.ts'
import { type AccountTx, isDuplicate } from '../kit/db/db.ts'
import { AppError, badFields } from '../kit/errors.ts'
import { newId } from '../kit/ids.ts'
import { announce } from '../kit/live.ts'
import type { Services } from '../kit/services.ts'
import * as repo from './addresses.repo.ts'
import { isDivision } from './divisions.ts'
import { codesOf, namesOf } from './place.ts'

const subject = (id: string) => ({ subjectKind: 'address', subjectId: id })

const shown = (a: repo.AddressRecord): Address => ({ ...a, createdAt: a.createdAt.toISOString(), updatedAt: a.updatedAt.toISOString() })

/** As the record of changes tells it: the place in one line, readable years later. */
const told = ({ name, phone, provinceName, cityName, regionName, regionCode, detail, postcode, tag, isDefault }: repo.Placed) => ({
  name, phone, regionCode: `${writePath([provinceName, cityName, regionName])} (${regionCode})`, detail, postcode, tag, isDefault,
})

export async function list(services: Services, caller: Caller, find: AddressFind) {
  const { rows, ...rest } = await services.db.forAccount(caller.accountId, (tx) => repo.listAddresses(tx, caller.accountId, find))
  return { list: rows.map(shown), ...rest }
}

export async function get(services: Services, caller: Caller, id: string): Promise<Address> {
  return shown(await services.db.forAccount(caller.accountId, (tx) => require(tx, caller, id)))
}

async function require(tx: AccountTx, caller: Caller, id: string, options?: { lock: boolean }) {
  const found = await repo.findAddress(tx, caller.accountId, id, options)
  if (!found) throw new AppError('not-found')
  return found
}

export function create(services: Services, caller: Caller, body: AddressBody) {
  const address = placed(body)
  return services.db.forAccount(caller.accountId, async (tx) => {
    const id = await put(tx, caller, address)
    if (!id) throw badFields({ path: 'detail', key: 'duplicate' })
    return { id }
  })
}

const placed = (body: AddressBody): repo.Placed => ({ ...body, ...namesOf(body) })

const samePlace = (a: AddressBody, b: AddressBody) => a.provinceCode === b.provinceCode && a.cityCode === b.cityCode && a.regionCode === b.regionCode

/** Keeps a new address and gives its id; undefined where the account has the same one. The first is the default. */
async function put(tx: AccountTx, caller: Caller, address: repo.Placed): Promise<string | undefined> {
  await repo.lockAddresses(tx, caller.accountId)
  const count = await repo.countAddresses(tx, caller.accountId)
  if (count >= mostAddresses) throw new AppError('limit-reached', { limit: mostAddresses })
  const id = newId()
  const isDefault = address.isDefault || count === 0
  if (!(await repo.insertAddress(tx, { ...address, id, isDefault: false, platformId: caller.platform.id, accountId: caller.accountId }))) return undefined
  if (isDefault) await makeDefaultOf(tx, caller, id)
  await recordAct(tx, caller, { action: 'address.created', ...subject(id), details: { name: address.name } })
  await announce(tx, caller.accountId, { topic: 'addresses', id })
  return id
}

async function makeDefaultOf(tx: AccountTx, caller: Caller, id: string) {
  await repo.clearDefault(tx, caller.accountId, id)
  await repo.setDefault(tx, caller.accountId, id)
}

/** Saves the whole address. Whoever names the version that was read is told when another was saved meanwhile, and sees it. */
export async function update(services: Services, caller: Caller, id: string, { version, ...body }: AddressBody & { version?: number | undefined }) {
  try {
    return await services.db.forAccount(caller.accountId, async (tx) => {
      await repo.lockAddresses(tx, caller.accountId)
      const before = await require(tx, caller, id, { lock: true })
      if (version !== undefined && version !== before.version) throw new AppError('conflict', {}, [], { current: shown(before) })
      // A division that is abolished stays the place it was until somebody chooses another.
      const after = samePlace(before, body) && !isDivision(body.regionCode) ? { ...body, provinceName: before.provinceName, cityName: before.cityName, regionName: before.regionName } : placed(body)
      if (after.isDefault) await repo.clearDefault(tx, caller.accountId, id)
      const saved = await repo.updateAddress(tx, caller.accountId, id, after)
      await recordAct(tx, caller, { action: 'address.updated', ...subject(id), details: changesOf(told(before), told(after)) })
      await announce(tx, caller.accountId, { topic: 'addresses', id })
      return { version: saved }
    })
  } catch (error) {
    if (isDuplicate(error, 'address_same')) throw badFields({ path: 'detail', key: 'duplicate' })
    throw error
  }
}

export function remove(services: Services, caller: Caller, id: string) {
  return services.db.forAccount(caller.accountId, (tx) => removeOne(tx, caller, id))
}

async function removeOne(tx: AccountTx, caller: Caller, id: string) {
  const gone = await repo.deleteAddress(tx, caller.accountId, id)
  if (!gone) throw new AppError('not-found')
  await recordAct(tx, caller, { action: 'address.removed', ...subject(id), details: gone })
  await announce(tx, caller.accountId, { topic: 'addresses', id })
}

export const removeMany = (services: Services, caller: Caller, ids: string[]) => eachOf(services, caller, ids, (tx, id) => removeOne(tx, caller, id))

export function makeDefault(services: Services, caller: Caller, id: string) {
  return services.db.forAccount(caller.accountId, async (tx) => {
    await repo.lockAddresses(tx, caller.accountId)
    const found = await require(tx, caller, id, { lock: true })
    if (found.isDefault) return
    await makeDefaultOf(tx, caller, id)
    await recordAct(tx, caller, { action: 'address.defaulted', ...subject(id) })
    await announce(tx, caller.accountId, { topic: 'addresses', id })
  })
}

export const importAddresses = (services: Services, caller: Caller, body: ImportRows) =>
  importRows(services, caller, body, AddressRow, async (tx, row) => ((await put(tx, caller, fromRow(row))) ? 'new' : 'exists'))

function fromRow(row: AddressRow): repo.Placed {
  const { region: _, ...body } = row
  return placed({ ...body, ...codesOf(row) })
}
