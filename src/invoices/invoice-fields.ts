import { HeadType } from '../../contract/invoices/headers.ts'
import { type Invoice, InvoiceMedium, InvoiceState } from '../../contract/invoices/invoices.ts'
import { digitsOf } from '../../contract/kit/typed/clean.ts'
import type { Field, Filter } from '../kit/resource/resource.ts'

const onPaper = { field: 'medium', values: ['PAPER'] }
const digital = { field: 'medium', values: ['DIGITAL'] }
const ofEnterprise = { field: 'invoiceType', values: ['ENTERPRISE', 'ENTERPRISE_SPECIAL'] }
const special = { field: 'invoiceType', values: ['ENTERPRISE_SPECIAL'] }

/** What customers and staff read of an invoice alike. */
export const invoiceFields = {
  applyNo: { kind: 'text', width: 190, clean: digitsOf },
  invoiceState: {
    kind: 'choice',
    width: 110,
    values: InvoiceState.options,
    tones: {
      APPLIED: 'active',
      ISSUING: 'active',
      ISSUED: 'good',
      MAILED: 'good',
      REJECTED: 'bad',
      REVERSED: 'warning',
    },
  },
  amount: { kind: 'money', sortable: true, width: 130 },
  orderCount: { kind: 'number', width: 90 },
  reason: { kind: 'long-text', width: 220 },
  invoiceType: {
    kind: 'choice',
    width: 150,
    values: HeadType.options,
    tones: { ENTERPRISE_SPECIAL: 'active' },
  },
  medium: { kind: 'choice', width: 110, values: InvoiceMedium.options },
  title: { kind: 'text' },
  taxNo: { kind: 'text', width: 210, when: ofEnterprise },
  address: { kind: 'text', width: 240, when: special },
  phone: { kind: 'phone', width: 150, when: special },
  bank: { kind: 'text', width: 200, when: special },
  account: { kind: 'text', width: 200, when: special },
  email: { kind: 'text', width: 200, when: digital },
  receiver: { kind: 'text', width: 260, when: onPaper },
  remark: { kind: 'text', width: 200 },
  invoiceNumber: { kind: 'text', width: 200, clean: digitsOf },
  invoiceCode: { kind: 'text', width: 130, clean: digitsOf },
  issuedAt: { kind: 'instant', width: 176 },
  carrier: { kind: 'text', width: 120, when: onPaper },
  trackingNumber: { kind: 'text', width: 180, when: onPaper },
  mailedAt: { kind: 'instant', width: 176, when: onPaper },
  attempt: { kind: 'number', width: 120 },
  isSandbox: { kind: 'flag', width: 90 },
  personName: { kind: 'text', width: 140 },
  appliedAt: { kind: 'instant', sortable: true, width: 176 },
} as const satisfies { [K in keyof Invoice]?: Field<Invoice> }

export const invoiceFilters = {
  keyWord: { kind: 'keyword' },
  invoiceState: { kind: 'choice', values: InvoiceState.options, words: 'choice.invoiceState' },
  invoiceType: { kind: 'choice', values: HeadType.options, words: 'choice.invoiceType' },
  medium: { kind: 'choice', values: InvoiceMedium.options, words: 'choice.medium' },
  appliedAt: { kind: 'days' },
} as const satisfies Record<string, Filter>
