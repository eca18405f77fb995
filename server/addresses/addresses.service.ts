import {
  type Address,
  type AddressBody,
  type AddressFind,
  AddressRow,
  mostAddresses,
} from '../../contract/addresses/addresses.ts'
import { writePath } from '../../contract/addresses/divisions.ts'
import type { ImportRows } from '../../contract/kit/bulk.ts'
import { importRows } from '../kit/calls/import-rows.ts'
import type { Caller } from '../kit/calls/caller.ts'
import { type Change, ownRecords } from '../kit/own-records/own-records.ts'
import type { Services } from '../kit/services.ts'
import * as repo from './addresses.repo.ts'
import { isDivision } from './divisions.ts'
import { codesOf, namesOf } from './place.ts'

/** An address with the names that its codes have today. */
type Placed = AddressBody & ReturnType<typeof namesOf>

const shown = (a: repo.AddressRecord): Address => ({
  ...a,
  createdAt: a.createdAt.toISOString(),
  updatedAt: a.updatedAt.toISOString(),
})

/** As the record of changes tells it: the place in one line, readable years later. */
const told = ({
  name,
  phone,
  provinceName,
  cityName,
  regionName,
  regionCode,
  detail,
  postcode,
  tag,
  isDefault,
}: Placed) => ({
  name,
  phone,
  regionCode: `${writePath([provinceName, cityName, regionName])} (${regionCode})`,
  detail,
  postcode,
  tag,
  isDefault,
})

const addresses = ownRecords<repo.AddressRecord, Placed, Address>({
  table: 'address',
  columns: repo.columns,
  kind: 'address',
  most: mostAddresses,
  same: { index: 'address_same', field: 'detail' },
  shown,
  told: { created: ({ name }) => ({ name }), removed: ['name', 'regionCode', 'detail'], saved: told },
})
export const { get, remove, removeMany, makeDefault } = addresses

export async function list(services: Services, caller: Caller, find: AddressFind) {
  const { rows, ...rest } = await services.db.forAccount(caller, (tx) => repo.listAddresses(tx, caller.accountId, find))
  return { list: rows.map(shown), ...rest }
}

const placed = (body: AddressBody): Placed => ({ ...body, ...namesOf(body) })

export const create = async (services: Services, caller: Caller, body: AddressBody) =>
  addresses.create(services, caller, placed(body))

export const update = (services: Services, caller: Caller, id: string, { version, ...change }: Change<AddressBody>) =>
  addresses.update(services, caller, id, version, (before) => {
    const body = { ...change, isDefault: change.isDefault ?? before.isDefault }
    return keepsGonePlace(before, body) ?? placed(body)
  })

/** A division that is abolished stays the place it was until somebody chooses another. */
function keepsGonePlace(before: repo.AddressRecord, body: AddressBody): Placed | undefined {
  const { provinceCode, cityCode, regionCode, provinceName, cityName, regionName } = before
  const same = provinceCode === body.provinceCode && cityCode === body.cityCode && regionCode === body.regionCode
  return same && !isDivision(regionCode) ? { ...body, provinceName, cityName, regionName } : undefined
}

export const importAddresses = (services: Services, caller: Caller, body: ImportRows) =>
  importRows(services, caller, body, AddressRow, {
    prepare: fromRow,
    put: (tx, some) => addresses.import(tx, caller, some),
  })

function fromRow(row: AddressRow): Placed {
  const { region: _, ...body } = row
  return placed({ ...body, ...codesOf(row) })
}
