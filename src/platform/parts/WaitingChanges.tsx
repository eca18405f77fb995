import { Alert } from 'antd'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Approval, ApprovalKind } from '../../../contract/platform/approvals.ts'
import { useResourceList } from '../../kit/list/useResourceList.ts'

/** Changes of a kind that wait for another person; nothing where none does. */
export function WaitingChanges({ kind }: { kind: ApprovalKind }) {
  const { t } = useTranslation('operator')
  const { rows } = useResourceList<Approval>(
    { name: 'approvals' },
    { page: 1, pageSize: 10, sort: '-createdAt', filters: { approvalKind: kind, approvalState: 'waiting' } },
  )
  if (!rows.length) return null
  return (
    <Alert
      className="skz-alert"
      type="info"
      showIcon
      title={t('approval.waits')}
      description={
        <ul className="skz-plain">
          {rows.map(({ id, change }) => (
            <li key={id}>
              <Link to={`/operator/approvals/${id}`}>{change}</Link>
            </li>
          ))}
        </ul>
      }
    />
  )
}
