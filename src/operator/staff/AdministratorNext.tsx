import { useTranslation } from 'react-i18next'
import type { Begun } from '../../../contract/operator/platforms.ts'
import { CopyText } from '../../kit/page/CopyText.tsx'

/** What follows once a platform has an administrator: they set their password themselves. */
export function AdministratorNext({ begun: { passwordUrl, phoneMasked, told } }: { begun: Begun }) {
  const { t } = useTranslation(['operator'])
  return (
    <>
      <p>{t(told ? 'platforms.told' : 'platforms.tell', { phone: phoneMasked })}</p>
      <p>
        <CopyText text={passwordUrl} label={t('platforms.passwordUrl')} />
      </p>
    </>
  )
}
