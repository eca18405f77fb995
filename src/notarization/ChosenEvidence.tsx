import { Tag } from 'antd'
import { useTranslation } from 'react-i18next'
import { evidenceCalls } from '../../contract/evidence/evidence.ts'
import { Failed, Loading } from '../kit/page/Panels.tsx'
import { formatSize } from '../kit/plain/format.ts'
import { useRead } from '../kit/resource/useCall.ts'

/** What was chosen, each with what keeps it from being handed in. */
export function ChosenEvidence({ anos }: { anos: readonly string[] }) {
  const { t } = useTranslation(['notarization'])
  const { data, error, refetch } = useRead(
    evidenceCalls.issuable,
    { body: { anos: [...anos] } },
    { staleTime: 0, enabled: anos.length > 0 },
  )
  if (!anos.length) return <p className="skz-muted">{t('pick.count', { count: 0 })}</p>
  if (error) return <Failed error={error} retry={() => void refetch()} />
  if (!data) return <Loading rows={2} />
  return (
    <ul className="skz-chosen">
      {data.list.map(({ ano, name, size, reason }) => (
        <li key={ano}>
          <span className="skz-break">{name}</span> {reason && <Tag color="error">{reason}</Tag>}
          <div className="skz-muted">
            <span className="skz-number">{ano}</span> · {formatSize(size)}
          </div>
        </li>
      ))}
    </ul>
  )
}
