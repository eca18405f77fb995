import { headerCalls } from '../../contract/invoices/headers.ts'
import type { OwnRecordSample } from '../kit/own-records.ts'

export default {
  kind: 'invoice-header',
  group: 'invoiceHeaders',
  rights: { 'invoices.read': 'list get', 'invoices.write': 'create update remove removeMany makeDefault import' },
  calls: headerCalls,
  body: (text) => ({ headType: 'PERSONAL', title: text }),
} satisfies OwnRecordSample
