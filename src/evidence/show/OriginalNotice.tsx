import { Alert } from 'antd'
import { useTranslation } from 'react-i18next'
import { useConsole } from '../../kit/resource/console-context.ts'
import { LinkButton } from '../../kit/page/LinkButton.tsx'

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
              <LinkButton to={`/confirmWeigh/add?original=${ano}`} type="primary">
                {t('original.add')}
              </LinkButton>
            ),
          }
        : {})}
    />
  )
}
