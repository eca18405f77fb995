import { Button, Tag } from 'antd'
import { useTranslation } from 'react-i18next'
import { Card } from '../kit/page/Card.tsx'

interface Props {
  of: 'person' | 'enterprise'
  lines: readonly (readonly [string, string])[]
  /** Absent where nothing new can be asked for. */
  onAgain?: () => void
}

/** What is verified, and the way to change it. */
export function KnownCard({ of, lines, onAgain }: Props) {
  const { t } = useTranslation(['real-name'])
  return (
    <Card title={t(`real-name:${of}.known`)} extra={<Tag color="success">{t('real-name:verified')}</Tag>}>
      <dl className="skz-settings">
        {lines.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {onAgain && (
        <>
          <p className="skz-lead">{t(`real-name:${of}.againNote`)}</p>
          <Button onClick={onAgain}>{t(`real-name:${of}.again`)}</Button>
        </>
      )}
    </Card>
  )
}
