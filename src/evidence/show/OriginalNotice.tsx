import { Alert, Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useConsole } from '../../kit/resource/console-context.ts'

/** Of a hash nothing is certified before its file has come. */
export function OriginalNotice({ ano }: { ano: string }) {
  const { t } = useTranslation(['evidence'])
  const { can } = useConsole()
  return (
    <Alert
      type="info"
      showIcon
      title={t('original.missing')}
      description={t('original.why')}
      {...(can('deposits.make')
        ? {
            action: (
              <Link to={`/confirmWeigh/add?original=${ano}`}>
                <Button type="primary">{t('original.add')}</Button>
              </Link>
            ),
          }
        : {})}
    />
  )
}
