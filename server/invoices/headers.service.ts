import {
  carried,
  HeaderBody,
  type HeaderFind,
  type InvoiceHeader,
  mostHeaders,
} from '../../contract/invoices/headers.ts'
import type { ImportRows } from '../../contract/kit/bulk.ts'
import { importRows } from '../kit/calls/import-rows.ts'
import type { Caller } from '../kit/calls/caller.ts'
import { type Change, ownRecords } from '../kit/own-records/own-records.ts'
import type { Services } from '../kit/services.ts'
import * as repo from './headers.repo.ts'

const shown = (h: repo.HeaderRecord): InvoiceHeader => ({
  ...h,
  headType: h.headType as InvoiceHeader['headType'],
  createdAt: h.createdAt.toISOString(),
  updatedAt: h.updatedAt.toISOString(),
})

const headers = ownRecords<repo.HeaderRecord, HeaderBody, InvoiceHeader>({
  table: 'invoiceHeader',
  columns: repo.columns,
  kind: 'invoice-header',
  most: mostHeaders,
  same: { index: 'invoice_header_same', field: 'title' },
  shown,
  told: { created: ({ title }) => ({ title }), removed: ['title', 'headType', 'taxNo'], saved: (h) => ({ ...h }) },
})
export const { get, remove, removeMany, makeDefault } = headers

export async function list(services: Services, caller: Caller, find: HeaderFind) {
  const { rows, ...rest } = await services.db.forAccount(caller, (tx) => repo.listHeaders(tx, caller.accountId, find))
  return { list: rows.map(shown), ...rest }
}

export const create = (services: Services, caller: Caller, body: HeaderBody) =>
  headers.create(services, caller, carried(body))

export const update = (services: Services, caller: Caller, id: string, { version, ...body }: Change<HeaderBody>) =>
  headers.update(services, caller, id, version, (before) =>
    carried({ ...body, isDefault: body.isDefault ?? before.isDefault }),
  )

export const importHeaders = (services: Services, caller: Caller, body: ImportRows) =>
  importRows(services, caller, body, HeaderBody, {
    prepare: carried,
    put: (tx, some) => headers.import(tx, caller, some),
  })
