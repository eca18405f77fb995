import { useTranslation } from 'react-i18next'
import { usePlatform } from '../../site/parts/platform.ts'

/** Leads to the platform's own help on signing in or registering, where it names some. */
export function HelpLink({ to }: { to: 'helpLoginUrl' | 'helpRegisterUrl' }) {
  const { t } = useTranslation(['common'])
  const address = usePlatform()?.basicInfo[to]
  if (!address) return null
  return (
    <>
      {' · '}
      <a href={address} rel="noreferrer">
        {t('common:contacts.help')}
      </a>
    </>
  )
}
