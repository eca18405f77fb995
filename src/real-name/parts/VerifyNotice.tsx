import { Alert } from 'antd'
import { useTranslation } from 'react-i18next'
import { certifyCalls } from '../../../contract/real-name/certify.ts'
import { useConsole } from '../../kit/resource/console-context.ts'
import { useRead } from '../../kit/resource/useCall.ts'
import { paths } from '../paths.ts'
import { LinkButton } from '../../kit/page/LinkButton.tsx'

/** Above what takes a verified owner, before anything is typed: where that is done, or whom to ask. */
export function VerifyNotice() {
  const { t } = useTranslation(['real-name'])
  const { bean, can } = useConsole()
  const { data } = useRead(certifyCalls.info, {})
  const enterprise = bean.accountKind === 'enterprise'
  if (!data?.required || (enterprise ? data.enterprise : data.person)) return null
  const mine = !enterprise || can('account.manage')
  return (
    <Alert
      type="warning"
      showIcon
      className="skz-alert"
      title={t(mine ? 'real-name:first.mine' : 'real-name:first.owners')}
      {...(mine
        ? {
            action: (
              <LinkButton to={enterprise ? paths.enterprise : paths.person} type="primary">
                {t('real-name:begin')}
              </LinkButton>
            ),
          }
        : {})}
    />
  )
}
