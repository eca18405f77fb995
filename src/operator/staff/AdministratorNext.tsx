import { useTranslation } from 'react-i18next'
import type { Begun } from '../../../contract/operator/platforms.ts'
import { CopyText } from '../../kit/page/CopyText.tsx'

/** What follows once a platform has an administrator: they set their password themselves. `waits`: another person agrees first. */
export function AdministratorNext({ begun, waits = false }: { begun: Begun; waits?: boolean }) {
  const { passwordUrl, phoneMasked, told } = begun
  const { t } = useTranslation(['operator'])
  return (
    <>
      {waits && <p>{t('platforms.asked')}</p>}
      <p>{t(`platforms.${told ? 'told' : 'tell'}${waits ? 'Then' : ''}`, { phone: phoneMasked })}</p>
      <p>
        <CopyText text={passwordUrl} label={t('platforms.passwordUrl')} />
      </p>
    </>
  )
}
