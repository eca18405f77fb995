import { headerCalls } from '../../contract/invoices/headers.ts'
import type { OwnRecordSample } from '../kit/own-records.ts'

export default {
  kind: 'invoice-header',
  group: 'invoiceHeaders',
  calls: headerCalls,
  body: (text) => ({ headType: 'PERSONAL', title: text }),
} satisfies OwnRecordSample
