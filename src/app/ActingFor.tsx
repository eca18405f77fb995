import { useTranslation } from 'react-i18next'
import { useConsole } from '../kit/console-context.ts'

/** Says, for as long as it is so, that what is done here is done for somebody else. */
export function ActingFor() {
  const { t } = useTranslation(['console'])
  const { bean } = useConsole()
  if (bean.role !== 'sub') return null
  return <div className="skz-acting" role="note">{t('account.actingFor', { person: bean.personName, account: bean.accountName })}</div>
}
