import { invoiceCalls } from '../../../contract/invoices/invoices.ts'
import { staffInvoiceCalls } from '../../../contract/invoices/staff-invoices.ts'
import { implement } from '../../kit/calls/implement.ts'
import type { Services } from '../../kit/services.ts'
import { stop, submit } from '../gateway/submit.service.ts'
import { addFile } from './add-file.service.ts'
import { issueMany } from './issue-many.service.ts'
import * as invoices from './invoices.service.ts'
import * as staff from './staff-invoices.service.ts'

export const invoiceRoutes = (services: Services) =>
  implement(invoiceCalls, {
    apply: (caller, { body }) => invoices.apply(services, caller, body),
    list: (caller, { body }) => invoices.list(services, caller, body),
    get: (caller, { params }) => invoices.get(services, caller, params.id),
    reapply: (caller, { params, body }) => invoices.reapply(services, caller, params.id, body),
    orders: (caller, { query }) => invoices.orders(services, caller, query),
    withdraw: async (caller, { params }) => (await invoices.withdraw(services, caller, params.id), null),
    file: (caller, { params, query }) => invoices.file(services, caller, params.id, query.attempt),
  })

export const staffInvoiceRoutes = (services: Services) =>
  implement(staffInvoiceCalls, {
    list: (caller, { query }) => staff.list(services, caller, query),
    get: (caller, { params }) => staff.get(services, caller, params.id),
    take: async (caller, { params }) => (await staff.take(services, caller, params.id), null),
    issue: async (caller, { params, body, file }) => (await staff.issue(services, caller, params.id, body, file), null),
    issueMany: (caller, { body }) => issueMany(services, caller, body),
    addFile: (caller, { file }) => addFile(services, caller, file),
    submit: async (caller, { params }) => (await submit(services, caller, params.id), null),
    stop: async (caller, { params, body }) => (await stop(services, caller, params.id, body.reason), null),
    refuse: async (caller, { params, body }) => (await staff.refuse(services, caller, params.id, body.reason), null),
    mail: async (caller, { params, body }) => (await staff.mail(services, caller, params.id, body), null),
    reverse: async (caller, { params, body }) => (await staff.reverse(services, caller, params.id, body.reason), null),
    file: (caller, { params, query }) => staff.file(services, caller, params.id, query.attempt),
  })
