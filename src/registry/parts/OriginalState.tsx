import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { DepositRow } from '../../../contract/registry/deposits.ts'
import { useConsole } from '../../kit/resource/console-context.ts'
import { StatusTag } from '../../kit/page/StatusTag.tsx'

/** Whether the original of a hash is here; if not, the way to it. */
export function OriginalState({ row }: { row: Pick<DepositRow, 'originalUploaded' | 'ano' | 'status'> }) {
  const { t } = useTranslation(['evidence'])
  const { can } = useConsole()
  if (row.originalUploaded) return <StatusTag tone="good">{t('original.here')}</StatusTag>
  return (
    <span className="skz-state">
      <StatusTag tone="warning">{t('original.missing')}</StatusTag>
      {row.status === 'collected' && can('deposits.make') && (
        <Link to={`/confirmWeigh/add?original=${row.ano}`}>{t('original.add')}</Link>
      )}
    </span>
  )
}
