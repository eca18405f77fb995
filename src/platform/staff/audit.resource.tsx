import { FileProtectOutlined } from '@ant-design/icons'
import { auditCalls, type AuditEntry } from '../../../contract/platform/audit.ts'
import { defineResource } from '../../kit/resource/resource.ts'
import { auditFilters, auditList } from '../parts/audit-fields.tsx'

/** Everything that was done on the platform, for its staff. */
export default defineResource<AuditEntry>({
  ...auditList,
  name: 'operatorAudit',
  endpoints: {
    list: auditCalls.platformList,
    one: { call: auditCalls.platformGet, request: (id) => ({ params: { id } }) },
  },
  routes: { list: '/operator/audit', showPath: '/operator/audit/:id', show: (row) => `/operator/audit/${row.id}` },
  access: 'operator.audit',
  menu: { icon: <FileProtectOutlined />, group: 'platform', order: 890 },
  columns: ['at', 'what', 'who', 'account', 'subject', 'reason'],
  card: ['at', 'who', 'part', 'account', 'subject', 'reason'],
  filters: { ...auditFilters, personId: { kind: 'reference' } },
})
