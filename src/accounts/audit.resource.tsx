import { FileProtectOutlined } from '@ant-design/icons'
import { Link } from 'react-router'
import { auditCalls, type AuditEntry } from '../../contract/platform/audit.ts'
import { defineResource } from '../kit/resource/resource.ts'
import { auditFields, auditFilters, auditList } from '../platform/parts/audit-fields.tsx'

/** Everything that was done in the account. */
export default defineResource<AuditEntry>({
  ...auditList,
  name: 'audit',
  endpoints: { list: auditCalls.list, one: { call: auditCalls.get, request: (id) => ({ params: { id } }) } },
  routes: {
    list: '/accountSetting/audit',
    showPath: '/accountSetting/audit/:id',
    show: (row) => `/accountSetting/audit/${row.id}`,
  },
  access: 'audit.read',
  menu: { icon: <FileProtectOutlined />, group: 'account', order: 85 },
  // What an owner may open, which staff may not.
  fields: {
    ...auditFields,
    subject: {
      ...auditFields.subject,
      kind: 'text',
      cell: (row) =>
        row.subjectKind === 'evidence' && row.subject ? (
          <Link to={`/attestation/${row.subject}`}>{row.subject}</Link>
        ) : (
          (row.subject ?? <span className="skz-none">-</span>)
        ),
    },
  },
  columns: ['at', 'what', 'who', 'subjectKind', 'subject', 'ip'],
  card: ['at', 'who', 'part', 'subjectKind', 'subject', 'ip'],
  filters: { ...auditFilters, personId: { kind: 'person', load: auditCalls.people } },
})
